// Package dexpool knows liquidity pools of Base: which exist for a token, whether they match the table, and their
// price.
package dexpool

import (
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
)

// Dex is an exchange and the kind of its pools.
type Dex string

// The exchanges.
const (
	AerodromeV2         Dex = "aerodrome_v2"         // reserves: x*y or x^3*y+y^3*x
	AerodromeSlipstream Dex = "aerodrome_slipstream" // concentrated liquidity
	UniswapV3           Dex = "uniswap_v3"           // concentrated liquidity
)

// Ticks reports whether the exchange's pools have concentrated liquidity.
func (d Dex) Ticks() bool { return d != AerodromeV2 }

// factory is a contract whose pools count as genuine.
type factory struct {
	address common.Address
	dex     Dex
}

// factories of Base. Sources: the deployment lists of Aerodrome, of Aero (cl-base.json of metadex-slipstream-public)
// and of Uniswap.
func factories() []factory {
	at := common.HexToAddress
	return []factory{
		{at("0x420DD381b31aEf6683db6B902084cB0FFECe40Da"), AerodromeV2},
		{at("0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A"), AerodromeSlipstream}, // the first
		{at("0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a"), AerodromeSlipstream}, // gauge caps
		{at("0xf8f2eB4940CFE7d13603DDDD87f123820Fc061Ef"), AerodromeSlipstream}, // gauges v3, 2026
		{at("0x9CB220581b91b0C83223012FE69688b92aD07a76"), AerodromeSlipstream}, // Aero, since 2026-10-22
		{at("0x33128a8fC17869897dcE68Ed026d694621f6FDfD"), UniswapV3},
	}
}

// Factories returns the exchange's factories on Base, oldest first.
func Factories(dex Dex) []common.Address {
	var list []common.Address
	for _, f := range factories() {
		if f.dex == dex {
			list = append(list, f.address)
		}
	}
	return list
}

// DexOf is the exchange of a factory's pools. ok is false for unknown factories: anyone may deploy one.
func DexOf(address common.Address) (dex Dex, ok bool) {
	for _, f := range factories() {
		if f.address == address {
			return f.dex, true
		}
	}
	return "", false
}

// Token is one side of a pool.
type Token struct {
	Symbol   string
	Address  common.Address
	Decimals uint8
}

// Pool is a pool of Base. Token0's address is below Token1's, as in the contract.
type Pool struct {
	Address common.Address
	Dex     Dex
	Stable  bool // an AerodromeV2 pool for tokens of nearly equal value
	Token0  Token
	Token1  Token
	// Headline marks the six pools that represent the whole market: the deepest of both kinds.
	Headline bool
}

// Pair is both tokens' symbols, token0 first: "WETH/USDC".
func (p Pool) Pair() string { return p.Token0.Symbol + "/" + p.Token1.Symbol }

// Other is the pool's other token. ok is false if the given token is not in the pool.
func (p Pool) Other(token common.Address) (other Token, ok bool) {
	switch token {
	case p.Token0.Address:
		return p.Token1, true
	case p.Token1.Address:
		return p.Token0, true
	}
	return Token{}, false
}

// row is a line of the table: symbols of evm.BaseTokens in any order.
type row struct {
	a, b     string
	dex      Dex
	address  string
	headline bool
}

// Pools is the table. For each pair the pools with more weight and trade come first. Check rows on chain before
// use; see [Checks].
func Pools() []Pool { return slices.Clone(table()) }

