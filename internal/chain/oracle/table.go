package oracle

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/farebox/farebox/internal/each"
)

// Heartbeats; a day is the directory's usual one. Those of Base are from the directory of 2026-10-10; those of
// Ethereum, Arbitrum and Optimism from 2025-03 and 2026-08. No figure was found for HBAR (Polygon), CELO
// (Optimism), TON and HYPE (Arbitrum) and the feeds that left the directory: they have a day, since too long a
// value only delays the stale flag.
const (
	hour   = time.Hour
	day    = 24 * time.Hour
	twenty = 20 * time.Minute
)

func on(network, base, quote, proxy string, heartbeat time.Duration) Feed {
	return Feed{
		Network:   network,
		Proxy:     common.HexToAddress(proxy),
		Base:      base,
		Quote:     quote,
		Heartbeat: heartbeat,
	}
}

// usd is a candidate of one feed against USD.
func usd(network, base, proxy string, heartbeat time.Duration) Candidate {
	return Candidate{on(network, base, "USD", proxy, heartbeat)}
}

// base are candidates on Base, one per proxy.
func base(symbol string, heartbeat time.Duration, proxies ...string) []Candidate {
	return each.Of(proxies, func(p string) Candidate { return usd("base", symbol, p, heartbeat) })
}

// inEther are candidates of a feed against ETH on Base, times each of ETH's own feeds there.
func inEther(symbol, proxy string, heartbeat time.Duration) []Candidate {
	return each.Of(baseEther(), func(c Candidate) Candidate {
		return Candidate{on("base", symbol, "ETH", proxy, heartbeat), c[0]}
	})
}

// baseEther are Base's ETH feeds: the standard proxies of the directory (of the feed itself, and of the two that
// share it with lenders), then the former standard proxy. Since 2026-08-26 Chainlink runs BTC, ETH, SOL, XRP, DOGE,
// ADA and LTC on Base with its auction of liquidations (SVR), and the old proxies are on the auction's side, whose
// answers may come some seconds later; new standard proxies replaced them. The freshest is used, or the first in
// the list among equally fresh ones. Sources: Chainlink's documentation, "Default SVR Activation", and its
// directory of 2026-10-10.
func baseEther() []Candidate {
	return base("ETH", twenty, "0x50015f8b17fb2C290Dde41fDc246ed0dcEE93a8b", "0xa4250cE1aA15Ff4cb5E5a8655293b65694e436Ed",
		"0x5731Ae06077c79A3B292498940211E0aE7130bd3", "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70")
}

func ether() []Candidate {
	return append(baseEther(), usd("ethereum", "ETH", "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419", hour))
}

func dai() []Candidate {
	return append(base("DAI", day, "0x591e79239a7d679378eC8c847e5038150364C78F"), usd("ethereum", "DAI", "0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9", hour))
}

func xrp() []Candidate {
	return base("XRP", day, "0x281F1D237Fa1382d96f7A4fd190500D182042e3b", "0xF35059FB4471333F81E4F39fA40260FF53Dc340b", "0x9f0C1dD78C4CBdF5b9cf923a549A201EdC676D34")
}

func doge() []Candidate {
	return base("DOGE", day, "0x249d22434438889106DbB59a576a1787b115E52d", "0x304adeae3041d6D0745249FD4583e8C542De67d6", "0x8422f3d3CAFf15Ca682939310d6A5e619AE08e57")
}

// elsewhere is an asset without a feed on Base.
func elsewhere(group Group, network, symbol, proxy string, heartbeat time.Duration) Asset {
	return Asset{
		Symbol: symbol,
		Group:  group,
		Feeds:  []Candidate{usd(network, symbol, proxy, heartbeat)},
	}
}

// onBase is an asset with feeds on Base only, each with a heartbeat of a day.
func onBase(group Group, symbol string, proxies ...string) Asset {
	return Asset{
		Symbol: symbol,
		Group:  group,
		Feeds:  base(symbol, day, proxies...),
	}
}

// table is the table, and where each symbol and alias (in upper case) is in it. It is built once and never changes.
var table = sync.OnceValues(func() ([]Asset, map[string]int) {
	list := slices.Concat(majors(), forms(), stablecoins(), cryptos(), currencies(), metals())
	index := map[string]int{}
	for i, a := range list {
		for _, name := range append([]string{a.Symbol}, a.Aliases...) {
			index[strings.ToUpper(name)] = i
		}
	}
	return list, index
})

