#!/usr/bin/env bash
# Farebox beside the reference x402 middlewares for Express, in one run on one machine, all with the same
# facilitator that answers at once. Needs node and npm. run.sh path/to/farebox [rounds]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
rounds=${2:-3}
n=${N:-3000}
scratch=$(mktemp -d)
pids=()
trap 'for p in "${pids[@]}"; do kill "$p" 2>/dev/null || true; done; wait 2>/dev/null || true; rm -rf "$scratch"' EXIT
dir=${PEERS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here/sellers.mjs" "$dir/"
(cd "$dir" && npm install --no-audit --no-fund --ignore-scripts --loglevel=error >"$scratch/npm.log" 2>&1) || { cat "$scratch/npm.log"; exit 2; }
(cd "$here/../.." && go build -o "$scratch/load" ./scripts/load)

free() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
fport=$(free); v1=$(free); v2=$(free); ours=$(free); ours_pg=$(free)
"$scratch/load" -mode facilitator -addr "127.0.0.1:$fport" >/dev/null & pids+=($!)
sleep 1
export FACILITATOR_URL=http://127.0.0.1:$fport
(cd "$dir" && NODE_ENV=production V1_PORT=$v1 V2_PORT=$v2 exec node sellers.mjs) >"$scratch/sellers.log" 2>&1 & pids+=($!)
serve() { # port database
	LISTEN_ADDR=127.0.0.1:$1 PUBLIC_BASE_URL=http://127.0.0.1:$1 PAY_TO_ADDRESS=0x209693Bc6afc0C5328bA36FaF03C514EF312287C \
		DATABASE_URL=$2 DATA_DIR=$scratch/data LOG_LEVEL=warn "$bin" serve >"$scratch/farebox-$1.log" 2>&1 & pids+=($!)
}
postgres=${DATABASE_URL:-}
serve "$ours" "sqlite:$scratch/farebox.sqlite"
[ -z "$postgres" ] || serve "$ours_pg" "$postgres"
sleep 4
grep -q ready "$scratch/sellers.log" || { cat "$scratch/sellers.log"; exit 2; }
route='/crypto/hash?algo=keccak256&input=hello'
load() { "$scratch/load" -n "$n" -c 32 "$@"; }
for round in $(seq "$rounds"); do
	echo "round $round"
	load -mode quote -name "x402-express 1.2.0 (v1)" -url "http://127.0.0.1:$v1/hash"
	load -mode quote -name "@x402/express 2.27.0 (v2)" -url "http://127.0.0.1:$v2/hash"
	load -mode quote -name "farebox (v1+v2)" -url "http://127.0.0.1:$ours$route"
	load -mode pay -version 1 -name "x402-express 1.2.0 (v1)" -url "http://127.0.0.1:$v1/hash"
	load -mode pay -version 2 -name "@x402/express 2.27.0 (v2)" -url "http://127.0.0.1:$v2/hash"
	load -mode pay -version 1 -name "farebox v1, sqlite" -url "http://127.0.0.1:$ours$route"
	load -mode pay -version 2 -name "farebox v2, sqlite" -url "http://127.0.0.1:$ours$route"
	[ -z "$postgres" ] || load -mode pay -version 2 -name "farebox v2, postgres" -url "http://127.0.0.1:$ours_pg$route"
done
