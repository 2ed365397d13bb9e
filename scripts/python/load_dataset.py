"""Loads this data set with `datasets`, pandas, polars and duckdb, and checks that each sees the same.

A library that is not installed is passed over, but for at least one.
"""

import hashlib
import importlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
PARTS = ["train", "validation", "test"]


def check_sums():
    for line in (HERE / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ", 1)
        if hashlib.sha256((HERE / name).read_bytes()).hexdigest() != digest:
            raise SystemExit(f"{name} is not what SHA256SUMS says")


def with_datasets(datasets, table):
    parts = datasets.load_dataset(str(HERE), table)
    return {part: (len(parts[part]), sorted(parts[part].column_names)) for part in PARTS}


def with_pandas(pandas, table):
    parts = {part: pandas.read_parquet(HERE / table / f"{part}.parquet") for part in PARTS}
    return {part: (len(frame), sorted(frame.columns)) for part, frame in parts.items()}


def with_polars(polars, table):
    parts = {part: polars.read_parquet(HERE / table / f"{part}.parquet") for part in PARTS}
    return {part: (frame.height, sorted(frame.columns)) for part, frame in parts.items()}


def with_duckdb(duckdb, table):
    parts = {part: duckdb.read_parquet(str(HERE / table / f"{part}.parquet")) for part in PARTS}
    return {part: (len(rows), sorted(rows.columns)) for part, rows in parts.items()}


def main():
    check_sums()
    readers = {
        "datasets": with_datasets, "pandas": with_pandas, "polars": with_polars, "duckdb": with_duckdb,
    }  # fmt: skip
    seen = {}
    for name, load in readers.items():
        try:
            library = importlib.import_module(name)
        except ImportError:
            print(f"{name}: not installed")
            continue
        seen[name] = {table: load(library, table) for table in ["puzzles", "steps"]}
        print(name, {table: {part: n for part, (n, _) in parts.items()} for table, parts in seen[name].items()})
    first = next(iter(seen.values()), None)
    if first is None or any(other != first for other in seen.values()):
        raise SystemExit("the readers do not see the same")


if __name__ == "__main__":
    main()
