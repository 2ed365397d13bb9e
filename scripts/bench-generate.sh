#!/usr/bin/env bash
# Measures puzzles made to order and checks each of them again, and writes the tables to
# results/generate: CPU seconds, not those on the wall, since other programs may run.
#
#   scripts/bench-generate.sh [PART…]     PART: needs, ratings, others, depth, peers; all of them without one,
#                                         in about an hour of one core
#
# SUDOKU_LAB_PEERS names a Python that has the packages hodoku-py and pencilmark: then the part `peers`
# measures them, too.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh
cargo build --release --locked --quiet
"$python" scripts/python/bench_generate.py target/release/sudoku-lab results/generate "$@"
