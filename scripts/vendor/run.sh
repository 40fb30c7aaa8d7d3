#!/usr/bin/env bash
# Takes the script of /reference, Scalar's API reference, out of its npm package: pinned, checked against its hash,
# compressed, and with the licences of all that its authors packed into it.
#
#   run.sh    writes server/site/vendor; needs node, npm and a registry
#
# To take a newer version, change both lines below. `npm view @scalar/api-reference@VERSION dist.integrity` has the hash.
set -euo pipefail
version=1.72.1
integrity=sha512-XpEJ0rfc/cXbCrR+iC4kK0o/WwX2dTtGQbT049OlPKAHD6IMIFdTeGz2r+M27P2EDWKyUITRm/NzlP8z2pw/Ow==

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

packed=$(npm pack "@scalar/api-reference@$version" --silent)
hash=sha512-$(openssl dgst -sha512 -binary "$packed" | base64 -w0)
[ "$hash" = "$integrity" ] || { echo "vendor: the package has the hash $hash, not $integrity" >&2; exit 1; }
tar xzf "$packed"

# Installed for the licence files of what is packed into the script.
echo '{"private": true}' >package.json
npm install --ignore-scripts --no-audit --no-fund --loglevel=error "@scalar/api-reference@$version" >npm.log 2>&1 ||
  { cat npm.log >&2; exit 1; }
rm -rf "$root/server/site/vendor"
mkdir -p "$root/server/site/vendor"
node "$here/scalar.mjs" package . "$root/server/site/vendor" "$version"
