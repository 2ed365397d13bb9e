"""Puzzles of five kinds, and the program whose answers ours have to equal."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import polars
import pytest

import sudoku_lab as lab

# Puzzles of each kind: a few hundred in all here, 10,000 for the whole comparison.
COUNT = int(os.environ.get("SUDOKU_LAB_ROWS", "300")) // 5

KINDS = {
    "easy": {"clues": "28..=34"},
    "minimal": {"require": "minimal"},
    "several": {"clues": "20..=24", "require": "any"},
    "small": {"clues": "10..=16", "size": 6},
    "marks": {"require": "marks", "size": 4},
}


@pytest.fixture(scope="session", params=list(KINDS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def puzzles(kind: str) -> list[str | None]:
    """Puzzles of a kind, some twice under a symmetry, and among them what is none."""
    made = list(lab.generate(COUNT, seed=5, **KINDS[kind]))
    again = [image for one in made[: COUNT // 4] for image in lab.augment(one, seed=3)]
    bad = [None, "", "12", "11" + "." * 79, "x" * 81, "é", made[0][:-1]]
    every = [*made, *again, *bad]
    random.Random(1).shuffle(every)
    return every


@pytest.fixture(scope="session")
def table(
    puzzles: list[str | None], kind: str, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The same as a Parquet file."""
    path = tmp_path_factory.mktemp("sets") / f"{kind}.parquet"
    polars.DataFrame({"puzzle": puzzles}, schema={"puzzle": polars.String}).write_parquet(path)
    return path


def command(*arguments: object) -> str:
    """What the program prints."""
    program = os.environ.get("SUDOKU_LAB")
    if program is None:
        pytest.skip("SUDOKU_LAB names no program to compare with")
    words = [program, *map(str, arguments)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode in (0, 75), done.stderr.decode()
    return done.stdout.decode()
