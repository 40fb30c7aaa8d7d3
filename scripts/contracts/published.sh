#!/bin/sh
# Compiles the published contracts of the scheme batch-settlement, which are not part of this repository, for tests:
#
#   scripts/contracts/published.sh CLONE/contracts/evm FOLDER
#
# CLONE is one of github.com/x402-foundation/x402. Compiler, settings and library are those of its foundry.toml and
# foundry.lock; that the result is what was published follows from the addresses, which the tests check. Then
# FAREBOX_CHANNEL_CONTRACTS=FOLDER has the tests of channels run on them. Needs node and npm.
set -eu
[ $# = 2 ] || { echo "usage: published.sh CLONE/contracts/evm FOLDER" >&2; exit 2; }
sources=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm install --silent --no-audit --no-fund --ignore-scripts solc@0.8.28 @openzeppelin/contracts@5.5.0 \
	>/dev/null)
NODE_PATH="$work/node_modules" node "$here/published.js" "$sources/src" "$work/node_modules" "$out"
