"""What a run costs beside its solvers, its memory, and what more threads give.

Usage: run_cost.py PROGRAM PUZZLES
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from shutil import rmtree
from statistics import median

# In a process of its own: the peak memory of a child is at least what its parent had when
# it was begun, so this one has to stay small.
MEAN = "import polars, sys; print(polars.read_parquet(sys.argv[1])['cpu_ns'].mean())"
ROUNDS = 5
EASY = "--clues 36 --seed 1"
HARD = "--count 6000 --clues 24 --seed 2"
# Solving dominates with these.
SLOW = "--solvers sat,human,logic,dlx --min-span 0s"


def command(program, *words):
    """The words of a command, of which some are several."""
    return [str(program), *" ".join(map(str, words)).split()]


def measure(*words):
    """Wall and CPU seconds of a command, and its peak memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(command(*words), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3


def cost(program, folder, count):
    """CPU time per puzzle of a run with a solver that takes next to none."""
    easy, out = folder / "easy.txt", folder / "run"
    measure(program, "generate", EASY, "--count", count, "--out", easy)
    to_parquet, whole, bare, memory = [], [], [], []
    for _ in range(ROUNDS):
        plan = command(program, "plan", easy, "--solvers fast --quiet --out", out)
        units = subprocess.run(plan, check=True, capture_output=True)
        work = measure(program, "work", out, f"--unit 0..={int(units.stdout) - 1} --quiet")
        to_parquet.append(work[1] / count * 1e6)
        mean = [sys.executable, "-c", MEAN, str(out / "solves/*.parquet")]
        bare.append(float(subprocess.run(mean, check=True, capture_output=True).stdout) / 1e3)
        rmtree(out)
        run = measure(program, "run", easy, "--solvers fast --quiet --out", out)
        whole.append(run[1] / count * 1e6)
        memory.append(run[2])
        rmtree(out)
    print(f"CPU µs per puzzle, medians of {ROUNDS}: {count} puzzles, generate {EASY}, --solvers fast")
    print(f"  the solver               {median(bare):6.2f}")
    print(f"  reader to Parquet        {median(to_parquet):6.2f}")
    print(f"  and the summary          {median(whole):6.2f}")
    print(f"peak memory of a run: {max(memory):.0f} MB")


def scaling(program, folder):
    """Wall time by threads, rounds of all in turn."""
    hard, out = folder / "hard.txt", folder / "run"
    measure(program, "generate", HARD, "--out", hard)
    cores = len(os.sched_getaffinity(0))
    threads = [1 << power for power in range(cores.bit_length())]
    walls = {number: [] for number in threads}
    for _ in range(ROUNDS):
        for number in threads:
            words = ["run", hard, SLOW, "--quiet --out", out, "--threads", number]
            walls[number].append(measure(program, *words)[0])
            rmtree(out)
    print(f"wall seconds by threads, medians of {ROUNDS}: generate {HARD}, {SLOW}")
    for number in threads:
        ratio = median(one / wall for one, wall in zip(walls[1], walls[number]))
        print(f"  {number:3} threads {median(walls[number]):8.2f} s  {ratio:6.2f} times as fast as one")


def main():
    program, count = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        cost(program, Path(folder), count)
        scaling(program, Path(folder))


main()
