#!/usr/bin/env bash
# Runs every test: the packages given as the first argument with the race detector, the rest without. Each test of
# ./server starts a service, which takes seconds under the race detector: it sees those of the files that do several
# things at once, and all of them run without it. The Go client is a module of its own; its purchase from a real
# service is among the tests of ./server.
# A half that fails does not keep the other from running; what failed is said again at the end. The bound on a
# package only ends what hangs: a machine with much else to do needs many times the usual.
set -uo pipefail
cd "$(dirname "$0")/.."

raced=$(go list $1) || exit
all=$(go list ./...) || exit
rest=$(grep -vxF "$raced" <<<"$all" | grep -v '/server$')

concurrent=$(grep -lE 'go func|sync\.WaitGroup' server/*_test.go | xargs grep -ohE '^func Test\w+' | sed 's/^func //' | paste -sd '|')

work=$(mktemp -d)
log=$work/log
trap 'rm -rf "$work"' EXIT
code=0

# The service's tests wait a lot, for blocks of a chain and for bounds on time: the others run meanwhile.
go test -race -c -o "$work/server.test" ./server || exit
(cd server && "$work/server.test" -test.timeout 60m -test.run "^($concurrent)\$") >"$work/slow" 2>&1 &

go test -race -timeout 60m $raced 2>&1 | tee -a "$log" || code=1
go test -timeout 60m ./server $rest 2>&1 | tee -a "$log" || code=1
wait $! || code=1
tee -a "$log" <"$work/slow"

(cd sdk/go && go test -race -timeout 60m ./...) 2>&1 | tee -a "$log" || code=1

if [ "$code" != 0 ]; then
	echo
	echo "Failed:"
	grep -E '^(--- FAIL: |FAIL[[:space:]]+[^[:space:]]|panic: |WARNING: DATA RACE)' "$log"
fi
exit "$code"