// table is built once and never changes.
var table = sync.OnceValue(func() []Pool {
	const v2, slip, uni = AerodromeV2, AerodromeSlipstream, UniswapV3
	rows := []row{
		{"WETH", "USDC", slip, "0x3FE04A59Ebd38cF06080a6F60a98D124eb59392A", true}, // gauges v3, tick spacing 50
		{"WETH", "USDC", slip, "0xb2cc224c1c9feE385f8ad6a55b4d94E92359DC59", false},
		{"WETH", "USDC", uni, "0xd0b53D9277642d899DF5C87A3966A349A798F224", true}, // 0.05 %
		{"WETH", "USDC", uni, "0x6c561B446416E1A00E8E93E221854d6eA4171372", false},
		{"WETH", "USDC", v2, "0xcDAC0d6c6C59727a65F871236188350531885C43", false},
		{"USDC", "CBBTC", slip, "0x4e962BB3889Bf030368F56810A9c96B83CB3E778", true},
		{"WETH", "CBBTC", slip, "0x70aCDF2Ad0bf2402C957154f944c19Ef4e1cbAE1", false},
		{"WETH", "CBBTC", uni, "0x7AeA2E8A3843516afa07293a10Ac8E49906dabD1", false},
		{"AERO", "USDC", v2, "0x6cDcb1C4A4D1C3C6d054b27AC5B77e89eAFb971d", true},
		{"WETH", "AERO", slip, "0x82321f3BEB69f503380D6B233857d5C43562e2D0", false},
		{"USDC", "AERO", slip, "0xBE00fF35AF70E8415D0eB605a286D8A45466A4c1", false},
		{"VIRTUAL", "WETH", v2, "0x21594b992F68495dD28d605834b58889d0a727c7", true},
		{"VIRTUAL", "WETH", slip, "0xC200F21EfE67c7F41B81A854c26F9cdA80593065", false},
		{"VIRTUAL", "WETH", slip, "0x3f0296BF652e19bca772EC3dF08b32732F93014A", false},
		{"DEGEN", "WETH", uni, "0xc9034c3E7F58003E6ae0C8438e7c8f4598d5ACAA", true}, // 0.3 %
		{"DEGEN", "WETH", v2, "0x2C4909355b0C036840819484c3A882A95659aBf3", false},
		{"DEGEN", "WETH", slip, "0xaFB62448929664Bfccb0aAe22f232520e765bA88", false},
		{"WETH", "BRETT", uni, "0xBA3F945812a83471d709BCe9C3CA699A19FB46f7", false},
		{"WETH", "BRETT", slip, "0x4e829F8A5213c42535AB84AA40BD4aDCCE9cBa02", false},
		{"WETH", "TOSHI", uni, "0x4b0Aaf3EBb163dd45F663b38b6d93f6093EBC2d3", false},
		{"WETH", "KEYCAT", uni, "0xd82403772cB858219cfb58bFab46Ba7a31073474", false},
		{"WETH", "KEYCAT", slip, "0xB211a9DDff3a10806c8fdb92Dbc4c34596A23F84", false},
		{"WETH", "HIGHER", uni, "0xCC28456d4Ff980CeE3457Ca809a257E52Cd9CDb0", false},
		{"WETH", "CLANKER", uni, "0xC1a6FBeDAe68E1472DbB91FE29B51F7a0Bd44F97", false},
		{"ZORA", "USDC", uni, "0xEdc625B74537eE3a10874f53D170E9c17A906B9c", false},
		{"ZORA", "WETH", uni, "0xA0Ca5bEbC42cDbf3623B1C09206Ae4e3975B0FC7", false},
		{"WETH", "KAITO", slip, "0x56b92E5B391DbFb8b8028AC95A4b97f52ffEB416", false},
		{"AIXBT", "USDC", uni, "0xf1Fdc83c3A336bdbDC9fB06e318B08EadDC82FF4", false},
		{"AIXBT", "WETH", slip, "0x22A52bB644f855ebD5ca2edB643FF70222D70C31", false},
		{"BNKR", "WETH", uni, "0xAEC085E5A5CE8d96A7bDd3eB3A62445d4f6CE703", false},
		{"CBETH", "WETH", slip, "0x47cA96Ea59C13F72745928887f84C9F52C3D7348", false},
		{"CBETH", "WETH", uni, "0x10648BA41B8565907Cfa1496765fA4D95390aa0d", false},
		{"WSTETH", "WETH", slip, "0x861A2922bE165a5Bd41b1E482B49216b465e1B5F", false},
		{"WSTETH", "WETH", uni, "0x20E068D76f9E90b90604500B84c7e19dCB923e7e", false},
		{"EURC", "USDC", slip, "0xE846373C1a92B167b4E9cd5d8E4d6B1Db9E90EC7", false},
		{"EURC", "USDC", slip, "0xc5E51044eB7318950B1aFb044FccFb25782C48c1", false},
		{"USDC", "USDT", slip, "0xa41Bc0AFfbA7Fd420d186b84899d7ab2aC57fcD1", false},
		{"TBTC", "CBBTC", slip, "0x138aceE5573fA09e7F215965ff60898cc33c6330", false},
		{"CBBTC", "LBTC", slip, "0xA44D3Bb767d953711EA4Bce8C0F01f4d7D299aF6", false},
		{"WETH", "MORPHO", slip, "0xB5F0b4aE66C14F7EFaA9aA1468E8FC536A3E288c", false},
		{"WETH", "WELL", slip, "0x3Ba9ce0f19cF3CcB631b973c83712C7E6E9585ae", false},
		{"WETH", "AAVE", slip, "0x4a79B0168296c0eF7b8F314973B82aD406a29f1B", false},
	}
	var list []Pool
	for _, r := range rows {
		a, okA := known(r.a)
		b, okB := known(r.b)
		if !okA || !okB {
			continue
		}
		if a.Address.Cmp(b.Address) > 0 {
			a, b = b, a
		}
		list = append(list, Pool{
			Address:  common.HexToAddress(r.address),
			Dex:      r.dex,
			Token0:   a,
			Token1:   b,
			Headline: r.headline,
		})
	}
	return list
})

func known(symbol string) (Token, bool) {
	t, ok := evm.BaseToken(symbol)
	return Token{t.Symbol, t.Address, t.Decimals}, ok
}

// Quotes are the tokens in which others are priced, the preferred one first.
func Quotes() []string { return []string{"USDC", "WETH", "CBBTC"} }

// Of returns the table's pools that price a token: those whose other side is one of Quotes.
func Of(token common.Address) []Pool {
	var list []Pool
	for _, p := range table() {
		if other, ok := p.Other(token); ok && slices.Contains(Quotes(), other.Symbol) {
			list = append(list, p)
		}
	}
	return list
}
