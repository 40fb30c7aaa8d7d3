// Package contracts holds Go bindings of liquidity pools and of the factories that name them, one per ABI in the folder
// abi, made by scripts/abigen.sh.
//
// The ABIs are the parts in use, written after the documentation of Uniswap v2 (PairFactory), Aerodrome and Velodrome
// (ReservePool, ReserveFactory, TickFactory) and Uniswap v3 (TickPool, FeeFactory). slot0 is declared with its first
// two words only: Uniswap's has seven and Slipstream's six, and those two are the same.
package contracts
