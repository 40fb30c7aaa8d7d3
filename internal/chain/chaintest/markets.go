package chaintest

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/each"
)

// Feed is a price feed on a test chain.
type Feed struct {
	Proxy       string
	Description string
	Decimals    uint8
	Price       string        // of the newest round
	Age         time.Duration // of the newest round, at every block
	// History holds earlier prices, newest first, Spacing apart.
	History []string
	Spacing time.Duration
}

// newestRound is the proxy round id of the newest answers: round 500 of the second aggregator.
var newestRound = new(big.Int).Add(new(big.Int).Lsh(big.NewInt(2), 64), big.NewInt(500))

// Deploy is the feed's deployment.
func (f Feed) Deploy(tb testing.TB) Deployment {
	tb.Helper()
	d := Code(tb, common.HexToAddress(f.Proxy), "PriceFeed")
	units := func(price string) common.Hash {
		return common.BytesToHash(math.U256Bytes(decimal.RequireFromString(price).Shift(int32(f.Decimals)).BigInt()))
	}
	d.Account.Storage = map[common.Hash]common.Hash{
		slot(0): shortString(f.Description), slot(1): slot(int64(f.Decimals)), slot(2): common.BigToHash(newestRound),
		slot(3): slot(int64(f.Age.Seconds())), slot(4): slot(int64(f.Spacing.Seconds())),
		answerSlot(0): units(f.Price),
	}
	for i, price := range f.History {
		d.Account.Storage[answerSlot(int64(i+1))] = units(price)
	}
	return d
}

// answerSlot is the slot of the answer the given number of rounds ago.
func answerSlot(back int64) common.Hash {
	id := new(big.Int).Sub(newestRound, big.NewInt(back))
	return crypto.Keccak256Hash(common.BigToHash(id).Bytes(), slot(5).Bytes())
}

// Sequencer is Base's uptime feed.
const Sequencer = "0xBCF85224fc0756B9Fa45aA7892530B47e10b6433"

