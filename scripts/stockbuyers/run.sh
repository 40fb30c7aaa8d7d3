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
name=stockbuyers
. "$here/../devserver.sh"

need_node 20.0

dir=${STOCKBUYERS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here/buyers.mjs" "$here/documents.mjs" "$dir/"
install "$dir"

if [ $# -gt 0 ]; then
	dev_server "$(realpath -e "$1")" ATTESTOR_KEY="$(secret)" SIGNED_OFFERS=true BATCH_SETTLEMENT_KEY="$(secret)" \
		BATCH_MIN_DEPOSIT_USD=0
	BUYER_KEY=$(cat "$KEY_FILE")
	export BUYER_KEY
fi
for each in FAREBOX_URL RPC_URL BUYER_KEY; do
	[ -n "${!each:-}" ] || fail "$each is not set (or give the path of a farebox binary)"
done

status=0
(cd "$dir" && node buyers.mjs) || status=1
if [ "$status" != 0 ] && [ $# -gt 0 ]; then server_log; fi
exit "$status"
