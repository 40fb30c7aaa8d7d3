package dex_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/dex/dextest"
	"github.com/farebox/farebox/internal/chain/chaintest"
)

// trade makes the swaps that the examples of the spec tell of: some an hour and a half old, then two blocks within the last
// half hour.
func (s *service) trade() {
	to, other := chaintest.Wallet, chaintest.Proxy
	dextest.Register(s.chain)
	dextest.Swap(s.chain, aero, to, 1_000_000_000, -1e18)
	s.block(100)
	dextest.Swap(s.chain, aero, to, 4_605_000, -5e18)               // buys 5 AERO for 4.605 USDC
	dextest.Swap(s.chain, aeroSlip, to, 250_000_000_000_000, -9e17) // buys 0.9 AERO for 0.00025 WETH
	dextest.Swap(s.chain, etherSlip, to, -2e15, 7_002_500)          // buys 0.002 WETH
	dextest.Swap(s.chain, etherUni, to, 1e15, -3_499_000)           // sells 0.001 WETH
	dextest.Swap(s.chain, bitcoin, to, 98_000_000, -100_000)        // buys 0.001 cbBTC
	s.block(5400)
	dextest.Swap(s.chain, aero, other, -1_838_000, 2e18)                // sells 2 AERO for 1.838 USDC
	dextest.Swap(s.chain, degen, other, 1e15, -1.1e18)                  // buys 1.1 DEGEN for 0.001 WETH
	dextest.Swap(s.chain, virtual, other, 3e18, -1_200_000_000_000_000) // sells 3 VIRTUAL for 0.0012 WETH
	s.block(5460)
	s.clock.Store(s.begin + 5470)
}

func TestExamplesOfTheSpec(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	for _, op := range s.Operations() {
		var query []string
		for name, value := range op.ExampleQuery() {
			query = append(query, name, value)
		}
		got := s.ok(op.Path, query...)
		if g, w := shape(t, got), shape(t, op.Example); g != w {
			t.Errorf("%s\ngot  %s\nwant %s", op.Path, g, w)
		}
	}
}

