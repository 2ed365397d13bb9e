#!/usr/bin/env bash
# Opens the pages of `explain` in headless Chromium, uses them as a reader would, and
# leaves screenshots in target/pages/shots. Installs Chromium from the system's
# packages if there is none; the Python side is locked.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup.sh

command -v chromium >/dev/null || install_packages chromium
python=target/pages/python/bin/python
if ! cmp -s scripts/pages/requirements.txt target/pages/requirements.txt; then
    rm -rf target/pages/python
    if ! python3 -m venv target/pages/python 2>/dev/null; then
        install_packages python3-venv
        python3 -m venv target/pages/python
    fi
    "$python" -m pip install --quiet --disable-pip-version-check -r scripts/pages/requirements.txt
    cp scripts/pages/requirements.txt target/pages/
fi
cargo build --locked --quiet
"$python" -m pytest -q -p no:cacheprovider scripts/pages
