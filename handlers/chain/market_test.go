package chain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/big"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/chaintest/contracts"
)

// units is a number of whole tokens in base units.
func units(whole string, decimals int32) *big.Int {
	return decimal.RequireFromString(whole).Shift(decimals).BigInt()
}

// swapAero makes two swaps in the pools of AERO: 9,200 USDC for 10,000 AERO, and 11,390 AERO for 3 WETH.
func (m *market) swapAero() {
	m.Helper()
	zero := new(big.Int)
	m.chain.Send(common.HexToAddress(chaintest.AeroPool), contracts.NewReservePool().PackSwap(units("9200", 6), zero, zero, units("10000", 18), chaintest.Wallet))
	m.chain.Commit()
	m.chain.Send(common.HexToAddress(chaintest.AeroTicks), contracts.NewTickPool().PackSwap(units("-3", 18), units("11390", 18), chaintest.SqrtPrice("3801", 18, 18), chaintest.Wallet))
	m.chain.Commit()
}

// TestPriceExamplesAreWhatTheRoutesAnswer compares whole answers with the examples of the spec.
func TestPriceExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	m := startMarket(t, wednesday)
	m.swapAero()
	for _, route := range []string{"/price", "/market/report"} {
		op := m.Doc.Paths.Value(route).Get
		status, got := m.Get(route, "token", op.Parameters[0].Value.Example.(string))
		want := op.Responses.Value("200").Value.Content.Get("application/json").Example
		var example map[string]any
		text, err := json.Marshal(want)
		if err != nil || json.Unmarshal(text, &example) != nil {
			t.Fatal(err)
		}
		delete(got, "block") // the real chain's is far from the test chain's
		delete(example, "block")
		if route == "/market/report" {
			// TestMarketReport checks the test chain's part of the aggregate.
			exampleAddsUp(t, example)
			withoutPool(got, "0xBE00fF35AF70E8415D0eB605a286D8A45466A4c1")
			withoutPool(example, "0xBE00fF35AF70E8415D0eB605a286D8A45466A4c1")
		}
		if status != http.StatusOK || !reflect.DeepEqual(got, example) {
			answer, _ := json.MarshalIndent(got, "", " ")
			t.Errorf("%s: %d\n%s", route, status, answer)
		}
	}
}

// withoutPool leaves out a pool that the test chain lacks, and the sums over all pools.
func withoutPool(report map[string]any, address string) {
	delete(report, "aggregate")
	report["quotes"] = slices.DeleteFunc(report["quotes"].([]any), func(quote any) bool {
		return quote.(map[string]any)["address"] == address
	})
}

// exampleAddsUp checks the example's sums against its quotes.
func exampleAddsUp(t *testing.T, report map[string]any) {
	t.Helper()
	var tvl, volume, sources float64
	for _, q := range report["quotes"].([]any) {
		quote := q.(map[string]any)
		if quote["usable"] == true {
			sources++
		}
		if quote["type"] == "dex" {
			tvl += quote["tvl_usd"].(float64)
			volume += quote["volume_1h_usd"].(float64)
		}
	}

	sums := report["aggregate"].(map[string]any)
	near(t, "total_dex_tvl_usd", sums["total_dex_tvl_usd"], tvl)
	near(t, "volume_1h_usd", sums["volume_1h_usd"], volume)
	near(t, "num_sources", sums["num_sources"], sources)
}