// Assets is the table. Its contents are shared; do not change them.
func Assets() []Asset {
	list, _ := table()
	return slices.Clone(list)
}

func majors() []Asset {
	return []Asset{
		{Symbol: "ETH", Group: Crypto, Feeds: ether()},
		{Symbol: "BTC", Group: Crypto, Feeds: append(base("BTC", twenty, "0xC01502b887D09B0f329981764268fC32a94cB453",
			"0x32F587986D3fb47601157c19615d568BeD0BCabc", "0x8D9e0911A532e2a3C005667B475E6F9742355f2b", "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F"),
			usd("ethereum", "BTC", "0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c", hour))},
		onBase(Crypto, "SOL", "0x5D424D5a664a9f3c820F422297077d49877F9C93", "0xDa5Fd22F9382e57534fEdA4fF544878aa1cf401f", "0x975043adBb80fc32276CbF9Bbcfd4A601a12462D"),
		onBase(Crypto, "BNB", "0x4b7836916781CAAfbb7Bd1E5FDd20ED544B453b1"),
		onBase(Crypto, "AVAX", "0xE70f2D34Fd04046aaEC26a198A35dD8F2dF5cd92"),
		{Symbol: "XRP", Group: Crypto, Feeds: xrp()},
		{Symbol: "DOGE", Group: Crypto, Feeds: doge()},
		onBase(Crypto, "ADA", "0xf4DF589BeAbE63fEF977c73b9150BD2bdA1e346C", "0x5299a0e1e79BaebA0EAB96C10727DF35489aAA38", "0x34cD971a092d5411bD69C10a5F0A7EEF72C69041"),
		onBase(Crypto, "LTC", "0xa03A14F790eb8F5Ff73227278a3bb6eDE57Dc8c9", "0x206a34e47093125fbf4C75b7c7E88b84c6A77a69"),
		onBase(Crypto, "SUI", "0x491a921c41d6a97C57426E0c0108a231cd6E5f60"),
		onBase(Crypto, "APT", "0x88a98431C25329AA422B21D147c1518b34dD36F4"),
		elsewhere(Crypto, "arbitrum", "DOT", "0xa6bC5bAF2000424e90434bA7104ee399dEe80DEc", day),
		elsewhere(Crypto, "optimism", "TRX", "0x0E09921cf7801A5aD47B892C8727593275625a9f", day),
		elsewhere(Crypto, "optimism", "BCH", "0x33E047119359161288bcB143e0C15467C7151d4c", day),
		elsewhere(Crypto, "arbitrum", "TON", "0x0301e5D0A8f7490444ebd1921E3d0f0fe7722786", day),
		elsewhere(Crypto, "arbitrum", "NEAR", "0xBF5C3fB2633e924598A46B9D07a174a9DBcF57C0", day),
		elsewhere(Crypto, "arbitrum", "ATOM", "0xCDA67618e51762235eacA373894F0C79256768fa", day),
		elsewhere(Crypto, "polygon", "HBAR", "0xC5878bDf8a89FA3bF0DC8389ae8EE6DE601D01bC", day),
		{Symbol: "HYPE", Group: Crypto, Feeds: append(base("HYPE", day, "0xEdB56c5DE751eD3182DDa337f7d9ab33cf091DcA"),
			usd("arbitrum", "HYPE", "0xf9ce4fE2F0EcE0362cb416844AE179a49591D567", day))},
		elsewhere(Crypto, "ethereum", "TAO", "0x1c88503c9A52aE6aaE1f9bb99b3b7e9b8Ab35459", day),
	}
}

