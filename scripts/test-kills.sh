#!/usr/bin/env bash
# Runs that are killed with SIGKILL at random moments and resumed until they are done,
# against one that is left alone: the same rows but for times, and nothing else in the
# folder.
#
#   scripts/test-kills.sh [RUNS [PROGRAM]]
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

runs=${1:-3}
program=${2:-target/debug/sudoku-lab}
[ $# -ge 2 ] || cargo build --locked --quiet
"$python" scripts/python/kills.py "$program" "$runs"
