package chain_test

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
)

func TestPricesForWallets(t *testing.T) {
	m := startMarket(t, wednesday)
	token := func(symbol string) common.Address {
		k, ok := evm.BaseToken(symbol)
		if !ok {
			t.Fatal(symbol)
		}
		return k.Address
	}
	unknown := common.HexToAddress("0x0b")
	got, err := m.prices.PricesUSD(t.Context(), []common.Address{{}, token("USDC"), token("WSTETH"), token("DEGEN"), token("TOSHI"), unknown})
	if err != nil || m.chain.Requests() != 1 {
		t.Fatalf("%v, %d requests", err, m.chain.Requests())
	}
	if len(got) != 4 || !got[common.Address{}].Equal(decimal.RequireFromString("3501.25")) || !got[token("USDC")].Equal(decimal.RequireFromString("0.99985")) ||
		!got[token("WSTETH")].Equal(decimal.RequireFromString("3501.25").Mul(decimal.RequireFromString("1.2145"))) || !got[token("DEGEN")].IsPositive() {
		t.Errorf("%v", got)
	}
	// The AERO of 2026 is given for the old one, which says nothing of its price.
	got, err = m.prices.PricesUSD(t.Context(), []common.Address{token("AERO"), token("AERO-2026")})
	if err != nil || len(got) != 1 || !got[token("AERO")].IsPositive() {
		t.Errorf("%v %v", got, err)
	}
	_, answer := m.Get("/wallet/balances", "address", chaintest.Wallet.Hex(), "tokens", "USDC,WETH", "usd", "true")
	// 0.25 ETH, 7.5 USDC and 1.5 WETH
	members(t, answer, map[string]any{"usd_status": "complete", "total_usd": 1.75*3501.25 + 7.5*0.99985})
	if prices, err := m.prices.PricesUSD(t.Context(), []common.Address{unknown}); err != nil || len(prices) != 0 {
		t.Errorf("%v %v", prices, err)
	}
}

func TestNativePrice(t *testing.T) {
	// The same chain also answers for Optimism, which has CELO's feed; nothing answers for Arbitrum, which has
	// MNT's.
	m := startMarket(t, wednesday, chaintest.Feed{Proxy: "0x5A9072a995E072fD06D8f1EB95933955FDa53C0a", Description: "CELO / USD", Decimals: 8, Price: "0.3", Age: time.Hour}.Deploy(t))
	m.world.Handle("mainnet.optimism.io", m.chain.Handler(10))
	for network, want := range map[string]string{
		"base": "3501.25", "ethereum": "3501.25", "linea": "3501.25", "scroll": "3501.25", "optimism": "3501.25", "arbitrum": "3501.25",
		"polygon": "0.21", "bnb": "905.5", "avalanche": "17.75", "gnosis": "1.0001", "celo": "0.3",
	} {
		got, err := m.prices.NativePrice(t.Context(), network)
		if err != nil || !got.Equal(decimal.RequireFromString(want)) {
			t.Errorf("%s: %v, %v; want %s", network, got, err, want)
		}
	}
	if _, err := m.prices.NativePrice(t.Context(), "mantle"); err == nil {
		t.Error("a price of MNT from a network that is down")
	}
	if _, err := m.prices.NativePrice(t.Context(), "solana"); err == nil {
		t.Error("a price for a network that is not there")
	}
	stale := startMarket(t, wednesday, feed(t, "0x5E988c11a4f92155C30D9fb69Ed75597f712B113", func(f *chaintest.Feed) { f.Age = 30 * time.Hour }))
	if _, err := stale.prices.NativePrice(t.Context(), "polygon"); err == nil {
		t.Error("a stale price for fees")
	}
}

// TestEveryNetworkHasANativeFeed goes by the tables.
func TestEveryNetworkHasANativeFeed(t *testing.T) {
	for _, n := range evm.Networks() {
		if a, ok := oracle.Find(n.NativeSymbol); !ok || len(a.Feeds) == 0 {
			t.Errorf("%s: no feed for %s", n.Name, n.NativeSymbol)
		}
	}
}
