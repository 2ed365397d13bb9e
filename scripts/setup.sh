#!/usr/bin/env bash
# Installs what the build needs and is missing: a C++ compiler, for MiniSat and
# CaDiCaL, and libclang, for MiniSat. To be sourced by the other scripts.
set -euo pipefail

have_libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] || ldconfig -p 2>/dev/null | grep 'libclang[-.0-9]*\.so' >/dev/null ||
        compgen -G '/usr/lib/llvm-*/lib/libclang*.so*' | grep -v cpp >/dev/null ||
        [ -e /Library/Developer/CommandLineTools/usr/lib/libclang.dylib ]
}

install_packages() {
    local as_root=()
    [ "$(id -u)" = 0 ] || as_root=(sudo)
    if command -v apt-get >/dev/null; then
        "${as_root[@]}" apt-get update -qq
        DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq "$@" >/dev/null
    else
        echo "please install: $* (or what your system calls them)" >&2
        exit 1
    fi
}

command -v cargo >/dev/null || { echo "please install Rust first: https://rustup.rs" >&2; exit 1; }
command -v c++ >/dev/null || install_packages g++
have_libclang || install_packages libclang-dev