func TestMarketReport(t *testing.T) {
	m := startMarket(t, wednesday)
	m.swapAero()
	status, got := m.Get("/market/report", "token", "aero")
	if status != http.StatusOK {
		t.Fatalf("%d %v", status, got)
	}
	members(t, got, map[string]any{
		"token":               "AERO",
		"reference_price_usd": 0.9213,
		"reference_source":    "chainlink",
		"oracle_only":         false,
		"partial":             false,
	})
	statusesAre(t, got, "base ok", "swaps ok", "rounds ok")

	// 10,000 AERO went for 9,200 USDC and 11,390 for 3 WETH.
	usd := 9200*0.99985 + 3*3501.25
	aggregate := got["aggregate"].(map[string]any)
	near(t, "dex_vwap_usd", aggregate["dex_vwap_usd"], usd/21390)
	near(t, "volume_1h_usd", aggregate["volume_1h_usd"], math.Round(usd*100)/100)
	members(t, aggregate, map[string]any{"vwap_basis": "swaps_1h", "num_sources": 3})
	tvl := 18_409_200*0.99985 + (19_990_000+2_000_000)*0.9213 + 200*3501.25
	near(t, "total_dex_tvl_usd", aggregate["total_dex_tvl_usd"], math.Round(tvl*100)/100)

	// The pools stand at 18409200/19990000 USDC, and 1/3801 WETH.
	inUSDC, inWETH := 18_409_200.0/19_990_000*0.99985, 3501.25/3801
	low, high := min(inUSDC, inWETH, 0.9213), max(inUSDC, inWETH, 0.9213)
	near(t, "cross_source_spread_pct", got["cross_source_spread_pct"], math.Round((high-low)/0.9213*100*1e6)/1e6)
	spread := got["spread"].(map[string]any)
	near(t, "min_price_usd", spread["min_price_usd"], low)
	near(t, "max_price_usd", spread["max_price_usd"], high)
	near(t, "spread_usd", spread["spread_usd"], high-low)
	near(t, "spread_bps", spread["spread_bps"], math.Round((high-low)/0.9213*1e4*1e4)/1e4)

	// A day ago, the answer from 26 hours ago was in force: 0.9044; then 0.9 from 18 hours ago, 0.9105 from ten
	// hours ago, 0.9213.
	recent := got["recent"].(map[string]any)
	members(t, recent, map[string]any{"source": "chainlink_rounds", "samples": 4, "window_hours": 24, "covered_hours": 24})
	near(t, "change_pct", recent["change_pct"], math.Round((0.9213/0.9044-1)*100*1e6)/1e6)
	a, b, c := math.Log(0.9/0.9044), math.Log(0.9105/0.9), math.Log(0.9213/0.9105)
	mean := (a + b + c) / 3
	deviation := 100 * math.Sqrt(((a-mean)*(a-mean)+(b-mean)*(b-mean)+(c-mean)*(c-mean))/2)
	near(t, "volatility_pct", recent["volatility_pct"], math.Round(deviation*1e6)/1e6)

	quotes := got["quotes"].([]any)
	if len(quotes) != 4 { // the feed, two pools, and one that does not exist
		t.Fatalf("%d quotes: %v", len(quotes), quotes)
	}
	members(t, quotes[0].(map[string]any), map[string]any{
		"type":     "oracle",
		"name":     "chainlink",
		"network":  "base",
		"pair":     "AERO / USD",
		"usable":   true,
		"swaps_1h": nil,
		"tvl_usd":  nil,
	})
	members(t, quotes[1].(map[string]any), map[string]any{
		"type":     "dex",
		"name":     "aerodrome_v2",
		"address":  chaintest.AeroPool,
		"pair":     "USDC/AERO",
		"usable":   true,
		"swaps_1h": 1,
		"error":    nil,
	})
	members(t, quotes[2].(map[string]any), map[string]any{
		"type":     "dex",
		"name":     "aerodrome_slipstream",
		"address":  chaintest.AeroTicks,
		"usable":   true,
		"swaps_1h": 1,
	})
	members(t, quotes[3].(map[string]any), map[string]any{
		"usable":    false,
		"price_usd": nil,
		"error":     "the pool is not what the table says: its factory",
	})
}

// statuses are the answer's sources, each with its outcome.
func statuses(answer map[string]any) []string {
	var list []string
	for _, one := range answer["sources"].([]any) {
		source := one.(map[string]any)
		list = append(list, fmt.Sprint(source["name"], " ", source["status"]))
	}
	return list
}

func statusesAre(t *testing.T, answer map[string]any, want ...string) {
	t.Helper()
	if got := statuses(answer); !slices.Equal(got, want) {
		t.Errorf("sources %q, want %q", got, want)
	}
}

// near compares floats computed in different orders.
func near(t *testing.T, name string, got any, want float64) {
	t.Helper()
	if f, ok := got.(float64); !ok || math.Abs(f-want) > 1e-9*math.Abs(want) {
		t.Errorf("%s is %v, want %v", name, got, want)
	}
}

func TestMarketReportListsFeedsOfAllNetworks(t *testing.T) {
	m := startMarket(t, wednesday)
	_, got := m.Get("/market/report", "token", "ETH")
	members(t, got, map[string]any{"reference_price_usd": 3501.25, "oracle_only": false, "partial": false})
	var lines []string
	for _, s := range got["quotes"].([]any) {
		source := s.(map[string]any)
		if source["price_usd"] != nil {
			lines = append(lines, fmt.Sprint(source["network"], " ", source["name"], " ", source["price_usd"], " ", source["usable"], " ", source["stale"]))
		}
	}
	want := []string{
		"base chainlink 3500.12345678 true false", "base chainlink 3501.25 true false", "base chainlink 2400 false true", "ethereum chainlink 3500.9 true false",
		fmt.Sprint("base uniswap_v3 ", 3489.4765, " false false"), fmt.Sprint("base aerodrome_v2 ", 3502.47455, " true false"),
	}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("got\n%q\nwant\n%q", lines, want)
	}
	members(t, got["aggregate"].(map[string]any), map[string]any{"num_sources": 4, "vwap_basis": "tvl_weighted_spot", "dex_vwap_usd": 3502.47455, "volume_1h_usd": 0})
	near(t, "cross_source_spread_pct", got["cross_source_spread_pct"], math.Round((3502.47455-3500.12345678)/3501.25*100*1e6)/1e6)
}

