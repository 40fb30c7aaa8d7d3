package dex_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/dex/dextest"
	"github.com/farebox/farebox/internal/chain/chaintest"
)

func TestTrendingRanksByVolume(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	answer := s.ok("/dex/trending")
	var order []string
	for _, p := range list(t, answer, "trending") {
		order = append(order, p["pool"].(string))
		if p["volume_usd"].(float64) < 0 || p["swap_count"] != p["buy_count"].(float64)+p["sell_count"].(float64) {
			t.Errorf("%v", p)
		}
	}
	// 97.99, 7.00, 6.44, 4.20, 3.50 and 3.50 USD
	want := []string{bitcoin.Hex(), etherSlip.Hex(), aero.Hex(), virtual.Hex(), degen.Hex(), etherUni.Hex()}
	if !slices.Equal(order, want) || answer["pools_scanned"] != 6.0 || answer["window"] != "30m" {
		t.Errorf("%v", answer)
	}
	if two := s.ok("/dex/trending", "limit", "2"); len(list(t, two, "trending")) != 2 || list(t, two, "trending")[0]["pool"] != bitcoin.Hex() {
		t.Errorf("%v", two)
	}
	if status, answer := s.Get("/dex/trending", "window", "20m"); status != http.StatusBadRequest || answer["field"] != "window" {
		t.Errorf("a window that is not offered: %d %v", status, answer)
	}
}

func TestTrendingIsReadAgainAfterTwoMinutesOnly(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	first := s.ok("/dex/trending")
	s.traffic.take()
	dextest.Swap(s.chain, etherSlip, chaintest.Wallet, -1e17, 350_000_000)
	s.block(5500)
	s.clock.Store(s.begin + 5470 + 119)
	if again := s.ok("/dex/trending", "limit", "1"); again["block"] != first["block"] || len(s.traffic.take()) > 0 {
		t.Errorf("read again: %v", again)
	}
	s.clock.Store(s.begin + 5470 + 120)
	if later := s.ok("/dex/trending", "limit", "1"); later["block"] == first["block"] || list(t, later, "trending")[0]["pool"] != etherSlip.Hex() {
		t.Errorf("%v", later)
	}
}

func TestManyCallersShareOneReading(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	var callers sync.WaitGroup
	for range 20 {
		callers.Go(func() {
			if status, answer := s.Get("/dex/trending"); status != http.StatusOK {
				t.Errorf("%d %v", status, answer)
			}
		})
	}
	callers.Wait()
	if asked := s.traffic.take(); len(asked) > 7 {
		t.Errorf("%d requests: %v", len(asked), asked)
	}
}

func TestPoolWithoutEventsMakesAnAnswerPartial(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	s.fail("eth_getlogs", virtual.Hex())
	answer := s.ok("/dex/trending")
	skipped := unread(t, answer)
	if answer["partial"] != true || answer["pools_scanned"] != 5.0 ||
		len(skipped) != 1 || skipped[0]["name"] != virtual.Hex() ||
		skipped[0]["detail"] != "no endpoint gave its events" {
		t.Fatalf("%v", answer)
	}
	for _, p := range list(t, answer, "trending") {
		if p["pool"] == virtual.Hex() {
			t.Error("ranked although it was not read")
		}
	}
}

func TestEndpointsThatFailAreTold(t *testing.T) {
	for _, words := range [][]string{{"eth_getlogs"}, {"eth_call"}, {""}} {
		s := serve(t, nil)
		s.trade()
		s.fail(words...)
		for _, route := range []string{"/dex/swaps", "/dex/trending"} {
			if status, answer := s.Get(route); status != http.StatusBadGateway && status != http.StatusServiceUnavailable {
				t.Errorf("%v %s: %d %v", words, route, status, answer)
			}
		}
	}
}

func TestTradersAreTheRecipientsWhereSendersCannotBeHad(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	s.fail("eth_gettransactionbyhash")
	for _, swap := range list(t, s.ok("/dex/swaps", "token", "AERO"), "swaps") {
		if swap["trader_kind"] != "recipient" || swap["trader"] != chaintest.Wallet.Hex() && swap["trader"] != chaintest.Proxy.Hex() {
			t.Errorf("%v", swap)
		}
	}
}

// pricer is a price source with these prices, or this error.
type pricer struct {
	usd map[common.Address]decimal.Decimal
	err error
}

func (p pricer) PricesUSD(context.Context, []common.Address) (map[common.Address]decimal.Decimal, error) {
	return p.usd, p.err
}

