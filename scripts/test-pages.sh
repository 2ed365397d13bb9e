#!/usr/bin/env bash
# Opens the program's HTML pages in headless Chromium, uses them as a reader would, and
# leaves screenshots in target/pages/shots. Installs Chromium from the system's packages if
# there is none; the Python side is locked.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/setup.sh
source scripts/setup-python.sh

command -v chromium >/dev/null || install_packages chromium
cargo build --locked --quiet
"$python" -m pytest -q -p no:cacheprovider scripts/pages
