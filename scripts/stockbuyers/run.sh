#!/usr/bin/env bash
# Pays a dev server with the stock x402 clients of npm and checks its documents with @agentcash/discovery.
#
#   run.sh path/to/farebox   starts a dev server of its own on free ports and stops it at the end
#   run.sh                   uses the running server of FAREBOX_URL, RPC_URL, BUYER_KEY (and TOKEN, when it
#                            is not USDC's address on Base)
#
# Packages are installed into a temporary folder; STOCKBUYERS_DIR names one to keep and use again.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "stockbuyers: $*" >&2; exit 2; }

command -v node >/dev/null && command -v npm >/dev/null || fail "needs node and npm"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || fail "needs node 20 or later"

scratch=$(mktemp -d)
server=
cleanup() {
	if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
	rm -rf "$scratch"
}
trap cleanup EXIT

dir=${STOCKBUYERS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here/buyers.mjs" "$here/documents.mjs" "$dir/"
(cd "$dir" && npm install --no-audit --no-fund --ignore-scripts --loglevel=error >"$scratch/npm.log" 2>&1) || {
	cat "$scratch/npm.log" >&2
	fail "npm install failed"
}

if [ $# -gt 0 ]; then
	bin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
	free() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
	port=$(free)
	chain_port=$(free)
	authorizer=$(node -p 'require("crypto").randomBytes(32).toString("hex")')
	attestor=$(node -p 'require("crypto").randomBytes(32).toString("hex")')
	(cd "$scratch" && LISTEN_ADDR=127.0.0.1:$port ATTESTOR_KEY=$attestor SIGNED_OFFERS=true BATCH_SETTLEMENT_KEY=$authorizer exec "$bin" dev --dir "$scratch/dev" --chain-port "$chain_port") >"$scratch/server.log" 2>&1 &
	server=$!
	export FAREBOX_URL=http://127.0.0.1:$port RPC_URL=http://127.0.0.1:$chain_port
	for _ in $(seq 300); do
		if node -e 'fetch(process.env.FAREBOX_URL+"/health").then(r=>process.exit(r.ok?0:1),()=>process.exit(1))'; then break; fi
		kill -0 "$server" 2>/dev/null || { cat "$scratch/server.log" >&2; fail "the dev server ended"; }
		sleep 0.2
	done
	BUYER_KEY=$(cat "$scratch/dev/buyer.key") || { cat "$scratch/server.log" >&2; fail "the dev server did not start"; }
	export BUYER_KEY
fi
for name in FAREBOX_URL RPC_URL BUYER_KEY; do
	[ -n "${!name:-}" ] || fail "$name is not set (or give the path of a farebox binary)"
done

status=0
(cd "$dir" && node buyers.mjs) || status=1
if [ "$status" != 0 ] && [ -n "$server" ]; then
	echo "--- last lines of the dev server's log" >&2
	tail -n 40 "$scratch/server.log" >&2
fi
exit "$status"
