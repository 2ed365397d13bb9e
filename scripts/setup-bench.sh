#!/usr/bin/env bash
# Makes the folder for the figures of a benchmark and notes what makes them. To be sourced,
# without arguments, by scripts/bench.sh and scripts/bench-NAME.sh; sets $out, which ends in
# -NAME.
set -euo pipefail

name=${0##*/bench}
out=results/bench/$(date -u +%Y-%m-%dT%H%M%SZ)${name%.sh}
mkdir -p "$out"
{
    echo "commit: $(git rev-parse --short=12 HEAD)"
    echo "cpu: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
    echo "command: scripts/${0##*/} $*"
} >"$out/machine.txt"
