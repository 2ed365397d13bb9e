"""Endless augmented puzzles for training, as torch's `DataLoader` takes them.

Without torch it only shows the first images.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy
import numpy.typing

import sudoku_lab as lab

if TYPE_CHECKING:
    Base = object
else:
    try:
        from torch.utils.data import IterableDataset as Base
    except ImportError:
        Base = object

Cells = numpy.typing.NDArray[numpy.uint8]


class Images(Base):
    """Puzzles and their solutions as 81 cells each, every puzzle under a new symmetry each round."""

    def __init__(self, puzzles: list[str], seed: int = 1) -> None:
        self.puzzles, self.seed = puzzles, seed

    def __iter__(self) -> Iterator[tuple[Cells, Cells]]:
        worker, workers = place()
        images = lab.augmented(self.puzzles, seed=self.seed, worker=worker, workers=workers)
        while True:
            # Solved some at a time, and on one thread: the workers are processes.
            some = [puzzle for _, puzzle in zip(range(256), (image for _, image in images))]
            solutions = lab.solve(some, threads=1)["solution"].to_pylist()
            for puzzle, solution in zip(some, solutions, strict=True):
                yield cells(puzzle), cells(solution)


def place() -> tuple[int, int]:
    """The number of this worker of a `DataLoader`, and how many there are."""
    try:
        from torch.utils.data import get_worker_info  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return 0, 1
    info: Any = get_worker_info()
    return (0, 1) if info is None else (info.id, info.num_workers)


def cells(line: str) -> Cells:
    """The digits of a 9×9 line, 0 for an empty cell."""
    digits = numpy.frombuffer(line.replace(".", "0").encode(), dtype=numpy.uint8)
    return digits - ord("0")


if __name__ == "__main__":
    dataset = Images(list(lab.generate(1_000, seed=1, clues="24..=30")))
    for (puzzle, solution), _ in zip(dataset, range(3)):
        assert ((puzzle == 0) | (puzzle == solution)).all()
        print(puzzle.reshape(9, 9), solution.reshape(9, 9), sep="\n", end="\n\n")