// forms are BTC, ETH and others, wrapped or staked.
func forms() []Asset {
	return []Asset{
		{Symbol: "WETH", Group: Wrapped, Feeds: ether()},
		{Symbol: "CBBTC", Group: Wrapped, Feeds: base("CBBTC", twenty, "0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D")},
		{Symbol: "WBTC", Group: Wrapped, Feeds: base("WBTC", twenty, "0xCCADC697c55bbB68dc5bCdf8d3CBe83CdD4E071E")},
		onBase(Wrapped, "LBTC", "0x9e07546c9Fe8868855CD04B26051a26D1599E270"),
		onBase(Wrapped, "TBTC", "0x6D75BFB5A5885f841b132198C9f0bE8c872057BF"),
		{Symbol: "CBETH", Group: Wrapped, Feeds: base("CBETH", twenty, "0xd7818272B9e248357d13057AAb0B417aF31E817d")},
		{Symbol: "WSTETH", Group: Wrapped, Feeds: inEther("WSTETH", "0x43a5C292A453A3bF3606fa856197f09D7B74251a", day)},
		{Symbol: "WEETH", Group: Wrapped, Feeds: inEther("WEETH", "0xFC1415403EbB0c693f9a7844b92aD2Ff24775C65", day)},
		{Symbol: "RETH", Group: Wrapped, Feeds: inEther("RETH", "0xf397bF97280B488cA19ee3093E81C0a77F02e9a5", day)},
		{Symbol: "STETH", Group: Wrapped, Feeds: []Candidate{usd("ethereum", "STETH", "0xCfE54B5cD566aB89272946F602D76Ea879CAb4a8", hour)}},
		{Symbol: "CBXRP", Group: Wrapped, Feeds: append(base("CBXRP", day, "0xEEe1a9D5A0C36d99972C057Cb959267e88Ab9160"), xrp()...)},
		{Symbol: "CBDOGE", Group: Wrapped, Feeds: append(base("CBDOGE", day, "0x95051De9Db5Cac61682f64505006f2991dEaB3c2"), doge()...)},
	}
}

func stablecoins() []Asset {
	return []Asset{
		{Symbol: "USDC", Group: Stablecoin, Feeds: append(base("USDC", day, "0x7e860098F58bBFC8648a4311b374B1D669a2bc6B"),
			usd("ethereum", "USDC", "0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6", 23*hour))},
		{Symbol: "USDT", Group: Stablecoin, Feeds: append(base("USDT", day, "0xf19d560eB8d2ADf07BD6D13ed03e1D11215721F9"),
			usd("ethereum", "USDT", "0x3E7d1eAB13ad0104d2750B8863b489D65364e32D", day))},
		{Symbol: "DAI", Group: Stablecoin, Feeds: dai()},
		onBase(Stablecoin, "USDe", "0x790181e93e9F4Eedb5b864860C12e4d2CffFe73B"),
		onBase(Stablecoin, "sUSDe", "0x79cf4a31B29D69191f0b6E97916eB93FEB81E533"),
		onBase(Stablecoin, "USDS", "0x2330aaE3bca5F05169d5f4597964D44522F62930"),
		onBase(Stablecoin, "GHO", "0x42868EFcee13C0E71af89c04fF7d96f5bec479b0"),
		onBase(Stablecoin, "RLUSD", "0x900E653c6b25eCf1eF43525fcCC5263E654085cc"),
		{Symbol: "EURC", Group: Stablecoin, Feeds: append(base("EURC", hour, "0x9867186e52d2F1C2c565CDA6E747101Fa56501e0"), base("EURC", day, "0xDAe398520e2B67cd3f27aeF9Cf14D93D927f8250")...)},
		{Symbol: "DOLA", Group: Stablecoin, Feeds: append(base("DOLA", day, "0x4aEE0164400FE35B6b400F2d767A618Bcb96a02D"), usd("ethereum", "DOLA", "0xE33592594f72Cc7ec8a05788be8E8455746C3a32", day))},
		onBase(Stablecoin, "OUSDT", "0x0E230b1077c663f8Fb5e68d84A8e3e33D97d7436"),
		elsewhere(Stablecoin, "ethereum", "PYUSD", "0x8f1dF6D7F2db73eECE86a18b4381F4707b918FB1", day),
		elsewhere(Stablecoin, "ethereum", "FRAX", "0xB9E1E3A9feFf48998E45Fa90847ed4D467E8BcfD", hour),
		{Symbol: "XDAI", Group: Stablecoin, Feeds: dai()}, // the coin of Gnosis Chain: DAI, bridged
	}
}

