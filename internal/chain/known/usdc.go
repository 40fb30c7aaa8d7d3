package known

import "github.com/ethereum/go-ethereum/common"

// usdcTable is Circle's USDC where it takes authorizations (EIP-3009), with the name of its EIP-712 domain, whose
// version is 2 everywhere. A signature for the other name is worthless. Sources: Circle's list of USDC contracts, and
// the reference constants of x402.
var usdcTable = []struct{ network, address, domain string }{
	{"base", baseUSDC, "USD Coin"},
	{"base-sepolia", baseSepoliaUSDC, "USDC"},
	{"ethereum", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USD Coin"},
	{"polygon", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "USD Coin"},
	{"polygon-amoy", "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582", "USDC"},
	{"arbitrum", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USD Coin"},
	{"arbitrum-sepolia", "0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d", "USD Coin"},
	{"optimism", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", "USD Coin"},
	{"avalanche", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", "USD Coin"},
	{"avalanche-fuji", "0x5425890298aed601595a70AB815c96711a31Bc65", "USD Coin"},
	{"sei", "0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392", "USDC"},
	{"monad", "0x754704Bc059F8C67012fEd69BC8A327a5aafb603", "USDC"},
	{"celo", "0xcebA9300f2b948710d2653dD7B07f33A8B32118C", "USDC"},
	{"world", "0x79A02482A880bCE3F13e09Da970dC34db4CD24d1", "USDC"},
	{"unichain", "0x078D782b760474a361dDA0AF3839290b0EF57AD6", "USDC"},
}

// USDC is Circle's dollar on a network where it takes authorizations, with its domain.
func USDC(network string) (Token, bool) {
	for _, row := range usdcTable {
		if row.network != network {
			continue
		}
		return Token{
			Symbol:   "USDC",
			Address:  common.HexToAddress(row.address),
			Decimals: 6,
			Domain: Domain{
				Name:    row.domain,
				Version: "2",
			},
		}, true
	}
	return Token{}, false
}
