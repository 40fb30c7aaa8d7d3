package tokenrisk

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// Base is a token that others are traded against.
type Base struct {
	Symbol   string
	Address  common.Address
	Decimals int
	Dollar   bool // worth a dollar; otherwise it is the wrapped native coin
}

// Market is where pools of a network are looked for.
type Market struct {
	Bases []Base
	V2    []common.Address // factories with getPair(address,address)
	Forks []common.Address // factories with getPool(address,address,bool), of the Solidly kind
	V3    []common.Address // factories with getPool(address,address,uint24)
	Ticks []common.Address // factories with getPool(address,address,int24), of the Slipstream kind
	// Feeds are Chainlink's prices of the native coin in dollars: one that is fresh is enough.
	Feeds []oracle.Feed
}

// Fees and tick spacings that pools are looked for at.
var (
	feesV3       = []int64{100, 500, 3000, 10000}
	tickSpacings = []int64{1, 10, 50, 100, 150, 200, 2000}
)

// Markets are the networks that tokens are judged on. All addresses were compared on 2026-11-21 with published lists:
// Uniswap's, Aerodrome's and Velodrome's deployments, DefiLlama for Sushi and QuickSwap, Aave's address book for feeds.
func Markets() map[string]Market {
	at := common.HexToAddress
	v3 := at("0x1F98431c8aD98523631AE4a59f267346ea31F984")
	const polFeed = "0xAB594600376Ec9fD91F8e885dADF0CE036862dE0"

	return map[string]Market{
		"base": {
			Bases: bases("base", "WETH", "USDC"),
			V2:    uniswapV2("base"),
			Forks: dexpool.Factories(dexpool.AerodromeV2),
			V3:    dexpool.Factories(dexpool.UniswapV3),
			Ticks: dexpool.Factories(dexpool.AerodromeSlipstream),
			Feeds: nativeFeeds("base"),
		},
		"ethereum": {
			Bases: bases("ethereum", "WETH", "USDC", "USDT"),
			V2:    uniswapV2("ethereum", "0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac"),
			V3:    []common.Address{v3},
			Feeds: nativeFeeds("ethereum"),
		},
		"arbitrum": {
			Bases: bases("arbitrum", "WETH", "USDC"),
			V2:    uniswapV2("arbitrum", "0xc35DADB65012eC5796536bD9864eD8773aBc74C4"),
			V3:    []common.Address{v3},
			Feeds: feeds("arbitrum", "ETH", "0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612"),
		},
		"optimism": {
			Bases: bases("optimism", "WETH", "USDC"),
			V2:    uniswapV2("optimism"),
			Forks: []common.Address{at("0xF1046053aa5682b4F9a81b5481394DA16BE5FF5a")},
			V3:    []common.Address{v3},
			Ticks: []common.Address{at("0xCc0bDDB707055e04e497aB22a59c2aF4391cd12F")},
			Feeds: feeds("optimism", "ETH", "0x13e3Ee699D1909E989722E753853AE30b17e08c5"),
		},
		"polygon": {
			Bases: bases("polygon", "WPOL", "USDC", "USDC.e"),
			V2: uniswapV2(
				"polygon",
				"0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32",
				"0xc35DADB65012eC5796536bD9864eD8773aBc74C4",
			),
			V3:    []common.Address{v3},
			Feeds: append(feeds("polygon", "POL", polFeed), feeds("polygon", "MATIC", polFeed)...), // its name before
		},
	}
}

// uniswapV2 are Uniswap's v2 factory of a network and others of its kind.
func uniswapV2(network string, others ...string) []common.Address {
	var list []common.Address
	if uniswap, ok := known.UniswapV2Factory(network); ok {
		list = append(list, uniswap)
	}
	for _, other := range others {
		list = append(list, common.HexToAddress(other))
	}
	return list
}

// bases are tokens of the network by their symbols. One that the table of known tokens does not have is left out.
func bases(network string, symbols ...string) []Base {
	var list []Base
	for _, symbol := range symbols {
		if t, ok := known.TokenOn(network, symbol); ok {
			list = append(list, Base{Symbol: t.Symbol, Address: t.Address, Decimals: int(t.Decimals), Dollar: t.Dollar})
		}
	}
	return list
}

// nativeFeeds are Chainlink's prices of ether in dollars on a network where package oracle reads some.
func nativeFeeds(network string) []oracle.Feed {
	ether, _ := oracle.Find("ETH")
	var list []oracle.Feed
	for _, c := range ether.On(network) {
		list = append(list, c[0])
	}
	return list
}

// feeds is a feed whose heartbeat is not known better than as a day, which is the longest of any.
func feeds(network, coin, proxy string) []oracle.Feed {
	return []oracle.Feed{{
		Network:   network,
		Proxy:     common.HexToAddress(proxy),
		Base:      coin,
		Quote:     "USD",
		Heartbeat: 24 * time.Hour,
	}}
}

// router is what wallets of the network sell through on a pool, as the token sees it: who takes the tokens.
func router(network string, concentrated bool) common.Address {
	name := "Uniswap v2 Router02"
	if concentrated {
		name = "Uniswap v3 SwapRouter02"
	}
	c, _ := known.ContractOn(network, name)
	return c.Address
}

// Trusted says whether a token is one that the market's others are traded against or, on Base, one of the
// tokens known by their symbol: their issuers' powers are public and used as announced.
func (m Market) Trusted(network string, token common.Address) bool {
	for _, b := range m.Bases {
		if b.Address == token {
			return true
		}
	}
	if network != "base" {
		return false
	}
	for _, t := range evm.BaseTokens() {
		if t.Address == token {
			return true
		}
	}
	return false
}
