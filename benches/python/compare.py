"""CPU time per puzzle of this package and three others, as Markdown."""

import sys
import time

import hodoku
import pencilmark
import polars
import rustoku

import sudoku_lab as lab

COUNT = int(sys.argv[1])
# Puzzles for the others, which take longer; a time is known to a few percent after as many.
FEW = {"rustoku.solve": 2_000, "pencilmark.solve": 50, "hodoku.rate": 50, "pencilmark.rate": 5}


def per_puzzle(work, puzzles):
    """Seconds of CPU time per puzzle, the least of three times."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        work(puzzles)
        times.append(time.process_time() - begun)
    return min(times) / len(puzzles)


def one_by_one(function):
    def work(puzzles):
        for puzzle in puzzles:
            function(puzzle)

    return work


def duration(seconds):
    for unit, factor in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def series(puzzles):
    return polars.Series("puzzle", puzzles)


SETS = {
    "easy, 32 to 40 givens": list(lab.generate(COUNT, seed=1, clues="32..=40")),
    "random minimal": list(lab.generate(COUNT // 10, seed=2, require="minimal")),
}
QUESTIONS = {
    "solve": (
        lambda puzzles: polars.DataFrame(lab.solve(series(puzzles), count=2, threads=1)),
        {"rustoku.solve": rustoku.solve, "pencilmark.solve": pencilmark.solve},
    ),
    "HoDoKu's score": (
        lambda puzzles: polars.DataFrame(
            lab.rate(series(puzzles), order="hodoku", threads=1)
        ),
        {"hodoku.rate": hodoku.Solver().rate},
    ),
    "a rating": (
        lambda puzzles: polars.DataFrame(lab.rate(series(puzzles), threads=1)),
        {"pencilmark.rate": pencilmark.rate},
    ),
}

print("| set | what | sudoku_lab | other | its time | ratio |")
print("|---|---|---|---|---|---|")
for name, puzzles in SETS.items():
    for what, (ours, others) in QUESTIONS.items():
        some = puzzles if what == "solve" else puzzles[:2_000]
        mine = per_puzzle(ours, some)
        for other, function in others.items():
            time_of_other = per_puzzle(one_by_one(function), puzzles[: FEW[other]])
            ratio = time_of_other / mine
            print(
                f"| {name} | {what} | {duration(mine)} | {other} | {duration(time_of_other)} "
                f"| {ratio:,.0f}× |",
                flush=True,
            )
