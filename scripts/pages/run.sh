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
name=pages
. "$here/../devserver.sh"

[ $# = 1 ] || fail "give the path of a farebox binary"
need_node 20.0
CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || fail "needs chromium"
export CHROMIUM
bin=$(realpath -e "$1")

dir=${PAGES_DIR:-$scratch/npm}
mkdir -p "$dir"
cp "$here/package.json" "$here"/*.mjs "$dir/"
install "$dir"

ADMIN_TOKEN=$(secret)
export ADMIN_TOKEN
dev_server "$bin"

cd "$dir" && node pages.mjs
