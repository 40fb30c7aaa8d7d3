#!/usr/bin/env bash
# Runs every test: test.sh PART "RACED PACKAGES". The parts are
#
#   plain   all packages but the raced ones
#   race    the raced packages with the race detector
#   all     both
#
# The tests of ./server are divided too: those that do several things at once (concurrent.awk) run with the race detector,
# all others without. No test runs in both parts.
#
# The Go client is a module of its own; its purchase from a real service is among the tests of ./server. go vet is left
# to make check, which looks at more. What failed is said again at the end. The bound on a package only ends what hangs.
set -uo pipefail
cd "$(dirname "$0")/.."
part=$1

# What takes the longest goes first, so that no processor waits for it at the end.
longest='payment/facilitator/evm store store/sqlite store/postgres payment/eip3009 internal/upstream
	handlers/txguard/tokenrisk internal/web/extract handlers/web handlers/provider internal/web/pdftext handlers/convert
	internal/party/sanctions handlers/visibility server/find handlers/chain farebox/farebox handlers/marketing
	internal/web/htmlpage handlers/txguard handlers/dex handlers/match internal/spec/assortment server/discovery
	server/site'
ordered() {
	awk -v longest="$longest" '
		BEGIN { count = split(longest, first) }
		{
			for (i = 1; i <= count; i++) if (index($0 "$", "/" first[i] "$")) { early[i] = $0; next }
			rest = rest $0 "\n"
		}
		END { for (i = 1; i <= count; i++) if (i in early) print early[i]; printf "%s", rest }'
}
raced=$(go list $2 | ordered) || exit
all=$(go list ./...) || exit
rest=$(grep -vxF "$raced" <<<"$all" | grep -v '/server$' | ordered)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
code=0

# The compiler collects garbage less often than by default: an eighth of its time.
compiler=("-toolexec=env GOGC=800 GOMEMLIMIT=2GiB")
# So do the programs of tests, and the processes that they start, within a bound on their memory.
export GOGC=400 GOMEMLIMIT=1GiB
go build -o "$work/testlog" ./scripts/testlog || exit

# SQLite is C in the form of Go: the race detector does not know its memory, and spent four fifths of its time there.
unseen=(-gcflags=modernc.org/sqlite/lib=-race=false -gcflags=modernc.org/libc=-race=false)

# SQLite waits for the disk at each commit. Files of tests are therefore in memory, if there is room from which programs
# may be started. The folder has the same name each time, or no result of a test would be remembered, and a short one,
# because Chromium has sockets below it.
files=/dev/shm/f$(id -u)
room=$(df -Pk /dev/shm 2>/dev/null | awk 'END { print $4 + 0 }')
if [ "$room" -ge $((2 << 20)) ] && mkdir -pm 700 "$files" && [ -O "$files" ]; then
	printf '#!/bin/sh\n' >"$files/runs"
	chmod +x "$files/runs"
	if "$files/runs" 2>/dev/null; then
		export TMPDIR=$files
		unset GOTMPDIR # it would come before
	fi
	rm -f "$files/runs"
	trap 'rm -rf "$work"; rmdir "$files" 2>/dev/null' EXIT # tests leave nothing; another run may be using it
fi

# Tests that run beside others wait most of their time, for blocks and for bounds on time: more at once than there are
# processors. So do packages.
beside=4
processors=$(getconf _NPROCESSORS_ONLN)
packages=$((processors + 1))

# shown NAME: prints what go test -json writes as go test would, and keeps the slowest for the end.
shown() { "$work/testlog" -slowest 20 -to "$work/slow-$1" | tee "$work/log-$1"; }

tests() {
	local name=$1
	shift
	go test -json -vet=off -timeout 60m -parallel "$beside" "${compiler[@]}" "$@" 2>&1 | shown "$name"
}

# job NAME COMMAND...: runs it in the background. What it printed is shown at the end.
jobs=()
job() {
	local name=$1
	shift
	"$@" >"$work/$name" &
	jobs+=("$name $!")
}

concurrent=$(awk -f scripts/concurrent.awk server/*_test.go | paste -sd '|')
[ -n "$concurrent" ] || exit

# built NAME [FLAG...]: makes the program of the tests of ./server, before anything else is compiled: no package is
# compiled twice at once then.
built() {
	local name=$1
	shift
	go test "$@" -vet=off "${compiler[@]}" -ldflags '-s -w' -c -o "$work/$name.test" ./server
}

# service NAME WHICH: tests of ./server. WHICH says whether those that do several things at once are run (run) or all
# others (skip). They have more memory than others: hundreds of services, one after the other.
service() {
	(cd server && GOMEMLIMIT=3GiB go tool test2json -t -p github.com/farebox/farebox/server "$work/$1.test" -test.v=test2json \
		-test.timeout 60m -test.parallel "$beside" "-test.$2" "^($concurrent)\$") 2>&1 | shown "$1"
}

client() { cd sdk/go && tests sdk -race ./...; }

# The longest wait a lot, for blocks of a chain, pages of a browser and bounds on time. They are jobs that start before
# all others, so that none waits for them at the end. The race detector makes the models of the store ten times as slow.
plain_jobs() {
	job server service server skip
	job models tests models -run 'KeepsTheContract/(LedgerEqualsItsModel|PeriodsEqualARecount)$' \
		./store/sqlite ./store/postgres
	job sdk client
}
raced_jobs() {
	job server-race service server-race run
	job render tests render -race "${unseen[@]}" ./internal/web/fetch/render
}

plain() { tests plain -p "$packages" $rest; }
raced() { tests raced -p "$packages" -race "${unseen[@]}" $(grep -v '/fetch/render$' <<<"$raced"); }

case $part in
plain)
	built server || exit
	plain_jobs
	plain || code=1
	;;
race)
	built server-race -race "${unseen[@]}" || exit
	raced_jobs
	raced || code=1
	;;
all) # both halves at once, so that no processor waits for the end of the first
	built server &
	building=$!
	built server-race -race "${unseen[@]}" || exit
	wait "$building" || exit
	packages=$processors
	plain_jobs
	raced_jobs
	job raced raced
	plain || code=1
	;;
*)
	echo "test.sh: the first argument is plain, race or all" >&2
	exit 2
	;;
esac
for started in "${jobs[@]}"; do
	wait "${started#* }" || code=1
	cat "$work/${started% *}"
done

slowest=$(sort -rn "$work"/slow-* | head -20)
printf '\nThe slowest tests:\n%s\n\n' "$slowest"
grep -hE '^(ok|FAIL|---|\?)[[:space:]]' "$work"/log-* | grep -v '\[no test files\]' | tail -n 40

if [ "$code" != 0 ]; then
	echo
	echo "Failed:"
	grep -hE '^(--- FAIL: |FAIL[[:space:]]+[^[:space:]]|panic: |WARNING: DATA RACE)' "$work"/log-*
fi
exit "$code"
