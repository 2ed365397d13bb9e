"""Faults of the machine around a run: see scripts/test-faults.sh.

Usage: faults.py PROGRAM
"""

import gzip
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import polars as pl
from runs import check_same, timeless

PROGRAM = Path(sys.argv[1]).resolve()
OPTIONS = "--solvers fast,dlx,human --unit-lines 64 --quiet --resume"
CANNOT_WRITE, UNFINISHED, DATA = 74, 75, 65
NOBODY = 65534


def begin(source, out, more="", **options):
    command = [PROGRAM, "run", source, "--out", out, *OPTIONS.split(), *more.split()]
    return subprocess.Popen([str(word) for word in command], stderr=subprocess.PIPE, **options)


def finish(process, code):
    errors = process.communicate(timeout=300)[1].decode()
    assert process.returncode == code, f"exit code {process.returncode}, not {code}: {errors}"
    return errors


def wait_for_units(out, process, count=3):
    """Waits until some units are done."""
    units = Path(out) / "_state/units"
    while process.poll() is None and not (units.exists() and len(list(units.iterdir())) >= count):
        time.sleep(0.005)
    assert process.poll() is None, "the run ended too early to be disturbed"


def parts(out):
    return {path: path.read_bytes() for path in Path(out).glob("*/part-*.parquet")}


def resume(source, out, before, expected):
    """Resumes a run: what was done is left alone, and the rows are as they should be."""
    finish(begin(source, out), 0)
    after = parts(out)
    assert all(after[path] == content for path, content in before.items()), "a finished part changed"
    check_same(out, expected)


def full_disk(source, folder, expected):
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        return "skipped: no right to mount a small disk"
    try:
        out = disk / "run"
        errors = finish(begin(source, out), CANNOT_WRITE)
        assert "No space left" in errors, errors
        before = parts(out)
        units = len(list((out / "_state/units").iterdir()))
        assert units > 0 and len(before) == 4 * units, (units, len(before))
        finish(begin(source, out), CANNOT_WRITE)
        subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)
        resume(source, out, before, expected)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    return f"exit code {CANNOT_WRITE} after {units} units, complete after there was space"


def full_disk_and_a_silent_producer(source, folder, expected):
    disk = folder / "small"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        return "skipped: no right to mount a small disk"
    try:
        process = begin("-", disk / "run", stdin=subprocess.PIPE)
        try:
            process.stdin.write(source.read_bytes())
            process.stdin.flush()
        except BrokenPipeError:
            pass
        # It is not closed: a run that waits for more input would wait for ever.
        start = time.monotonic()
        process.wait(timeout=60)
        seconds = time.monotonic() - start
        assert process.returncode == CANNOT_WRITE, process.returncode
    finally:
        process.stdin = None
        process.communicate()
        subprocess.run(["umount", str(disk)], check=True)
    return f"exit code {CANNOT_WRITE} {seconds:.1f} s after the producer fell silent"


def lost_permission(source, folder, expected):
    out = folder / "locked" / "run"
    out.parent.mkdir()
    user = {}
    if os.geteuid() == 0:
        # Permissions do not stop the superuser.
        os.chown(out.parent, NOBODY, NOBODY)
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    process = begin(source, out, **user)
    wait_for_units(out, process)
    for path in (out, out / "_tmp"):
        path.chmod(0o000)
    time.sleep(1)
    for path in (out, out / "_tmp"):
        path.chmod(0o755)
    errors = finish(process, CANNOT_WRITE)
    assert "denied" in errors, errors
    before = parts(out)
    finish(begin(source, out, **user), 0)
    resume(source, out, before, expected)
    return f"exit code {CANNOT_WRITE} with {len(before)} parts, complete after"


def signals(source, folder, expected):
    for name, sent, code in [
        ("term", [signal.SIGTERM], 143),
        ("int", [signal.SIGINT], 130),
        ("twice", [signal.SIGINT, signal.SIGINT], 130),
    ]:
        out = folder / name
        process = begin(source, out)
        wait_for_units(out, process)
        for number in sent:
            process.send_signal(number)
            time.sleep(0.02)
        start = time.monotonic()
        finish(process, code)
        assert time.monotonic() - start < 5, "a signal has to end a run promptly"
        resume(source, out, parts(out), expected)
    return "SIGTERM 143, Ctrl-C 130, Ctrl-C twice 130, complete after each"


def budget(source, folder, expected):
    out = folder / "budget"
    sessions = 1
    while begin(source, out, "--budget 400ms").wait() == UNFINISHED:
        sessions += 1
        assert sessions < 200
    check_same(out, expected)
    return f"{sessions} sessions of 400 ms"


def broken_archive(source, folder):
    packed = gzip.compress(source.read_bytes())
    (folder / "broken.gz").write_bytes(packed[: len(packed) // 2])
    out = folder / "broken"
    errors = finish(begin(folder / "broken.gz", out), 0)
    assert "could not be read to its end" in errors, errors
    rejects = pl.read_parquet(f"{out}/rejects/*.parquet").filter(pl.col("reason") == "unreadable")
    assert len(rejects) == 1
    puzzles = len(pl.read_parquet(f"{out}/puzzles/*.parquet"))
    return f"{puzzles} puzzles before the end, one row in rejects"


def vanishing_file(source, folder):
    sets = folder / "sets"
    sets.mkdir()
    for number in range(40):
        shutil.copy(source, sets / f"{number:02}.txt")
    out = folder / "vanishing"
    process = begin(sets, out)
    wait_for_units(out, process)
    (sets / "39.txt").unlink()
    errors = finish(process, DATA)
    assert "39.txt" in errors, errors
    rejects = pl.read_parquet(f"{out}/rejects/*.parquet").filter(pl.col("reason") == "unreadable")
    assert rejects["set"].to_list() == ["39.txt"]
    return f"exit code {DATA}, the other files complete, one row in rejects"


def changed_input(source, folder):
    text = source.read_bytes()
    changed = folder / "changed.txt"
    for name, code, change in [
        ("longer", 64, text + b"one more\n"),
        ("other", DATA, text[:40] + b"x" + text[41:]),
    ]:
        changed.write_bytes(text)
        out = folder / name
        process = begin(changed, out)
        wait_for_units(out, process)
        process.kill()
        process.wait()
        changed.write_bytes(change)
        errors = finish(begin(changed, out), code)
        assert "changed.txt" in errors, errors
    errors = finish(begin(source, out, "--count 2"), 64)
    assert "count is 2, was 1" in errors, errors
    return "refused, and the difference named"


def main():
    # Where everyone may enter: one test gives up the superuser's rights.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        make = [str(PROGRAM), "generate", "--count", "3000", "--clues", "24..=32", "--seed", "7"]
        source = folder / "set.txt"
        source.write_bytes(subprocess.run(make, check=True, capture_output=True).stdout)
        out = folder / "undisturbed"
        finish(begin(source, out), 0)
        expected = timeless(out)
        tests = (full_disk, full_disk_and_a_silent_producer, lost_permission, signals, budget)
        for test in tests:
            print(f"{test.__name__}: {test(source, folder, expected)}", flush=True)
        for test in (broken_archive, vanishing_file, changed_input):
            print(f"{test.__name__}: {test(source, folder)}", flush=True)


main()
