#!/usr/bin/env bash
# Builds the Python SDK and runs its tests.
#
#   run.sh unit             operations made from the interface, unit tests, type checks where mypy is installed; left
#                           out, with a line that says so, where Python or httpx is missing
#   run.sh pack FOLDER      the same, and the wheel to FOLDER
#   run.sh path/to/farebox  the same, and purchases with real keys from a dev server on free ports, which it stops at
#                           the end; needs node too, as the other scripts with a dev server do
#
# PYTHON names the interpreter, else it is the first of two that can. Where the x402 package is not installed, what stands
# in for it signs in its place; where eth-account is not, the account of the tests does.
# Exit: 0 all passed, 1 a check failed, 2 it could not be run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
name=pysdk
root=$(cd "$here/../.." && pwd)
mode=${1:?unit, pack, or the path of a farebox binary}
case $mode in
	unit) optional=1 ;;
	pack) out=$(realpath -m "${2:?the folder to write to}") ;;
	*) bin=$(realpath -e "$mode") ;;
esac

. "$here/../devserver.sh"
able() { "$1" -c 'import sys, httpx, typing_extensions; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }
for python in ${PYTHON:-python3 /usr/bin/python3}; do able "$python" && break; done
able "$python" || cannot "needs python 3.10 or later with httpx and typing_extensions"

cp -r "$root/sdk/python" "$scratch/sdk"
cd "$scratch/sdk"
rm -rf build dist src/farebox/operations.py
"$python" scripts/generate.py "$root/gen/openapi.json"
PYTHONPATH=src${PYTHONPATH:+:$PYTHONPATH} "$python" -W error::DeprecationWarning:farebox -m unittest discover -s tests
if "$python" -m mypy --version >/dev/null 2>&1; then
	MYPYPATH=tests/standin "$python" -m mypy --strict --python-version 3.10 src
else
	echo "$name: left out: $python has no mypy"
fi

case $mode in
	unit) ;;
	pack)
		mkdir -p "$out"
		"$python" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$out" .
		ls -l "$out"/farebox-*.whl
		;;
	*)
		need_node 20.0
		dev_server "$bin"
		path=src:tests
		"$python" -c 'import x402' 2>/dev/null || path=$path:tests/standin
		BUYER_KEY=$(cat "$KEY_FILE") PYTHONPATH=$path${PYTHONPATH:+:$PYTHONPATH} "$python" "$here/buy.py" || {
			server_log
			exit 1
		}
		;;
esac
