#!/usr/bin/env bash
# Makes the locked Python environment in target/python with uv, if it is not there yet. To
# be sourced by the other scripts; sets $python.
set -euo pipefail

python=target/python/bin/python
if ! cmp -s notebooks/requirements.txt target/python/requirements.txt; then
    rm -rf target/python target/uv
    if ! python3 -m venv target/uv 2>/dev/null; then
        source scripts/setup.sh
        install_packages python3-venv
        python3 -m venv target/uv
    fi
    target/uv/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.8
    target/uv/bin/uv venv --quiet --python python3 target/python
    target/uv/bin/uv pip sync --quiet --require-hashes --python "$python" notebooks/requirements.txt
    cp notebooks/requirements.txt target/python/
fi
python=$PWD/$python
