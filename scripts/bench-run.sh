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

cargo build --quiet --release --locked
out=results/bench/$(date -u +%Y-%m-%dT%H%M%SZ)-run
mkdir -p "$out"
{
    echo "commit: $(git rev-parse --short=12 HEAD)"
    echo "cpu: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
    echo "command: scripts/bench-run.sh $*"
} >"$out/machine.txt"
"$python" scripts/python/run_cost.py target/release/sudoku-lab "${1:-1000000}" | tee "$out/table.txt"
echo "archived in $out"
