#!/usr/bin/env bash
# Has stock clients of npm buy one and the same route over HTTP (x402), MCP and MPP, and asks each door again with the
# payment of another; then so a route of another API that the service sells. The service's own ledger must show three sales
# of each at one price.
#
#   run.sh path/to/farebox   starts a dev server of its own on free ports and stops it at the end
#
# Packages are installed into a temporary folder; DOORS_DIR names one to keep and use again.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=doors
. "$here/../devserver.sh"

[ $# = 1 ] || fail "give the path of a farebox binary"
need_node 20.0
bin=$(realpath -e "$1")

dir=${DOORS_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here/doors.mjs" "$dir/"
# The peers of agents are its own frameworks, which its x402 client does not use.
install "$dir" --legacy-peer-deps

shop
dev_server "$bin" SELL="$SELL"

status=0
(cd "$dir" && node doors.mjs) || status=1
[ "$status" = 0 ] || server_log
exit "$status"
