"""Puzzles that are made."""

from __future__ import annotations

from collections.abc import Iterator

from . import _native
from ._column import column
from ._native import Puzzles


def generate(
    count: int | None = None,
    *,
    seed: int,
    clues: int | str | None = None,
    size: int | str = 9,
    require: str = "unique",
    symmetry: str = "none",
    fill: str = "fast",
    low_clues: bool = False,
    rating: str | None = None,
    level: str | None = None,
    te_depth: int | None = None,
    max_strategy: str | None = None,
    needs: str | None = None,
    steps: int | str | None = None,
    score: int | str | None = None,
    givens_from: str | None = None,
    unlike: object | None = None,
    threads: int | None = None,
) -> Puzzles:
    """Make puzzles, none twice, the same for the same seed.

    Args:
        count: how many; without it, there is no end.
        seed: the seed of all puzzles.
        clues: the number of givens, or a range like ``"24..=30"``.
        size: 4, 6, 9, 12, 16 or 25, or a box like ``"3x4"``.
        require: ``unique`` (one solution), ``minimal`` (and not without any given), ``marks``
            (minimal pencilmark puzzles) or ``any``.
        symmetry, fill, low_clues, rating, level, te_depth, max_strategy, needs, steps, score,
            givens_from: as the options of the command ``generate`` (``docs/GENERATE.md``).
        unlike: puzzles that none of those made is equivalent to.
        threads: how many threads work.

    Returns:
        An iterator over ``str``. Puzzles are made ahead on threads of its own, a few thousand, until
        it is dropped. Its method ``table()`` puts those that are left into a table with a column
        ``puzzle``. Where fewer puzzles are found than asked for, it ends with a ``UserWarning``.

    Raises:
        ValueError: there are no such puzzles, or an argument makes no sense.

    >>> puzzles = list(generate(3, clues=30, seed=1))
    >>> [81 - puzzle.count(".") for puzzle in puzzles]
    [30, 30, 30]
    >>> generate(1000, clues="26..=30", seed=1).table().num_rows
    1000
    """
    if clues is None and require in ("unique", "any") and not low_clues:
        made_to_order = (rating, level, te_depth, max_strategy, needs, steps, score, givens_from)
        if all(one is None for one in made_to_order) and unlike is None:
            raise ValueError("clues: how many givens, like 30 or '24..=30', or require='minimal'")
    options = {
        "count": count,
        "seed": seed,
        "clues": None if clues is None else str(clues),
        "size": str(size),
        "require": require,
        "symmetry": symmetry,
        "fill": fill,
        "low_clues": low_clues,
        "rating": rating,
        "level": level,
        "te_depth": te_depth,
        "max_strategy": max_strategy,
        "needs": needs,
        "steps": None if steps is None else str(steps),
        "score": None if score is None else str(score),
        "givens_from": givens_from,
        "threads": threads,
    }
    return _native.generate(options, None if unlike is None else column(unlike))


def augmented(
    puzzles: object, *, seed: int, worker: int = 0, workers: int = 1, threads: int | None = 1
) -> Iterator[tuple[int, str]]:
    """Images of puzzles without an end, for training: every puzzle once, in order, under a new
    symmetry in each round.

    Several workers, as those of torch's ``DataLoader``, each take every ``workers``-th puzzle, so that
    together they make the images that one would. No thread lives between two of them, so that a
    process may fork.

    Args:
        puzzles: many puzzles; those that are none are passed over.
        seed: the seed of the symmetries.
        worker: the number of this worker, from 0.
        workers: how many there are.
        threads: how many threads make a round.

    Yields:
        The place of the puzzle, and its image.

    Raises:
        ValueError: there is no puzzle for this worker.

    >>> images = augmented(["1...2.3.....4..2", "12.............."], seed=1)
    >>> [next(images)[0] for _ in range(5)]
    [0, 1, 0, 1, 0]
    """
    values = column(puzzles)
    image = 0
    while True:
        table = _native.augment(values, 1, seed, image, threads)
        rows, images = table["row"].to_pylist(), table["puzzle"].to_pylist()
        mine = [
            (row, puzzle)
            for row, puzzle in zip(rows, images, strict=True)
            if puzzle is not None and row % workers == worker
        ]
        if not mine:
            raise ValueError("there is no puzzle for this worker")
        yield from mine
        image += 1
