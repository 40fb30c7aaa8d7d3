#!/usr/bin/env bash
# Runs every test: the packages given as the first argument with the race detector, the rest without.
set -euo pipefail
cd "$(dirname "$0")/.."
raced=$(go list $1)
rest=$(go list ./... | grep -vxF "$raced" || true)
go test -race -timeout 15m $raced
go test -timeout 15m $rest
