package chain_test

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
)

// Prices that a buyer must not trust, each as it would appear on chain.

const (
	xrpFeed   = "0x281F1D237Fa1382d96f7A4fd190500D182042e3b"
	cbxrpFeed = "0xEEe1a9D5A0C36d99972C057Cb959267e88Ab9160"
	aeroFeed  = "0x4EC5970fC728C5f65ba413992CD5fF6FD70fcfF0"
)

func newFeed(t *testing.T, proxy, description, price string, age time.Duration) chaintest.Deployment {
	t.Helper()
	return chaintest.Feed{Proxy: proxy, Description: description, Decimals: 8, Price: price, Age: age}.Deploy(t)
}

func TestAWrappedAssetIsPricedByItsOwnFeed(t *testing.T) {
	for why, c := range map[string]struct {
		own  time.Duration
		want map[string]any
	}{
		"though that of the underlying is newer": {
			own: time.Hour,
			want: map[string]any{
				"price_usd": 1, "pair": "CBXRP / USD", "stale": false, "confidence": 0.7, "warnings": "[depegged]",
				"sources_compared": 1, "spread_pct": nil,
			},
		},
		"and by the underlying's only with that said": {
			own: 30 * time.Hour,
			want: map[string]any{
				"price_usd": 2, "pair": "XRP / USD", "stale": false, "confidence": 0.4, "warnings": "[underlying_feed]",
			},
		},
	} {
		t.Run(why, func(t *testing.T) {
			m := startMarket(t, wednesday,
				newFeed(t, cbxrpFeed, "CBXRP / USD", "1", c.own), newFeed(t, xrpFeed, "XRP / USD", "2", time.Minute))
			_, got := m.Get("/price", "token", "CBXRP")
			members(t, got, c.want)
		})
	}

	m := startMarket(t, wednesday)
	_, got := m.Get("/price", "token", "WETH") // redeemed one for one by its contract
	members(t, got, map[string]any{"warnings": "[]", "confidence": 0.95})
	_, got = m.Get("/price", "token", "XDAI") // bridged
	members(t, got, map[string]any{"warnings": "[underlying_feed]", "confidence": 0.4})
}

func TestAnUnderlyingIsNoSourceOfAReport(t *testing.T) {
	m := startMarket(t, wednesday,
		newFeed(t, cbxrpFeed, "CBXRP / USD", "1", time.Hour), newFeed(t, xrpFeed, "XRP / USD", "2", time.Minute))
	_, got := m.Get("/market/report", "token", "CBXRP")
	members(t, got, map[string]any{
		"reference_price_usd": 1, "cross_source_spread_pct": nil, "confidence": 0.7, "warnings": "[depegged]",
	})
}

// TestAPoolOfFiftyDollarsMakesNoPrice: AERO's feed is 27 hours old, and its pools hold next to nothing on one side,
// or on both.
func TestAPoolOfFiftyDollarsMakesNoPrice(t *testing.T) {
	old := newFeed(t, aeroFeed, "AERO / USD", "0.9", 27*time.Hour)
	empty := chaintest.Deployment{Address: common.HexToAddress(chaintest.AeroTicks)}
	for why, pool := range map[string]chaintest.Deployment{
		"both sides":               chaintest.Reserves(t, chaintest.AeroPool, "25", "5"),
		"the side that costs":      chaintest.Reserves(t, chaintest.AeroPool, "25", "1000000000"),
		"just below what is asked": chaintest.Reserves(t, chaintest.AeroPool, "4999", "5400"),
	} {
		t.Run(why, func(t *testing.T) {
			m := startMarket(t, wednesday, old, empty, pool)
			_, got := m.Get("/price", "token", "AERO")
			members(t, got, map[string]any{
				"price_usd": 0.9, "source": "chainlink", "stale": true, "confidence": 0.2, "thinnest_pool_usd": nil,
			})
			aero, _ := evm.BaseToken("AERO")
			prices, err := m.prices.PricesUSD(t.Context(), []common.Address{aero.Address})
			if err != nil || len(prices) != 0 {
				t.Errorf("a wallet is valued by %v, %v", prices, err)
			}
		})
	}

	m := startMarket(t, wednesday, old, empty, chaintest.Reserves(t, chaintest.AeroPool, "6000", "6500"))
	_, got := m.Get("/price", "token", "AERO")
	members(t, got, map[string]any{
		"source": "aerodrome_v2", "stale": false, "confidence": 0.4, "warnings": "[thin_liquidity fallback_dex]",
		"thinnest_pool_usd": 11998.2,
	})
}

