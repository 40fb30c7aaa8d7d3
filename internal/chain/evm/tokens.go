package evm

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// KnownToken is a token of Base that is known by its symbol.
type KnownToken struct {
	Symbol   string
	Address  common.Address
	Decimals uint8
	Common   bool // part of the set that a wallet is looked through for
}

// BaseTokens are the tokens of Base that callers may name by symbol: a symbol is no proof of anything on a chain where
// anyone may deploy another USDC, so that only these are taken. Each was compared on 2026-11-21 with at least one of the address books
// of Aave and Moonwell, the token lists of Uniswap and of the Superchain, and the tables of DefiLlama; HIGHER, which none of them
// has, with public code that uses it.
func BaseTokens() []KnownToken {
	at := common.HexToAddress
	return []KnownToken{
		{"USDC", at("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"), 6, true},
		{"USDT", at("0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"), 6, true},
		{"DAI", at("0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb"), 18, true},
		{"USDS", at("0x820C137fa70C8691f0e44Dc420a5e53c168921Dc"), 18, true},
		{"EURC", at("0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42"), 6, true},
		{"WETH", at("0x4200000000000000000000000000000000000006"), 18, true},
		{"CBBTC", at("0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf"), 8, true},
		{"CBETH", at("0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22"), 18, true},
		{"WSTETH", at("0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452"), 18, true},
		{"AERO", at("0x940181a94A35A4569E4529A3CDfB74e38FD98631"), 18, true},
		{"DEGEN", at("0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed"), 18, true},
		{"VIRTUAL", at("0x0b3e328455c4059EEb9e3f84b5543F74E24e7E1b"), 18, true},
		{"USDBC", at("0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA"), 6, false},
		{"GHO", at("0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee"), 18, false},
		{"WEETH", at("0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A"), 18, false},
		{"LBTC", at("0xecAc9C5F704e954931349Da37F60E39f515c11c1"), 8, false},
		{"TBTC", at("0x236aa50979D5f3De3Bd1Eeb40E81137F22ab794b"), 18, false},
		{"WBTC", at("0x0555E30da8f98308EdB960aa94C0Db47230d2B9c"), 8, false},
		{"BRETT", at("0x532f27101965dd16442E59d40670FaF5eBB142E4"), 18, false},
		{"AAVE", at("0x63706e401c06ac8513145b7687A14804d17f814b"), 18, false},
		{"WELL", at("0xA88594D404727625A9437C3f886C7643872296AE"), 18, false},
		{"MORPHO", at("0xBAa5CC21fd487B8Fcc2F632f3F4E8D37262a0842"), 18, false},
		{"TOSHI", at("0xAC1Bd2486aAf3B5C0fc3Fd868558b082a531B2B4"), 18, false},
		{"KEYCAT", at("0x9a26F5433671751C3276a065f57e5a02D2817973"), 18, false},
		{"HIGHER", at("0x0578d8A44db98B23BF096A382e016e29a5Ce0ffe"), 18, false},
		{"CLANKER", at("0x1bc0c42215582d5A085795f4baDbaC3ff36d1Bcb"), 18, false},
		{"ZORA", at("0x1111111111166b7FE7bd91427724B487980aFc69"), 18, false},
		{"KAITO", at("0x98d0baa52b2D063E780DE12F615f963Fe8537553"), 18, false},
		{"AIXBT", at("0x4F9Fd6Be4a90f2620860d680c0d4d5Fb53d1A825"), 18, false},
		{"BNKR", at("0x22aF33FE49fD1Fa80c7149773dDe5890D3c76F3b"), 18, false},
	}
}

// BaseToken is the token of Base with this symbol, in any case.
func BaseToken(symbol string) (KnownToken, bool) {
	for _, t := range BaseTokens() {
		if strings.EqualFold(t.Symbol, symbol) {
			return t, true
		}
	}
	return KnownToken{}, false
}
