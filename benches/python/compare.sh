#!/usr/bin/env bash
# Compares the Python package with three others in an environment that is thrown away: CPU time per
# puzzle, on one thread, and the ratios. The wheel is that of scripts/python-package.sh.
#
#   benches/python/compare.sh [PUZZLES]    puzzles of each set for ours, default 100000
set -euo pipefail
cd "$(dirname "$0")/../.."
source scripts/setup-python.sh
compgen -G "target/wheels/*.whl" >/dev/null || scripts/python-package.sh
env=$(mktemp -d)
trap 'rm -rf "$env"' EXIT
target/uv/bin/uv venv --quiet --python python3 "$env"
target/uv/bin/uv pip install --quiet --python "$env/bin/python" --prerelease allow \
    hodoku-py==0.2.1 pencilmark==1.0.0rc1 rustoku==0.16.0 polars==2.1.0 target/wheels/*.whl
"$env/bin/python" benches/python/compare.py "${1:-100000}"
