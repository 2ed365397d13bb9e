#!/usr/bin/env bash
# Makes a graded data set of our own, from seeds alone: minimal puzzles by Sudoku Explainer's
# rating, no two on one grid, in parts that share no board, with their solutions, keys and the
# steps of `logic`, with a card and checksums, and loads it.
#
#   scripts/dataset.sh small [FOLDER]   a fiftieth, in target/dataset; what test.sh does
#   scripts/dataset.sh full [FOLDER]    1,000 puzzles of each rating as far as 1,000,000 have them,
#                                       in results/dataset; about 20 minutes on two cores
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

case "${1:-}" in
    small)
        cargo build --locked --quiet
        lab=$PWD/target/debug/sudoku-lab out=${2:-target/dataset} per=20 count=20000
        ;;
    full)
        cargo build --release --locked --quiet
        lab=$PWD/target/release/sudoku-lab out=${2:-results/dataset} per=1000 count=1000000
        ;;
    *)
        sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
        exit 64
        ;;
esac
if [ -e "$out/SHA256SUMS" ]; then
    echo "$out is there already" >&2
    exit 74
fi
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { "$python" scripts/python/dataset.py "$@"; }

"$lab" generate --minimal --count $count --seed 2026 --out "$work/minimal.txt"
"$lab" run "$work/minimal.txt" --solvers fast --rate ser --keys --max-checks none --quiet --out "$work/rated"
step choose "$work/rated" $per "$work/chosen.txt"
"$lab" run "$work/chosen.txt" --solvers logic,fast --count 2 --rate ser --keys --steps \
    --max-checks none --quiet --out "$work/run"
step table "$work/run" "$work/puzzles.parquet"
"$lab" split "$work/puzzles.parquet" --by grid --stratify ser --train 0.8 --validation 0.1 --seed 2026 \
    --force --out "$out/puzzles"
step finish "$work/run" "$out" $per "scripts/dataset.sh $1"
HF_HOME=$work/hf HF_HUB_OFFLINE=1 "$python" "$out/load.py"