func cryptos() []Asset {
	return []Asset{
		onBase(Crypto, "AERO", "0x4EC5970fC728C5f65ba413992CD5fF6FD70fcfF0"),
		onBase(Crypto, "DEGEN", "0xE62BcE5D7CB9d16AB8b4D622538bc0A50A5799c2"),
		onBase(Crypto, "VIRTUAL", "0xEaf310161c9eF7c813A14f8FEF6Fb271434019F7"),
		onBase(Crypto, "PEPE", "0xB48ac6409C0c3718b956089b0fFE295A10ACDdad"),
		onBase(Crypto, "TRUMP", "0x7bAfa1Af54f17cC0775a1Cf813B9fF5dED2C51E5"),
		{Symbol: "MELANIA", Group: Crypto, Feeds: append(base("MELANIA", day, "0xFAf372CaBc765b63f6fabD436c845D965eDA1CA5"), usd("arbitrum", "MELANIA", "0xE2CB592D636c500a6e469628054F09d58e4d91BB", day))},
		onBase(Crypto, "SHIB", "0xC8D5D660bb585b68fa0263EeD7B4224a5FC99669"),
		{Symbol: "WIF", Group: Crypto, Feeds: append(base("WIF", day, "0x674940e1dBf7FD841b33156DA9A88afbD95AaFBa"), usd("arbitrum", "WIF", "0xF7Ee427318d2Bd0EEd3c63382D0d52Ad8A68f90D", day))},
		onBase(Crypto, "MOG", "0x4aeb6D15769EaD32D0c5Be2940F40c7CFf53801d"), // 18 decimals
		onBase(Crypto, "MEW", "0x9FB8b5A4b3FE655564f0c76616ae79DE90Cc7382"), // 18 decimals
		{Symbol: "BRETT", Group: Crypto},                                    // from here to BNKR: no feed, pools of Base only
		{Symbol: "TOSHI", Group: Crypto},
		{Symbol: "KEYCAT", Group: Crypto},
		{Symbol: "HIGHER", Group: Crypto},
		{Symbol: "CLANKER", Group: Crypto},
		{Symbol: "ZORA", Group: Crypto},
		{Symbol: "KAITO", Group: Crypto},
		{Symbol: "AIXBT", Group: Crypto},
		{Symbol: "BNKR", Group: Crypto},
		onBase(Crypto, "MORPHO", "0xe95e258bb6615d47515Fc849f8542dA651f12bF6"),
		onBase(Crypto, "WELL", "0xc15d9944dAefE2dB03e53bef8DDA25a56832C5fe"),
		{Symbol: "VVV", Group: Crypto, Feeds: base("VVV", day, "0xaABc55Ca55D70B034e4daA2551A224239890282F", "0x8eC6a128a430f7A850165bcF18facc9520a9873F")},
		onBase(Crypto, "MAMO", "0xeF7541b388a77C1709a3d44BfBfC5c1ED3F0Ac94"),
		onBase(Crypto, "AVNT", "0x50997b806B574501cC34a2a6d845e4dc1Bd9Aa8c"),
		{Symbol: "LINK", Group: Crypto, Feeds: append(base("LINK", day, "0x17CAb8FE31E32f08326e5E27412894e49B0f9D65"),
			usd("ethereum", "LINK", "0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c", hour))},
		onBase(Crypto, "AAVE", "0x3d6774EF702A10b20FCa8Ed40FC022f7E4938e07", "0x65B5d02E1Fff839b8B67Fa26F8540e5f11454316"),
		onBase(Crypto, "SNX", "0xe3971Ed6F1A5903321479Ef3148B5950c0612075"),
		onBase(Crypto, "COMP", "0x9DDa783DE64A9d1A60c49ca761EbE528C35BA428"),
		onBase(Crypto, "YFI", "0xD40e758b5eC80820B68DFC302fc5Ce1239083548"),
		onBase(Crypto, "OP", "0x3E3A6bD129A63564FE7abde85FA67c3950569060"),
		{Symbol: "POL", Aliases: []string{"MATIC"}, Group: Crypto, Feeds: base("POL", day, "0x5E988c11a4f92155C30D9fb69Ed75597f712B113")},
		onBase(Crypto, "ZRO", "0xdc31a4CCfCA039BeC6222e20BE7770E12581bfEB"),
		onBase(Crypto, "ZEC", "0x69e5BC4988a9AF30Ec827C5609c0D41028446ec0"),
		onBase(Crypto, "PAXG", "0xd49c546D32D5472a7F7704EC183128512a1B2fcb"),
		onBase(Crypto, "STG", "0x63Af8341b62E683B87bB540896bF283D96B4D385"),
		{Symbol: "XDC", Group: Crypto, Feeds: base("XDC", 4*hour, "0x237A94A589DD38DF7e50CeFDa0b8916a54d01ecC")},
		elsewhere(Crypto, "ethereum", "UNI", "0x553303d460EE0afB37EdFf9bE42922D8FF63220e", hour),
		elsewhere(Crypto, "arbitrum", "ARB", "0xb2A824043730FE05F3DA2efaFa1CBbe83fa548D6", day),
		elsewhere(Crypto, "ethereum", "CRV", "0xCd627aA160A6fA45Eb793D19Ef54f5062F20f33f", day),
		elsewhere(Crypto, "ethereum", "MKR", "0xec1D1B3b0443256cc3860e24a46F108e699484Aa", hour),
		elsewhere(Crypto, "arbitrum", "MNT", "0x37DDEE84dE03d039e1Bf809b7a01EDd2c4665771", day),
		elsewhere(Crypto, "optimism", "CELO", "0x5A9072a995E072fD06D8f1EB95933955FDa53C0a", day),
	}
}

