// Package contracts holds Go bindings of liquidity pools, one per ABI in the folder abi, made by scripts/abigen.sh. The ABIs are
// the parts in use, written after the documentation of Aerodrome and of Uniswap v3. slot0 is declared with its first two words only:
// Uniswap's has seven and Slipstream's six, and those two are the same.
package contracts
