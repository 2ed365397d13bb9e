#!/usr/bin/env bash
# The adapters of scripts/adapters that need nothing but packages: all agree on a few puzzles of
# several sizes, with one solution, with several and with none.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

env=target/adapters/python
if ! cmp -s scripts/adapters/requirements.txt "$env/requirements.txt"; then
    rm -rf "$env"
    target/uv/bin/uv venv --quiet --python python3 "$env"
    target/uv/bin/uv pip sync --quiet --require-hashes --python "$env/bin/python" scripts/adapters/requirements.txt
    cp scripts/adapters/requirements.txt "$env"
fi
cc -O2 -Wall -Wextra -Werror -o target/adapters/minimal scripts/adapters/minimal.c
cargo build --locked --quiet
lab=target/debug/sudoku-lab
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$lab" generate --count 12 --clues 24 --unique --seed 20 --out "$work/nine.txt"
"$lab" generate --count 4 --clues 8 --size 6 --any --seed 20 --out "$work/six.txt"
"$lab" generate --count 2 --clues 120 --size 16 --unique --seed 20 --out "$work/sixteen.txt"
# The last cell of the first row has no digit left.
printf '12345678.........9%063d\n' 0 >"$work/none.txt"
python=$PWD/$env/bin/python
adapters=(--external minimal:batch="$PWD/target/adapters/minimal")
for name in norvig cp_sat z3_solver clingo_solver; do
    adapters+=(--external "${name//_/-}:count=$python scripts/adapters/$name.py")
done
"$lab" run "$work"/*.txt --out "$work/run" --solvers dlx "${adapters[@]}" --count 2 --max-checks none --quiet
"$PWD/target/python/bin/python" - "$work/run" <<'PY'
import sys
import polars as pl

solves = pl.read_parquet(f"{sys.argv[1]}/solves/*.parquet").with_columns(pl.col("solver", "status", "set").cast(pl.String))
own = solves.filter(pl.col("solver") == "dlx").select("puzzle_id", expected="status")
rows = solves.filter(pl.col("solver") != "dlx").join(own, on="puzzle_id")
first = rows.filter(pl.col("solver") == "minimal")
proved = rows.filter(pl.col("solver") != "minimal")
assert rows["solver"].n_unique() == 5 and len(own) == 19, rows["solver"].unique()
assert (proved["status"] == proved["expected"]).all(), proved.filter(pl.col("status") != pl.col("expected"))
assert first["status"].is_in(["first", "none"]).all(), first["status"].unique()
assert ((first["status"] == "none") == (first["expected"] == "none")).all()
assert set(own["expected"]) == {"unique", "multiple", "none"}, set(own["expected"])
has_grid = rows.filter(pl.col("status").is_in(["unique", "first"]))
assert has_grid["solution_ok"].all(), has_grid.filter(~pl.col("solution_ok"))
# A clock that counts in steps of 10 ms shows nothing of a short answer.
used = rows.group_by("solver").agg(pl.col("cpu_ns").sum())
assert (used["cpu_ns"] > 0).all(), used
print(f"{len(rows)} answers of {rows['solver'].n_unique()} adapters agree with dlx")
PY
