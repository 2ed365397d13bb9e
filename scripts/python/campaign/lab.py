"""What all cases share: inputs, the folders that cases begin with, and the expected rows.

A *state* is a folder of a run as a case finds it:

    nothing    no folder                       planned    after `plan`
    half       `run` killed after a claim      started    `work` killed after a claim
    late       `run` killed before _SUCCESS    worked     after `work` on all units
    done       after `run`                     final      after `finalize`
    joining    `merge` killed after a claim    merged     after `merge` of two runs
"""

import gzip
import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import polars as pl

from machine import KILLED, Machine, Violation

TABLES = ["puzzles", "solves", "strategies", "rejects"]
READERS = ["status", "summarize", "report"]
SETS = ["a.txt", "b.txt.gz"]
OPTIONS = "--solvers dlx --unit-lines 64 --quiet".split()
DEMO = Path(__file__).resolve().parents[3] / "data/demo"


class Lab:
    """A folder for the campaign: `inputs`, `states`, and a box for each worker."""

    def __init__(self, base, program, library, seed):
        self.base, self.program, self.library, self.seed = Path(base), program, library, seed
        self.inputs = self.base / "inputs"
        self.states = self.base / "states"
        # Finished runs to be merged, one of each input.
        self.sources = self.base / "sources"
        self.facts = {}

    def prepare(self):
        """Makes inputs and states, once."""
        self.states.mkdir()
        write_inputs(self.inputs)
        box = Box(self, "prepare")
        machine = box.machine
        text = machine.end(machine.begin(["--help"])).out
        self.facts["commands"] = re.findall(r"^  ([a-z]+) ", text, re.MULTILINE)
        for source, name in zip(SETS, ("one", "two")):
            run = self.sources / name
            machine.do(["run", self.inputs / source, "--out", run, *OPTIONS])
        claim = {"CALL": "link", "PATH": "_state/units/", "AT": 2, "DO": "kill-after"}
        for state, before, words, stop in [
            ("done", "nothing", "run", None),
            ("half", "nothing", "run", claim),
            ("late", "nothing", "run", {"CALL": "rename", "PATH": "_SUCCESS", "AT": 1, "DO": "kill-before"}),
            ("planned", "nothing", "plan", None),
            ("started", "planned", "work", claim),
            ("worked", "planned", "work", None),
            ("final", "worked", "finalize", None),
            ("joining", "nothing", "merge", claim),
            ("merged", "nothing", "merge", None),
        ]:
            if words not in self.facts["commands"]:
                continue
            box.begin(before)
            end = box.do(words, stop)
            if end.code != (KILLED if stop else 0):
                raise SystemExit(f"the state {state} cannot be made:\n{end}")
            shutil.copytree(box.run, self.states / state, symlinks=True)
        card = (self.states / "done/README.md").read_text()
        self.facts["timed"] = re.findall(r"`(\w+)`", card.split("differ in nothing but")[1])
        plan = json.loads((self.states / "planned/_state/plan.json").read_text())
        self.facts["last"] = len(plan["units"]) - 1
        # Readers that can be asked to check checksums.
        helps = {name: machine.end(machine.begin([name, "--help"])).out for name in READERS}
        self.facts["--verify"] = [name for name, text in helps.items() if "--verify" in text]
        (self.base / "facts.json").write_text(json.dumps(self.facts))

    def load(self):
        """What `prepare` made, for a worker."""
        self.facts = json.loads((self.base / "facts.json").read_text())
        self.expected = self.rows(self.states / "done")
        return self

    def rows(self, run):
        """The tables of a run without the columns that depend on time."""
        tables = {}
        for table in TABLES:
            files = sorted((Path(run) / table).glob("*.parquet"))
            tables[table] = pl.read_parquet(files, glob=False).drop(self.facts["timed"], strict=False)
        return tables

    def different(self, run, expected=None):
        """How the rows of a run are not the expected ones; nothing if they are."""
        try:
            rows = self.rows(run)
        except Exception as error:
            return f"its tables cannot be read: {str(error)[:200]}"
        for table, frame in (expected or self.expected).items():
            if len(rows[table]) != len(frame):
                return f"{len(rows[table])} rows in {table}, not {len(frame)}"
            if not rows[table].equals(frame):
                return f"other rows in {table}"
        return None


def reseal(file, text):
    """Writes a file of the bookkeeping with the checksum that its content has."""
    content = json.loads(text)
    del content["checksum"]
    compact = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
    checksum = hashlib.sha256(compact.encode()).hexdigest()
    file.write_text(json.dumps(content | {"checksum": checksum}, indent=2, ensure_ascii=False))


def write_inputs(folder):
    """Two small sets, one of them packed: 26 puzzles, 2 bad lines, 4 units."""
    folder.mkdir(parents=True)
    names = ("easy", "hard", "several-solutions")
    easy, hard, several = [(DEMO / f"{name}.txt").read_text().split() for name in names]
    lines = [f"# line {n}" for n in range(1, 171)]
    for place, puzzle in zip(range(2, 150, 9), easy[:9] + hard[:5] + several[:3]):
        lines[place] = puzzle
    lines[70] = "a bad line"
    (folder / "a.txt").write_text("\n".join(lines) + "\n")
    lines = [f"# line {n}" for n in range(1, 91)]
    for place, puzzle in zip(range(3, 90, 10), easy[20:26] + hard[20:23]):
        lines[place] = puzzle
    lines[80] = "another"
    (folder / "b.txt.gz").write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))


