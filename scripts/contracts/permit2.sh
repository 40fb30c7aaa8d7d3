#!/bin/sh
# Takes the published code of payments by Permit2, which is not part of this repository, out of clones, for tests:
#
#   scripts/contracts/permit2.sh X402-CLONE PERMIT2-CLONE FOLDER
#
# The clones are those of github.com/coinbase/x402 and github.com/Uniswap/permit2. That the proxy's code is what was
# published follows from its address, which the tests check. Then FAREBOX_PERMIT2_CONTRACTS=FOLDER has the facilitator's
# tests of Permit2 run on it.
set -eu
[ $# = 3 ] || { echo "usage: permit2.sh X402-CLONE PERMIT2-CLONE FOLDER" >&2; exit 2; }
mkdir -p "$3"
sed 's/^0x//' "$1/contracts/evm/script/data/exact-proxy-initcode.hex" >"$3/x402ExactPermit2Proxy.bin"
sed -n 's/.*hex"\([0-9a-f]*\)".*/\1/p' "$2/test/utils/DeployPermit2.sol" >"$3/Permit2.bin-runtime"
