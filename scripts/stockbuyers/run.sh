#!/usr/bin/env bash
# Pays a dev server with the stock x402 clients of npm and checks its documents with @agentcash/discovery. A route of its
# own is bought, and then one of another API that it sells (scripts/shop).
#
#   run.sh path/to/farebox   starts a dev server of its own on free ports and stops it at the end
#   run.sh                   uses the running server of FAREBOX_URL, RPC_URL, BUYER_KEY (and TOKEN, when it
#                            is not USDC's address on Base), and SOLANA_RPC_URL with SOLANA_BUYER_KEY; only
#                            its own route is bought then
#
# With a server of its own, the clients also buy on Solana from two replicas of farebox serve, on a Postgres of the script's
# own, with the dev server as another's facilitator.
#
# With Go on the machine the payments of the tests run on Solana's own virtual machine as well, and are judged by the
# reference facilitator.
#
# Packages are installed into a temporary folder; STOCKBUYERS_DIR names one to keep and use again.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=stockbuyers
. "$here/../devserver.sh"

need_node 20.0

dir=${STOCKBUYERS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here"/*.mjs "$dir/"
install "$dir"
AGENTCASH_DIR=$dir/agentcash
mkdir -p "$AGENTCASH_DIR"
cp "$here/agentcash/"* "$AGENTCASH_DIR/"
install "$AGENTCASH_DIR" --legacy-peer-deps
SOLANA_MPP_DIR=$dir/solanampp
mkdir -p "$SOLANA_MPP_DIR"
cp "$here/solanampp/"* "$SOLANA_MPP_DIR/"
install "$SOLANA_MPP_DIR" --legacy-peer-deps
export AGENTCASH_DIR SOLANA_MPP_DIR

if [ $# -gt 0 ]; then
	shop
	dev_server "$(realpath -e "$1")" SELL="$SELL" ATTESTOR_KEY="$(secret)" SIGNED_OFFERS=true BATCH_SETTLEMENT_KEY="$(secret)" \
		FACILITATOR_API=true
	BUYER_KEY=$(cat "$KEY_FILE")
	SOLANA_BUYER_KEY=$(cat "$SOLANA_KEY_FILE")
	export BUYER_KEY SOLANA_BUYER_KEY
fi
for each in FAREBOX_URL RPC_URL BUYER_KEY; do
	[ -n "${!each:-}" ] || fail "$each is not set (or give the path of a farebox binary)"
done

status=0
(cd "$dir" && node buyers.mjs) || status=1
if [ $# -gt 0 ]; then
	echo "--- of another API"
	(cd "$dir" && TARGET=sold node buyers.mjs) || status=1
fi
if [ "$status" != 0 ] && [ $# -gt 0 ]; then server_log; fi

# Two replicas of farebox serve: each request goes to the other one than that before.
if [ $# -gt 0 ]; then
	scripts=$(cd "$here/.." && pwd)
	"$scripts/with-postgres.sh" node "$dir/replicas.mjs" "$(realpath -e "$1")" "$scratch" || status=1
fi

# A token without EIP-3009, on a dev server of its own. It comes after what uses the first one, whose variables it replaces.
if [ $# -gt 0 ]; then
	echo "--- by Permit2"
	whole=$scratch
	scratch=$whole/permit2
	mkdir -p "$scratch"
	dev_server "$(realpath -e "$1")" DEV_PERMIT2=true
	(cd "$dir" && BUYER_KEY=$(cat "$KEY_FILE") node permit2.mjs) || { status=1; server_log; }
	scratch=$whole
fi

# The tables of payments and attacks, where Solana's own programs judge, and as the reference facilitator judges them.
if command -v "${GO:-go}" >/dev/null; then
	machine=$dir/litesvm
	mkdir -p "$machine"
	cp "$here/litesvm/"* "$machine/"
	install "$machine"
	machine_port=$(free)
	(cd "$machine" && PORT=$machine_port exec node chain.mjs) >"$scratch/litesvm.log" 2>&1 &
	started+=("$!")
	reference_port=$(free)
	(cd "$dir" && PORT=$reference_port exec node reference.mjs) >"$scratch/reference.log" 2>&1 &
	started+=("$!")
	for _ in $(seq 100); do
		grep -q http "$scratch/litesvm.log" && grep -q http "$scratch/reference.log" && break
		sleep 0.2
	done
	(cd "$here/../.." && FAREBOX_LITESVM_URL=http://127.0.0.1:$machine_port \
		FAREBOX_REFERENCE_URL=http://127.0.0.1:$reference_port \
		"${GO:-go}" test -count=1 -run 'RealMachine|Reference' ./payment/facilitator/svm) || status=1
fi
exit "$status"
