#!/bin/sh
# Builds behaviour.wasm out of behaviour.ts, with npm; the first time it gets the compiler.
set -eu
cd "$(dirname "$0")"
test -d node_modules || npm install --silent
npm run --silent build
