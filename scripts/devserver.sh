# shellcheck shell=bash
# What the scripts share that show a server to programs of npm. Sourced by them after these are set:
#
#   name      of the script, which messages begin with
#   optional  set where the run is part of a larger check: what cannot begin is then left out, which is no failure
#
# Sets scratch, a folder that goes away with the script. What is listed in started is stopped then.

scratch=$(mktemp -d)
started=()
cleanup() {
	for each in "${started[@]}"; do kill "$each" 2>/dev/null || true; done
	for each in "${started[@]}"; do wait "$each" 2>/dev/null || true; done
	rm -rf "$scratch"
}
trap cleanup EXIT

# fail ends a run that went wrong beside what it was to check.
fail() {
	echo "$name: $*" >&2
	exit 2
}

# cannot ends a run that cannot begin.
cannot() {
	[ -n "${optional:-}" ] || fail "$@"
	echo "$name: left out: $*"
	exit 0
}

# need_node MAJOR.MINOR: this version of node or a later one, and npm.
need_node() {
	command -v node >/dev/null && command -v npm >/dev/null || cannot "needs node and npm"
	node -e 'const [a, b] = process.versions.node.split("."), [c, d] = process.argv[1].split(".")
		process.exit(+a > +c || (+a === +c && +b >= +d) ? 0 : 1)' "$1" || cannot "needs node $1 or later"
}

# install FOLDER FLAG...: the packages of its package.json, unless they are there already.
install() {
	local dir=$1 unreachable='ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED'
	shift
	if { echo "$*"; cat "$dir/package.json"; } | cmp -s - "$dir/installed"; then return; fi
	rm -f "$dir/installed"
	(cd "$dir" && npm install "$@" --no-audit --no-fund --no-package-lock --ignore-scripts --prefer-offline \
		--loglevel=error --fetch-timeout=60000 --fetch-retries=1 --fetch-retry-mintimeout=1000) >"$scratch/npm.log" 2>&1 || {
		if grep -qE "$unreachable" "$scratch/npm.log"; then cannot "no registry of npm packages answers"; fi
		cat "$scratch/npm.log" >&2
		fail "npm install failed"
	}
	{ echo "$*"; cat "$dir/package.json"; } >"$dir/installed"
}

# free is a port that nothing listens on.
free() {
	node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => {
		console.log(s.address().port); s.close() })'
}

# secret is a key of 32 bytes.
secret() { node -p 'require("crypto").randomBytes(32).toString("hex")'; }

# dev_server BINARY NAME=VALUE...: a dev server with these settings on free ports. Exports FAREBOX_URL, RPC_URL of its
# chain and KEY_FILE, the key of a buyer with money on it; likewise SOLANA_RPC_URL and SOLANA_KEY_FILE.
dev_server() {
	local bin=$1 port chain_port solana_port
	shift
	port=$(free)
	chain_port=$(free)
	solana_port=$(free)
	(cd "$scratch" && exec env LISTEN_ADDR="127.0.0.1:$port" "$@" "$bin" dev --dir "$scratch/dev" \
		--chain-port "$chain_port" --solana-port "$solana_port") >"$scratch/server.log" 2>&1 &
	started+=("$!")
	export FAREBOX_URL=http://127.0.0.1:$port RPC_URL=http://127.0.0.1:$chain_port KEY_FILE=$scratch/dev/buyer.key
	export SOLANA_RPC_URL=http://127.0.0.1:$solana_port SOLANA_KEY_FILE=$scratch/dev/solana-buyer.key
	for _ in $(seq 300); do
		if node -e 'fetch(process.argv[1]).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))' \
			"$FAREBOX_URL/health" && [ -s "$KEY_FILE" ]; then
			return
		fi
		kill -0 "${started[-1]}" 2>/dev/null || break
		sleep 0.2
	done
	server_log
	fail "the dev server did not start"
}

# shop: an API to sell (scripts/shop), with nothing but its address. Sets SELL for dev_server. Needs Go.
shop() {
	local root
	root=$(cd "$here/../.." && pwd)
	command -v "${GO:-go}" >/dev/null || fail "needs Go, for the API that is sold"
	(cd "$root" && "${GO:-go}" build -o "$scratch/shop" ./scripts/shop) || fail "the API that is sold does not compile"
	"$scratch/shop" >"$scratch/shop.log" &
	started+=("$!")
	for _ in $(seq 50); do
		grep -q '^http' "$scratch/shop.log" && break
		sleep 0.1
	done
	SELL=$root/scripts/shop/flowers.yaml=$(head -1 "$scratch/shop.log")
}

server_log() {
	echo "--- last lines of the dev server's log" >&2
	tail -n 40 "$scratch/server.log" >&2
}
