#!/usr/bin/env bash
# Measures solvers as external ones of a run, each asked one by one and in batches, beside `fast` and
# `dlx`, and the same solvers in one process without a protocol, on the same puzzles; archives both.
#
#   scripts/bench-external.sh NAME=COMMAND=MEMORY… -- FILE…
#
# NAME=COMMAND: an external solver (docs/EXTERNAL.md) that may be asked in batches and counts solutions.
# MEMORY: the same solver behind the protocol of benches/peers/src/main.rs, or `crate-sudoku`, which
# that program has itself. FILE: one 9×9 puzzle per line.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh
solvers=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do solvers+=("$1") && shift; done
[ "${#solvers[@]}" -gt 0 ] && [ $# -gt 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
shift

source scripts/setup-bench.sh "${solvers[@]}" -- "$@"
cargo build --quiet --release --locked
cargo build --quiet --release --locked --manifest-path benches/peers/Cargo.toml
run=(--solvers fast,dlx --count 2 --threads 1 --max-checks none --quiet) peers=()
for solver in "${solvers[@]}"; do
    IFS='=' read -r name words memory <<<"$solver"
    run+=(--external "$name:count:9=$words" --external "$name-batch:batch:count:9=$words")
    [ "$memory" = crate-sudoku ] || peers+=(--external "$name=$memory")
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target/release/sudoku-lab run "$@" --out "$work/run" "${run[@]}"
{
    echo "through the protocol, one run, one thread, --count 2: means in ns per puzzle"
    "$python" - "$work/run" <<'PY'
import sys

import polars as pl

solves = pl.read_parquet(f"{sys.argv[1]}/solves/*.parquet").with_columns(pl.col("set", "solver", "status").cast(pl.String))
table = solves.group_by("set", "solver", maintain_order=True).agg(
    puzzles=pl.len(), cpu=pl.col("cpu_ns").mean(), wall=pl.col("elapsed_ns").mean(),
    median_cpu=pl.col("cpu_ns").median(), batch=pl.col("batch").max(), guesses=pl.col("guesses").mean(),
    unsolved=(~pl.col("status").is_in(["unique", "multiple", "none"])).sum(),
)
print(f"{'set':16} {'solver':20} {'puzzles':>8} {'cpu':>9} {'wall':>9} {'median cpu':>10} {'batch':>6} {'guesses':>8} {'unsolved':>8}")
for r in table.iter_rows(named=True):
    print(f"{r['set']:16} {r['solver']:20} {r['puzzles']:8} {r['cpu']:9.0f} {r['wall']:9.0f} {r['median_cpu']:10.0f} {r['batch']:6} {r['guesses']:8.2f} {r['unsolved']:8}")
PY
    echo
    echo "in memory, one process, puzzles permuted, medians of 7 rounds of this thread's CPU time"
    benches/peers/target/release/peers --rounds 7 "${peers[@]}" "$@"
} | tee "$out/table.txt"
echo "archived in $out"
