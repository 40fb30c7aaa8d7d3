package known

import (
	"slices"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/common"
)

// Token is a token known by its symbol. Only the address proves anything: anyone may deploy another USDC.
type Token struct {
	Network  string
	Symbol   string
	Address  common.Address
	Decimals uint8

	Dollar  bool // worth a dollar
	Native  bool // the ERC-20 form of the network's own coin
	Trusted bool // a stablecoin that assessments count as money: in dollars, EURC in euros
	Common  bool // part of the set searched for in wallets

	// Domain is the EIP-712 domain of the token's signatures, if known here.
	Domain Domain
}

// Domain is the name and the version of an EIP-712 domain.
type Domain struct {
	Name    string
	Version string
}

// reissuedAERO names the AERO that Aero, the exchange that Aerodrome became, gives 1:1 for the old one since
// 2026-10-21. On chain, both bear the symbol AERO. It has no price here: the exchange may end, and only goes one way.
const reissuedAERO = "AERO-2026"

// Tokens that the code needs by name.
const (
	baseUSDC        = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
	baseSepoliaUSDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
)

// Circle's USDC on the networks that accept payments without configuration.
var (
	BaseUSDC        = common.HexToAddress(baseUSDC)
	BaseSepoliaUSDC = common.HexToAddress(baseSepoliaUSDC)
)

// Tokens are the tokens of a network, in the order of the table.
func Tokens(network string) []Token { return slices.Clone(tokens()[network]) }

// TokenOn is the token of a network with this symbol, in any case.
func TokenOn(network, symbol string) (Token, bool) {
	for _, t := range tokens()[network] {
		if strings.EqualFold(t.Symbol, symbol) {
			return t, true
		}
	}
	return Token{}, false
}

// Wrapped is the ERC-20 form of a network's own coin, or the zero address for a network outside the table.
func Wrapped(network string) common.Address {
	for _, t := range tokens()[network] {
		if t.Native {
			return t.Address
		}
	}
	return common.Address{}
}

// tokens is the table by network. It is built once and never changes.
var tokens = sync.OnceValue(func() map[string][]Token {
	list := map[string][]Token{}
	for _, r := range tokenTable {
		token := Token{
			Network:  r.network,
			Symbol:   r.symbol,
			Address:  common.HexToAddress(r.address),
			Decimals: r.decimals,
			Dollar:   r.traits&dollar != 0,
			Native:   r.traits&native != 0,
			Trusted:  r.traits&trusted != 0,
			Common:   r.traits&inWallets != 0,
		}
		if usdc, ok := USDC(r.network); ok && usdc.Address == token.Address {
			token.Domain = usdc.Domain
		}
		list[r.network] = append(list[r.network], token)
	}
	return list
})

type tokenRow struct {
	network  string
	symbol   string
	address  string
	decimals uint8
	traits   trait
}

// trait is a field of Token that is true.
type trait uint8

const (
	dollar trait = 1 << iota
	native
	trusted
	inWallets // Common
)

