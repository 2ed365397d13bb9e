"""Damages: a file of a run is changed behind the program's back; then it is read and resumed.

Cases: `damage STATE DEED SEED PATH`, `source DEED SEED PATH` (one of two runs is damaged before
they are merged) and `foreign STATE DEED`. Every reader of the damaged run
says what it said of the whole one, or says on stderr what is wrong, or ends with another code
than 0. What resumes it either mends it or ends with another code than 0.
"""

import hashlib
import json
import random
import shutil
from pathlib import Path

from machine import Violation

READERS = [["status"], ["summarize", "--format", "csv"], ["report", "--out", "report.html"]]
# The state → the command that resumes it.
STATES = {"done": "run", "final": "finalize", "half": "run", "merged": "merge"}
TOLD = ["missing", "damaged", "not finished", "to be finalised", "stopped"]
SAME_SIZE = ["flipped", "zeroed", "link-same"]
DEEDS = [
    "removed", "flipped", "cut", "emptied", "zeroed", "grown", "doubled", "folder", "link-same",
    "link-other", "link-nowhere", "other-unit",
]


def damages(lab, seed):
    chance = random.Random(seed)
    for state in STATES:
        if STATES[state] not in lab.facts["commands"]:
            continue
        top = lab.states / state
        for path in sorted(p.relative_to(top) for p in top.rglob("*")):
            is_folder = (top / path).is_dir()
            if path.parts[0] == "_tmp" and len(path.parts) > 1:
                # The folder of a dead process has another name each time.
                path = Path("_tmp", "*", *path.parts[2:])
            if is_folder:
                for deed in ("removed", "cut", "link-other", "link-same", "link-nowhere"):
                    yield f"damage {state} {deed} {chance.randint(0, 10**6)} {path}"
                continue
            for deed in DEEDS:
                times = 6 if deed in ("flipped", "cut") else 1
                for _ in range(times):
                    yield f"damage {state} {deed} {chance.randint(0, 10**6)} {path}"
            yield f"damage {state} stray 0 {path}"
            if path.parent.name == "units":
                for deed in ("path-up", "path-foreign", "path-absolute", "scratch-up", "rows", "no-parts"):
                    yield f"damage {state} {deed} 0 {path}"


def harm(box, target, deed, chance):
    """Does it. Returns whether there is such a harm for this file."""
    elsewhere = box.place / "beside" / f"linked-{target.name}"
    if deed == "removed":
        shutil.rmtree(target) if target.is_dir() else target.unlink()
    elif deed.startswith("link-"):
        if deed == "link-nowhere":
            shutil.rmtree(target) if target.is_dir() else target.unlink()
        elif deed == "link-same" or target.is_dir():
            shutil.move(target, elsewhere)
        else:
            target.unlink()
            elsewhere.write_text("somebody's")
        target.symlink_to(elsewhere)
    elif target.is_dir():
        # Cut: one of what is in it is gone.
        entry = chance.choice(sorted(target.iterdir()))
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    elif deed == "folder":
        target.unlink()
        target.mkdir()
        (target / "x").write_text("x")
    elif deed == "stray":
        twin = target.with_name(target.name.replace("000000", "000009"))
        if twin == target:
            return False
        shutil.copy(target, twin)
    elif deed == "other-unit":
        twin = target.with_name(target.name.replace("000000", "000001"))
        if twin == target or not twin.exists():
            return False
        shutil.copy(twin, target)
    elif deed in ("path-up", "path-foreign", "path-absolute", "scratch-up", "rows", "no-parts"):
        craft(target, deed, box)
    else:
        return harm_bytes(target, deed, chance)
    return True


def harm_bytes(target, deed, chance):
    content = bytearray(target.read_bytes())
    if deed != "grown" and not content:
        return False
    if deed == "flipped":
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    elif deed == "cut":
        del content[chance.randrange(len(content)) :]
    elif deed == "emptied":
        content.clear()
    elif deed == "zeroed":
        content = bytearray(len(content))
    elif deed == "grown":
        content += b"\0more"
    elif deed == "doubled":
        content = content + content
    target.write_bytes(content)
    return True


def craft(target, deed, box):
    """A record that names what is not its own."""
    record = json.loads(target.read_text())
    if deed == "path-up":
        record["parts"][1]["path"] = "../beside/solves/part-000000.parquet"
    elif deed == "path-foreign":
        record["parts"][1]["path"] = "solves/../../beside/notes.txt"
    elif deed == "path-absolute":
        record["parts"][1]["path"] = str(box.place / "beside/solves/part-000000.parquet")
    elif deed == "scratch-up":
        record["scratch"] = "../../beside"
    elif deed == "rows":
        record["puzzles"] += 1
    elif deed == "no-parts":
        record["parts"] = []
    if deed.startswith(("path", "scratch")) and record.pop("checksum", None):
        # Whoever means harm gets that right; how much a path can do must not depend on it.
        plain = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        record["checksum"] = hashlib.sha256(plain.encode()).hexdigest()
    target.write_text(json.dumps(record))


