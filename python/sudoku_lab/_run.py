"""Runs: every solver on every puzzle of files, into a folder of Parquet tables."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native
from ._solver import Solver, command

if TYPE_CHECKING:
    import polars

Inputs = str | PathLike[str] | Iterable[str | PathLike[str]]
Progress = Callable[[str, float | None], object]


class Run:
    """What a run's folder holds."""

    def __init__(self, folder: str | PathLike[str]) -> None:
        self.folder = Path(folder)
        self._run = _native.open_run(self.folder)

    def status(self) -> dict[str, Any]:
        """How far the run is, as ``status --json`` prints it."""
        return self._run.status()

    @property
    def tables(self) -> list[str]:
        """The names of the tables there are."""
        parts = self.folder.glob("*/*.parquet")
        return sorted({part.parent.name for part in parts if part.parent.name[0] not in "_."})

    def table(self, name: str) -> polars.LazyFrame:
        """A table, like ``puzzles`` or ``solves``, as a lazy polars frame.

        Raises:
            KeyError: there is no such table.
        """
        import polars

        if name not in self.tables:
            raise KeyError(f"no table `{name}`: {', '.join(self.tables)}")
        return polars.scan_parquet(self.folder / name / "*.parquet")

    def summary(self) -> str:
        """The run's solvers and sets, as text."""
        return self._run.summary()

    def report(self) -> str:
        """A page on the run for any browser, as HTML."""
        return self._run.report()

    def __repr__(self) -> str:
        return f"<sudoku_lab.Run {self.folder}: {self.status()['state']}>"


def open_run(folder: str | PathLike[str]) -> Run:
    """The run in a folder, whoever did it.

    Raises:
        FileNotFoundError: there is none.
    """
    return Run(folder)


def run(
    inputs: Inputs,
    out: str | PathLike[str],
    *,
    solvers: str | Iterable[str] = "all",
    external: Mapping[str, Solver | str] | None = None,
    column: str | None = None,
    count: int = 1,
    max_checks: int | None = 100_000_000,
    time_limit: float | None = None,
    min_span: float = 20e-6,
    rate: str | None = None,
    invariant: bool = False,
    keys: bool = False,
    steps: str | None = None,
    limit: int | None = None,
    seed: int = 1,
    unit_lines: int | None = None,
    resume: bool = False,
    progress: bool | Progress = True,
    threads: int | None = None,
) -> Run:
    """Run every solver on every puzzle of files, and write what happened into Parquet tables.

    Args:
        inputs: files, folders or globs.
        out: the folder to make.
        solvers: names of :func:`solvers`, or ``"all"``: those marked so.
        external: solvers that are not ours, by name: a command (``docs/EXTERNAL.md``), or a
            Python function that takes a puzzle as a line and returns a solution, None if there is
            none, or a word of that protocol. A name may be followed by ``:count`` and sizes, as in
            ``"mine:count:9"``. A function runs in processes of its own, from a file in the folder
            ``OUT.solvers``. One of a module is imported there; one that a notebook
            defines is written there, with the functions, modules and constants that it uses.
        column: of tables, the column of puzzles.
        count: 1 stops at the first solution; 2 proves that it is the only one.
        max_checks, time_limit: what ends a search; the time in seconds of CPU time.
        min_span: repeat a solve that takes less until the time measured is so many seconds.
        rate: ``"ser"`` adds Sudoku Explainer's ratings, and ``invariant`` those of the canonical
            form.
        keys: whether puzzles get their keys.
        steps: a solver whose steps are written, like ``"logic"``.
        limit: stop after so many puzzles.
        seed: the seed of the order in which solvers take turns.
        unit_lines: lines per checkpoint.
        resume: go on with the run in the folder; begin it if there is none.
        progress: whether to show how far it is, or a function that is told a sentence and the part
            that is done, from 0 to 1 or None.
        threads: how many threads work.

    Returns:
        The run. What is wrong with it is a ``UserWarning`` each.

    Raises:
        KeyboardInterrupt: it was stopped; with ``resume`` it goes on.
        ValueError, FileNotFoundError, OSError: as the command ``run`` refuses.
    """
    paths = [inputs] if isinstance(inputs, (str, PathLike)) else list(inputs)
    out = Path(out)
    programs = out.with_name(out.name + ".solvers")
    externals = []
    for name, solver in (external or {}).items():
        if not isinstance(solver, str):
            solver = command(name.split(":")[0], solver, programs)
        externals.append(f"{name}={solver}")
    options = {
        "inputs": [os.fspath(path) for path in paths],
        "out": os.fspath(out),
        "solvers": solvers if isinstance(solvers, str) else ",".join(solvers),
        "externals": externals,
        "column": column,
        "count": count,
        "threads": threads,
        "max_checks": max_checks,
        "time_limit": time_limit,
        "min_span": min_span,
        "rate": rate,
        "invariant": invariant,
        "keys": keys,
        "steps": steps,
        "limit": limit,
        "seed": seed,
        "unit_lines": unit_lines,
        "resume": resume,
    }
    show = _display() if progress is True else progress or None
    _, problems = _native.run(options, show)
    for problem in problems:
        warnings.warn(problem, stacklevel=2)
    return Run(out)


def _display() -> Progress | None:
    """What shows progress here: a line of a notebook that is replaced, or of a terminal."""
    if "IPython" in sys.modules:
        from IPython import get_ipython

        if getattr(get_ipython(), "kernel", None) is not None:
            from IPython.display import display

            handle = display({"text/plain": "…"}, raw=True, display_id=True)
            return lambda sentence, part: handle.update({"text/plain": sentence}, raw=True)
    if sys.stderr.isatty():
        return lambda sentence, part: print(f"\r{sentence}\033[K", end="", file=sys.stderr)
    return None
