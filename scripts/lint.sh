#!/usr/bin/env bash
# Analyses the code with the settings of .golangci.yml: what go vet and staticcheck look for, and linters of style, in
# one load of the tree. Most linters judge every line. The linters in young judge lines that are newer than that file:
# older ones do not fail, what is touched does. Without the history that tells them apart (a source archive, a shallow
# clone) they are left out. Arguments are packages; the default is all. LINT_MODULE names the folder of another module.
#
# The linter is built from scripts/tools, a module of its own: its dependencies are none of the service's.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root/${LINT_MODULE:-.}"
[ $# -gt 0 ] || set -- ./...
young=gocritic,lll,unparam

enabled=$(sed -n 's/^  enable: \[\(.*\)\]$/\1/p' "$root/.golangci.yml" | tr -d ' ' | tr , '|')
if grep -rn --include='*.go' '//nolint' . | grep -vE "//nolint:($enabled)\b"; then
	echo "lint: these directives name no linter that is run"
	exit 1
fi

since=
if [ "$(git rev-parse --is-shallow-repository 2>/dev/null)" = false ]; then
	since=$(git log --diff-filter=A --format=%H -- "$root/.golangci.yml" | tail -1)
fi
some=()
if [ -z "$since" ]; then
	echo "lint: no history here that says which lines are new: $young are not run"
	some=(--disable "$young")
fi

# touched prints the lines that are newer, as "file:line".
touched() {
	[ -n "$since" ] || return 0
	git diff --relative --no-ext-diff --no-color -U0 "$since" -- '*.go' | awk '
		/^\+\+\+ / { file = substr($2, 3) }
		/^@@ / {
			split(substr($3, 2), range, ",")
			count = range[2] == "" ? 1 : range[2]
			for (i = 0; i < count; i++) print file ":" range[1] + i
		}'
	git ls-files --others --exclude-standard -- '*.go' | while IFS= read -r file; do
		awk -v file="$file" '{ print file ":" NR }' "$file"
	done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touched >"$work/touched"

# Below 4 GiB it collects garbage half of its time.
GOGC=${GOGC:-200} GOMEMLIMIT=${GOMEMLIMIT:-4GiB} "${GO:-go}" tool -modfile="$root/scripts/tools/go.mod" golangci-lint run \
	--config "$root/.golangci.yml" --path-mode abs --allow-parallel-runners --issues-exit-code 0 --show-stats=false \
	--output.text.path stdout --output.text.print-issued-lines=false --output.text.colors=false "${some[@]}" "$@" \
	>"$work/found"

awk -v young=",$young," -v here="$PWD/" '
	NR == FNR { new[$0] = 1; next }
	{
		if (index($0, here) == 1) $0 = substr($0, length(here) + 1)
		linter = $0
		sub(/\)$/, "", linter)
		sub(/.*\(/, "", linter)
		split($0, at, ":")
		if (index(young, "," linter ",") && !((at[1] ":" at[2]) in new)) next
		print
		failed = 1
	}
	END { exit failed }' "$work/touched" "$work/found"
