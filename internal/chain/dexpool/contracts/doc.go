// Package contracts holds Go bindings of liquidity pools and of the factories that name them, one per ABI in the folder
// abi, made by scripts/abigen.sh.
//
// The ABIs are the used parts, written from the documentation of Uniswap v2 (PairFactory), Aerodrome and Velodrome
// (ReservePool, ReserveFactory, TickFactory) and Uniswap v3 (TickPool, FeeFactory). slot0 is declared with only its
// first two words, which Uniswap's seven and Slipstream's six share.
package contracts
