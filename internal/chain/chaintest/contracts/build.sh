#!/bin/sh
# Compiles the contracts of this folder and writes artefacts/ and bindings.gen.go.
# It shares the compiler settings of payment/devchain/contracts. Needs node, npm and go. The compiler is pinned; npm works in a temporary folder.
set -eu
cd "$(dirname "$0")"
here=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$work" && npm install --silent --no-audit --no-fund --ignore-scripts solc@0.8.30 >/dev/null)
mkdir -p artefacts
NODE_PATH="$work/node_modules" node ../../../../payment/devchain/contracts/compile.js "$here" "$work"
(cd "$here" && go run github.com/ethereum/go-ethereum/cmd/abigen --v2 \
	--combined-json "$work/combined.json" --pkg contracts --out bindings.gen.go)
sed -i 's/errors.New("Unknown error")/errors.New("unknown error")/' bindings.gen.go
gofmt -w bindings.gen.go
chmod 644 bindings.gen.go
