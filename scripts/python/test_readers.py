"""Readers see the same tables, with the documented types and without nulls."""

import os
from pathlib import Path

# Nothing is asked of the hub.
os.environ["HF_HUB_OFFLINE"] = "1"

import datasets
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

RUN = Path(os.environ["SUDOKU_LAB_RUN"])
TABLES = ["puzzles", "solves", "strategies", "rejects", "steps"]
ARROW = {
    "u8": pa.uint8(),
    "u16": pa.uint16(),
    "u32": pa.uint32(),
    "u64": pa.uint64(),
    "f32": pa.float32(),
    "bool": pa.bool_(),
}


def documented(table):
    """Column → type, as the run's data card says."""
    section = (RUN / "README.md").read_text().split(f"## `{table}`")[1].split("\n## ")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    return {row[1].strip(" `"): row[2].strip() for row in rows}


def plain(values):
    return [str(value) if isinstance(value, str) else value for value in values]


@pytest.mark.parametrize("table", TABLES)
def test_types_are_as_documented(table):
    schema = pq.read_schema(next((RUN / table).iterdir()))
    types = documented(table)
    assert schema.names == list(types)
    for name, kind in types.items():
        arrow = schema.field(name).type
        if kind == "enum":
            assert pa.types.is_dictionary(arrow), name
        elif kind == "text":
            assert pa.types.is_string(arrow) or pa.types.is_large_string(arrow) or arrow == pa.string_view(), name
        else:
            assert arrow == ARROW[kind], name


@pytest.mark.parametrize("table", TABLES)
def test_readers_agree(table):
    arrow = pq.read_table(RUN / table)
    frame = pd.read_parquet(RUN / table)
    lazy = pl.read_parquet(f"{RUN}/{table}/*.parquet")
    duck = duckdb.sql(f"select * from '{RUN}/{table}/*.parquet'")
    names = arrow.column_names
    assert list(frame.columns) == lazy.columns == duck.columns == names
    rows = duck.fetchall()
    for place, name in enumerate(names):
        values = plain(lazy[name].to_list())
        assert None not in values, name
        assert plain(arrow[name].to_pylist()) == values, name
        assert plain(frame[name].tolist()) == values, name
        assert [row[place] for row in rows] == values, name


@pytest.mark.parametrize("table", TABLES)
def test_datasets_loads_the_tables(table, tmp_path):
    files = sorted(str(file) for file in (RUN / table).iterdir())
    rows = datasets.load_dataset("parquet", data_files=files, split="train", cache_dir=str(tmp_path))
    arrow = pq.read_table(RUN / table)
    assert rows.column_names == arrow.column_names
    assert rows[:] == {name: arrow[name].to_pylist() for name in arrow.column_names}


def test_tables_add_up():
    puzzles, solves, rejects = (pl.read_parquet(f"{RUN}/{t}/*.parquet") for t in ("puzzles", "solves", "rejects"))
    assert puzzles["puzzle_id"].to_list() == list(range(300))
    assert len(rejects) == 1 and rejects["reason"].to_list() == ["length"]
    assert len(solves) == len(puzzles) * solves["solver"].n_unique()
    assert solves.filter(pl.col("status") == "unique")["solution_ok"].all()
    steps = pl.read_parquet(f"{RUN}/steps/*.parquet")
    assert steps["step_ok"].all() and (steps["placements"] + steps["eliminations"] != "").all()
