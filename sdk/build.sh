#!/usr/bin/env bash
# Builds the modules that ship and those that are tested, from their sources beside this script.
#
# Needs the Rust target wasm32-unknown-unknown (rustup target add wasm32-unknown-unknown), and clang
# with lld; for the one in AssemblyScript npm, and it is left as it is where there is none. With
# `--check` nothing is replaced: it says whether what is there is what comes out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
sdk=$PWD
modules=$(cd ../tests/creatures && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# The places of sources stand in panic messages, which a module need not have.
export RUSTFLAGS="-C link-arg=-zstack-size=16384 --remap-path-prefix=$sdk=."
(cd rust && cargo build --quiet --release --workspace --target wasm32-unknown-unknown --target-dir "$made/target")
for example in browser grazer; do
    cp "$made/target/wasm32-unknown-unknown/release/$example.wasm" "$made/$example-rust.wasm"
    clang --target=wasm32 -mbulk-memory -O2 -nostdlib -ffp-contract=off -Wall -Wextra -Werror \
        -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=16384 \
        -o "$made/$example-c.wasm" "c/examples/$example.c"
done

if command -v npm >/dev/null; then
    mkdir "$made/kit"
    cp -r assemblyscript/package.json assemblyscript/assembly assemblyscript/examples "$made/kit"
    (cd "$made/kit" && npm install --silent >/dev/null && npm run --silent build)
    cp "$made/kit/build/browser.wasm" "$made/browser-assemblyscript.wasm"
else
    echo "without npm the module in AssemblyScript is not built" >&2
fi

if [ "${1:-}" = --check ]; then
    for module in "$made"/*.wasm; do
        cmp "$module" "$modules/$(basename "$module")"
    done
    echo "the modules are what their sources make"
else
    cp "$made"/*.wasm "$modules"
    (cd "$modules" && ls -l ./*.wasm)
fi
