#!/usr/bin/env bash
# Builds the service: build.sh VERSION OUT. A machine that has compiled nothing of it yet takes minutes, so it says how
# far it is. Symbol tables, which only debuggers read, are left out: a quarter of the file.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
out=$2
go=${GO:-go}

all=$("$go" list -deps . | wc -l)
began=$SECONDS
count() {
	local n=0 said=$SECONDS
	while IFS= read -r line; do
		case $line in
		*[[:space:]]*) # not the name of a package: the compiler's words, or a download
			printf '%s\n' "$line" >&2
			continue
			;;
		esac
		n=$((n + 1))
		if [ $((SECONDS - said)) -ge 10 ]; then
			said=$SECONDS
			echo "compiling: $n of at most $all packages after $((SECONDS - began)) s; the first time takes some minutes" >&2
		fi
	done
}
"$go" build -v -ldflags "-s -w -X main.version=$version" -o "$out" . 2> >(count)
wait # for the last words of the compiler
