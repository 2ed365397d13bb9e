#!/usr/bin/env bash
# Runs the notebooks, and first the runs and experiments that they read and that are not
# there yet.
#
#   scripts/notebooks.sh small    in target/notebooks, a few minutes; what test.sh does
#   scripts/notebooks.sh full     in results, at the published scale: hours
#
# SUDOKU_LAB_SCALE=0.1 makes the experiments of `full` smaller. SUDOKU_LAB_SETS names files
# of puzzles for 04-php16 and 05-hardness; SUDOKU_LAB_SER a table of published ratings
# (tab-separated, with a header: puzzle, ser) that 05-hardness compares with.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

case "${1:-}" in
    small)
        cargo build --locked --quiet
        lab=$PWD/target/debug/sudoku-lab results=$PWD/target/notebooks wheels=target/wheels/small
        rm -rf "$results"
        scale=0.02 large=0.01 puzzles=150 spread=150 limit=1000000 minimal=300 made=40
        ;;
    full)
        cargo build --release --locked --quiet
        lab=$PWD/target/release/sudoku-lab results=$PWD/results wheels=target/wheels
        scale=${SUDOKU_LAB_SCALE:-1} large=${SUDOKU_LAB_SCALE:-1} puzzles=20000 spread=10000 limit=100000000 minimal=1000000 made=20000
        ;;
    *)
        sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
        exit 64
        ;;
esac
mkdir -p "$results"
compgen -G "$wheels/*.whl" >/dev/null || scripts/python-package.sh "$1"
target/uv/bin/uv pip install --quiet --python "$python" --no-deps --reinstall "$wheels"/*.whl

run() { # FOLDER ARGUMENT…: a run, unless it is there
    local out=$results/$1
    shift
    [ -e "$out/_SUCCESS" ] || "$lab" run "$@" --out "$out" --quiet
}

experiment() { # NAME SCALE [FILE]: an experiment, unless it is there
    [ -e "$results/$1/table.csv" ] ||
        "$lab" experiment "${3:-$1}" --scale "$2" --out "$results/$1" --resume --quiet >/dev/null
}

generated() { # FILE OPTION…: a file of puzzles, unless it is there
    local file=$results/$1
    shift
    mkdir -p "$(dirname "$file")"
    [ -e "$file" ] || "$lab" generate "$@" --out "$file"
}

run demo data/demo --solvers all --max-checks 1000000
for name in php16 php16-first b09 hr12-9x9 hr12-strategies; do experiment $name $scale; done
experiment hr12-16x16 $large
if [ "$1" = small ]; then
    # Without optimisation a puzzle with 17 givens takes a minute to find: here the classes
    # begin at 18.
    { echo 'claims = []' && sed -E -e 's/^(sets = \[)"17", /\1/' \
        -e 's/^(published = \[)[^,]*, /\1/' -e '/^\[\[claims\]\]/,$d' \
        experiments/aw15.toml; } >"$results/aw15.toml"
    experiment aw15 $scale "$results/aw15.toml"
    { echo 'claims = []' && sed -E -e 's/^(sets = \[)"17", "18", "19", /\1/' \
        -e 's/^time_limit = .*/time_limit = "1s"/' -e '/^\[\[claims\]\]/,$d' \
        experiments/attribution.toml; } >"$results/attribution.toml"
    experiment attribution 0.005 "$results/attribution.toml"
else
    experiment aw15 "$scale"
    experiment attribution "$scale"
fi

read -r -a sets <<<"${SUDOKU_LAB_SETS:-}"
if [ ${#sets[@]} = 0 ]; then
    generated sets/24-clues.txt --count "$puzzles" --clues 24 --unique --seed 401
    generated sets/30-clues.txt --count "$puzzles" --clues 30 --unique --seed 402
    generated sets/minimal.txt --count "$puzzles" --clues 22..=26 --minimal --seed 403
    sets=("$results/sets")
fi
run php16-sets/first "${sets[@]}" --solvers brute-force --count 1 --max-checks $limit
run php16-sets/exhausted "${sets[@]}" --solvers brute-force --count 2 --max-checks $limit

mkdir -p "$results/hardness"
"$lab" list strategies --json >"$results/hardness/strategies.json"
rated=("${sets[@]}")
if [ -n "${SUDOKU_LAB_SER:-}" ]; then
    cp "$SUDOKU_LAB_SER" "$results/hardness/published.tsv"
    tail -n +2 "$SUDOKU_LAB_SER" | cut -f1 >"$results/hardness/rated.txt"
    rated=("$results/hardness/rated.txt")
fi
run hardness/run "${rated[@]}" --solvers all --count 2 --max-checks $limit
rate() { # FILE OPTION…: the ratings of the rated puzzles, unless they are there
    local file=$results/hardness/$1
    shift
    [ ! -e "$file" ] || return 0
    find "${rated[@]}" -type f -print0 | sort -z | xargs -0 cat | "$lab" rate "$@" >"$file.part"
    mv "$file.part" "$file"
}
rate rate.tsv
generated hardness/minimal.txt --count $minimal --minimal --seed 1805
run hardness/ser "$results/hardness/minimal.txt" --solvers fast --rate ser --max-checks none
rate rate-hodoku.tsv --order hodoku
rate rate-ser.tsv --order ser

for clues in 24 28 32; do
    generated spread/sets/$clues.txt --count $spread --clues $clues --unique --seed 6$clues
done
run spread/run "$results/spread/sets" --solvers brute-force,lists,human --count 2 --max-checks $limit
generated spread/any.txt --count $spread --clues 22..=36 --unique --seed 620
run spread/clues "$results/spread/any.txt" --solvers backtracking,lists,lists-naked,lists-hidden \
    --count 2 --max-checks $limit
generated spread/boards.txt --count $spread --clues 26 --unique --seed 630
mkdir -p "$results/spread/boards"
for seed in 1 2 3 4 5 6 7 8; do
    rearranged=$results/spread/boards/$seed.txt
    [ -e "$rearranged" ] ||
        "$lab" convert "$results/spread/boards.txt" --to line --rearrange $seed --out "$rearranged"
done
run spread/orientation "$results/spread/boards" --solvers brute-force,lists,human --count 2 \
    --max-checks $limit

order=(--seed 700 --rating '7.0..=7.9' --count $made --minimal)
generated made-to-order/sets/minimal.txt --count $made --minimal --seed 701
generated made-to-order/sets/rotate.txt --count $made --minimal --symmetry rotate --seed 702
for clues in 24 28 32; do
    generated made-to-order/sets/clues-$clues.txt --count $made --clues $clues --unique --seed 7$clues
done
generated made-to-order/sets/order.txt "${order[@]}"
generated made-to-order/sets/hunt.txt "${order[@]}" --hunt
run made-to-order/run "$results/made-to-order/sets" --solvers fast --rate ser --keys --max-checks none

# Without a network, where the system lets a user have a namespace of their own.
alone=()
if unshare -rn true 2>/dev/null; then alone=(unshare -rn "$python" scripts/python/loopback.py); fi
[ "$1" = full ] || export SUDOKU_LAB_PUZZLES=400
SUDOKU_LAB_RESULTS=$results SUDOKU_LAB=$lab "${alone[@]}" \
    "$python" -m pytest -q -p no:cacheprovider scripts/python/test_notebooks.py
