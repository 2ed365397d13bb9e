"""Puzzles in other forms."""

from __future__ import annotations

# One puzzle is an object, too: mypy is told that the first overload that fits holds.
from typing import overload

from . import _native
from ._column import column, is_one, row
from ._native import Table


@overload
def convert(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    to: str = "line",
    *,
    encoding: str | None = None,
    rearrange: int | None = None,
    threads: int | None = None,
) -> str: ...
@overload
def convert(
    puzzles: object,
    to: str = "line",
    *,
    encoding: str | None = None,
    rearrange: int | None = None,
    threads: int | None = None,
) -> Table: ...
def convert(
    puzzles: object,
    to: str = "line",
    *,
    encoding: str | None = None,
    rearrange: int | None = None,
    threads: int | None = None,
) -> Table | str:
    """Write puzzles in another format.

    Args:
        puzzles: one puzzle, or many.
        to: one of :func:`formats` that are written, but ``csv``.
        encoding: of ``dimacs``, how a puzzle is encoded.
        rearrange: rearrange each puzzle by a symmetry drawn from this seed and its place.
        threads: how many threads work.

    Returns:
        A ``str``, or a table with the columns ``text`` and ``reason``.

    Raises:
        ValueError: the one puzzle is none or cannot be written so, or there is no such format.

    >>> print(convert("1...2.3.....4..2", "ericson"))
    1...-2.3.-!....-4..2-!
    """
    table = _native.convert(column(puzzles), to, encoding, rearrange, threads)
    if not is_one(puzzles):
        return table
    text: str = row(table)["text"]
    return text


@overload
def canonical(puzzles: str | bytes, *, threads: int | None = None) -> str: ...  # type: ignore[overload-overlap]
@overload
def canonical(puzzles: object, *, threads: int | None = None) -> Table: ...
def canonical(puzzles: object, *, threads: int | None = None) -> Table | str:
    """The canonical form of puzzles: the same line for all puzzles that a symmetry takes to one
    another.

    Returns:
        A ``str``, or a table with the columns ``text`` and ``reason``.

    Raises:
        ValueError: the one puzzle is none, or has no canonical form.

    >>> canonical("1...2.3.....4..2")
    '.....1.2...34..1'
    """
    return convert(puzzles, "canonical", threads=threads)


@overload
def augment(  # type: ignore[overload-overlap]
    puzzles: str | bytes, count: int = 1, *, seed: int, threads: int | None = None
) -> list[str]: ...
@overload
def augment(
    puzzles: object, count: int = 1, *, seed: int, first: int = 0, threads: int | None = None
) -> Table: ...
def augment(
    puzzles: object, count: int = 1, *, seed: int, first: int = 0, threads: int | None = None
) -> Table | list[str]:
    """Make images of puzzles under random symmetries: digits relabelled, bands, stacks, rows and
    columns permuted, transposed or not.

    Args:
        puzzles: one puzzle, or many.
        count: images of each.
        seed: the seed of the symmetries, which besides depend on the puzzle's place and on the
            image's number only.
        first: the number of the first image.
        threads: how many threads work.

    Returns:
        A list of ``str``, or a table: ``row``, the place of the puzzle, ``image``, its number,
        ``puzzle``, ``transformation``, as ``docs/KEYS.md`` describes it, and ``reason``.

    Raises:
        ValueError: the one puzzle is none.

    >>> images = augment("1...2.3.....4..2", 3, seed=7)
    >>> len(images), {canonical(image) for image in images}
    (3, {'.....1.2...34..1'})
    """
    table = _native.augment(column(puzzles), count, seed, first, threads)
    if not is_one(puzzles):
        return table
    reason = table["reason"]
    if len(reason) > 0 and reason[0] is not None:
        raise ValueError(reason[0])
    return table["puzzle"].to_pylist()
