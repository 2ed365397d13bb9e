#!/usr/bin/env bash
# Runs that meet a full disk, a folder that cannot be written to for a second, signals,
# the end of their budget, an archive that ends early and a file that vanishes: what is
# done stays done, the exit code says what happened, and --resume completes the run.
#
#   scripts/test-faults.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

program=${1:-target/debug/sudoku-lab}
[ $# -ge 1 ] || cargo build --locked --quiet
"$python" scripts/python/faults.py "$program"
