"""What people have puzzles in, as what the native module takes."""

from __future__ import annotations

import sys
from typing import Any

from ._native import Table

# The sign of each value of a cell, 0 for an empty one; what is no value is no sign of a cell.
_SIGNS = b".123456789abcdefghijklmnop"


def is_one(puzzles: object) -> bool:
    """Whether this is one puzzle."""
    return isinstance(puzzles, (str, bytes))


def column(puzzles: Any) -> object:
    """A column of puzzles.

    Whole numbers in a numpy array of two or three dimensions are the cells of puzzles, 0 for an
    empty one: ``(n, 81)`` or ``(n, 9, 9)``.
    """
    if is_one(puzzles):
        return [puzzles]
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(puzzles, numpy.ndarray):
        return puzzles
    if puzzles.dtype.kind not in "iu" or puzzles.ndim not in (2, 3):
        return puzzles.tolist()
    cells = puzzles.reshape(len(puzzles), -1)
    if cells.shape[1] == 0 or len(cells) == 0:
        return [""] * len(cells)
    signs = numpy.frombuffer(_SIGNS, dtype=numpy.uint8)
    is_value = (cells >= 0) & (cells < len(signs))
    texts = numpy.where(is_value, signs[numpy.where(is_value, cells, 0)], ord("?"))
    return (texts.astype(numpy.uint8).tobytes(), cells.shape[1])


def row(table: Table) -> dict[str, Any]:
    """The only row of a result, without the reason.

    Raises:
        ValueError: there is a reason why there is no result.
    """
    values = table.row(0)
    reason = values.pop("reason")
    if reason is not None:
        raise ValueError(reason)
    return values
