#!/bin/sh
# abigen.sh FOLDER writes a Go binding for every ABI of FOLDER/abi/, of what the module uses of it. Needs go only.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$1"
folder=${PWD#"$root"/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/abigen" github.com/ethereum/go-ethereum/cmd/abigen
for abi in abi/*.json; do
	name=$(basename "$abi" .json)
	out=$(printf %s "$name" | tr '[:upper:]' '[:lower:]').gen.go
	"$work/abigen" --v2 --abi "$abi" --pkg contracts --type "$name" --out "$out"
	sed -i 's/errors.New("Unknown error")/errors.New("unknown error")/' "$out"
	gofmt -w "$out"
	chmod 644 "$out"
done
cd "$root" && go run ./scripts/bindings "$folder"
