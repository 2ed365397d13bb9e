#!/usr/bin/env bash
# A planned run on a Dask cluster of two local worker processes, one of which is killed
# midway, and the same plan as a Slurm array would do it: both equal the run on one machine.
#
#   scripts/test-cluster.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

program=${1:-target/debug/sudoku-lab}
[ $# -ge 1 ] || cargo build --locked --quiet
"$python" scripts/python/cluster_loss.py "$program"