// Feeds are the price feeds of every chain of this package. Here Base and Ethereum are one chain, so it has both
// networks' feeds.
func Feeds() []Feed {
	const hour = time.Hour
	return []Feed{
		{Proxy: Sequencer, Description: "L2 Sequencer Uptime Status Feed", Price: "0", Age: 720 * hour},
		{Proxy: "0x50015f8b17fb2C290Dde41fDc246ed0dcEE93a8b", Description: "ETH / USD", Decimals: 8, Price: "3500.12345678", Age: 10 * time.Minute},
		{Proxy: "0xa4250cE1aA15Ff4cb5E5a8655293b65694e436Ed", Description: "ETH / USD", Decimals: 8, Price: "3501.25", Age: 45 * time.Second,
			History: []string{"3499", "3490.5", "3484", "3470", "3480", "3465.5"}, Spacing: 20 * time.Minute},
		{Proxy: "0x5731Ae06077c79A3B292498940211E0aE7130bd3", Description: "ETH / USD", Decimals: 8, Price: "2400", Age: 960 * hour},
		{Proxy: "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419", Description: "ETH / USD", Decimals: 8, Price: "3500.9", Age: 20 * time.Minute},
		{Proxy: "0xC01502b887D09B0f329981764268fC32a94cB453", Description: "BTC / USD", Decimals: 8, Price: "98000.12", Age: 5 * time.Minute},
		{Proxy: "0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D", Description: "cbBTC / USD", Decimals: 8, Price: "97990", Age: 200 * time.Second},
		{Proxy: "0x43a5C292A453A3bF3606fa856197f09D7B74251a", Description: "WSTETH / ETH", Decimals: 18, Price: "1.2145", Age: 4 * hour},
		{Proxy: "0x7e860098F58bBFC8648a4311b374B1D669a2bc6B", Description: "USDC / USD", Decimals: 8, Price: "0.99985", Age: 5 * hour},
		{Proxy: "0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6", Description: "USDC / USD", Decimals: 8, Price: "0.9999", Age: 6 * hour},
		{Proxy: "0x591e79239a7d679378eC8c847e5038150364C78F", Description: "DAI / USD", Decimals: 8, Price: "1.0001", Age: 7 * hour},
		{Proxy: "0x790181e93e9F4Eedb5b864860C12e4d2CffFe73B", Description: "USDe / USD", Decimals: 8, Price: "0.9991", Age: 3 * hour},
		{Proxy: "0x4EC5970fC728C5f65ba413992CD5fF6FD70fcfF0", Description: "AERO / USD", Decimals: 8, Price: "0.9213", Age: 2 * hour,
			History: []string{"0.9105", "0.9", "0.9044", "0.88"}, Spacing: 8 * hour},
		{Proxy: "0xE62BcE5D7CB9d16AB8b4D622538bc0A50A5799c2", Description: "DEGEN / USD", Decimals: 8, Price: "0.0031", Age: 72 * hour},
		{Proxy: "0x9f0C1dD78C4CBdF5b9cf923a549A201EdC676D34", Description: "XRP / USD", Decimals: 8, Price: "2.21", Age: 50 * hour},
		{Proxy: "0x4aeb6D15769EaD32D0c5Be2940F40c7CFf53801d", Description: "MOG / USD", Decimals: 18, Price: "0.000000412345678901", Age: hour},
		{Proxy: "0x5E988c11a4f92155C30D9fb69Ed75597f712B113", Description: "POL / USD", Decimals: 8, Price: "0.21", Age: hour},
		{Proxy: "0x4b7836916781CAAfbb7Bd1E5FDd20ED544B453b1", Description: "BNB / USD", Decimals: 8, Price: "905.5", Age: hour},
		{Proxy: "0xE70f2D34Fd04046aaEC26a198A35dD8F2dF5cd92", Description: "AVAX / USD", Decimals: 8, Price: "17.75", Age: hour},
		{Proxy: "0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F", Description: "EUR / USD", Decimals: 8, Price: "1.0855", Age: 15 * time.Minute},
		{Proxy: "0xBcE206caE7f0ec07b545EddE332A47C2F75bbeb3", Description: "JPY / USD", Decimals: 8, Price: "0.00652", Age: hour},
		{Proxy: "0x5213eBB69743b85644dbB6E25cdF994aFBb8cF31", Description: "XAU / USD", Decimals: 8, Price: "4100.5", Age: 50 * time.Minute},
	}
}

// Reserves deploys a pool of the table with reserves, in whole tokens.
func Reserves(tb testing.TB, pool, held0, held1 string) Deployment {
	tb.Helper()
	p := tabled(tb, pool)
	d := Code(tb, p.Address, "ReservePool")
	d.Account.Storage = sides(p, "0x420DD381b31aEf6683db6B902084cB0FFECe40Da")
	d.Account.Storage[slot(3)] = common.BigToHash(decimal.RequireFromString(held0).Shift(int32(p.Token0.Decimals)).BigInt())
	d.Account.Storage[slot(4)] = common.BigToHash(decimal.RequireFromString(held1).Shift(int32(p.Token1.Decimals)).BigInt())
	return d
}

// Ticks deploys a pool of the table with concentrated liquidity, at a price of one whole token0 in token1. Its
// holdings are set in the tokens.
func Ticks(tb testing.TB, pool, price string) Deployment {
	tb.Helper()
	p := tabled(tb, pool)
	d := Code(tb, p.Address, "TickPool")
	factory := "0x33128a8fC17869897dcE68Ed026d694621f6FDfD"
	words := int64(7)
	if p.Dex == dexpool.AerodromeSlipstream {
		factory = "0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A"
		words = 6
	}
	d.Account.Storage = sides(p, factory)
	d.Account.Storage[slot(3)] = common.BigToHash(SqrtPrice(price, p.Token0.Decimals, p.Token1.Decimals))
	d.Account.Storage[slot(4)], d.Account.Storage[slot(5)], d.Account.Storage[slot(6)] = slot(1e15), slot(100), slot(words)
	return d
}

