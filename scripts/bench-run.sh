#!/usr/bin/env bash
# Measures what a run costs beside its solvers, what memory it takes, and what more threads
# give, on puzzles made from a seed, and archives the figures.
#
#   scripts/bench-run.sh [PUZZLES]
#
# PUZZLES: how many easy ones for the cost and the memory, a million unless said otherwise.
# Leave the machine alone meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

source scripts/setup-bench.sh
cargo build --quiet --release --locked
"$python" scripts/python/run_cost.py target/release/sudoku-lab "${1:-1000000}" | tee "$out/table.txt"
echo "archived in $out"
