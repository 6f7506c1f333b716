#!/bin/sh
# Builds behaviour.wasm out of behaviour.ts. The compiler comes from npm once, into a folder that all
# creatures share: TERRARIUM_ASSEMBLYSCRIPT, or terrarium/assemblyscript-VERSION in the user's cache.
set -eu
cd "$(dirname "$0")"
version=0.28.20
tools=${TERRARIUM_ASSEMBLYSCRIPT:-${XDG_CACHE_HOME:-$HOME/.cache}/terrarium/assemblyscript-$version}
test -x "$tools/node_modules/.bin/asc" \
    || npm install --silent --no-save --prefix "$tools" "assemblyscript@$version"
# A failed assertion reports its message and place. With --noAssert the module is smaller. --debug keeps
# the names of functions, for the places of faults; without it the module is smallest.
"$tools/node_modules/.bin/asc" behaviour.ts -O3 --debug --runtime stub --use abort=kit/index/abort -o behaviour.wasm
