"""`annotate` keeps the columns of a table, of every type, as pyarrow sees them."""

import datetime
import decimal
import os
import subprocess
import uuid

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

PROGRAM = os.environ["SUDOKU_LAB"]
PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "." * 81,
    "55" + "." * 79,
    None,
]
ROWS = 1000


def table():
    start = datetime.datetime(2020, 1, 1)
    rows = range(ROWS)
    columns = {
        "quizzes": pa.array([PUZZLES[row % 4] for row in rows], pa.string()),
        "id": pa.array(rows, pa.int64()),
        "rating": pa.array([None if row % 7 == 0 else row / 2 for row in rows], pa.float32()),
        "half": pa.array([1.5] * ROWS, pa.float16()),
        "when": pa.array([start + datetime.timedelta(seconds=row) for row in rows], pa.timestamp("us", "Europe/Berlin")),
        "day": pa.array([start.date()] * ROWS, pa.date32()),
        "time": pa.array([datetime.time(1, 2, 3)] * ROWS, pa.time64("us")),
        "span": pa.array(rows, pa.duration("ms")),
        "kind": pa.array([["a", "b", "c"][row % 3] for row in rows]).dictionary_encode(),
        "price": pa.array([decimal.Decimal(row) / 4 for row in rows], pa.decimal128(12, 2)),
        "tags": pa.array([[row % 5] * (row % 4) if row % 11 else None for row in rows], pa.list_(pa.int16())),
        "both": pa.array([{"x": row, "y": str(row % 9)} for row in rows], pa.struct([("x", pa.int32()), ("y", pa.large_string())])),
        "map": pa.array([[("k", row % 3)] for row in rows], pa.map_(pa.string(), pa.int8())),
        "bytes": pa.array([bytes([row % 256]) * 4 for row in rows], pa.binary(4)),
        "view": pa.array([str(row) for row in rows], pa.string_view()),
        "flag": pa.array([row % 2 == 0 for row in rows]),
        "uuid": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([uuid.UUID(int=row).bytes for row in rows], pa.binary(16))),
    }
    return pa.table(columns).replace_schema_metadata({"huggingface": '{"info": 1}'})


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"row_group_size": 300, "data_page_version": "2.0", "write_page_index": True, "compression": "zstd"},
        {"compression": "none", "use_dictionary": False, "store_schema": False},
    ],
)
def test_own_columns_stay_as_they_are(tmp_path, options):
    own, out = tmp_path / "own.parquet", tmp_path / "out.parquet"
    pq.write_table(table(), own, **options)
    subprocess.run([PROGRAM, "annotate", own, "--out", out], check=True)
    before, after = pq.ParquetFile(own), pq.ParquetFile(out)
    groups = [[file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)] for file in (before, after)]
    assert groups[0] == groups[1]
    before, after = before.read(), after.read()
    kept = after.select(before.column_names)
    assert kept.equals(before) and kept.schema.equals(before.schema)
    for name in before.column_names:
        assert kept.schema.field(name).equals(before.schema.field(name), check_metadata=True), name
    metadata = before.schema.metadata or {}
    assert {key: after.schema.metadata[key] for key in metadata} == metadata
    added = after.column_names[len(before.column_names) :]
    assert added == ["n_solutions", "puzzle_key", "core_key", "grid_key", "automorphisms", "reject"]
    assert after["n_solutions"].to_pylist() == [1, 2, 255, 255] * (ROWS // 4)
    reasons = [reject.split(":")[0] for reject in after["reject"].to_pylist()[:4]]
    assert reasons == ["", "", "conflict", "length"]


def test_other_readers_agree(tmp_path):
    own, out = tmp_path / "own.parquet", tmp_path / "out.parquet"
    names = ["quizzes", "id", "rating", "when", "tags", "both"]
    pq.write_table(table().select(names), own, row_group_size=300)
    subprocess.run([PROGRAM, "annotate", own, "--out", out], check=True)
    arrow = pq.read_table(out)
    assert pl.read_parquet(out)["puzzle_key"].to_list() == arrow["puzzle_key"].to_pylist()
    assert pd.read_parquet(out)["id"].tolist() == list(range(ROWS))
    counted = duckdb.sql(f"select sum(n_solutions), count(rating), sum(len(tags)) from '{out}'")
    tags = sum(len(tags or []) for tags in arrow["tags"].to_pylist())
    assert counted.fetchall() == [(ROWS // 4 * 513, ROWS - arrow["rating"].null_count, tags)]


def test_what_cannot_be_kept_is_refused(tmp_path):
    own, out = tmp_path / "own.parquet", tmp_path / "out.parquet"
    lists = pa.array([[1], [2]], pa.list_view(pa.int32()))
    pq.write_table(pa.table({"puzzle": PUZZLES[:2], "lists": lists}), own)
    done = subprocess.run([PROGRAM, "annotate", own, "--out", out], capture_output=True, text=True)
    assert done.returncode == 65 and "a type that cannot be kept" in done.stderr
    assert not out.exists()
