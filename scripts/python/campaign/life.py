"""What else happens to a run: signals, a budget, a full disk while a producer is silent, an
archive that ends early, an input that vanishes.
"""

import gzip
import signal
import subprocess
import time

from lab import OPTIONS, READERS
from machine import ERRNO, Violation

SECONDS = 5


def cases():
    for state in ("nothing", "half"):
        for name in ("TERM", "INT", "INT-twice"):
            yield f"life {state} signal {name}"
        yield f"life {state} budget -"
    for state, name in STOPPED:
        for number in ("TERM", "INT"):
            yield f"life {state} stopped {name}-{number}"
    for error in ("ENOSPC", "EIO"):
        yield f"life nothing silent {error}"
    yield "life nothing archive -"
    yield "life nothing vanishing -"


# Commands that are stopped while the machine is slow, and the states they begin with.
STOPPED = [
    ("nothing", "plan"), ("planned", "work"), ("worked", "finalize"), ("half", "resume"), ("joining", "merge"),
    ("done", "status"), ("done", "summarize"), ("done", "report"),
]


def life(box, state, deed, detail):
    box.begin(state, inputs=deed in ("archive", "vanishing"))
    deeds = {"signal": signalled, "stopped": stopped, "budget": budget, "silent": silent, "archive": archive}
    deeds.get(deed, vanishing)(box, detail)


def signalled(box, name):
    """A signal ends a slow run promptly, with its code; what is done stays."""
    process = box.machine.begin(box.words("run"), {"SLOW_MS": 400, "PATH": "/inputs/"})
    time.sleep(0.3)
    number = getattr(signal, f"SIG{name.split('-')[0]}")
    start = time.monotonic()
    for _ in range(2 if "twice" in name else 1):
        process.send_signal(number)
        time.sleep(0.02)
    # Before the program listens to signals, one just ends it.
    end = box.machine.end(process, 20, allowed=[-number])
    if time.monotonic() - start > SECONDS:
        raise Violation(f"SIG{name} took {time.monotonic() - start:.1f} s")
    if end.code not in (128 + number, -number, 0):
        raise Violation(f"exit code {end.code} after SIG{name}")
    box.check_end("run", end)
    box.complete(["run"])


def stopped(box, detail):
    """A signal ends every other command promptly, too, and nothing wrong is left."""
    name, number = detail.split("-")
    number = getattr(signal, f"SIG{number}")
    readers = {"report": ["--out", box.place / "report.html"]}
    words = [name, box.run, "--verify", *readers.get(name, [])] if name in READERS else box.words(name)
    process = box.machine.begin(words, {"SLOW_MS": 150})
    time.sleep(0.6)
    if process.poll() is not None:
        raise Violation("it was over before the signal came: no test")
    start = time.monotonic()
    process.send_signal(number)
    end = box.machine.end(process, 20, allowed=[-number])
    if time.monotonic() - start > SECONDS:
        raise Violation(f"{name} took {time.monotonic() - start:.1f} s after a signal")
    # A command that only reads is ended by the signal itself; a shell says 130 or 143 for both.
    if end.code not in (128 + number, -number):
        raise Violation(f"exit code {end.code} of {name} after a signal")
    (box.place / "report.html").unlink(missing_ok=True)
    for part in box.place.glob("report.html.*.part"):
        part.unlink()
    box.check_end(name, end)


def budget(box, _):
    """Sessions that are too short for the run: some number of them comes to its end."""
    for session in range(40):
        words = [*box.words("run"), "--budget", f"{50 + 10 * session}ms"]
        end = box.machine.end(box.machine.begin(words, {"SLOW_MS": 2}))
        box.check()
        if end.code != 75:
            break
    if end.code != 0:
        raise Violation(f"never finished: exit code {end.code}")
    box.check_rows("finished")


def silent(box, error):
    """The disk is full and standard input says nothing: the run does not wait for it."""
    faults = {"CLASS": "write", "AT": 25, "DO": "fail", "ERRNO": ERRNO[error], "STAY": 1}
    words = ["run", "-", "--out", box.run, "--resume", "--threads", 1, *OPTIONS]
    process = box.machine.begin(words, faults, stdin=subprocess.PIPE)
    source = (box.inputs / "a.txt").read_bytes()
    try:
        process.stdin.write(source)
        process.stdin.flush()
    except BrokenPipeError:
        pass
    pipe, process.stdin = process.stdin, None
    try:
        end = box.machine.end(process, SECONDS)
    finally:
        try:
            pipe.close()
        except BrokenPipeError:
            pass
    if end.code != 74:
        raise Violation(f"exit code {end.code} on a full disk")
    box.check()


def archive(box, _):
    """An archive that ends early: what is before its end is done, and the end is told."""
    packed = box.inputs / "b.txt.gz"
    text = gzip.compress((box.inputs / "a.txt").read_bytes() * 20, mtime=0)
    packed.write_bytes(text[: len(text) // 2])
    end = box.do("run")
    rejects = box.lab.rows(box.run)["rejects"] if end.code in (0, 65) else None
    if rejects is None or (rejects["reason"] == "unreadable").sum() != 1:
        raise Violation(f"exit code {end.code}, and not one reject for the archive's end")


def vanishing(box, _):
    """An input that vanishes on the way is told, and the run is not taken for whole."""
    process = box.machine.begin(box.words("run"), {"SLOW_MS": 400, "PATH": "/inputs/a"})
    time.sleep(0.3)
    (box.inputs / "b.txt.gz").unlink()
    end = box.machine.end(process, 20)
    if end.code == 0:
        box.check_rows("ended with 0")
    elif "b.txt.gz" not in end.errors:
        raise Violation(f"exit code {end.code}, and the input is not named")
