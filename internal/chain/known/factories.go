package known

import "github.com/ethereum/go-ethereum/common"

// uniswapV2Factories make the pairs of Uniswap v2. Source: Uniswap's sdk-core, addresses.ts.
var uniswapV2Factories = map[string]string{
	"ethereum":  "0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f",
	"base":      "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6",
	"bnb":       "0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6",
	"optimism":  "0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf",
	"arbitrum":  "0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9",
	"avalanche": "0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C",
	"polygon":   "0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C",
	"celo":      "0x79a530c8e2fA8748B7B40dd3629C0520c2cCf03f",
	"linea":     "0x114A43DF6C5f54EBB8A9d70Cd1951D3dD68004c7",
}

// UniswapV2Factory makes the pairs of Uniswap v2 on a network.
func UniswapV2Factory(network string) (common.Address, bool) {
	a, ok := uniswapV2Factories[network]
	return common.HexToAddress(a), ok
}
