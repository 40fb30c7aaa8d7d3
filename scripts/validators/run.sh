#!/usr/bin/env bash
# Shows the spec to the validators and generators of npm that our users have. One line per tool.
#
#   run.sh quick              redocly, spectral and openapi-typescript on gen/openapi.json; left out, with a line that
#                             says so, where node, npm or a registry is missing
#   run.sh all path/farebox   these and the generators openapi-ts, orval and kubb; redocly and spectral also on the
#                             document that a dev server on a free port serves, and its entry for the MCP registry to
#                             the registry's schema
#
# Packages are installed into a temporary folder; VALIDATORS_DIR names one to keep and use again.
# Exit: 0 all passed, 1 a tool found an error, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=validators
root=$(cd "$here/../.." && pwd)
mode=${1:-quick}
case $mode in
	quick) optional=1 ;;
	all) bin=$(realpath -e "${2:?path of a farebox binary}") ;;
	*) echo "validators: the first argument is quick or all" >&2; exit 2 ;;
esac

. "$here/../devserver.sh"
need_node 20.19

# --- packages: the generators are the development dependencies, which quick leaves out of a folder that is not kept
dir=${VALIDATORS_DIR:-$scratch/npm}
omit=()
[ "$mode" = all ] || [ -n "${VALIDATORS_DIR:-}" ] || omit=(--omit=dev)
mkdir -p "$dir"
cp "$here/package.json" "$dir/"
install "$dir" "${omit[@]}"
cp "$here"/*.mjs "$here"/*.yaml "$here"/*.js "$here"/*.ts "$dir/"
cp "$root/gen/openapi.json" "$dir/openapi.json"
cd "$dir"
rm -rf out
mkdir out
export PATH="$dir/node_modules/.bin:$PATH"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true KUBB_DISABLE_TELEMETRY=1 DO_NOT_TRACK=1 CI=1

# --- the tools
status=0

# tool NAME PACKAGE COMMAND...: runs it, and says in a line whether it passed; its output only where it did not.
tool() {
	local name=$1 package=$2 begun=$SECONDS version
	shift 2
	version=$(node -p 'require("./node_modules/" + process.argv[1] + "/package.json").version' "$package")
	if "$@" >"$scratch/tool.log" 2>&1; then
		echo "validators: $name ($package $version): 0 errors, $((SECONDS - begun)) s"
	else
		echo "validators: $name ($package $version): FAILED, $((SECONDS - begun)) s"
		tail -n 60 "$scratch/tool.log"
		status=1
	fi
}

compile() {
	tsc --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler \
		--lib es2022,dom,dom.iterable "$@"
}

redocly_lint() { redocly lint --config redocly.yaml "$1"; }
spectral_lint() { spectral lint --ruleset spectral.yaml --fail-severity error "$1"; }

# A member with a default may be left out of a request: --default-non-nullable says so.
openapi_typescript() {
	openapi-typescript openapi.json --default-non-nullable=false -o out/types.ts &&
		node calls.mjs openapi.json types >out/calls.ts && compile out/calls.ts
}

hey_api() { openapi-ts -i openapi.json -o out/hey-api --no-log-file && compile out/hey-api/index.ts; }
orval_fetch() { orval --config orval.config.ts && compile out/orval/index.ts out/orval/model/index.ts; }
kubb_fetch() { kubb generate && compile out/kubb/index.ts; }

tool redocly @redocly/cli redocly_lint openapi.json
tool spectral @stoplight/spectral-cli spectral_lint openapi.json
tool openapi-typescript openapi-typescript openapi_typescript
[ "$mode" = all ] || exit "$status"

tool openapi-ts @hey-api/openapi-ts hey_api
tool orval orval orval_fetch
tool kubb @kubb/cli kubb_fetch

# --- the document as it is served
dev_server "$bin"
curl -fsS --compressed "$FAREBOX_URL/openapi.json" -o served.json
# The entry for the MCP registry, to the registry's own schema: its Go module has it.
served_entry() {
	curl -fsS "$FAREBOX_URL/mcp/server.json" -o entry.json &&
		node entry.mjs entry.json "$1/internal/validators/schemas"
}
registry=github.com/modelcontextprotocol/registry@v1.8.8
if (cd "$scratch" && go mod download -json "$registry") >"$scratch/registry.json" 2>/dev/null; then
	tool "the MCP registry's schema, as served" ajv served_entry "$(node -p \
		'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).Dir' "$scratch/registry.json")"
else
	echo "validators: the MCP registry's schema: left out, no proxy of Go modules answers"
fi
tool "redocly, as served" @redocly/cli redocly_lint served.json
tool "spectral, as served" @stoplight/spectral-cli spectral_lint served.json
exit "$status"
