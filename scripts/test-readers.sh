#!/usr/bin/env bash
# Reads a run's tables with pyarrow, pandas, duckdb and Python polars, in the locked
# Python environment, and compares what they see.
set -euo pipefail
cd "$(dirname "$0")/.."

python=target/python/bin/python
if ! cmp -s scripts/python/requirements.txt target/python/requirements.txt; then
    rm -rf target/python
    if ! python3 -m venv target/python 2>/dev/null; then
        source scripts/setup.sh
        install_packages python3-venv
        python3 -m venv target/python
    fi
    "$python" -m pip install --quiet --disable-pip-version-check -r scripts/python/requirements.txt
    cp scripts/python/requirements.txt target/python/
fi
cargo build --locked --quiet
run=$(mktemp -d)
trap 'rm -rf "$run"' EXIT
printf 'one bad line\n' | cat - data/demo/hard.txt data/demo/several-solutions.txt >"$run/set.txt"
target/debug/sudoku-lab run "$run/set.txt" --max-checks 20000 --out "$run/run" --quiet
SUDOKU_LAB_RUN="$run/run" "$python" -m pytest -q -p no:cacheprovider scripts/python
