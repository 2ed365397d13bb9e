"""What a run costs beside its solvers, its memory, and what more threads give.

Usage: run_cost.py PROGRAM PUZZLES
"""

import contextlib
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
MEAN = """
import polars, sys
solves = polars.read_parquet(sys.argv[1])
print((solves["cpu_ns"] * solves["repeats"]).sum() / int(sys.argv[2]))
"""
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
    wall, cpu, memory, _ = measure_threads(*words)
    return wall, cpu, memory


def measure_threads(*words):
    """The same, and the CPU seconds of each of its threads but for their last milliseconds."""
    start = time.monotonic()
    process = subprocess.Popen(command(*words), stdout=subprocess.DEVNULL)
    tasks, threads = Path(f"/proc/{process.pid}/task"), {}
    while True:
        for task in tasks.iterdir() if tasks.exists() else ():
            # A thread may end at any moment.
            with contextlib.suppress(OSError):
                name = (task / "comm").read_text().strip()
                threads[name, task.name] = int((task / "schedstat").read_text().split()[0]) / 1e9
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        time.sleep(0.002)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, threads


def cost(program, folder, count, solvers):
    """CPU time per puzzle of a run, by what takes it."""
    easy, out = folder / "easy.txt", folder / "run"
    if not easy.exists():
        measure(program, "generate", EASY, "--count", count, "--out", easy)
    whole, bare, memory, inside, outside, busiest = [], [], [], [], [], []
    for _ in range(ROUNDS):
        options = f"--solvers {solvers} --limit {count} --quiet --out"
        plan = command(program, "plan", easy, options, out)
        units = subprocess.run(plan, check=True, capture_output=True)
        work = f"--unit 0..={int(units.stdout) - 1} --quiet"
        _, cpu, _, threads = measure_threads(program, "work", out, work)
        # Reading, ordering and committing have a thread each.
        workers = sum(time for (name, _), time in threads.items() if name.startswith("worker-"))
        others = [time for (name, _), time in threads.items() if not name.startswith("worker-")]
        inside.append(workers / count * 1e6)
        outside.append((cpu - workers) / count * 1e6)
        busiest.append(max(others) / count * 1e6)
        sums = [sys.executable, "-c", MEAN, str(out / "solves/*.parquet"), str(count)]
        bare.append(float(subprocess.run(sums, check=True, capture_output=True).stdout) / 1e3)
        rmtree(out)
        run = measure(program, "run", easy, options, out)
        whole.append(run[1] / count * 1e6)
        memory.append(run[2])
        rmtree(out)
    print(f"CPU µs per puzzle, medians of {ROUNDS}: {count} puzzles, generate {EASY}, "
          f"--solvers {solvers}")
    print(f"  the solvers              {median(bare):8.2f}   by the table `solves`")
    print(f"  workers, solvers too     {median(inside):8.2f}")
    share = 100 * median(outside) / (median(outside) + median(inside))
    print(f"  outside the workers      {median(outside):8.2f}   {share:.2f} %")
    print(f"  reader to Parquet        {median(inside) + median(outside):8.2f}")
    print(f"  and the summary          {median(whole):8.2f}")
    most = median(inside) / median(busiest)
    print(f"  the busiest other thread {median(busiest):8.2f}   enough for {most:.0f} workers")
    for cores in (16, 32, 64):
        print(f"  computed speed-up of {cores:2} workers over one: {min(cores, most):.1f}")
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
        cost(program, Path(folder), count, "fast")
        cost(program, Path(folder), count // 50, "all,backtracking")
        scaling(program, Path(folder))


main()
