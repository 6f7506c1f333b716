#!/bin/sh
# Builds behaviour.wasm out of behaviour.c, with clang and lld. With `zig cc -target
# wasm32-freestanding` in place of `clang --target=wasm32`, and `zig wasm-ld` in place of `wasm-ld`,
# it needs nothing but Zig. The module keeps the names of functions, for the places of faults. With
# -gline-tables-only in the first command and without --strip-debug in the second they have lines,
# too; with --strip-all the module is smallest. Linked apart, since clang puts what it links through
# wasm-opt where that is installed, and an old one refuses bulk memory.
set -eu
cd "$(dirname "$0")"
clang --target=wasm32 -mbulk-memory -O2 -nostdlib -ffp-contract=off -Wall -Wextra -c -o behaviour.o behaviour.c
wasm-ld --no-entry --strip-debug -z stack-size=16384 -o behaviour.wasm behaviour.o
rm behaviour.o
