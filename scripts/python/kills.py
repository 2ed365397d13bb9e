"""Kills runs at random moments and resumes them until they are done.

Usage: kills.py PROGRAM RUNS
"""

import gzip
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from runs import check_same, timeless

OPTIONS = "--solvers fast,dlx,human,brute-force --max-checks 300000 --unit-lines 128 --quiet"
BUSY = 74


def begin(program, source, out, chance):
    threads = chance.randint(1, 3)
    command = [program, "run", source, "--out", out, "--threads", threads, "--resume", *OPTIONS.split()]
    return subprocess.Popen([str(word) for word in command], stderr=subprocess.PIPE)


def disturbed(program, source, out, seconds, chance):
    """One run until it is done. Returns how often it was killed."""
    kills = 0
    while True:
        process = begin(program, source, out, chance)
        if chance.random() < 0.2:
            # A second process on the same folder finds it taken, or takes it first.
            other = begin(program, source, out, chance)
            codes = [process.wait(), other.wait()]
            assert set(codes) <= {0, BUSY} and 0 in codes, codes
            return kills
        # A process that is killed too early brings nothing about: give it longer then.
        patience = seconds * chance.uniform(0.02, 0.3) * (1 + kills / 10)
        try:
            code = process.wait(timeout=patience)
            assert code == 0, f"exit code {code}: {process.stderr.read().decode()}"
            return kills
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1


def main():
    program, runs = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    chance = random.Random(6)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        make = [str(program), "generate", "--count", "4000", "--clues", "24..=36", "--seed", "6"]
        lines = subprocess.run(make, check=True, capture_output=True).stdout.splitlines()
        for place in range(100, len(lines), 997):
            lines[place] = b"a bad line"
        text = b"\n".join(lines) + b"\n"
        plain, packed = folder / "set.txt", folder / "set.txt.gz"
        plain.write_bytes(text)
        packed.write_bytes(gzip.compress(text))
        expected, seconds = {}, {}
        for source in (plain, packed):
            start = time.monotonic()
            out = folder / f"undisturbed-{source.suffix}"
            assert begin(program, source, out, chance).wait() == 0
            seconds[source] = time.monotonic() - start
            expected[source] = timeless(out)
        total = 0
        for number in range(runs):
            source = (plain, packed)[number % 2]
            out = folder / f"run-{number}"
            kills = disturbed(program, source, out, seconds[source], chance)
            check_same(out, expected[source])
            total += kills
            print(f"run {number + 1} of {runs}: {kills} kills, same rows", flush=True)
        print(f"{runs} runs, {total} kills, {len(lines)} lines each: all rows the same but for times")


main()
