#!/usr/bin/env bash
# Every check of the project; what CI runs.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup.sh
export CARGO_TERM_COLOR=never

step() { printf '\n== %s, after %s s\n' "$*" "$SECONDS"; }

step "format"
cargo fmt --all --check
step "lint"
cargo clippy --locked --workspace --all-targets -- -D warnings
step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --quiet
step "tests"
cargo test --locked
step "a night through the library"
night=$(mktemp -d)
cargo run --locked --quiet --example night -- data/demo "$night/run" >"$night/log"
grep -q '504 puzzles, 0 rejects' "$night/log"
rm -r "$night"
step "lanes without AVX-512, and portable"
SUDOKU_LAB_SIMD=avx2 cargo test --locked --quiet --test lab -- solvers:: pipeline::
SUDOKU_LAB_SIMD=portable cargo test --locked --quiet --test lab -- solvers:: pipeline::
step "four Parquet readers"
scripts/test-readers.sh
step "solvers of other people"
scripts/test-adapters.sh
step "a data set from seeds"
dataset=$(mktemp -d)
scripts/dataset.sh small "$dataset" 2>&1 | tail -4
rm -r "$dataset"
step "runs that are killed, fail, lose power, are damaged or race"
scripts/campaign.sh quick
step "a cluster that loses a worker"
scripts/test-cluster.sh
step "pages in a browser"
scripts/test-pages.sh
step "Python package"
scripts/python-package.sh small
step "notebooks"
scripts/notebooks.sh small