func TestMarketReportWithoutPools(t *testing.T) {
	m := startMarket(t, wednesday)
	for token, sources := range map[string]int{"XAU": 2, "BTC": 5, "XRP": 3, "JPY": 1} {
		status, got := m.Get("/market/report", "token", token)
		if status != http.StatusOK || len(got["quotes"].([]any)) != sources {
			t.Fatalf("%s: %d %v", token, status, got)
		}
		members(t, got, map[string]any{"oracle_only": true, "cross_source_spread_pct": nil, "partial": false})
		if partial := statuses(got); partial[len(partial)-2] != "swaps skipped" {
			t.Errorf("%s: %v", token, partial)
		}
		members(t, got["aggregate"].(map[string]any), map[string]any{"dex_vwap_usd": nil, "total_dex_tvl_usd": nil, "vwap_basis": nil, "volume_1h_usd": nil})
	}
	_, got := m.Get("/market/report", "token", "WSTETH") // a product of feeds has no rounds; its pools do not exist
	members(t, got["recent"].(map[string]any), map[string]any{"source": nil, "change_pct": nil, "volatility_pct": nil, "samples": 0})
}

func TestMarketReportOfWhatOnlyPoolsPrice(t *testing.T) {
	m := startMarket(t, wednesday)
	for _, price := range []string{"70000", "69000", "71000"} {
		// WETH goes in, BRETT comes out.
		out := new(big.Int).Neg(units(price, 18))
		m.chain.Send(common.HexToAddress(chaintest.BrettPool), contracts.NewTickPool().PackSwap(units("1", 18), out, chaintest.SqrtPrice(price, 18, 18), chaintest.Wallet))
		m.chain.Commit()
	}
	_, got := m.Get("/market/report", "token", "BRETT")
	members(t, got, map[string]any{"reference_source": "uniswap_v3", "oracle_only": false, "cross_source_spread_pct": nil})
	near(t, "dex_vwap_usd", got["aggregate"].(map[string]any)["dex_vwap_usd"], 3*3501.25/210_000)
	recent := got["recent"].(map[string]any)
	members(t, recent, map[string]any{"source": "dex_swaps", "window_hours": 1, "samples": 1, "change_pct": nil}) // all in one sample of five minutes
}

// TestMarketReportRoundTrips: two steps, of one request to each network, then the rounds and the search for swaps.
// The latter takes two requests here: one for block times, which on Base follow a rule, and one for events, which
// takes two on Base.
func TestMarketReportRoundTrips(t *testing.T) {
	for token, most := range map[string]int{"AERO": 4, "ETH": 5, "XRP": 2, "BRETT": 3, "XAU": 3} {
		m := startMarket(t, wednesday)
		m.Get("/market/report", "token", token)
		if n := m.chain.Requests(); n > most || n == 0 {
			t.Errorf("%s: %d requests, want at most %d", token, n, most)
		}
		before := m.chain.Requests()
		m.now = m.now.Add(59 * time.Second)
		if m.Get("/market/report", "token", token); m.chain.Requests() != before {
			t.Errorf("%s: asked again within a minute", token)
		}
		m.now = m.now.Add(2 * time.Second)
		if m.Get("/market/report", "token", token); m.chain.Requests() == before {
			t.Errorf("%s: not asked again after a minute", token)
		}
	}
}

// without answers JSON-RPC requests that contain the text with an error, and passes on the others.
func (m *market) without(text string) {
	for host, id := range chaintest.Hosts() {
		through := m.chain.Handler(id)
		m.world.Handle(host, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil || bytes.Contains(body, []byte(text)) {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			through.ServeHTTP(w, r)
		}))
	}
}

func TestMarketReportIsPartialWhenAPartFails(t *testing.T) {
	for _, c := range []struct {
		why, token, missing, source string
		check                       func(t *testing.T, got map[string]any)
	}{
		{"no logs", "AERO", "eth_getLogs", "swaps", func(t *testing.T, got map[string]any) {
			members(t, got["aggregate"].(map[string]any), map[string]any{"vwap_basis": "tvl_weighted_spot", "volume_1h_usd": nil, "num_sources": 3})
			members(t, got["recent"].(map[string]any), map[string]any{"samples": 4})
		}},
		{"no rounds", "AERO", "9a6fc8f5", "rounds", func(t *testing.T, got map[string]any) {
			members(t, got["recent"].(map[string]any), map[string]any{"source": nil, "change_pct": nil})
			members(t, got["aggregate"].(map[string]any), map[string]any{"volume_1h_usd": 0, "num_sources": 3})
		}},
		{"no Ethereum", "XAU", "214ed9da11d2fbe465a6fc601a91e62ebec1a0d6", "ethereum", func(t *testing.T, got map[string]any) {
			members(t, got, map[string]any{"reference_price_usd": 4100.5, "oracle_only": true})
			if n := len(got["quotes"].([]any)); n != 1 {
				t.Errorf("%d quotes", n)
			}
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := startMarket(t, wednesday)
			m.without(c.missing)
			status, got := m.Get("/market/report", "token", c.token)
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			members(t, got, map[string]any{"partial": true})
			var failed []string
			for _, one := range statuses(got) {
				if !strings.HasSuffix(one, " ok") && !strings.HasSuffix(one, " skipped") {
					failed = append(failed, one)
				}
			}
			if len(failed) != 1 || failed[0] != c.source+" error" {
				t.Errorf("failed: %v", failed)
			}
			c.check(t, got)
		})
	}
}