func TestSwapsWithoutAPriceHaveNoValue(t *testing.T) {
	weth := common.HexToAddress("0x4200000000000000000000000000000000000006")
	s := serve(t, pricer{usd: map[common.Address]decimal.Decimal{weth: decimal.NewFromInt(4000)}})
	s.trade()
	summary := s.ok("/dex/swaps", "token", "AERO")["summary"].(map[string]any)
	if summary["count"] != 3.0 || summary["unvalued_count"] != 2.0 || summary["total_volume_usd"] != 1.0 {
		t.Errorf("one is paid in WETH: %v", summary)
	}
	answer := s.ok("/dex/swaps", "pool", aero.Hex())
	if summary = answer["summary"].(map[string]any); summary["total_volume_usd"] != nil || summary["net_flow_usd"] != nil || list(t, answer, "swaps")[0]["volume_usd"] != nil {
		t.Errorf("%v", answer)
	}
	trending := list(t, s.ok("/dex/trending"), "trending")
	if last := trending[len(trending)-1]; last["volume_usd"] != nil || last["swap_count"] != 2.0 {
		t.Errorf("pools without a value come last: %v", trending)
	}
}

func TestFailureOfPricesIsOneOfTheRoute(t *testing.T) {
	s := serve(t, pricer{err: errors.New("no prices")})
	s.trade()
	if status, answer := s.Get("/dex/swaps"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, answer)
	}
}

func TestWindowWithoutSwaps(t *testing.T) {
	s := serve(t, nil)
	answer := s.ok("/dex/swaps", "pool", aero.Hex())
	summary := answer["summary"].(map[string]any)
	if summary["count"] != 0.0 || summary["total_volume_usd"] != 0.0 || answer["truncated"] != false || len(list(t, answer, "swaps")) != 0 {
		t.Errorf("%v", answer)
	}
}

// baseGenesis is when Base's first block was made: a chain that begins then can follow its rule of two seconds a block.
const baseGenesis = 1_686_789_347

// TestRoundTrips counts requests to endpoints. The chain's newest block is where Base's rule has it, so that nothing is read to
// find the beginning of the window.
func TestRoundTrips(t *testing.T) {
	s := serveFrom(t, baseGenesis, nil)
	dextest.Register(s.chain)
	dextest.Swap(s.chain, aero, chaintest.Wallet, 4_605_000, -5e18)
	dextest.Swap(s.chain, dextest.Unlisted, chaintest.Wallet, 4_605_000, -5e17)
	s.block(8)
	if header := s.chain.Commit(); header.Number.Int64() != 5 {
		t.Fatalf("the newest block is %d", header.Number)
	}
	s.block(12)
	for _, c := range []struct {
		why    string
		target []string
		want   []string // in any order
	}{
		{"all headline pools", []string{"/dex/swaps"}, []string{"eth_call", "eth_call", "eth_getLogs", "eth_getTransactionByHash"}},
		{"known pools later", []string{"/dex/swaps", "token", "AERO"}, []string{"eth_call", "eth_call", "eth_getLogs", "eth_getTransactionByHash"}},
		{"the same again", []string{"/dex/swaps", "token", "AERO", "limit", "3"}, nil},
		{"a pool that is named for the first time", []string{"/dex/swaps", "pool", dextest.Unlisted.Hex()}, []string{"eth_call", "eth_call", "eth_call", "eth_call", "eth_getLogs", "eth_getTransactionByHash"}},
		{"a pool that has been named", []string{"/dex/swaps", "pool", dextest.Unlisted.Hex(), "window", "2h"}, []string{"eth_call", "eth_call", "eth_getLogs", "eth_getTransactionByHash"}},
		{"no swaps, no senders", []string{"/dex/swaps", "token", "DEGEN"}, []string{"eth_call", "eth_call", "eth_getLogs"}},
		{"trending", []string{"/dex/trending"}, []string{"eth_call", "eth_call", "eth_getLogs"}},
	} {
		answer := s.ok(c.target[0], c.target[1:]...)
		var asked []string
		for _, methods := range s.traffic.take() {
			asked = append(asked, strings.TrimPrefix(methods, "eth_chainId+"))
		}
		slices.Sort(asked)
		if !slices.Equal(asked, c.want) {
			t.Errorf("%s: %v, not %v", c.why, asked, c.want)
		}
		if answer["block"] != 6.0 {
			t.Errorf("%s: %v", c.why, answer["block"])
		}
	}
}
