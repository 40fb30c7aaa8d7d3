#!/usr/bin/env bash
# Builds the TypeScript SDK, runs its unit tests, and uses it as a stranger does.
#
#   run.sh unit              build and unit tests; left out, with a line that says so, where node, npm or a registry is
#                            missing
#   run.sh pack FILE         the same, and the packed SDK to FILE
#   run.sh path/to/farebox   these; then the packed SDK in clean folders: strict type checks, the size of a bundle for
#                            browsers, and purchases from a dev server on free ports, which it stops at the end
#
# Packages are installed into a temporary folder; TSBUYERS_DIR names one to keep and use again.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=tsbuyers
root=$(cd "$here/../.." && pwd)
mode=${1:?unit, pack, or the path of a farebox binary}
case $mode in
	unit) optional=1 ;;
	pack) out=$(realpath -m "${2:?the file to write}") ;;
	*) bin=$(realpath -e "$mode") ;;
esac

. "$here/../devserver.sh"
need_node 20.19

dir=${TSBUYERS_DIR:-$scratch/npm}
mkdir -p "$dir/sdk"

# step NAME COMMAND...: runs it, and says in a line whether it passed; its output only where it did not.
step() {
	local name=$1 begun=$SECONDS
	shift
	if "$@" >"$scratch/step.log" 2>&1; then
		echo "ok $name, $((SECONDS - begun)) s"
	else
		echo "FAILED $name"
		tail -n 80 "$scratch/step.log"
		exit 1
	fi
}

