#!/usr/bin/env bash
# Runs every test: the packages given as the first argument with the race detector, the rest without. So are what the
# race detector sees a share of, hostile inputs, and what it would only slow down, processes that are killed. The Go
# client is a module of its own; its purchase from a real service is among the tests of ./server.
# A half that fails does not keep the other from running; what failed is said again at the end. The bound on a
# package only ends what hangs: a machine with much else to do needs many times the usual.
set -uo pipefail
cd "$(dirname "$0")/.."

raced=$(go list $1) || exit
all=$(go list ./...) || exit
rest=$(grep -vxF "$raced" <<<"$all")

log=$(mktemp)
trap 'rm -f "$log"' EXIT
code=0

go test -race -timeout 60m $raced 2>&1 | tee -a "$log" || code=1
go test -timeout 60m $rest 2>&1 | tee -a "$log" || code=1
go test -timeout 60m -run '^(TestHostileInput|TestKilledAtAnyStep.*)$' ./server 2>&1 | tee -a "$log" || code=1
(cd sdk/go && go test -race -timeout 60m ./...) 2>&1 | tee -a "$log" || code=1

if [ "$code" != 0 ]; then
	echo
	echo "Failed:"
	grep -E '^(--- FAIL: |FAIL[[:space:]]+[^[:space:]]|panic: |WARNING: DATA RACE)' "$log"
fi
exit "$code"
