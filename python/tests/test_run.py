"""Runs: the same tables as the command's, resumed, and with Python functions as solvers."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import polars
import pytest
from conftest import command

import sudoku_lab as lab

SOLVERS = "fast,backtracking,logic"


def backwards(puzzle: str) -> str | None:
    """A solver that tries 9 first."""
    for place, cell in enumerate(puzzle):
        if cell == ".":
            break
    else:
        return puzzle
    for digit in "987654321":
        row, column = divmod(place, 9)
        peers = {
            puzzle[other]
            for other in range(81)
            if other // 9 == row
            or other % 9 == column
            or (other // 27 == place // 27 and other % 9 // 3 == column // 3)
        }
        if digit not in peers:
            solution = backwards(puzzle[:place] + digit + puzzle[place + 1 :])
            if solution is not None:
                return solution
    return None


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("run") / "puzzles.txt"
    lines = [*lab.generate(60, seed=8, clues="30..=36"), "bad"]
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def solves(run: lab.Run) -> polars.DataFrame:
    frame = run.table("solves").collect()
    kept = [name for name in frame.columns if not re.search("_ns|repeats|batch|sample", name)]
    return frame.select(kept).cast({polars.Categorical: polars.String, polars.Enum: polars.String})


def test_tables_equal_the_command(puzzles: Path, tmp_path: Path) -> None:
    seen: list[str] = []
    ours = lab.run(
        puzzles,
        tmp_path / "ours",
        solvers=SOLVERS.split(","),
        count=2,
        keys=True,
        steps="logic",
        progress=lambda sentence, part: seen.append(sentence),
    )
    command(
        "run", puzzles, "--out", tmp_path / "theirs", "--solvers", SOLVERS, "--count", 2,
        "--keys", "--steps", "--quiet",
    )  # fmt: skip
    theirs = lab.open_run(tmp_path / "theirs")
    assert ours.tables == theirs.tables
    assert solves(ours).equals(solves(theirs)) and len(solves(ours)) == 180
    for name in ("puzzles", "rejects", "steps"):
        assert ours.table(name).collect().equals(theirs.table(name).collect()), name
    assert ours.status()["state"] == theirs.status()["state"]
    assert "fast" in ours.summary() and "60 puzzles" in seen[-1]
    assert ours.report().startswith("<!DOCTYPE html>")
    with pytest.raises(KeyError):
        ours.table("none")


def test_a_run_is_resumed_and_refused(puzzles: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    first = lab.run(puzzles, out, solvers="fast", progress=False)
    again = lab.run(puzzles, out, solvers="fast", progress=False, resume=True)
    assert solves(first).equals(solves(again))
    with pytest.raises((ValueError, OSError)):
        lab.run(puzzles, out, solvers="fast", progress=False)
    with pytest.raises((ValueError, OSError)):
        lab.run(puzzles, out, solvers="backtracking", progress=False, resume=True)
    with pytest.raises(FileNotFoundError):
        lab.open_run(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        lab.run(tmp_path / "none", tmp_path / "other", progress=False)
    with pytest.raises(ValueError):
        lab.run(puzzles, tmp_path / "other", solvers="none", progress=False)


def test_a_function_is_a_solver(puzzles: Path, tmp_path: Path) -> None:
    def run(**options: object) -> lab.Run:
        return lab.run(
            puzzles,
            tmp_path / "run",
            solvers="fast",
            external={"mine:count:9": backwards},
            progress=False,
            **options,  # type: ignore[arg-type]
        )

    frame = solves(run())
    mine = frame.filter(polars.col("solver") == "mine")
    assert len(mine) == 60 and set(mine["status"]) <= {"first", "unique"}
    assert run(resume=True).status()["puzzles"] == 60


def test_a_function_that_raises(puzzles: Path, tmp_path: Path) -> None:
    source = tmp_path / "wrong.py"
    source.write_text("def wrong(puzzle):\n    raise ArithmeticError('no way')\n")
    import sys

    sys.path.insert(0, str(tmp_path))
    from wrong import wrong  # type: ignore[import-not-found]

    with pytest.raises(Exception, match="no way|wrong"):
        lab.run(puzzles, tmp_path / "run", solvers="fast", external={"wrong": wrong})


def test_functions_of_a_notebook(puzzles: Path, tmp_path: Path) -> None:
    """A function of `__main__` is written down with what it uses."""
    import subprocess
    import sys

    program = tmp_path / "main.py"
    program.write_text(
        textwrap.dedent(
            """
            import math
            from functools import lru_cache

            import sudoku_lab as lab

            ORDER = 9

            def solution(puzzle):
                assert math.isqrt(len(puzzle)) == ORDER
                return lab.solve(puzzle)

            def mine(puzzle):
                return solution(puzzle)

            data = object()

            def bad(puzzle):
                return data

            run = lab.run("puzzles.txt", "run", solvers="fast", external={"mine": mine})
            statuses = run.table("solves").collect().group_by("solver", "status").len()
            print(sorted(statuses.select("solver", "len").rows()))
            for function in (bad, lambda puzzle: None):
                try:
                    lab.run("puzzles.txt", "other", external={"bad": function})
                except ValueError as error:
                    print(error)
            """
        )
    )
    (tmp_path / "puzzles.txt").write_text(puzzles.read_text())
    done = subprocess.run(
        [sys.executable, program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.splitlines()
    assert first == "[('fast', 60), ('mine', 60)]"
    assert "`data`" in second and "a name" in third
