#!/usr/bin/env bash
# Disturbs runs in every way a machine knows, resumes them, and compares their rows with those
# of a run that is left alone: kills and failed calls at the N-th call to the system, power
# cuts, damaged files, races, changed inputs, signals. Exit code 0 and _SUCCESS mean: the same
# rows, all columns but times. What does not hold is printed with its case, to be repeated.
#
#   scripts/campaign.sh quick               a sample of the cases; part of scripts/test.sh
#   scripts/campaign.sh full                all of them, with the release build
#   scripts/campaign.sh quick --kind kill,fail      --case 'kill run/half write 17 after'
#
# SUDOKU_LAB names another program. --seed N draws another sample; --most N limits the cases of
# each kind; --jobs N sets the number of processes; --figures FILE takes the figures as a JSON
# line; --list only prints the cases.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup-python.sh

[ "$(uname)" = Linux ] || { echo "the campaign needs Linux: skipped" >&2; exit 0; }
build=debug option=
[ "${1:-}" != full ] || build=release option=--release
target=${CARGO_TARGET_DIR:-target}
[ -n "${SUDOKU_LAB:-}" ] || cargo build --locked --quiet $option
mkdir -p "$target/campaign"
cc -shared -fPIC -O1 -Wall -Wextra -Werror -o "$target/campaign/faults.so" \
    tests/campaign/{faults,disturb}.c -ldl -lpthread
exec "$python" scripts/python/campaign "$@" \
    --program "${SUDOKU_LAB:-$target/$build/sudoku-lab}" --library "$target/campaign/faults.so"