func currencies() []Asset {
	return []Asset{
		{Symbol: "EUR", Group: Forex, Feeds: base("EUR", hour, "0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F")},
		onBase(Forex, "GBP", "0xCceA6576904C118037695eB71195a5425E69Fa15"),
		onBase(Forex, "CHF", "0x3A1d6444fb6a402470098E23DaD0B7E86E14252F"),
		{Symbol: "CAD", Group: Forex, Feeds: base("CAD", hour, "0xA840145F87572E82519d578b1F36340368a25D5d")},
		onBase(Forex, "AUD", "0x46e51B8cA41d709928EdA9Ae43e42193E6CDf229"),
		elsewhere(Forex, "ethereum", "JPY", "0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3", day),
		onBase(Forex, "NZD", "0x06bdFe07E71C476157FC025d3cCD4BBe08e83EF9"),
		onBase(Forex, "SGD", "0x81575495532fB311Efc5C993B612564274F0949b"),
		{Symbol: "MXN", Group: Forex, Feeds: base("MXN", hour, "0x9e8Ee77c76d4fa41306056D1C3196AF5da1600bd")},
		{Symbol: "BRL", Group: Forex, Feeds: base("BRL", hour, "0x0b0E64c05083FdF9ED7C5D3d8262c4216eFc9394")},
		{Symbol: "TRY", Group: Forex, Feeds: base("TRY", hour, "0x29413773e7CD4Dfd6Ad89a50887877b88a6C592C")},
		{Symbol: "ZAR", Group: Forex, Feeds: base("ZAR", hour, "0x2ecc8A8B370fC6a217166b2782a35339bEBEe98B")},
		onBase(Forex, "PHP", "0x0396000dc82bfAEe746A9Ac6dC69dAd3223Ca9c6"),
		{Symbol: "IDR", Group: Forex, Feeds: base("IDR", hour, "0x05A6cF213EcC5501A11a08EBefA4A8a60313ef97")},
		{Symbol: "NGN", Group: Forex, Feeds: base("NGN", hour, "0xdfbb5Cbc88E382de007bfe6CE99C388176ED80aD")},
		elsewhere(Forex, "ethereum", "CNY", "0xeF8A4aF35cd47424672E3C590aBD37FBB7A7759a", day),
		elsewhere(Forex, "ethereum", "KRW", "0x01435677FB11763550905594A16B645847C1d0F3", day),
		{Symbol: "INR", Group: Forex, Feeds: []Candidate{usd("optimism", "INR", "0x5535e67d8f99c8ebe961E1Fc1F6DDAE96FEC82C9", twenty),
			usd("polygon", "INR", "0xDA0F8Df6F5dB15b346f4B8D1156722027E194E60", day)}},
	}
}

func metals() []Asset {
	return []Asset{
		{Symbol: "XAU", Aliases: []string{"GOLD"}, Group: Metal, Feeds: append(base("XAU", day, "0x5213eBB69743b85644dbB6E25cdF994aFBb8cF31"),
			usd("ethereum", "XAU", "0x214eD9Da11D2fbe465a6fc601a91E62EbEc1a0D6", day))},
		{Symbol: "XAG", Aliases: []string{"SILVER"}, Group: Metal, Feeds: append(base("XAG", day, "0x7dBC779B2A6F9B9AaB83a2dED78A2F7E9e203f0c"),
			usd("ethereum", "XAG", "0x379589227b15F1a12195D3f2d90bBc9F31f95235", day))},
	}
}