// tokenTable is the table as written.
//
// The tokens of Base were checked against at least one of the address books of Aave and Moonwell, the token lists of
// Uniswap and of the Superchain, and the tables of DefiLlama. HIGHER is in no list; it was checked against public
// code that uses it. The new AERO is in its exchange's records of deployed contracts. USDC and EURC are in Circle's
// lists of contracts. Wrapped coins are those of the networks' chain definitions; Celo's coin is an ERC-20 contract
// itself. USDT, DAI and USDC.e elsewhere are in Aave's address book.
var tokenTable = []tokenRow{
	{"base", "USDC", baseUSDC, 6, dollar | trusted | inWallets},
	{"base", "USDT", "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", 6, dollar | trusted | inWallets},
	{"base", "DAI", "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", 18, dollar | trusted | inWallets},
	{"base", "USDS", "0x820C137fa70C8691f0e44Dc420a5e53c168921Dc", 18, dollar | inWallets},
	{"base", "EURC", "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42", 6, trusted | inWallets},
	{"base", "WETH", "0x4200000000000000000000000000000000000006", 18, native | inWallets},
	{"base", "CBBTC", "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", 8, inWallets},
	{"base", "CBETH", "0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22", 18, inWallets},
	{"base", "WSTETH", "0xc1CBa3fCea344f92D9239c08C0568f6F2F0ee452", 18, inWallets},
	{"base", "AERO", "0x940181a94A35A4569E4529A3CDfB74e38FD98631", 18, inWallets},
	{"base", reissuedAERO, "0x3f5bF3EdAc59d650D8fDf9657a71F2f904A3a4Ee", 18, inWallets},
	{"base", "DEGEN", "0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed", 18, inWallets},
	{"base", "VIRTUAL", "0x0b3e328455c4059EEb9e3f84b5543F74E24e7E1b", 18, inWallets},
	{"base", "USDBC", "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA", 6, dollar},
	{"base", "GHO", "0x6Bb7a212910682DCFdbd5BCBb3e28FB4E8da10Ee", 18, dollar},
	{"base", "WEETH", "0x04C0599Ae5A44757c0af6F9eC3b93da8976c150A", 18, 0},
	{"base", "LBTC", "0xecAc9C5F704e954931349Da37F60E39f515c11c1", 8, 0},
	{"base", "TBTC", "0x236aa50979D5f3De3Bd1Eeb40E81137F22ab794b", 18, 0},
	{"base", "WBTC", "0x0555E30da8f98308EdB960aa94C0Db47230d2B9c", 8, 0},
	{"base", "BRETT", "0x532f27101965dd16442E59d40670FaF5eBB142E4", 18, 0},
	{"base", "AAVE", "0x63706e401c06ac8513145b7687A14804d17f814b", 18, 0},
	{"base", "WELL", "0xA88594D404727625A9437C3f886C7643872296AE", 18, 0},
	{"base", "MORPHO", "0xBAa5CC21fd487B8Fcc2F632f3F4E8D37262a0842", 18, 0},
	{"base", "TOSHI", "0xAC1Bd2486aAf3B5C0fc3Fd868558b082a531B2B4", 18, 0},
	{"base", "KEYCAT", "0x9a26F5433671751C3276a065f57e5a02D2817973", 18, 0},
	{"base", "HIGHER", "0x0578d8A44db98B23BF096A382e016e29a5Ce0ffe", 18, 0},
	{"base", "CLANKER", "0x1bc0c42215582d5A085795f4baDbaC3ff36d1Bcb", 18, 0},
	{"base", "ZORA", "0x1111111111166b7FE7bd91427724B487980aFc69", 18, 0},
	{"base", "KAITO", "0x98d0baa52b2D063E780DE12F615f963Fe8537553", 18, 0},
	{"base", "AIXBT", "0x4F9Fd6Be4a90f2620860d680c0d4d5Fb53d1A825", 18, 0},
	{"base", "BNKR", "0x22aF33FE49fD1Fa80c7149773dDe5890D3c76F3b", 18, 0},

	{"base-sepolia", "USDC", baseSepoliaUSDC, 6, dollar | trusted},
	{"base-sepolia", "WETH", "0x4200000000000000000000000000000000000006", 18, native},

	{"ethereum", "WETH", "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", 18, native},
	{"ethereum", "USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6, dollar | trusted},
	{"ethereum", "USDT", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6, dollar | trusted},
	{"ethereum", "DAI", "0x6B175474E89094C44Da98b954EedeAC495271d0F", 18, dollar | trusted},

	{"arbitrum", "WETH", "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1", 18, native},
	{"arbitrum", "USDC", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", 6, dollar | trusted},

	{"optimism", "WETH", "0x4200000000000000000000000000000000000006", 18, native},
	{"optimism", "USDC", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", 6, dollar | trusted},

	{"polygon", "WPOL", "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270", 18, native},
	{"polygon", "USDC", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", 6, dollar | trusted},
	{"polygon", "USDC.e", "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", 6, dollar},

	{"avalanche", "WAVAX", "0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7", 18, native},
	{"avalanche", "USDC", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", 6, dollar | trusted},

	{"bnb", "WBNB", "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c", 18, native},
	{"gnosis", "WXDAI", "0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d", 18, native},
	{"linea", "WETH", "0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f", 18, native},
	{"scroll", "WETH", "0x5300000000000000000000000000000000000004", 18, native},
	{"celo", "CELO", "0x471EcE3750Da237f93B8E339c536989b8978a438", 18, native},
	{"mantle", "WMNT", "0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8", 18, native},
}
