#!/bin/sh
# Builds behaviour.wasm out of behaviour.c, with clang and lld. With `zig cc -target
# wasm32-freestanding` in place of `clang --target=wasm32` it needs nothing but Zig. The module keeps
# the names of functions, for the places of faults. With -gline-tables-only in place of
# -Wl,--strip-debug they have lines, too; with -Wl,--strip-all the module is smallest.
set -eu
cd "$(dirname "$0")"
clang --target=wasm32 -mbulk-memory -O2 -nostdlib -ffp-contract=off -Wall -Wextra \
    -Wl,--no-entry -Wl,--strip-debug -Wl,-z,stack-size=16384 -o behaviour.wasm behaviour.c
