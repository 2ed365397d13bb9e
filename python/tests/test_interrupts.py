"""Ctrl-C ends each long call within a second, and processes may fork."""

from __future__ import annotations

import multiprocessing
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import sudoku_lab as lab

PUZZLE = "1234341221......"

# Calls that would last for minutes, on `many` hard puzzles or a folder.
CALLS = {
    "solve": "lab.solve(many, solver='backtracking')",
    "solve one": "lab.count_solutions('.' * 81, limit=10**15)",
    "check": "lab.check(['.' * 625] * 10**6)",
    "an endless column": "lab.check('.' * 81 for _ in itertools.count())",
    "rate": "lab.rate(many)",
    "rate ser": "lab.rate(many, order='ser')",
    "keys": "lab.keys(many)",
    "canonical": "lab.canonical(many)",
    "explain": "lab.explain(many)",
    "augment": "lab.augment(many, 10**5, seed=1)",
    "dedup": "lab.dedup(many)",
    "split": "lab.split(many, by='core')",
    "audit": "lab.audit({'many': many})",
    "generate": "lab.generate(10**9, seed=1, require='minimal').table()",
    "generate one": "list(lab.generate(9, seed=1, clues=17, low_clues=True))",
    "made to order": "list(lab.generate(9, seed=1, rating='9.0..'))",
    "run": "lab.run('many.txt', 'out', progress=False)",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c(call: str, tmp_path: Path) -> None:
    # Other work on the machine may delay it once, and does not three times.
    took = [seconds_to_end(call, tmp_path)]
    while took[-1] >= 1.0 and len(took) < 3:
        took.append(seconds_to_end(call, tmp_path))
    assert took[-1] < 1.0, took


def seconds_to_end(call: str, folder: Path) -> float:
    """How long a call goes on after a signal."""
    text = f"""
        import itertools, sys
        import sudoku_lab as lab
        few = list(lab.generate(50, seed=1, require="minimal"))
        many = lab.augment(few, 8_000, seed=1)["puzzle"]
        with open("many.txt", "w") as file:
            file.writelines(many[row] + "\\n" for row in range(0, len(many), 20))
        print("begun", flush=True)
        try:
            {call}
        except KeyboardInterrupt:
            print("stopped", flush=True)
            sys.exit()
        print("ended", flush=True)
    """
    shutil.rmtree(folder / "out", ignore_errors=True)
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(text)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "begun\n"
        time.sleep(0.5)
        sent = time.monotonic()
        program.send_signal(signal.SIGINT)
        assert program.stdout.readline() == "stopped\n"
        return time.monotonic() - sent


def solved(puzzle: str) -> object:
    return lab.solve([puzzle], threads=2)["solution"][0]


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(method: str) -> None:
    """Processes solve that were forked after, and while, this one has solved."""
    images = lab.generate(seed=2, clues=30)
    next(images)
    lab.solve([PUZZLE] * 10_000)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(solved, [PUZZLE] * 4) == ["1234341221434321"] * 4


def test_an_iterator_of_another_process() -> None:
    puzzles = lab.generate(seed=2, clues=30)
    next(puzzles)
    queue = multiprocessing.get_context("fork").SimpleQueue()

    def work() -> None:
        # What was taken over comes; then it says why no more does.
        try:
            for _ in range(10**6):
                next(puzzles)
        except RuntimeError as error:
            queue.put(str(error))

    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    assert "the process that made it" in queue.get()
    process.join()


def test_workers_share_images() -> None:
    puzzles = list(lab.generate(5, seed=1, clues=30))
    alone = lab.augmented(puzzles, seed=9)
    expected = [next(alone) for _ in range(20)]
    parts = []
    for worker in range(2):
        images = lab.augmented(puzzles, seed=9, worker=worker, workers=2)
        parts += [next(images) for _ in range(12 if worker == 0 else 8)]
    assert sorted(parts) == sorted(expected)
