#!/usr/bin/env bash
# Looks at the pages of a dev server in Chromium, at three widths, in the light and in the dark: axe-core for labels and
# contrast, html-validate for all pages, the console, the policy, requests to elsewhere, scrolling sideways, and the
# viewer of the OpenAPI document; the operator's dashboard before and after signing in; and the keyboard alone.
#
#   run.sh path/to/farebox   starts a dev server of its own on free ports and stops it at the end
#
# Packages are installed into a temporary folder; PAGES_DIR names one to keep and use again. PAGES_SHOTS names a folder
# for pictures of the pages.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fail() { echo "pages: $*" >&2; exit 2; }

[ $# = 1 ] || fail "give the path of a farebox binary"
command -v node >/dev/null && command -v npm >/dev/null || fail "needs node and npm"
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || fail "needs chromium"
export CHROMIUM
bin=$(realpath -e "$1")

scratch=$(mktemp -d)
server=
cleanup() {
	if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
	rm -rf "$scratch"
}
trap cleanup EXIT

dir=${PAGES_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here"/*.mjs "$dir/"
(cd "$dir" && npm install --no-audit --no-fund --ignore-scripts --loglevel=error >"$scratch/npm.log" 2>&1) || {
	cat "$scratch/npm.log" >&2
	fail "npm install failed"
}

free() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
port=$(free)
chain_port=$(free)
ADMIN_TOKEN=$(node -p 'require("crypto").randomBytes(32).toString("hex")')
export ADMIN_TOKEN
(cd "$scratch" && LISTEN_ADDR=127.0.0.1:$port exec "$bin" dev --dir "$scratch/dev" --chain-port "$chain_port") \
	>"$scratch/server.log" 2>&1 &
server=$!
export FAREBOX_URL=http://127.0.0.1:$port
for _ in $(seq 300); do
	if node -e 'fetch(process.env.FAREBOX_URL+"/health").then(r=>process.exit(r.ok?0:1),()=>process.exit(1))'; then break; fi
	kill -0 "$server" 2>/dev/null || { cat "$scratch/server.log" >&2; fail "the dev server ended"; }
	sleep 0.2
done

cd "$dir" && node pages.mjs
