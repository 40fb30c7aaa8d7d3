package tokenrisk

import (
	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
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
	Feed  common.Address   // Chainlink's price of the native coin in dollars
}

// Fees and tick spacings that pools are looked for at.
var (
	feesV3       = []int64{100, 500, 3000, 10000}
	tickSpacings = []int64{1, 50, 100, 200, 2000}
)

// Markets are the networks that tokens are judged on. All addresses were compared on 2026-11-21 with published lists: Uniswap's,
// Aerodrome's and Velodrome's deployments, DefiLlama for Sushi and QuickSwap, Aave's address book for tokens and feeds, Chainlink's
// directory for Base's.
func Markets() map[string]Market {
	at := common.HexToAddress
	v3 := at("0x1F98431c8aD98523631AE4a59f267346ea31F984")
	return map[string]Market{
		"base": {
			Bases: []Base{
				{"WETH", at("0x4200000000000000000000000000000000000006"), 18, false},
				{"USDC", at("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), 6, true},
			},
			V2:    []common.Address{at("0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6")},
			Forks: []common.Address{at("0x420DD381b31aEf6683db6B902084cB0FFECe40Da")},
			V3:    []common.Address{at("0x33128a8fC17869897dcE68Ed026d694621f6FDfD")},
			Ticks: []common.Address{at("0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A"), at("0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a"), at("0xf8f2eB4940CFE7d13603DDDD87f123820Fc061Ef")},
			Feed:  at("0x50015f8b17fb2C290Dde41fDc246ed0dcEE93a8b"),
		},
		"ethereum": {
			Bases: []Base{
				{"WETH", at("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"), 18, false},
				{"USDC", at("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"), 6, true},
				{"USDT", at("0xdAC17F958D2ee523a2206206994597C13D831ec7"), 6, true},
			},
			V2:   []common.Address{at("0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f"), at("0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac")},
			V3:   []common.Address{v3},
			Feed: at("0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419"),
		},
		"arbitrum": {
			Bases: []Base{
				{"WETH", at("0x82aF49447D8a07e3bd95BD0d56f35241523fBab1"), 18, false},
				{"USDC", at("0xaf88d065e77c8cC2239327C5EDb3A432268e5831"), 6, true},
			},
			V2:   []common.Address{at("0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9"), at("0xc35DADB65012eC5796536bD9864eD8773aBc74C4")},
			V3:   []common.Address{v3},
			Feed: at("0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612"),
		},
		"optimism": {
			Bases: []Base{
				{"WETH", at("0x4200000000000000000000000000000000000006"), 18, false},
				{"USDC", at("0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85"), 6, true},
			},
			V2:    []common.Address{at("0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf")},
			Forks: []common.Address{at("0xF1046053aa5682b4F9a81b5481394DA16BE5FF5a")},
			V3:    []common.Address{v3},
			Ticks: []common.Address{at("0xCc0bDDB707055e04e497aB22a59c2aF4391cd12F")},
			Feed:  at("0x13e3Ee699D1909E989722E753853AE30b17e08c5"),
		},
		"polygon": {
			Bases: []Base{
				{"WPOL", at("0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270"), 18, false},
				{"USDC", at("0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"), 6, true},
				{"USDC.e", at("0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"), 6, true},
			},
			V2:   []common.Address{at("0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C"), at("0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32"), at("0xc35DADB65012eC5796536bD9864eD8773aBc74C4")},
			V3:   []common.Address{v3},
			Feed: at("0xAB594600376Ec9fD91F8e885dADF0CE036862dE0"),
		},
	}
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
