#!/usr/bin/env bash
# Every solver on puzzles of every size, half with one solution and half with one or more: 500 of
# each size, 20 of 25×25, with limits. `run` holds every solution against the rules and every
# verdict against the reference solver's, and ends with 70 if any differ.
#
#   scripts/agree.sh [COUNT]
#
# COUNT: puzzles of each size [500]. Takes about a quarter of an hour.
set -euo pipefail
cd "$(dirname "$0")/.."

count=${1:-500}
lab=target/release/sudoku-lab
[ -x "$lab" ] || cargo build --release --locked --quiet
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
solvers=$("$lab" list solvers | awk '/^[* ] [a-z]/ { print $1 == "*" ? $2 : $1 }' | paste -sd,)

# The size, the givens of puzzles with one solution and of others, and the time limit.
while read -r size unique any limit; do
    half=$(((size == 25 && count > 20 ? 20 : count) / 2))
    "$lab" generate --size "$size" --count "$half" --clues "$unique" --unique --seed 4 >"$folder/$size.txt"
    "$lab" generate --size "$size" --count "$half" --clues "$any" --any --seed 4 >>"$folder/$size.txt"
    "$lab" run "$folder/$size.txt" --solvers "$solvers" --count 2 --max-checks none \
        --time-limit "$limit" --min-span 0s --out "$folder/run-$size" --quiet
    echo "$size×$size: $(wc -l <"$folder/$size.txt") puzzles, all solvers agree"
    "$lab" summarize "$folder/run-$size" --format csv | cut -d, -f1-8
done <<'EOF'
4 4..=8 4..=6 1s
6 9..=16 6..=12 1s
9 24..=34 20..=30 200ms
12 55..=80 50..=70 200ms
16 105..=130 100..=120 200ms
25 330..=380 320..=360 500ms
EOF
