"""The tables of the library."""

from __future__ import annotations

import json
from typing import Any

from . import _native


def _table(name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(_native.catalogue(name))
    return rows


def solvers() -> list[dict[str, Any]]:
    """The solvers that ``solve`` and ``run`` know, a dict each.

    >>> "fast" in [solver["name"] for solver in solvers()]
    True
    """
    return _table("solvers")


def strategies() -> list[dict[str, Any]]:
    """The human strategies that ``rate`` and ``explain`` know, a dict each.

    >>> [strategy["name"] for strategy in strategies()][:2]
    ['full-house', 'hidden-single']
    """
    return _table("strategies")


def orders() -> list[dict[str, Any]]:
    """The orders in which ``rate`` and ``explain`` try strategies, a dict each.

    >>> {"ladder", "hodoku", "ser"} <= {order["name"] for order in orders()}
    True
    """
    return _table("orders")


def formats() -> list[dict[str, Any]]:
    """The formats that puzzles are read and written in, a dict each.

    >>> "canonical" in [format["name"] for format in formats()]
    True
    """
    return _table("formats")
