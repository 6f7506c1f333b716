#!/usr/bin/env bash
# Builds the modules that ship and those that are tested, from their sources beside this script.
#
# Needs the Rust target wasm32-unknown-unknown (rustup target add wasm32-unknown-unknown), and clang
# with lld; for the one in AssemblyScript npm, and it is left as it is where there is none. With
# `--check` nothing is replaced: it says whether what is there is what comes out. Other compilers than
# those in compilers.txt make other bytes of the same sources; then it only says that all can be built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
sdk=$PWD
modules=$(cd ../tests/creatures && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# The places of sources stand in panic messages, which a module need not have.
export RUSTFLAGS="-C link-arg=-zstack-size=16384 --remap-path-prefix=$sdk=."
# Each on its own: built together, they would all get the features of any of them.
build_rust() {
    (cd rust && cargo build --quiet --release --package "$1" --target wasm32-unknown-unknown \
        --target-dir "$made/target")
    cp "$made/target/wasm32-unknown-unknown/release/$1.wasm" "$2"
}
# Linked apart: where wasm-opt is installed clang puts what it links through it, which makes other
# bytes, or refuses them.
build_c() {
    clang --target=wasm32 -mbulk-memory -O2 -nostdlib -ffp-contract=off -Wall -Wextra -Werror \
        -c -o "$made/$1.o" "c/examples/$1.c"
    wasm-ld --no-entry --strip-all -z stack-size=16384 -o "$2" "$made/$1.o"
}
for example in browser forager grazer herald surveyor; do
    build_rust "$example" "$made/$example-rust.wasm"
    build_c "$example" "$made/$example-c.wasm"
done

# The deer of the meadow is the grazer in Rust.
shipped=$(cd ../creatures/deer && pwd)/behaviour.wasm

# The sparring partners of the arena.
sparring=$(cd ../sparring && pwd)
mkdir "$made/sparring"
for partner in strider raider; do
    build_rust "$partner" "$made/sparring/$partner.wasm"
done
build_c gleaner "$made/sparring/gleaner.wasm"

if command -v npm >/dev/null; then
    mkdir "$made/kit"
    cp -r assemblyscript/package.json assemblyscript/assembly assemblyscript/examples "$made/kit"
    (cd "$made/kit" && npm install --silent >/dev/null && npm run --silent build)
    for example in browser forager herald surveyor; do
        cp "$made/kit/build/$example.wasm" "$made/$example-assemblyscript.wasm"
    done
    cp "$made/kit/build/chaser.wasm" "$made/sparring"
else
    echo "without npm the module in AssemblyScript is not built" >&2
fi

compilers() {
    rustc --version | cut -d' ' -f1-2
    clang --version | head -n 1
}

if [ "${1:-}" = --check ] && ! cmp -s <(compilers) compilers.txt; then
    echo "all modules can be built; not compared, since these are other compilers:"
    diff <(compilers) compilers.txt || true
elif [ "${1:-}" = --check ]; then
    for module in "$made"/*.wasm; do
        cmp "$module" "$modules/$(basename "$module")"
    done
    cmp "$made/grazer-rust.wasm" "$shipped"
    for module in "$made"/sparring/*.wasm; do
        cmp "$module" "$sparring/$(basename "$module" .wasm)/behaviour.wasm"
    done
    echo "the modules are what their sources make"
else
    cp "$made"/*.wasm "$modules"
    cp "$made/grazer-rust.wasm" "$shipped"
    for module in "$made"/sparring/*.wasm; do
        cp "$module" "$sparring/$(basename "$module" .wasm)/behaviour.wasm"
    done
    compilers >compilers.txt
    (cd "$modules" && ls -l ./*.wasm)
fi