// SqrtPrice is the square root of the price of one whole token0 in token1, in the pools' form: times 2^96, in base
// units, rounded down.
func SqrtPrice(price string, dec0, dec1 uint8) *big.Int {
	const more = 40 // digits, so that the integer square root is exact enough
	scaled := decimal.RequireFromString(price).Shift(int32(dec1) - int32(dec0) + 2*more).BigInt()
	root := scaled.Sqrt(scaled.Lsh(scaled, 192))
	return root.Quo(root, new(big.Int).Exp(big.NewInt(10), big.NewInt(more), nil))
}

// tabled is the pool of dexpool's table at an address.
func tabled(tb testing.TB, address string) dexpool.Pool {
	tb.Helper()
	for _, p := range dexpool.Pools() {
		if p.Address == common.HexToAddress(address) {
			return p
		}
	}
	tb.Fatalf("no pool %s in the table", address)
	return dexpool.Pool{}
}

func sides(p dexpool.Pool, factory string) map[common.Hash]common.Hash {
	maker := common.HexToAddress(factory)
	return map[common.Hash]common.Hash{
		slot(0): common.BytesToHash(maker[:]), slot(1): common.BytesToHash(p.Token0.Address[:]), slot(2): common.BytesToHash(p.Token1.Address[:]),
	}
}

// Pools of the table that are on every chain of this package.
const (
	AeroPool    = "0x6cDcb1C4A4D1C3C6d054b27AC5B77e89eAFb971d" // AERO/USDC, reserves
	AeroTicks   = "0x82321f3BEB69f503380D6B233857d5C43562e2D0" // WETH/AERO, Slipstream
	BrettPool   = "0xBA3F945812a83471d709BCe9C3CA699A19FB46f7" // WETH/BRETT, Uniswap v3
	DegenPool   = "0xc9034c3E7F58003E6ae0C8438e7c8f4598d5ACAA" // WETH/DEGEN, Uniswap v3
	EtherPool   = "0xcDAC0d6c6C59727a65F871236188350531885C43" // WETH/USDC, reserves
	EtherThin   = "0xd0b53D9277642d899DF5C87A3966A349A798F224" // WETH/USDC, Uniswap v3, empty except for its price
	AlteredPool = "0x4b0Aaf3EBb163dd45F663b38b6d93f6093EBC2d3" // WETH/TOSHI in the table, from another factory here
)

// Markets are the feeds, the pools and their tokens.
func Markets(tb testing.TB) []Deployment {
	tb.Helper()
	list := each.Of(Feeds(), func(f Feed) Deployment { return f.Deploy(tb) })

	whole := func(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e18)) }
	held := func(pool string, n int64) map[common.Address]*big.Int {
		return map[common.Address]*big.Int{common.HexToAddress(pool): whole(n)}
	}
	altered := Ticks(tb, AlteredPool, "7000000")
	altered.Account.Storage[slot(0)] = common.HexToHash("0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865") // PancakeSwap

	return append(list,
		Token(tb, common.HexToAddress("0x940181a94A35A4569E4529A3CDfB74e38FD98631"), "Aerodrome", "AERO", 18, held(AeroTicks, 2_000_000)),
		Token(tb, common.HexToAddress("0x532f27101965dd16442E59d40670FaF5eBB142E4"), "Brett", "BRETT", 18, held(BrettPool, 10_000_000)),
		Token(tb, common.HexToAddress("0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed"), "Degen", "DEGEN", 18, held(DegenPool, 100_000_000)),
		Token(tb, common.HexToAddress("0xAC1Bd2486aAf3B5C0fc3Fd868558b082a531B2B4"), "Toshi", "TOSHI", 18, held(AlteredPool, 1_000_000_000)),
		Reserves(tb, AeroPool, "18400000", "20000000"), // USDC is token0
		Ticks(tb, AeroTicks, "3800"),
		Ticks(tb, BrettPool, "70000"),
		Ticks(tb, DegenPool, "1166000"),
		Reserves(tb, EtherPool, "1000", "3503000"),
		Ticks(tb, EtherThin, "3490"),
		altered,
	)
}