class Box:
    """A folder for one case at a time: the run's, and what is beside it and must stay."""

    def __init__(self, lab, name):
        self.lab, self.place = lab, lab.base / f"box-{name}"
        self.run = self.place / "run"
        self.inputs = lab.inputs
        self.begin("nothing")

    def begin(self, state, inputs=False, sources=False):
        """Puts a state into the box. `inputs`, `sources`: with its own, to be changed."""
        self.threads = 1
        shutil.rmtree(self.place, ignore_errors=True)
        beside = self.place / "beside"
        (beside / "solves").mkdir(parents=True)
        (beside / "solves/part-000000.parquet").write_text("somebody's")
        (beside / "notes.txt").write_text("somebody's notes")
        if state != "nothing":
            shutil.copytree(self.lab.states / state, self.run, symlinks=True)
        self.inputs = self.lab.inputs
        if inputs:
            self.inputs = self.place / "inputs"
            shutil.copytree(self.lab.inputs, self.inputs)
            file = self.run / "_state/run.json"
            if state != "nothing":
                reseal(file, file.read_text().replace(str(self.lab.inputs), str(self.inputs)))
        self.sources = self.lab.sources
        if sources:
            self.sources = self.place / "sources"
            shutil.copytree(self.lab.sources, self.sources)
        watched = [self.run, self.inputs, self.sources]
        self.machine = Machine(self.lab.program, self.lab.library, watched)
        self.before = self.outside()

    def words(self, name):
        """The words of a command on this box."""
        sets = [self.inputs / name for name in SETS]
        last = self.lab.facts.get("last", 3)
        threads = ["--threads", self.threads]
        return {
            "run": ["run", *sets, "--out", self.run, "--resume", *threads, *OPTIONS],
            "plan": ["plan", *sets, "--out", self.run, "--resume", *OPTIONS],
            "work": ["work", self.run, "--unit", f"0..={last}", *threads, "--quiet"],
            "finalize": ["finalize", self.run, "--quiet"],
            "resume": ["resume", self.run, *threads, "--quiet"],
            "merge": ["merge", self.sources / "one", self.sources / "two", "--out", self.run, "--quiet"],
        }[name]

    def outside(self):
        """Everything beside the run's folder, with its content."""
        facts = {}
        for root in (self.place, self.lab.inputs, self.lab.sources):
            for folder, names, files in os.walk(root):
                if Path(folder) == self.place and "run" in names:
                    names.remove("run")
                for name in sorted(files):
                    path = Path(folder) / name
                    if name not in ("calls.log", "record") and not (path.is_symlink() or not path.is_file()):
                        facts[str(path)] = path.read_bytes()
                facts[folder] = sorted(names)
        return facts

    def do(self, name, faults=None):
        return self.machine.do(self.words(name), faults)

    # --- what must hold ----------------------------------------------------------------

    def check(self):
        """At any moment: a finished run has the expected rows, and nothing outside changed."""
        now = self.outside()
        if now != self.before:
            changed = [path for path in {*now, *self.before} if now.get(path) != self.before.get(path)]
            raise Violation(f"changed outside the run's folder: {', '.join(changed)}")
        if (self.run / "_SUCCESS").exists():
            self.check_rows("_SUCCESS")

    def check_rows(self, why):
        difference = self.lab.different(self.run)
        if difference:
            raise Violation(f"{why}, and {difference}")

    def check_end(self, name, end):
        """After a command that says that it is done."""
        self.check()
        if end.code != 0:
            return
        if name in ("run", "resume", "finalize", "merge"):
            if not (self.run / "_SUCCESS").exists():
                raise Violation(f"{name} ended with 0 without _SUCCESS")
            self.check_manifest()
        if name == "plan" and self.plan(self.run) != self.plan(self.lab.states / "planned"):
            raise Violation("plan ended with 0, and the plan is another")
        if name == "work":
            self.check_rows("work ended with 0")

    @staticmethod
    def plan(run):
        try:
            return json.loads((run / "_state/plan.json").read_text())
        except (OSError, ValueError) as error:
            return str(error)

    def check_manifest(self):
        """The manifest names the parts that are there."""
        try:
            manifest = json.loads((self.run / "manifest.json").read_text())
            named = {part["path"]: part["bytes"] for part in manifest["parts"]}
        except (OSError, ValueError, KeyError) as error:
            raise Violation(f"finished, and the manifest is damaged: {error!r}")
        found = {f"{t}/{p.name}": p.stat().st_size for t in TABLES for p in (self.run / t).glob("*.parquet")}
        if named != found:
            raise Violation("finished, and the manifest names other parts than there are")

    def parts(self):
        """The parts that readers see, by their paths."""
        return {path: path.read_bytes() for t in TABLES for path in (self.run / t).glob("part-*.parquet")}

    def complete(self, steps, damaged=False):
        """Goes on undisturbed: everything must come to its end, and to the expected rows. What
        was done stays as it is, unless it may be `damaged`."""
        before = {} if damaged else self.parts()
        for name in steps:
            end = self.do(name, {})
            if end.code != 0:
                raise Violation(f"{name} cannot go on: exit code {end.code}")
            self.check_end(name, end)
        if not (self.run / "_SUCCESS").exists():
            raise Violation("never finished")
        if (self.run / "_tmp").exists():
            raise Violation("finished, and _tmp is still there")
        after = self.parts()
        if any(after.get(path) != content for path, content in before.items()):
            raise Violation("a finished part was made again")
        self.check_rows("finished")
