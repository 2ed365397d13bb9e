#!/usr/bin/env bash
# Measures the fast solver on each of its back ends beside other solvers, in one process
# and run, and archives the figures.
#
#   scripts/bench.sh [--external NAME=COMMAND]… FILE…
#
# FILE: one 9×9 puzzle per line. COMMAND: an external solver, for instance tdoku, behind
# the small protocol described in benches/peers/src/main.rs.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 64; }

source scripts/setup-bench.sh
cargo build --quiet --release --locked --manifest-path benches/peers/Cargo.toml
benches/peers/target/release/peers --rounds 7 --csv "$out/raw.csv" "$@" | tee "$out/table.txt"
echo "archived in $out"
