"""Puzzles compared with one another by their keys (``docs/SETS.md``)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from . import _native
from ._column import column
from ._native import Table


def dedup(puzzles: object, *, by: str = "puzzle", threads: int | None = None) -> Table:
    """The first of puzzles that have a key in common, in order.

    Args:
        puzzles: many puzzles.
        by: what they have in common: ``exact``, ``puzzle``, ``core`` or ``grid``.
        threads: how many threads work.

    Returns:
        A table with ``row``, the place of a puzzle that stays, and ``puzzle``, its text. What is no
        puzzle does not stay.

    >>> dedup(["1...2.3.....4..2", "2...1.3.....4..1", "12.............."])["row"].to_pylist()
    [0, 2]
    """
    return _native.dedup(column(puzzles), by, threads)


def split(
    puzzles: object,
    *,
    by: str,
    train: float = 0.9,
    validation: float = 0.0,
    stratify: object | None = None,
    seed: int = 1,
    threads: int | None = None,
) -> Table:
    """Cut puzzles into parts that have no key in common.

    Args:
        puzzles: many puzzles.
        by: what puzzles of different parts must not have in common: ``exact``, ``puzzle``,
            ``core`` or ``grid``.
        train: the share of the part ``train``.
        validation: the share of the part ``validation``; the rest is ``test``.
        stratify: ``"clues"``, or a text for each puzzle: each part has its share of the puzzles
            of each value.
        seed: the seed of the parts.
        threads: how many threads work.

    Returns:
        A table with a row for each puzzle: ``part``, and ``reason``, why it is in none.

    Raises:
        ValueError: there is no such level, or the shares leave nothing.

    >>> parts = split(["1...2.3.....4..2", "2...1.3.....4..1", "bad"], by="puzzle")
    >>> first, second, third = parts["part"].to_pylist()
    >>> first == second, third
    (True, None)
    """
    values = None
    if stratify is not None:
        values = stratify if isinstance(stratify, str) else column(stratify)
    return _native.split(column(puzzles), by, train, validation, values, seed, threads)


def audit(
    sets: Mapping[str, object],
    *,
    by: Sequence[str] = (),
    examples: int = 3,
    threads: int | None = None,
) -> dict[str, Any]:
    """Count what sets of puzzles share.

    Args:
        sets: puzzles by the name of their set.
        by: levels: ``exact``, ``puzzle``, ``core``, ``grid``; all if there is none.
        examples: of each count, name so many pairs, as set and number of the row from 1.
        threads: how many threads work.

    Returns:
        What ``audit --format json`` prints, as ``docs/SETS.md`` describes it.

    Raises:
        ValueError: there is no such level.

    >>> shared = audit({"a": ["1...2.3.....4..2"], "b": ["2...1.3.....4..1"]}, by=["puzzle"])
    >>> shared["levels"][0]["between"][0]["keys"]
    1
    """
    columns = [(name, column(puzzles)) for name, puzzles in sets.items()]
    result: dict[str, Any] = json.loads(_native.audit(columns, list(by), examples, threads))
    return result
