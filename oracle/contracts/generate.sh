#!/bin/sh
# Writes a Go binding for every ABI of the folder abi/. Needs go only.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/abigen" github.com/ethereum/go-ethereum/cmd/abigen
for abi in abi/*.json; do
	name=$(basename "$abi" .json)
	out=$(printf %s "$name" | tr '[:upper:]' '[:lower:]').gen.go
	"$work/abigen" --v2 --abi "$abi" --pkg contracts --type "$name" --out "$out"
	gofmt -w "$out"
	chmod 644 "$out"
done
