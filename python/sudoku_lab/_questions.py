"""What is asked about puzzles: solutions, ratings, keys, steps."""

from __future__ import annotations

import json
from collections.abc import Sequence
# One puzzle is an object, too: mypy is told that the first overload that fits holds.
from typing import Any, overload

from . import _native
from ._column import column, is_one, row
from ._native import Table


@overload
def solve(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    count: int = 1,
    solver: str | None = None,
    max_checks: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> str | None: ...
@overload
def solve(
    puzzles: object,
    *,
    count: int = 1,
    solver: str | None = None,
    max_checks: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> Table: ...
def solve(
    puzzles: object,
    *,
    count: int = 1,
    solver: str | None = None,
    max_checks: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> Table | str | None:
    """Solve puzzles.

    Args:
        puzzles: one puzzle, or many.
        count: how many solutions are looked for; 2 proves that one is the only one.
        solver: one of :func:`solvers`; without it, ``fast`` for 9×9 and ``sat`` for other sizes.
        max_checks: give a puzzle up after so many of the solver's checks.
        time_limit: give a puzzle up after so much CPU time, in seconds. ``fast`` works on
            thousands at a time, which share theirs.
        threads: how many threads work.

    Returns:
        Of one puzzle a solution, or None where none was found. Of many, a table with a row for each:

        - ``solution``: the first solution found, row by row;
        - ``solutions``: how many were found, up to ``count``;
        - ``checks``, ``guesses``: the effort, in the solver's units;
        - ``status``: ``first``, ``unique``, ``multiple``, ``none``, ``stalled``, ``limit``,
          ``unsupported`` (the solver does not take such puzzles), or ``invalid``;
        - ``reason``: why it is unsupported or invalid.

    Raises:
        ValueError: the one puzzle is none, or an argument makes no sense.

    >>> solve("1234341221......")
    '1234341221434321'
    >>> table = solve(["12..34..........", "11.............."], count=2)
    >>> table["status"].to_pylist()
    ['multiple', 'invalid']
    >>> table["reason"][1]
    'digit 1 stands twice in row 1'
    """
    table = _native.solve(column(puzzles), count, solver, max_checks, time_limit, threads)
    if not is_one(puzzles):
        return table
    solution: str | None = row(table)["solution"]
    return solution


@overload
def check(puzzles: str | bytes, *, threads: int | None = None) -> str: ...  # type: ignore[overload-overlap]
@overload
def check(puzzles: object, *, threads: int | None = None) -> Table: ...
def check(puzzles: object, *, threads: int | None = None) -> Table | str:
    """Find out whether puzzles have no solution, one, or more.

    Returns:
        Of one puzzle ``unique``, ``multiple`` or ``none``. Of many, a table with the columns
        ``verdict``, which may also be ``invalid``, and ``reason``.

    Raises:
        ValueError: the one puzzle is none.

    >>> check("1234341221......")
    'unique'
    >>> check(["12..34..........", "12"])["verdict"].to_pylist()
    ['multiple', 'invalid']
    """
    table = _native.check(column(puzzles), threads)
    if not is_one(puzzles):
        return table
    verdict: str = row(table)["verdict"]
    return verdict


@overload
def count_solutions(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    limit: int = 1000,
    solver: str | None = None,
    threads: int | None = None,
) -> int: ...
@overload
def count_solutions(
    puzzles: object, *, limit: int = 1000, solver: str | None = None, threads: int | None = None
) -> Table: ...
def count_solutions(
    puzzles: object, *, limit: int = 1000, solver: str | None = None, threads: int | None = None
) -> Table | int:
    """Count the solutions of puzzles, up to a limit.

    Returns:
        Of one puzzle the number. Of many, a table with the columns ``solutions``, ``status`` and
        ``reason``, as of :func:`solve`.

    Raises:
        ValueError: the one puzzle is none.

    >>> count_solutions("." * 16)
    288
    >>> count_solutions(["." * 16, "1" * 16], limit=10)["solutions"].to_pylist()
    [10, None]
    """
    table = _native.solve(column(puzzles), limit, solver, None, None, threads)
    table = table.select(["solutions", "status", "reason"])
    if not is_one(puzzles):
        return table
    solutions: int = row(table)["solutions"]
    return solutions


@overload
def rate(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    order: str | None = None,
    invariant: bool = False,
    max_checks: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> dict[str, Any]: ...
@overload
def rate(
    puzzles: object,
    *,
    order: str | None = None,
    invariant: bool = False,
    max_checks: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> Table: ...
def rate(
    puzzles: object,
    *,
    order: str | None = None,
    invariant: bool = False,
    max_checks: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
) -> Table | dict[str, Any]:
    """Rate puzzles: how hard they are for people.

    Args:
        puzzles: one puzzle, or many.
        order: one of :func:`orders`; ``hodoku`` and ``ser`` give the exact ratings of HoDoKu and of
            Sudoku Explainer. Without it, our strategies in HoDoKu's order.
        invariant: of ``ser``, rate the canonical form, too.
        max_checks: give a rating up after so many checks.
        time_limit: give a puzzle up after so much CPU time, in seconds.
        threads: how many threads work.

    Returns:
        A dict, or a table with a row for each puzzle, with ``solved``, ``te_depth`` (0 to 3),
        ``level``, ``score``, ``hardest``, ``steps``, the steps of each level (``easy`` to
        ``extreme``), ``uniqueness`` and ``hardest_in_order``; of ``ser`` with ``ser``,
        ``ser_pearl`` and ``ser_diamond``, in tenths, ``hardest`` and ``steps``. What is not
        known is null. ``status`` is ``ok``, ``stalled``, ``multiple``, ``none``, ``unsupported``,
        ``invalid``, or ``limit``: then numbers are lower bounds.

    Raises:
        ValueError: the one puzzle is none, or there is no such order.

    >>> puzzle = ".61.3..2..5...81.7.....7.34..9..6.78..32.95..57.3..9..19.7.....8.24...6..4..1.25."
    >>> rating = rate(puzzle)
    >>> rating["level"], rating["status"]
    ('easy', 'ok')
    >>> rate(puzzle, order="ser")["ser"]
    12
    """
    table = _native.rate(column(puzzles), order, invariant, max_checks, time_limit, threads)
    return row(table) if is_one(puzzles) else table


@overload
def keys(puzzles: str | bytes, *, threads: int | None = None) -> dict[str, Any]: ...  # type: ignore[overload-overlap]
@overload
def keys(puzzles: object, *, threads: int | None = None) -> Table: ...
def keys(puzzles: object, *, threads: int | None = None) -> Table | dict[str, Any]:
    """Name puzzles, their cores and their solutions whatever symmetry they are written in.

    Returns:
        A dict, or a table with a row for each puzzle: ``puzzle_key``, ``core_key`` and
        ``grid_key``, 32 hexadecimal digits each, or null where there is none, and
        ``automorphisms``, as ``docs/KEYS.md`` says.

    Raises:
        ValueError: the one puzzle is none.

    >>> keys("1...2.3.....4..2")["puzzle_key"]
    '214d02e5fdd5863b60c257c251637d82'
    """
    table = _native.keys(column(puzzles), threads)
    return row(table) if is_one(puzzles) else table


@overload
def explain(  # type: ignore[overload-overlap]
    puzzles: str | bytes,
    *,
    order: str | None = None,
    strategies: Sequence[str] | None = None,
    threads: int | None = None,
) -> dict[str, Any]: ...
@overload
def explain(
    puzzles: object,
    *,
    order: str | None = None,
    strategies: Sequence[str] | None = None,
    threads: int | None = None,
) -> Table: ...
def explain(
    puzzles: object,
    *,
    order: str | None = None,
    strategies: Sequence[str] | None = None,
    threads: int | None = None,
) -> Table | dict[str, Any]:
    """Explain puzzles step by step.

    Args:
        puzzles: one puzzle, or many.
        order: one of :func:`orders`; ``hodoku`` and ``ser`` are those programs' own paths.
        strategies: use only these of :func:`strategies`.
        threads: how many threads work.

    Returns:
        Of one puzzle the object that ``docs/EXPLAIN.md`` describes. Of many, a table with a row for
        each step: ``row``, the place of its puzzle, ``step`` from 1, ``strategy``, ``title``,
        ``level``, ``score`` (of ``ser`` the rating in tenths), ``conclusion``, ``explanation``, and
        ``reason``, why there is a puzzle without steps. A puzzle that has no step has no row.

    Raises:
        ValueError: the one puzzle is none, or there is no such order or strategy.

    >>> explain("1234341221......")["steps"][0]["conclusion"]
    'R4C1 is 4.'
    >>> explain(["1234341221......"])["strategy"][0]
    'full-house'
    """
    named = None if strategies is None else list(strategies)
    if not is_one(puzzles):
        return _native.steps(column(puzzles), order, named, threads)
    document: dict[str, Any] = json.loads(
        row(_native.explain(column(puzzles), order, named, threads))["explanation"]
    )
    return document
