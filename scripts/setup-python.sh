#!/usr/bin/env bash
# Makes the locked Python environment in target/python, if it is not there yet. To be
# sourced by the other scripts; sets $python.
set -euo pipefail

python=target/python/bin/python
if ! cmp -s scripts/python/requirements.txt target/python/requirements.txt; then
    rm -rf target/python
    if ! python3 -m venv target/python 2>/dev/null; then
        source scripts/setup.sh
        install_packages python3-venv
        python3 -m venv target/python
    fi
    "$python" -m pip install --quiet --disable-pip-version-check -r scripts/python/requirements.txt
    cp scripts/python/requirements.txt target/python/
fi
