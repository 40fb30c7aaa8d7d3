#!/usr/bin/env bash
# Runs the tests of one route: run.sh /math/prime. These are the rules of the spec for its family, the tests of the
# family's handlers, and of the tests that cover every route the contract, the hostile inputs and the reasons for
# required inputs. It fails when there is no such route, and when a test of it did not run.
set -uo pipefail
cd "$(dirname "$0")/../.."
route=${1-}

spec=$(grep -lxF "  $route:" openapi/*.yaml) || {
	echo "route: no file of openapi/ has the path \"$route\"; call it as make route ROUTE=/crypto/hash" >&2
	exit 2
}
family=$(basename "$spec" .yaml)
case $family in
platform | tips) package=./server/platform ;;
*) package=./handlers/$family ;;
esac

echo "The rules of the spec, for $spec:"
"${GO:-go}" run ./scripts/gen -lint "$family" || exit

echo "The handlers, $package/...:"
"${GO:-go}" test "$package/..." || exit

# A slash parts the name of a test, and the pattern of -run: each part of the path has a pattern of its own.
name="^(GET|POST)_${route//\//\$\/^}\$"
tests='TestContract TestHostileInput'
echo "${tests// / and }, for $route:"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${GO:-go}" test ./server -count=1 -v -run "^(${tests// /|}|TestRequiredInputsHaveAReason)\$/$name" | tee "$log" | grep -vE '^=== '
code=${PIPESTATUS[0]}
for test in $tests; do
	grep -qE "^ +--- (PASS|FAIL): $test/" "$log" || {
		echo "route: $test did not look at $route" >&2
		code=1
	}
done
exit "$code"