# --- the SDK, built outside of the tree
rm -rf "$dir/sdk/src" "$dir/sdk/scripts" "$dir/sdk/test" "$dir/sdk/dist"
(cd "$root/sdk/typescript" && cp -r src scripts test package.json tsconfig.json README.md "$dir/sdk/")
rm -rf "$dir/sdk/src/gen"
install "$dir/sdk"
cd "$dir/sdk"
step "SDK: generated from the interface" node scripts/generate.mjs "$root/gen/openapi.json"
step "SDK: strict type check and build" node_modules/.bin/tsc -p tsconfig.json
step "SDK: declarations for CommonJS" node scripts/commonjs.mjs
step "SDK: unit tests" node --test test/*.test.mjs
[ "$mode" = unit ] && exit 0

rm -f "$dir"/sdk/*.tgz
step "SDK: packed" npm pack --ignore-scripts
package=$(echo "$dir"/sdk/*.tgz)
if [ "$mode" = pack ]; then
	mkdir -p "$(dirname "$out")"
	cp "$package" "$out"
	echo "$out, $(wc -c <"$out") bytes"
	exit 0
fi

# --- type checks of the package in a folder of its own, its declarations included
mkdir -p "$dir/buyers"
cp "$here/package.json" "$dir/buyers/"
install "$dir/buyers"
bare=$scratch/bare
mkdir -p "$bare/node_modules/@farebox/sdk"
tar -xzf "$package" -C "$bare/node_modules/@farebox/sdk" --strip-components=1
cp "$here"/*.ts "$bare/"
echo '{"type": "module"}' >"$bare/package.json"
cd "$bare"
tsc=$dir/buyers/node_modules/.bin/tsc
strict=(--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --skipLibCheck false)
step "clean folder: node modules, browser" "$tsc" "${strict[@]}" --target es2022 --module nodenext \
	--lib es2022,dom,dom.iterable clean.ts
step "clean folder: bundler, browser" "$tsc" "${strict[@]}" --target es2022 --module esnext --moduleResolution bundler \
	--lib es2022,dom,dom.iterable clean.ts hello.ts
ln -s "$dir/buyers/node_modules/@types" "$dir/buyers/node_modules/undici-types" node_modules/
step "clean folder: node modules, server" "$tsc" --noEmit --strict --skipLibCheck false --types node --target es2022 \
	--module nodenext --lib es2022 clean.ts

# A CommonJS module with the same types: nothing else says whether TypeScript lets it import the package.
cp clean.ts clean.cts
step "clean folder: CommonJS" "$tsc" "${strict[@]}" --target es2022 --module node16 --lib es2022,dom,dom.iterable clean.cts
required() { node -e 'process.exit(typeof require("@farebox/sdk").cryptoHash === "function" ? 0 : 1)'; }
step "clean folder: node requires it" required

bundle() {
	"$dir/buyers/node_modules/.bin/esbuild" --bundle --minify --format=esm --platform=browser --log-level=error "$@"
}
bundle hello.ts >"$scratch/hello.js"
echo "import { tools } from '@farebox/sdk/tools'; console.log(tools)" >tools.ts
bundle tools.ts >"$scratch/tools.js"
cat >two.ts <<'END'
import { extract, search } from '@farebox/sdk/definitions';
import { toolset } from '@farebox/sdk/toolset';
console.log(toolset, extract, search);
END
bundle two.ts >"$scratch/two.js"
for each in hello two tools; do
	echo "bundle $each: $(wc -c <"$scratch/$each.js") bytes, $(gzip -9 <"$scratch/$each.js" | wc -c) with gzip"
done

# --- purchases
dev_server "$bin" ATTESTOR_KEY="$(secret)" SDK_PACKAGE="$package"
export SIGNED=1
BUYER_KEY=$(cat "$KEY_FILE")
export BUYER_KEY

cd "$dir/buyers"
rm -rf node_modules/@farebox
mkdir -p node_modules/@farebox
cp -r "$bare/node_modules/@farebox/sdk" node_modules/@farebox/
cp "$here/buyers.ts" "$here/withdrawal.ts" .
awk '/^```/ { code = $0 == "```ts"; next } code' "$root/sdk/typescript/README.md" >readme.ts
step "types of ai, openai, @anthropic-ai/sdk and viem; the README's examples" node_modules/.bin/tsc --strict \
	--skipLibCheck --target es2022 --module nodenext --lib es2022,dom,dom.iterable --types node buyers.ts withdrawal.ts readme.ts
node buyers.js || { server_log; exit 1; }

# --- the SDK as the service hands it out, and the programs of its pages
mkdir "$scratch/stranger"
cd "$scratch/stranger"
echo '{"type": "module"}' >package.json
step "npm installs the SDK from the service" npm install --no-audit --no-fund --ignore-scripts --prefer-offline \
	--loglevel=error "$FAREBOX_URL/assets/farebox-sdk.tgz" "viem@$(node -p \
	'require(process.argv[1]).dependencies.viem' "$here/package.json")"
ln -s "$dir/buyers/node_modules/@types" "$dir/buyers/node_modules/undici-types" node_modules/
programs() {
	node "$here/programs.mjs" "$FAREBOX_URL" . &&
		"$tsc" --strict --skipLibCheck --target es2022 --module nodenext --lib es2022,dom,dom.iterable --types node ./*.ts
}
step "the TypeScript program of each route's page compiles" programs
bought() { FAREBOX_KEY=0x${BUYER_KEY#0x} node cryptoHash.js | tee /dev/stderr | grep -q 0x; }
step "one of them buys" bought || { server_log; exit 1; }

# --- a purchase by a page in a real browser
serve_page() {
	cp "$here/page.ts" .
	{
		echo '<!DOCTYPE html><meta charset="utf-8"><body>waiting<script>'
		bundle page.ts --define:FAREBOX_URL="\"$FAREBOX_URL\"" --define:BUYER_KEY="\"0x${BUYER_KEY#0x}\"" --format=iife
		echo '</script>'
	} >"$scratch/page.html"
	page_port=$(free)
	node -e 'require("http").createServer((_, r) => r.setHeader("content-type", "text/html").end(require("fs").readFileSync(
		process.argv[1]))).listen(+process.argv[2], "127.0.0.1")' "$scratch/page.html" "$page_port" &
	started+=("$!")
}
buy_in_browser() {
	local sandbox=()
	[ "$(id -u)" != 0 ] || sandbox=(--no-sandbox)
	timeout 120 chromium --headless "${sandbox[@]}" --disable-gpu --user-data-dir="$scratch/chromium" --timeout=30000 \
		--virtual-time-budget=60000 --dump-dom "http://127.0.0.1:$page_port/" 2>"$scratch/chromium.log" >"$scratch/dom.html"
	node -e 'console.log(require("fs").readFileSync(process.argv[1], "utf8").slice(-2000))' "$scratch/dom.html"
	wanted='"paid":"0.001","settled":true,"replayed":true,"refused":"OverBudget","spent":"0.001"'
	grep -qF "$wanted" "$scratch/dom.html" || {
		tail -n 5 "$scratch/chromium.log"
		return 1
	}
}
if command -v chromium >/dev/null; then
	serve_page
	step "a page in chromium buys, from another origin" buy_in_browser
else
	echo "tsbuyers: left out: chromium is not installed"
fi

# --- a withdrawal to its end; nothing can be bought on the chain after it
cd "$dir/buyers"
node withdrawal.js || { server_log; exit 1; }
