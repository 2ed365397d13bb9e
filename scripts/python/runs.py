"""What the tests of whole runs share: the rows of a run, and what may be in its folder."""

import re
from pathlib import Path

import polars as pl

TABLES = ["puzzles", "solves", "strategies", "rejects"]


def timeless(run):
    """The run's tables without the columns that depend on time, as its data card names them."""
    card = (Path(run) / "README.md").read_text()
    timed = re.findall(r"`(\w+)`", card.split("differ in nothing but")[1])
    return {t: pl.read_parquet(f"{run}/{t}/*.parquet").drop(timed, strict=False) for t in TABLES}


def check_same(run, expected):
    """The run has exactly these rows, and its folder nothing but what belongs there."""
    run = Path(run)
    tables = timeless(run)
    for name, frame in tables.items():
        assert frame.equals(expected[name]), f"{run}: {name} differs"
    ids = tables["puzzles"]["puzzle_id"]
    assert ids.to_list() == list(range(len(ids))), f"{run}: puzzle_id is not 0, 1, 2, …"
    check_folder(run)


def check_folder(run):
    """Only finished parts are in the tables' folders, one per table and unit."""
    run = Path(run)
    units = {path.stem for path in (run / "_state/units").iterdir()}
    for table in TABLES:
        parts = {path.name for path in (run / table).iterdir()}
        assert parts == {f"part-{unit}.parquet" for unit in units}, f"{run}/{table}: {parts}"
    assert (run / "_SUCCESS").stat().st_size == 0
    assert not (run / "_tmp").exists()