// shape is a JSON value as text, without its numbers and transactions: those of the examples are of the market's size,
// not those of the test chain. What the numbers have to be, the other tests say.
func shape(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(numberless(v))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func numberless(v any) any {
	switch x := v.(type) {
	case float64:
		return 0
	case []any:
		out := make([]any, len(x))
		for i, item := range x {
			out[i] = numberless(item)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, member := range x {
			if name != "tx_hash" {
				out[name] = numberless(member)
			}
		}
		return out
	}
	return v
}

func TestSwapsOfAToken(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	answer := s.ok("/dex/swaps", "token", "aero", "window", "30m")
	summary := answer["summary"].(map[string]any)
	if summary["count"] != 3.0 || summary["buy_count"] != 2.0 || summary["sell_count"] != 1.0 || answer["truncated"] != false {
		t.Errorf("%v", summary)
	}
	// 4.605 USDC at 0.99985 and 0.00025 WETH at 3501.25
	if summary["buy_volume_usd"] != 5.479622 || summary["sell_volume_usd"] != 1.837724 || summary["total_volume_usd"] != 7.317346 || summary["net_flow_usd"] != 3.641898 {
		t.Errorf("%v", summary)
	}
	if answer = s.ok("/dex/swaps", "token", "AERO", "window", "6h"); answer["summary"].(map[string]any)["count"] != 4.0 {
		t.Errorf("the swap of the first minutes is missing: %v", answer["summary"])
	}
	for _, swap := range list(t, answer, "swaps") {
		if swap["ts_estimated"] != false || swap["trader_kind"] != "tx_from" {
			t.Errorf("%v", swap)
		}
	}
}

// unread are the sources that could not be read; those that could have their swaps counted.
func unread(t *testing.T, answer map[string]any) []map[string]any {
	t.Helper()
	var failed []map[string]any
	for _, source := range list(t, answer, "sources") {
		if counted := source["records"] != nil; counted != (source["status"] == "ok") {
			t.Errorf("%v", source)
		}
		if source["status"] != "ok" {
			failed = append(failed, source)
		}
	}
	return failed
}

func TestPoolsThatAreNotWhatTheTableSaysAreLeftOut(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	answer := s.ok("/dex/swaps", "token", "WETH")
	skipped := unread(t, answer)
	if len(skipped) != 2 || answer["partial"] != true { // two of the five are not on this chain
		t.Errorf("%v", skipped)
	}
	for _, p := range skipped {
		if p["detail"] != "the chain says something else about the pool than our table" {
			t.Errorf("%v", p)
		}
	}
	if status, answer := s.Get("/dex/swaps", "token", "TOSHI"); status != http.StatusBadGateway || answer["code"] != "pool_check_failed" {
		t.Errorf("%d %v", status, answer)
	}
}

func TestTokenIsTheBaseInAllOfItsPools(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	for name, want := range map[string]struct {
		pools, buys, sells float64
	}{
		"ETH":  {pools: 3, buys: 1, sells: 1},
		"weth": {pools: 3, buys: 1, sells: 1},
		"BTC":  {pools: 1, buys: 1},
		"USDC": {pools: 6, buys: 2, sells: 3}, // which is the quote everywhere, and turned around here
		"0x940181a94A35A4569E4529A3CDfB74e38FD98631": {pools: 3, buys: 2, sells: 1},
	} {
		answer := s.ok("/dex/swaps", "token", name)
		summary := answer["summary"].(map[string]any)
		pools := list(t, answer, "pools")
		if float64(len(pools)) != want.pools || summary["buy_count"] != want.buys || summary["sell_count"] != want.sells {
			t.Errorf("%s: %d pools, %v", name, len(pools), summary)
		}
		for _, p := range pools {
			if p["base_address"] != pools[0]["base_address"] {
				t.Errorf("%s: %v", name, p)
			}
		}
	}
}

func TestPoolWithTheOtherTokenAsTheBaseMirrors(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	plain := s.ok("/dex/swaps", "pool", aero.Hex())
	turned := s.ok("/dex/swaps", "pool", aero.Hex(), "token", "USDC")
	a, b := plain["summary"].(map[string]any), turned["summary"].(map[string]any)
	if a["buy_count"] != b["sell_count"] || a["buy_volume_usd"] != b["sell_volume_usd"] || a["net_flow_usd"].(float64) != -b["net_flow_usd"].(float64) || a["total_volume_usd"] != b["total_volume_usd"] {
		t.Errorf("%v\n%v", a, b)
	}
	p, q := list(t, plain, "pools")[0], list(t, turned, "pools")[0]
	if p["pair"] != "AERO/USDC" || q["pair"] != "USDC/AERO" || p["base"] != q["quote"] {
		t.Errorf("%v %v", p, q)
	}
	x, y := list(t, plain, "swaps")[0], list(t, turned, "swaps")[0]
	if x["amount_base"] != y["amount_quote"] || x["volume_usd"] != y["volume_usd"] || x["side"] == y["side"] {
		t.Errorf("%v\n%v", x, y)
	}
}

func TestWithoutTokenAndPoolAllHeadlinePoolsAreRead(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	answer := s.ok("/dex/swaps")
	if len(list(t, answer, "pools")) != 6 || answer["summary"].(map[string]any)["count"] != 7.0 || answer["window"] != "1h" {
		t.Errorf("%v", answer)
	}
	blocks := []float64{}
	for _, swap := range list(t, answer, "swaps") {
		blocks = append(blocks, swap["block"].(float64))
	}
	slices.Reverse(blocks)
	if !slices.IsSorted(blocks) {
		t.Errorf("not newest first: %v", blocks)
	}
	largest := list(t, answer["summary"].(map[string]any), "largest_swaps")
	if len(largest) != 5 || largest[0]["pool"] != bitcoin.Hex() || largest[0]["volume_usd"] != 97.9853 {
		t.Errorf("%v", largest)
	}
}

func TestLimitCutsTheListAndNotTheSummary(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	answer := s.ok("/dex/swaps", "limit", "3")
	if len(list(t, answer, "swaps")) != 3 || answer["truncated"] != true || answer["summary"].(map[string]any)["count"] != 7.0 {
		t.Errorf("%v", answer)
	}
}

func TestPoolsThatCallersName(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	dextest.Swap(s.chain, dextest.Unlisted, chaintest.Wallet, 2_000_000, -1e17)
	dextest.Swap(s.chain, dextest.Sliding, chaintest.Wallet, 4e9, -3_000_000)
	dextest.Swap(s.chain, dextest.Exotic, chaintest.Wallet, -5e9, 1e18)
	s.block(5500)
	for at, want := range map[common.Address]struct {
		dex, pair, side string
		price, usd      any
	}{
		dextest.Unlisted: {"aerodrome_v2", "AERO/USDC", "buy", 20.0, 1.9997},
		dextest.Sliding:  {"aerodrome_slipstream", "MOON/USDC", "sell", 0.75, 2.99955},
		dextest.Exotic:   {"uniswap_v3", "MOON/AERO", "buy", 0.2, 0.9213},
	} {
		answer := s.ok("/dex/swaps", "pool", at.Hex())
		p, swap := list(t, answer, "pools")[0], list(t, answer, "swaps")[0]
		if p["dex"] != want.dex || p["pair"] != want.pair || swap["side"] != want.side || swap["price"] != want.price || swap["volume_usd"] != want.usd {
			t.Errorf("%s: %v %v", want.pair, p, swap)
		}
	}
}

func TestInputsThatAreRefused(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	for _, c := range []struct {
		field string
		query []string
	}{
		{"token", []string{"token", "NOPE"}},
		{"token", []string{"token", "DAI"}}, // known, in no tracked pool
		{"token", []string{"token", "0x1111111111111111111111111111111111111111"}},
		{"token", []string{"token", "0x940181A94A35A4569E4529A3CDfB74e38FD98631"}}, // wrong checksum
		{"token", []string{"token", "WETH", "pool", aero.Hex()}},
		{"token", []string{"token", "\x00 ' OR 1=1"}},
		{"pool", []string{"pool", "0x12"}},
		{"pool", []string{"pool", "AERO/USDC"}},
		{"pool", []string{"pool", "0x6cDcb1C4A4D1C3C6d054b27AC5B77e89eAFb971D"}}, // wrong checksum
		{"pool", []string{"pool", chaintest.Wallet.Hex()}},                       // an account
		{"pool", []string{"pool", "0x4200000000000000000000000000000000000006"}}, // a token
		{"pool", []string{"pool", "0x0000000000000000000000000000000000000000"}},
		{"pool", []string{"pool", dextest.Impostor.Hex()}},
		{"pool", []string{"pool", dextest.Foreign.Hex()}},
		{"pool", []string{"pool", dextest.Silent.Hex()}},
		{"pool", []string{"pool", chaintest.GasEater.Hex()}},
		{"window", []string{"window", "7h"}},
		{"window", []string{"window", "361m"}},
		{"window", []string{"window", "0m"}},
		{"window", []string{"window", "-1h"}},
		{"window", []string{"window", "+1h"}},
		{"window", []string{"window", "1d"}},
		{"window", []string{"window", "1.5h"}},
		{"window", []string{"window", "h1"}},
		{"window", []string{"window", "1é"}},
		{"window", []string{"window", "99999999h"}},
		{"limit", []string{"limit", "0"}},
		{"limit", []string{"limit", "501"}},
		{"limit", []string{"limit", "many"}},
	} {
		if status, answer := s.Get("/dex/swaps", c.query...); status != http.StatusBadRequest || answer["field"] != c.field {
			t.Errorf("%v: %d %v", c.query, status, answer)
		}
	}
	for _, c := range []struct{ name, value string }{{"window", "61m"}, {"window", "2h"}, {"window", "x"}, {"limit", "7"}, {"limit", "0"}} {
		if status, answer := s.Get("/dex/trending", c.name, c.value); status != http.StatusBadRequest {
			t.Errorf("%v: %d %v", c, status, answer)
		}
	}
}

func TestOneHourIsTheSameAsSixtyMinutes(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	a, b := s.ok("/dex/swaps", "window", "1h"), s.ok("/dex/swaps", "window", "60m")
	if a["summary"].(map[string]any)["window_blocks"] != b["summary"].(map[string]any)["window_blocks"] || b["window"] != "60m" {
		t.Errorf("%v\n%v", a["summary"], b["summary"])
	}
}

// TestLastHourOfAChainThatStandsStillIsNotTold: nobody knows what was traded since.
func TestLastHourOfAChainThatStandsStillIsNotTold(t *testing.T) {
	s := serve(t, nil)
	s.trade()
	s.clock.Add(2 * 3600)
	for _, route := range []string{"/dex/swaps", "/dex/trending"} {
		if status, answer := s.Get(route); status != http.StatusServiceUnavailable || answer["code"] != "data_too_old" {
			t.Errorf("%s: %d %v", route, status, answer)
		}
	}
}
