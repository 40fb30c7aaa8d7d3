#!/usr/bin/env bash
# Farebox beside the reference x402 middlewares for Express, in one run on one machine, all with the same
# facilitator that answers at once: rates, latencies, and the processor time of each seller's process for one call.
# Only the last hardly depends on what else the machine does. The database server's own time is not in it, nor is looking
# for settlements again 15 s after they were made: that would fall into whatever is measured then. Each call is paid by
# another payer, but where payers come back: there are 256 then.
# Needs node and npm. run.sh path/to/farebox [rounds]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=peers
. "$here/../devserver.sh"
need_node 20.0
bin=$(realpath -e "$1")
rounds=${2:-3}
paid=${N:-3000}
quotes=${QUOTES:-$((paid * 5))}
dir=${PEERS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here/sellers.mjs" "$dir/"
install "$dir"
(cd "$here/../.." && go build -o "$scratch/load" ./scripts/load)

await() { # url file-with-output
	for _ in $(seq 300); do
		if curl -s -o "$scratch/answer" "$1"; then return; fi
		sleep 0.2
	done
	cat "$2"
	exit 2
}

facilitator=$(free)
"$scratch/load" -mode facilitator -addr "127.0.0.1:$facilitator" >/dev/null & started+=("$!")
export FACILITATOR_URL=http://127.0.0.1:$facilitator
await "$FACILITATOR_URL/supported" /dev/null

declare -A pid url
serve() { # name database
	local port
	port=$(free)
	LISTEN_ADDR=127.0.0.1:$port PUBLIC_BASE_URL=http://127.0.0.1:$port PAY_TO_ADDRESS=0x209693Bc6afc0C5328bA36FaF03C514EF312287C \
		DATABASE_URL=$2 DATA_DIR=$scratch/data-$1 LOG_LEVEL=warn RECONCILE_EVERY=1h "$bin" serve >"$scratch/$1.log" 2>&1 & started+=("$!")
	pid[$1]=$!
	url[$1]="http://127.0.0.1:$port/crypto/hash?algo=keccak256&input=hello"
	await "${url[$1]}" "$scratch/$1.log"
}
peer() { # name, of sellers.mjs
	local port
	port=$(free)
	(cd "$dir" && NODE_ENV=production SELLER=$1 PORT=$port QUOTE_URL=${url[sqlite]} exec node sellers.mjs) >"$scratch/$1.log" 2>&1 & started+=("$!")
	pid[$1]=$!
	url[$1]=http://127.0.0.1:$port/hash
	await "${url[$1]}" "$scratch/$1.log"
}

serve sqlite "sqlite:$scratch/farebox.sqlite"
[ -z "${DATABASE_URL:-}" ] || serve postgres "$DATABASE_URL"
peers=${PEERS-v1 v2 bazaar floor}
for each in $peers; do peer "$each"; done

load() { # seller name, and what is measured
	local seller=$1 title=$2
	shift 2
	[ -z "${url[$seller]:-}" ] || "$scratch/load" -c 32 -pid "${pid[$seller]}" -url "${url[$seller]}" -name "$title" "$@"
}
for round in $(seq "$rounds"); do
	echo "round $round"
	quote=(-mode quote -n "$quotes")
	load floor "bare node, Farebox's quote" "${quote[@]}"
	load v1 "x402-express 1.2.0 (v1)" "${quote[@]}"
	load v2 "@x402/express 2.27.0" "${quote[@]}"
	load bazaar "@x402/express 2.27.0 with bazaar" "${quote[@]}"
	load sqlite "farebox (v1 and v2), sqlite" "${quote[@]}"
	load postgres "farebox (v1 and v2), postgres" "${quote[@]}"
	v1=(-mode pay -n "$paid" -version 1)
	v2=(-mode pay -n "$paid" -version 2)
	load v1 "x402-express 1.2.0 (v1)" "${v1[@]}"
	load v2 "@x402/express 2.27.0" "${v2[@]}"
	load bazaar "@x402/express 2.27.0 with bazaar" "${v2[@]}"
	load sqlite "farebox v1, sqlite" "${v1[@]}"
	load sqlite "farebox v2, sqlite" "${v2[@]}"
	load sqlite "farebox v1, sqlite, payers come back" "${v1[@]}" -payers 256
	load sqlite "farebox v2, sqlite, payers come back" "${v2[@]}" -payers 256
	load postgres "farebox v1, postgres" "${v1[@]}"
	load postgres "farebox v2, postgres" "${v2[@]}"
done