// TestAPoolFarFromTheLastWordOfAFeedIsNotBelieved, however much it holds.
func TestAPoolFarFromTheLastWordOfAFeedIsNotBelieved(t *testing.T) {
	for reserve, disputed := range map[string]bool{"1000000": false, "800000": false, "600000": true, "2500000": true} {
		m := startMarket(t, wednesday, newFeed(t, aeroFeed, "AERO / USD", "0.9", 27*time.Hour),
			chaintest.Deployment{Address: common.HexToAddress(chaintest.AeroTicks)},
			chaintest.Reserves(t, chaintest.AeroPool, "1000000", reserve))
		want := map[string]any{"source": "aerodrome_v2", "warnings": "[fallback_dex]", "confidence": 0.75}
		if disputed {
			want["warnings"], want["confidence"] = "[fallback_dex sources_disagree]", 0.3
		}
		_, got := m.Get("/price", "token", "AERO")
		members(t, got, want)
	}
}

// TestSourcesThatContradictEachOther: two fresh feeds of Base at 3,900 and 2,700, and the pools at 3,502.
func TestSourcesThatContradictEachOther(t *testing.T) {
	high := feed(t, etherPlain, func(f *chaintest.Feed) { f.Price, f.Age = "3900", 2*time.Minute })
	low := feed(t, etherSVR, func(f *chaintest.Feed) { f.Price, f.Age = "2700", time.Minute })
	noPool := chaintest.Deployment{Address: common.HexToAddress(chaintest.EtherPool)}
	noMain := broken(etherL1)

	m := startMarket(t, wednesday, high, low, noPool, noMain)
	_, got := m.Get("/price", "token", "ETH")
	members(t, got, map[string]any{"warnings": "[sources_disagree]", "confidence": 0.3, "sources_compared": 2})
	if prices, err := m.prices.PricesUSD(t.Context(), []common.Address{{}}); err != nil || len(prices) != 0 {
		t.Errorf("a wallet is valued by %v, %v", prices, err)
	}
	if price, err := m.prices.NativePrice(t.Context(), "base"); err == nil {
		t.Errorf("fees are valued at %s", price)
	}

	// The feed on Ethereum and the pool show which of the two is off.
	m = startMarket(t, wednesday, feed(t, etherPlain, func(f *chaintest.Feed) { f.Price = "3510" }), low)
	_, got = m.Get("/price", "token", "ETH")
	members(t, got, map[string]any{
		"price_usd": 3510, "warnings": "[sources_disagree]", "confidence": 0.6, "sources_compared": 4, "stale": false,
	})
}

func TestAFeedIsHeldAgainstThePools(t *testing.T) {
	m := startMarket(t, wednesday, broken(etherL1), broken(etherPlain),
		feed(t, etherSVR, func(f *chaintest.Feed) { f.Price = "3900" }),
		chaintest.Reserves(t, chaintest.EtherPool, "1000", "2000000"))
	_, got := m.Get("/price", "token", "ETH")
	members(t, got, map[string]any{"warnings": "[sources_disagree]", "confidence": 0.3, "sources_compared": 2})
	near(t, "spread_pct", got["spread_pct"], 48.725641)
}

// TestAnOldBlockIsStale: a lagging endpoint shows old pool states, and one that stands still is no answer.
func TestAnOldBlockIsStale(t *testing.T) {
	m := startMarket(t, wednesday)
	m.now = m.now.Add(50 * time.Minute)
	_, got := m.Get("/price", "token", "AERO")
	members(t, got, map[string]any{"stale": true, "warnings": "[old_block]", "confidence": 0.2})
	m.now = m.now.Add(time.Hour)
	if status, got := m.Get("/price", "token", "AERO"); status != 503 || got["code"] != "data_too_old" {
		t.Errorf("%d %v", status, got)
	}
}

// TestSmallMovesAreNoDispute: a stablecoin's bound is 1 %, others' 3 %.
func TestSmallMovesAreNoDispute(t *testing.T) {
	for _, c := range []struct{ usdc, want string }{
		{"99200000", "[]"},
		{"98800000", "[sources_disagree]"},
	} {
		m := startMarket(t, wednesday)
		answer, _ := new(big.Int).SetString(c.usdc, 10)
		m.set("0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6", answer.Int64(), time.Hour)
		_, got := m.Get("/market/report", "token", "USDC")
		members(t, got, map[string]any{"warnings": c.want})
	}
}
