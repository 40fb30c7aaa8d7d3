#!/usr/bin/env bash
# Has stock clients of npm buy one and the same route over HTTP (x402), MCP and MPP, and asks each door again with the
# payment of another. The service's own ledger must show three sales at one price.
#
#   run.sh path/to/farebox   starts a dev server of its own on free ports and stops it at the end
#
# Packages are installed into a temporary folder; DOORS_DIR names one to keep and use again.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "doors: $*" >&2; exit 2; }

[ $# = 1 ] || fail "give the path of a farebox binary"
command -v node >/dev/null && command -v npm >/dev/null || fail "needs node and npm"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || fail "needs node 20 or later"
bin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")

scratch=$(mktemp -d)
server=
cleanup() {
	if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
	rm -rf "$scratch"
}
trap cleanup EXIT

dir=${DOORS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here/doors.mjs" "$dir/"
# The peers of agents are its own frameworks, which its x402 client does not use.
(cd "$dir" && npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps --loglevel=error >"$scratch/npm.log" 2>&1) || {
	cat "$scratch/npm.log" >&2
	fail "npm install failed"
}

free() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
port=$(free)
chain_port=$(free)
(cd "$scratch" && LISTEN_ADDR=127.0.0.1:$port exec "$bin" dev --dir "$scratch/dev" --chain-port "$chain_port") >"$scratch/server.log" 2>&1 &
server=$!
export FAREBOX_URL=http://127.0.0.1:$port RPC_URL=http://127.0.0.1:$chain_port
for _ in $(seq 300); do
	if node -e 'fetch(process.env.FAREBOX_URL+"/health").then(r=>process.exit(r.ok?0:1),()=>process.exit(1))'; then break; fi
	kill -0 "$server" 2>/dev/null || { cat "$scratch/server.log" >&2; fail "the dev server ended"; }
	sleep 0.2
done
export KEY_FILE=$scratch/dev/buyer.key
[ -s "$KEY_FILE" ] || { cat "$scratch/server.log" >&2; fail "the dev server did not start"; }

status=0
(cd "$dir" && node doors.mjs) || status=1
if [ "$status" != 0 ]; then
	echo "--- last lines of the dev server's log" >&2
	tail -n 40 "$scratch/server.log" >&2
fi
exit "$status"
