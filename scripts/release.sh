#!/usr/bin/env bash
# Builds what a release has for this machine's system: release.sh VERSION FOLDER. It makes
#
#   farebox_VERSION_OS_ARCH.tar.gz     the program, its README and the licences of what others made that is in it
#   farebox_VERSION_OS_ARCH.cdx.json   the bill of materials, in CycloneDX: the modules that were compiled into it
#
# Each has a line in a file of checksums beside it, which ends in .sha256.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
go=${GO:-go}
name=farebox_${version#v}_$("$go" env GOOS)_$("$go" env GOARCH)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$go" run ./scripts/docs -past
mkdir "$work/$name"
scripts/build.sh "$version" "$work/$name/farebox" static
cp README.md CHANGELOG.md THIRD_PARTY_NOTICES.txt "$work/$name/"

# It has to start, and to say what it is, where it was built.
"$work/$name/farebox" version | tee /dev/stderr | grep -qxF "farebox $version"

tar -C "$work" -czf "$out/$name.tar.gz" "$name"
"$go" tool -modfile=scripts/tools/bom/go.mod cyclonedx-gomod bin -json -version "$version" -output "$out/$name.cdx.json" \
	"$work/$name/farebox"

sum() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }
(cd "$out" && sum "$name.tar.gz" "$name.cdx.json" >"$name.sha256")
