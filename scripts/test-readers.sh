#!/usr/bin/env bash
# Reads a run's tables and annotated ones with pyarrow, pandas, duckdb, Python polars and `datasets`, in the
# locked Python environment, and compares what they see.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

cargo build --locked --quiet
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
printf 'bad\n' | cat - data/demo/hard.txt data/demo/several-solutions.txt >"$run/set.txt"
target/debug/sudoku-lab run "$run/set.txt" --max-checks 20000 --steps --out "$run/run" --quiet
SUDOKU_LAB_RUN="$run/run" SUDOKU_LAB=target/debug/sudoku-lab "$python" -m pytest -q -p no:cacheprovider \
    scripts/python/test_readers.py scripts/python/test_annotate.py
