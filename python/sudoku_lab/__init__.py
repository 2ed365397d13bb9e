"""A laboratory for Sudoku puzzles and solvers: solve, rate, name, compare and make puzzles.

A function that takes puzzles takes one puzzle as a ``str``, and then gives plain Python objects;
or many of them, as a list, a numpy array, a pandas or polars Series, a pyarrow array, or a table
with a column ``puzzle``, and then gives a :class:`Table` that ``polars.from_arrow``,
``pandas.DataFrame.from_arrow`` and ``pyarrow.table`` take.

A single puzzle that is none raises ``ValueError``. Of many, it has a row with a ``reason``. A row
of a result stands where its puzzle stood, unless there is a column ``row``.

Work is divided over ``threads`` (default: one per core), without the interpreter's lock. Ctrl-C and
a notebook's stop button end it within a second, with ``KeyboardInterrupt``.
"""

from ._convert import augment, canonical, convert
from ._generate import augmented, generate
from ._native import Array, Table
from ._native import version as __version__
from ._puzzle import Puzzle, Step
from ._questions import check, count_solutions, explain, keys, rate, solve
from ._run import Run, open_run, run
from ._sets import audit, dedup, split
from ._tables import formats, orders, solvers, strategies

__all__ = [
    "Array",
    "Puzzle",
    "Run",
    "Step",
    "Table",
    "__version__",
    "audit",
    "augment",
    "augmented",
    "canonical",
    "check",
    "convert",
    "count_solutions",
    "dedup",
    "explain",
    "formats",
    "generate",
    "keys",
    "open_run",
    "orders",
    "rate",
    "run",
    "solve",
    "solvers",
    "split",
    "strategies",
]