def readers(box, more=()):
    """What the readers say of the run: (code, what, on stderr) each."""
    said = []
    for words in READERS:
        page = box.place / "report.html"
        words = [words[0], box.run, *(page if word == "report.html" else word for word in words[1:])]
        words += [option for option in more if words[0] in box.lab.facts[option]]
        end = box.machine.end(box.machine.begin(words), 20, allowed=[70, 101])
        text = page.read_text(errors="replace") if page.exists() else end.out
        page.unlink(missing_ok=True)
        said.append((end.code, text, end.errors))
    return said


def silent(whole, now):
    """Readers that ended with 0 and said something else than of the whole run, without a word."""
    for words, was, said in zip(READERS, whole, now):
        told = said[2] != was[2] or any(word in said[1] for word in TOLD)
        if said[0] in (70, 101):
            yield f"{words[0]} ends with {said[0]}, a panic or an internal error"
        elif said[0] == 0 and said[1] != was[1] and not told:
            yield f"{words[0]} says other things of a damaged run, in silence"


def damage(box, state, deed, seed, path):
    box.begin(state)
    whole = readers(box) if state != "half" else None
    if not harm(box, next(box.run.glob(path)), deed, random.Random(seed)):
        return
    box.machine.hits += 1
    box.before = box.outside()
    problems = []
    if whole and path != "_state/progress.json":
        # Only checksums tell of a part that has its size.
        if not (path.endswith(".parquet") and deed in SAME_SIZE):
            problems += silent(whole, readers(box))
        if box.lab.facts["--verify"]:
            problems += [f"with --verify, {problem}" for problem in silent(whole, readers(box, ["--verify"]))]
        if box.before != box.outside():
            problems.append("a reader changed something outside the run's folder")
    try:
        resumed(box, STATES[state])
    except Violation as violation:
        problems.append(str(violation))
    if problems:
        raise Violation("; ".join(problems))


def sources(lab, seed):
    chance = random.Random(f"{seed} sources")
    if "merge" not in lab.facts["commands"]:
        return
    top = lab.sources / "one"
    for path in sorted(p.relative_to(top) for p in top.rglob("*") if p.is_file()):
        for deed in DEEDS + ["stray"]:
            yield f"source {deed} {chance.randint(0, 10**6)} {path}"


def source(box, deed, seed, path):
    """A damaged run is not merged, or its rows are right."""
    box.begin("nothing", sources=True)
    if not harm(box, box.sources / "one" / path, deed, random.Random(seed)):
        return
    box.machine.hits += 1
    box.before = box.outside()
    end = box.do("merge", {})
    box.check_end("merge", end)


def resumed(box, name):
    """Twice: what the first one mends or leaves, the second one finds."""
    for turn in ("first", "second"):
        end = box.do(name, {})
        if box.before != box.outside():
            raise Violation("something outside the run's folder is not as it was")
        if end.code == 0:
            if not (box.run / "_SUCCESS").exists():
                raise Violation(f"the {turn} {name} ended with 0 without _SUCCESS")
            box.check_rows(f"the {turn} {name} ended with 0")
            box.check_manifest()


FOREIGN = ["notes", "checkpoints", "tmp-link", "units-link", "table-link", "state-notes"]


def foreigns(lab):
    for state in STATES:
        if STATES[state] not in lab.facts["commands"]:
            continue
        for deed in FOREIGN:
            yield f"foreign {state} {deed}"


def foreign(box, state, deed):
    """What a user keeps in a run's folder stays, and is not in the way."""
    box.begin(state)
    kept = []
    if deed == "notes":
        kept = [box.run / "solves/notes.txt", box.run / "my notes.txt"]
    elif deed == "checkpoints":
        kept = [box.run / "solves/.ipynb_checkpoints/x.txt", box.run / "puzzles/part-000000.parquet.bak"]
    elif deed == "state-notes":
        kept = [box.run / "_state/units/notes.txt", box.run / "_state/units/000000.json.bak"]
    for path in kept:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")
    beside = box.place / "beside"
    if deed == "tmp-link":
        shutil.rmtree(box.run / "_tmp", ignore_errors=True)
        (box.run / "_tmp").symlink_to(beside)
    if deed == "units-link":
        shutil.copytree(box.run / "_state/units", beside / "units")
        shutil.rmtree(box.run / "_state/units")
        (beside / "units/000099.json").write_text("another's")
        (box.run / "_state/units").symlink_to(beside / "units")
    if deed == "table-link" and (box.run / "solves").exists():
        (box.run / "solves").rename(beside / "table")
        (beside / "table/part-000099.parquet").write_text("another's")
        (box.run / "solves").symlink_to(beside / "table")
    box.before = box.outside()
    end = box.do(STATES[state], {})
    box.check_end(STATES[state], end)
    if kept and end.code != 0:
        raise Violation(f"a user's file is in the way: exit code {end.code}")
    for path in kept:
        if not path.is_file() or path.read_text() != "mine":
            raise Violation(f"a user's file is gone: {path.relative_to(box.run)}")
