#!/usr/bin/env bash
# Builds the Python package, and tests what was built in an environment of its own.
#
#   scripts/python-package.sh          the wheel and the source distribution, in target/wheels
#   scripts/python-package.sh small    a wheel without optimisation, which takes what `cargo build`
#                                      has built; what test.sh does
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup.sh
source scripts/setup-python.sh

case "${1:-full}" in
    small) profile=dev wheels=$PWD/target/wheels/small ;;
    full) profile=release wheels=$PWD/target/wheels ;;
    *)
        sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
        exit 64
        ;;
esac

tools=target/package
if ! cmp -s python/requirements.txt "$tools/requirements.txt"; then
    target/uv/bin/uv venv --quiet --clear --python python3 "$tools"
    target/uv/bin/uv pip sync --quiet --require-hashes --python "$tools/bin/python" python/requirements.txt
    cp python/requirements.txt "$tools/"
fi
tools=$PWD/$tools/bin

rm -f "$wheels"/*.whl "$wheels"/*.tar.gz
started=$SECONDS
"$tools/maturin" build --quiet --locked --profile "$profile" --manifest-path python/Cargo.toml \
    --interpreter "$tools/python" --out "$wheels"
if [ "$profile" = release ]; then
    "$tools/maturin" sdist --manifest-path python/Cargo.toml --out "$wheels" >/dev/null
fi
wheel=$(echo "$wheels"/*.whl)
echo "$(basename "$wheel"): $(($(stat -c %s "$wheel") / 1024)) KiB, built in $((SECONDS - started)) s"

(cd python && "$tools/mypy" --no-incremental sudoku_lab examples)

# A fresh environment has the tested wheel beside the libraries that it works with, and nothing of
# this folder is on its path.
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
target/uv/bin/uv venv --quiet --python python3 "$fresh/env"
grep -vE '^(maturin|mypy|pandas-stubs)' python/requirements.in >"$fresh/requirements.in"
target/uv/bin/uv pip install --quiet --python "$fresh/env/bin/python" \
    --constraint python/requirements.txt --requirement "$fresh/requirements.in" "$wheel"
cp -r python/tests python/examples python/pyproject.toml "$fresh/"
cargo build --locked --quiet
lab=$PWD/target/debug/sudoku-lab
cd "$fresh"
installed=$(env/bin/python -c 'import pathlib, sudoku_lab; print(pathlib.Path(sudoku_lab.__file__).parent)')
SUDOKU_LAB=$lab env/bin/python -m pytest -q --doctest-modules "$installed" tests
for example in examples/*.py; do env/bin/python "$example" >/dev/null; done
