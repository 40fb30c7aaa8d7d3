#!/usr/bin/env bash
# Runs golangci-lint with the settings of .golangci.yml. It judges lines that are newer than that file: older ones do
# not fail, what is touched does. Without the history that tells them apart (a source archive, a shallow clone) only the
# linters that the whole tree passes are run. Arguments are packages; the default is all.
#
# The linter is built from scripts/tools, a module of its own: its dependencies are none of the service's.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- ./...

enabled=$(sed -n 's/^  enable: \[\(.*\)\]$/\1/p' .golangci.yml | tr -d ' ' | tr , '|')
if grep -rn --include='*.go' '//nolint' . | grep -vE "//nolint:($enabled)\b"; then
	echo "lint: these directives name no linter that is run"
	exit 1
fi

since=
if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = false ]; then
	since=$(git log --diff-filter=A --format=%H -- .golangci.yml | tail -1)
fi
if [ -n "$since" ]; then
	scope=(--new-from-rev="$since")
else
	echo "lint: no history here that says which lines are new: only dupl and nolintlint are run"
	scope=(--enable-only=dupl,nolintlint)
fi

"${GO:-go}" tool -modfile=scripts/tools/go.mod golangci-lint run --allow-parallel-runners "${scope[@]}" "$@"
