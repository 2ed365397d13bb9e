"""Runs the program, undisturbed or with the preloaded library of tests/campaign/faults.c."""

import errno
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

ERRNO = {name: getattr(errno, name) for name in "EIO EACCES EMFILE ENOSPC ENOLCK ENOTSUP ESTALE".split()}
# Seconds after which a command counts as one that never ends.
PATIENCE = 60
KILLED = -signal.SIGKILL


class Violation(Exception):
    """The program broke a promise."""


@dataclass
class End:
    """How a command ended."""

    words: list[str]
    code: int
    out: str
    errors: str
    hit: str = ""

    def __str__(self):
        words = " ".join(self.words[1:])
        hit = f"\n      disturbed: {self.hit}" if self.hit else ""
        return f"    {words}: exit code {self.code}{hit}\n      {self.errors.strip()[-600:]}"


class Machine:
    """A program and the library that disturbs it."""

    def __init__(self, program, library, watched):
        self.program, self.library = Path(program), Path(library)
        # Folders whose files' calls count; the first is the run's.
        self.watched = [str(folder) for folder in watched]
        self.log = Path(self.watched[0]).parent / "calls.log"
        self.ends, self.problems = [], []
        # Disturbances that took place.
        self.hits = 0

    def environment(self, faults):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("FAULTS_")}
        environment["NO_COLOR"] = "1"
        if faults is not None:
            environment["LD_PRELOAD"] = str(self.library)
            environment["FAULTS_UNDER"] = ":".join(self.watched)
            environment["FAULTS_LOG"] = str(self.log)
            environment |= {f"FAULTS_{name}": str(value) for name, value in faults.items()}
        return environment

    def begin(self, words, faults=None, **options):
        command = [str(word) for word in (self.program, *words)]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        return subprocess.Popen(command, env=self.environment(faults), **pipes)

    def end(self, process, patience=PATIENCE, allowed=(KILLED,)):
        """Waits for a command; it must end. That it panics is noted, and the case goes on."""
        try:
            out, errors = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            out, errors = process.communicate()
            end = End(process.args, process.returncode, "", (errors or b"").decode(errors="replace"))
            self.ends.append(end)
            raise Violation(f"a command did not end in {patience} s")
        out, errors = (out or b"").decode(errors="replace"), (errors or b"").decode(errors="replace")
        end = End(process.args, process.returncode, out, errors)
        self.ends.append(end)
        if (end.code in (70, 101) or end.code < 0) and end.code not in allowed:
            self.problems.append(f"a command ended with code {end.code}: a panic or an internal error")
        return end

    def do(self, words, faults=None):
        """Runs a command to its end. What it changes outside the run's folder is a violation."""
        self.log.unlink(missing_ok=True)
        end = self.end(self.begin(words, faults))
        for line in self.log.read_text(errors="replace").splitlines() if self.log.exists() else []:
            mark, place, call, path = line.split("\t", 3)
            if mark == "hit":
                end.hit = f"{call} {path}"
                self.hits += 1
            if mark == "outside":
                raise Violation(f"{call} of {path}, outside the run's folder")
        return end

    def calls(self, words):
        """The calls of a command that count, in order: (class, name, path)."""
        self.do(words, {"ALL": 1})
        lines = [line.split("\t", 3) for line in self.log.read_text(errors="replace").splitlines()]
        return [(mark, call, path) for mark, _, call, path in lines if mark in ("read", "write")]
