#!/bin/sh
# Compiles the Solidity contracts of folders. Each gets artefacts/ (run-time code and ABI) and bindings.gen.go, of
# what the module uses of them:
#
#   scripts/contracts/build.sh [--evm VERSION] [--runs N] [--code-only] FOLDER...
#
# --evm and --runs are settings of the compiler (shanghai, 1000). With --code-only there is neither ABI nor binding.
# The compiler is pinned, and the code holds no metadata: it depends on the sources alone. Needs node, npm and go; npm
# works in a temporary folder. Commit what changes together with the sources.
set -eu

evm=shanghai
runs=1000
code_only=
while [ $# -gt 0 ]; do
	case $1 in
	--evm) evm=$2; shift 2 ;;
	--runs) runs=$2; shift 2 ;;
	--code-only) code_only=yes; shift ;;
	-*) echo "build.sh: unknown option $1" >&2; exit 2 ;;
	*) break ;;
	esac
done
[ $# -gt 0 ] || { echo "usage: build.sh [--evm VERSION] [--runs N] [--code-only] FOLDER..." >&2; exit 2; }

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm install --silent --no-audit --no-fund --ignore-scripts solc@0.8.30 >/dev/null)

for folder; do
	mkdir -p "$folder/artefacts"
	combined=
	[ -n "$code_only" ] || combined="$work/combined.json"
	NODE_PATH="$work/node_modules" node "$here/compile.js" "$folder" "$evm" "$runs" $combined
	[ -n "$code_only" ] && continue

	(
		cd "$folder"
		go run github.com/ethereum/go-ethereum/cmd/abigen --v2 \
			--combined-json "$combined" --pkg "$(basename "$PWD")" --out bindings.gen.go
		sed -i 's/errors.New("Unknown error")/errors.New("unknown error")/' bindings.gen.go
		gofmt -w bindings.gen.go
		chmod 644 bindings.gen.go
		bound=${PWD#"$root"/}
		cd "$root" && go run ./scripts/bindings "$bound"
	)
done
