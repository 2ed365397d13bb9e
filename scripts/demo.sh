#!/usr/bin/env bash
# Builds the program and runs its main job on the demo puzzles: every solver on every
# puzzle, into Parquet.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup.sh

out=results/demo
if [ -e "$out/_SUCCESS" ]; then
    echo "$out holds a finished run already; nothing was done."
    echo "Look at it with: target/release/sudoku-lab summarize $out"
    echo "Remove it to run again: rm -r $out"
    exit 0
fi
cargo build --release --locked
target/release/sudoku-lab run data/demo --solvers all --max-checks 1000000 --out "$out"
cat <<EOF

The tables are in $out (see $out/README.md). To open them in Python:

    import polars as pl
    solves = pl.read_parquet("$out/solves/*.parquet")
EOF
