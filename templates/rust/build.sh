#!/bin/sh
# Builds behaviour.wasm out of behaviour.rs. Needed once: rustup target add wasm32-unknown-unknown
set -eu
cd "$(dirname "$0")"
export RUSTFLAGS="-C link-arg=-zstack-size=16384"
cargo build --quiet --release --target wasm32-unknown-unknown --target-dir target
cp target/wasm32-unknown-unknown/release/behaviour.wasm behaviour.wasm
