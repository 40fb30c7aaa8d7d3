#!/usr/bin/env bash
# Builds the service: build.sh VERSION OUT [static]. A machine that has compiled nothing of it yet takes minutes, so it
# says how far it is. Symbol tables, which only debuggers read, are left out: a quarter of the file.
#
# static is what is given away, images and releases: a binary that needs nothing of its machine, with the time zones in
# it. cgo brings in libsecp256k1, which checks signatures five times as fast as Go does; netgo and osusergo keep the C
# library from looking for files at run time. A Mac has no static C library: its binary needs the system's.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
out=$2
go=${GO:-go}

linked="-s -w -X main.version=$version"
flags=()
if [ "${3:-}" = static ]; then
	flags=(-trimpath -buildvcs=false -tags netgo,osusergo,timetzdata)
	export CGO_ENABLED=1
	[ "$("$go" env GOOS)" = darwin ] || linked+=" -linkmode external -extldflags '-static'"
fi

# The compiler collects garbage less often than by default: an eighth of its time.
export GOGC=${GOGC:-800} GOMEMLIMIT=${GOMEMLIMIT:-2GiB}

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
"$go" build -v "${flags[@]}" -ldflags "$linked" -o "$out" . 2> >(count)
wait # for the last words of the compiler
