#!/usr/bin/env bash
# Puts a small API behind Farebox on its development chain, and buys from it: run.sh path/to/farebox. KEEP=1 leaves both
# running.
set -euo pipefail
cd "$(dirname "$0")/../.."
bin=$(realpath "$1")
listen=${LISTEN_ADDR:-127.0.0.1:8403}
base=http://$listen

work=$(mktemp -d)
touch "$work/shop.log" "$work/log"
"${GO:-go}" build -o "$work/shop" ./scripts/shop
"$work/shop" >"$work/shop.log" &
shop=$!
server=
trap 'kill $server $shop 2>/dev/null || true; wait $server $shop 2>/dev/null || true; rm -rf "$work"' EXIT
until grep -q '^http' "$work/shop.log"; do sleep 0.1; done

SELL=scripts/shop/flowers.yaml=$(head -1 "$work/shop.log") BUILTIN=false LISTEN_ADDR=$listen \
	SELL_SIGNING_KEY="for this walk alone" "$bin" dev >"$work/log" 2>&1 &
server=$!
until grep -q '^Farebox dev server' "$work/log"; do
	kill -0 $server 2>/dev/null || { cat "$work/log"; exit 1; }
	sleep 0.2
done

step() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
step "A task finds it: GET /find?q=what does a rose cost"
curl -fsS "$base/find?q=what+does+a+rose+cost"
step "Without a payment it is quoted: GET /flowers/rose"
curl -sS "$base/flowers/rose" | head -c 400
step "Bought: farebox pay"
"$bin" pay --dev --max-usd 0.01 "$base/flowers/rose"
step "An order, a POST"
"$bin" pay --dev --max-usd 0.01 -d '{"flowers":["rose","tulip"]}' "$base/orders"
step "A stream of events"
"$bin" pay --dev --max-usd 0.01 "$base/flowers/rose/prices"
step "What the shop refuses costs nothing"
"$bin" pay --dev --max-usd 0.01 "$base/flowers/thistle" || true
step "What the shop was told of its sales"
tail -n +2 "$work/shop.log"
step "What was earned: GET /usage"
sleep 1
curl -fsS "$base/usage"
echo
if [ "${KEEP:-}" = 1 ]; then
	step "Running at $base (Ctrl-C stops it)"
	wait $server
fi
