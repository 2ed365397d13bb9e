#!/usr/bin/env bash
# Makes a graded data set of our own, from seeds alone: minimal puzzles by Sudoku Explainer's
# rating, no two on one grid, in parts that share no board, with their solutions, keys and the
# steps of `logic`, with a card, a picture and checksums, and loads it. Random puzzles come first; what is
# short of them is made to order, as far as the budget of each rating reaches.
#
#   scripts/dataset.sh small [FOLDER]   a fiftieth, in target/dataset; what test.sh does
#   scripts/dataset.sh full [FOLDER]    1,000 puzzles of each rating from 1.2 to 9.6, in results/dataset;
#                                       about two hours on two cores
#
# SUDOKU_LAB_PER and SUDOKU_LAB_BUDGET: other numbers of puzzles of each rating, and time for each. How many
# there are of the rarest depends on the machine; which come first does not.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

case "${1:-}" in
    small)
        cargo build --locked --quiet
        lab=$PWD/target/debug/sudoku-lab out=${2:-target/dataset} per=20 budget=5s
        ratings='1.5 2.8'
        ;;
    full)
        cargo build --release --locked --quiet
        lab=$PWD/target/release/sudoku-lab out=${2:-results/dataset} per=1000 budget=2m
        # Up to 4.4 there are no others.
        ratings="1.2 1.5 1.7 2.0 2.3 2.5 2.6 2.8 3.0 3.2 3.4 3.6 3.8 4.0 4.2 $(LC_ALL=C seq 4.4 0.1 9.6)"
        ;;
    *)
        sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
        exit 64
        ;;
esac
per=${SUDOKU_LAB_PER:-$per} budget=${SUDOKU_LAB_BUDGET:-$budget}
if [ -e "$out/SHA256SUMS" ]; then
    echo "$out is there already" >&2
    exit 74
fi
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
step() { "$python" scripts/python/dataset.py "$@"; }

"$lab" generate --minimal --count $((300 * per)) --seed 2026 --out "$work/minimal.txt"
"$lab" run "$work/minimal.txt" --solvers fast --rate ser --keys --max-checks none --quiet --out "$work/rated"
# One search may make several puzzles on a grid, of which one is kept.
for rating in $(step short "$work/rated" "$per" $ratings); do
    "$lab" generate --minimal --rating "$rating" --count $((2 * per)) --seed 2026 --budget "$budget" \
        --out "$work/order-$rating.txt" 2>>"$work/log" || [ $? = 75 ]
done
find "$work" -name 'order-*.txt' | sort | xargs cat "$work/minimal.txt" >"$work/all.txt"
"$lab" run "$work/all.txt" --solvers fast --rate ser --keys --max-checks none --quiet --out "$work/rated-all"
step choose "$work/rated-all" "$per" "$work/chosen.txt"
"$lab" run "$work/chosen.txt" --solvers logic,fast --count 2 --rate ser --keys --steps \
    --max-checks none --quiet --out "$work/run"
step table "$work/run" "$work/puzzles.parquet"
"$lab" split "$work/puzzles.parquet" --by grid --stratify ser --train 0.8 --validation 0.1 --seed 2026 \
    --force --out "$out/puzzles"
step finish "$work/run" "$out" "$per" "SUDOKU_LAB_PER=$per SUDOKU_LAB_BUDGET=$budget scripts/dataset.sh $1"
HF_HOME=$work/hf HF_HUB_OFFLINE=1 "$python" "$out/load.py"
