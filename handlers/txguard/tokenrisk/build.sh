#!/bin/sh
# Compiles the simulator (simulate/) and the contracts of the tests (tokentest/). Needs node and npm;
# the compiler is pinned and npm works in a temporary folder. Commit what changes together with the sources.
set -eu
cd "$(dirname "$0")"
here=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm install --silent --no-audit --no-fund --ignore-scripts solc@0.8.30 >/dev/null)
for dir in simulate tokentest; do
	NODE_PATH="$work/node_modules" node compile.js "$here/$dir"
done
