package chain_test

import (
	"context"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/chain"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/chaintest/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// wednesday is an hour at which all markets are open.
var wednesday = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// market is /price and /market/report on a test chain with a fake clock.
type market struct {
	*handlertest.Service
	chain  *chaintest.Chain
	world  *upstreamtest.World
	prices *prices.Prices
	now    time.Time
}

func startMarket(t *testing.T, now time.Time, more ...chaintest.Deployment) *market {
	t.Helper()
	m := &market{world: upstreamtest.New(t), now: now}
	m.chain = chaintest.Start(t, chaintest.Options{More: more, Now: m.clock})
	m.Service = m.over(t, m.world)
	return m
}

func (m *market) clock() time.Time { return m.now }

// over are the routes over another world with the chain.
func (m *market) over(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	m.chain.Mount(world)
	pool := world.Pool(t, nil)
	chains, err := evm.New(pool, evm.Options{HedgeAfter: 30 * time.Second, Now: m.clock})
	if err != nil {
		t.Fatal(err)
	}
	m.prices = prices.New(chains, m.clock)
	h := chain.New(chain.Sources{Chains: chains, Pool: pool, Gateways: world, Prices: m.prices})
	return handlertest.New(t, "chain", h.Register)
}

// set gives a feed a new answer, in units of 10^-8, and commits.
func (m *market) set(proxy string, answer int64, age time.Duration) {
	m.Helper()
	m.chain.Send(common.HexToAddress(proxy), contracts.NewPriceFeed().PackSet(big.NewInt(answer), big.NewInt(int64(age.Seconds()))))
	m.chain.Commit()
}

// feed is a deployment that replaces one of chaintest.Feeds.
func feed(t *testing.T, proxy string, change func(*chaintest.Feed)) chaintest.Deployment {
	t.Helper()
	for _, f := range chaintest.Feeds() {
		if strings.EqualFold(f.Proxy, proxy) {
			change(&f)
			return f.Deploy(t)
		}
	}
	t.Fatalf("no feed %s", proxy)
	return chaintest.Deployment{}
}

// broken is a deployment of a contract without a feed's functions.
func broken(proxy string) chaintest.Deployment {
	d := chaintest.Deployment{Address: common.HexToAddress(proxy)}
	d.Account.Code = common.FromHex("0x60006000fd") // revert
	return d
}

const (
	etherPlain = "0x50015f8b17fb2C290Dde41fDc246ed0dcEE93a8b"
	etherSVR   = "0xa4250cE1aA15Ff4cb5E5a8655293b65694e436Ed"
	etherL1    = "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419"
	euro       = "0xc91D87E81faB8f93699ECf7Ee9B44D11e1D53F0F"
	gold       = "0x5213eBB69743b85644dbB6E25cdF994aFBb8cF31"
)

// members compares the named members of an answer.
func members(t *testing.T, got map[string]any, want map[string]any) {
	t.Helper()
	for name, value := range want {
		if fmt.Sprint(got[name]) != fmt.Sprint(value) {
			t.Errorf("%s is %v, want %v", name, got[name], value)
		}
	}
}

func TestPriceSources(t *testing.T) {
	m := startMarket(t, wednesday)
	for _, c := range []struct {
		why, token string
		want       map[string]any
	}{
		{"the freshest of the candidates", "ETH", map[string]any{
			"token": "ETH", "price_usd": 3501.25, "source": "chainlink", "feed": etherSVR, "pair": "ETH / USD", "decimals": 8, "stale": false,
			"source_chain": nil, "pool": nil, "warnings": "[]", "chain": "eip155:8453", "group": "crypto"}},
		{"case and /USD do not matter", " weth/usd", map[string]any{"token": "WETH", "price_usd": 3501.25, "group": "wrapped"}},
		{"-USD neither", "btc-USD", map[string]any{"token": "BTC", "price_usd": 98000.12}},
		{"mixed case in the table", "USDE", map[string]any{"token": "USDe", "price_usd": 0.9991, "group": "stablecoin"}},
		{"mixed case in the description", "CBBTC", map[string]any{"price_usd": 97990}},
		{"an alias", "matic", map[string]any{"token": "POL", "price_usd": 0.21}},
		{"18 decimals, all of them", "MOG", map[string]any{"price_usd": "4.12345678901e-07", "decimals": 18}},
		{"a product of two feeds, as old as the older", "WSTETH", map[string]any{
			"price_usd": 3501.25 * 1.2145, "pair": "WSTETH / ETH x ETH / USD", "decimals": 18, "feed": "0x43a5C292A453A3bF3606fa856197f09D7B74251a"}},
		{"no feed on Base", "JPY", map[string]any{"price_usd": 0.00652, "source": "chainlink", "source_chain": "eip155:1", "chain": "eip155:8453", "group": "forex", "stale": false}},
		{"no feed at all", "brett", map[string]any{
			"token": "BRETT", "source": "uniswap_v3", "pool": chaintest.BrettPool, "feed": nil, "decimals": nil, "pair": "WETH/BRETT", "stale": false, "warnings": "[]"}},
		{"a stale feed, and a pool", "DEGEN", map[string]any{"source": "uniswap_v3", "pool": chaintest.DegenPool, "stale": false, "warnings": "[fallback_dex]"}},
		{"a stale feed, and nothing else", "XRP", map[string]any{"price_usd": 2.21, "source": "chainlink", "stale": true}},
		{"a metal", "Gold", map[string]any{"token": "XAU", "price_usd": 4100.5, "group": "metal", "stale": false}},
		{"the coin of Gnosis Chain", "XDAI", map[string]any{"price_usd": 1.0001, "pair": "DAI / USD"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			status, got := m.Get("/price", "token", c.token)
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			members(t, got, c.want)
		})
	}
}

// TestPoolPriceIsExactlyThatOfThePool compares with the exact fractions of the pool's price and ETH's.
func TestPoolPriceIsExactlyThatOfThePool(t *testing.T) {
	m := startMarket(t, wednesday)
	a, _ := oracle.Find("BRETT")
	q, err := m.prices.Quote(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	root := chaintest.SqrtPrice("70000", 18, 18)
	want := new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), 192), new(big.Int).Mul(root, root))
	want.Mul(want, big.NewRat(350125, 100))
	got := q.Price.Rat()
	if off := new(big.Rat).Quo(new(big.Rat).Sub(want, got), want); off.Abs(off).Cmp(big.NewRat(1, 1_000_000_000_000_000_000)) > 0 {
		t.Errorf("price %s, want %s", q.Price, want.FloatString(40))
	}
	worth := q.Price.Mul(decimal.NewFromInt(10_000_000)).Add(decimal.RequireFromString("350125")) // and 100 WETH
	if !q.TVL.Equal(worth) {
		t.Errorf("the pool is worth %s, want %s", q.TVL, worth)
	}
}

func TestPriceFallsFromFeedToFeedToPool(t *testing.T) {
	m := startMarket(t, wednesday)
	ask := func(want map[string]any) {
		t.Helper()
		m.now = m.now.Add(6 * time.Second) // after the last answer's time in the cache
		_, got := m.Get("/price", "token", "ETH")
		members(t, got, want)
	}
	ask(map[string]any{"feed": etherSVR})
	m.set(etherSVR, 350125000000, 2*time.Hour)
	ask(map[string]any{"feed": etherPlain, "price_usd": 3500.12345678, "warnings": "[]"})
	m.set(etherPlain, 0, time.Minute) // answers of 0 and below do not count
	ask(map[string]any{"feed": etherL1, "price_usd": 3500.9, "source_chain": "eip155:1", "warnings": "[fallback_feed]"})
	m.set(etherPlain, -5, time.Minute)
	m.set(etherL1, 350090000000, 3*time.Hour)
	ask(map[string]any{"source": "aerodrome_v2", "pool": chaintest.EtherPool, "warnings": "[fallback_dex]", "price_usd": 3503 * 0.99985})
	m.set("0x7e860098F58bBFC8648a4311b374B1D669a2bc6B", 99985000, 48*time.Hour) // USDC's, which prices the pool
	ask(map[string]any{"feed": etherSVR, "price_usd": 3501.25, "stale": true})
}

func TestFeedsThatCannotBeBelieved(t *testing.T) {
	for _, c := range []struct {
		why  string
		with chaintest.Deployment
	}{
		{"wrong description", feed(t, etherSVR, func(f *chaintest.Feed) { f.Description = "BTC / USD" })},
		{"answer of zero", feed(t, etherSVR, func(f *chaintest.Feed) { f.Price = "0" })},
		{"answer below zero", feed(t, etherSVR, func(f *chaintest.Feed) { f.Price = "-1" })},
		{"impossible decimals", feed(t, etherSVR, func(f *chaintest.Feed) { f.Price, f.Decimals = "0.1", 77 })},
		{"reverts", broken(etherSVR)},
		{"is not there", chaintest.Deployment{Address: common.HexToAddress(etherSVR)}},
		{"older than its heartbeat", feed(t, etherSVR, func(f *chaintest.Feed) { f.Age = 23*time.Minute + time.Second })},
		{"never updated", func() chaintest.Deployment {
			d := feed(t, etherSVR, func(*chaintest.Feed) {})
			d.Account.Storage[common.BigToHash(big.NewInt(3))] = common.MaxHash
			return d
		}()},
	} {
		t.Run(c.why, func(t *testing.T) {
			m := startMarket(t, wednesday, c.with)
			_, got := m.Get("/price", "token", "ETH")
			members(t, got, map[string]any{"feed": etherPlain, "price_usd": 3500.12345678, "stale": false})
		})
	}
}

// TestAFeedAtItsLeastAnswerIsNoPrice: aggregators stop at the smallest number that they can say, whatever the price has
// fallen to. A fresh answer of 0.00000001 is passed over for the next feed, and refused where no other is left.
func TestAFeedAtItsLeastAnswerIsNoPrice(t *testing.T) {
	least := func(address string) chaintest.Deployment {
		return feed(t, address, func(f *chaintest.Feed) { f.Price = "0.00000001" })
	}
	m := startMarket(t, wednesday, least(etherSVR))
	_, got := m.Get("/price", "token", "ETH")
	members(t, got, map[string]any{"feed": etherPlain, "price_usd": 3500.12345678, "stale": false})

	m = startMarket(t, wednesday, least(etherSVR), least(etherPlain), least(etherL1))
	status, got := m.Get("/price", "token", "ETH")
	if price, ok := got["price_usd"].(float64); ok && price < 1 {
		t.Errorf("%d: %v", status, got)
	}
}

func TestCurrenciesAndMetalsAreStaleAtWeekends(t *testing.T) {
	saturday := time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)
	old := func(f *chaintest.Feed) { f.Age = 30 * time.Hour }
	m := startMarket(t, saturday, feed(t, euro, old), feed(t, gold, old))
	for _, token := range []string{"EUR", "XAU"} {
		status, got := m.Get("/price", "token", token)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %v", token, status, got)
		}
		members(t, got, map[string]any{"stale": true, "source": "chainlink", "source_chain": nil, "warnings": "[market_closed]"})
		if age := got["age_seconds"].(float64); age < 30*3600-5 || age > 30*3600+5 {
			t.Errorf("%s is %v seconds old", token, age)
		}
	}
}

// TestSequencerWarnings: while the sequencer is down, no feed on Base can have moved, so none is fresh.
func TestSequencerWarnings(t *testing.T) {
	for _, c := range []struct {
		answer string
		age    time.Duration
		ether  map[string]any // which has a feed on Ethereum too
		aero   map[string]any // which has not
	}{
		{"0", 2 * time.Hour,
			map[string]any{"warnings": "[]", "price_usd": 3501.25, "confidence": 0.95},
			map[string]any{"warnings": "[]", "stale": false}},
		{"0", 59 * time.Minute,
			map[string]any{"warnings": "[l2_sequencer_grace]", "price_usd": 3501.25, "confidence": 0.6},
			map[string]any{"warnings": "[l2_sequencer_grace]", "stale": false}},
		{"1", time.Minute,
			map[string]any{"warnings": "[fallback_feed]", "source_chain": "eip155:1", "stale": false},
			map[string]any{"warnings": "[l2_sequencer_down]", "stale": true, "confidence": 0.2}},
		{"1", 5 * time.Hour,
			map[string]any{"warnings": "[fallback_feed]", "source_chain": "eip155:1", "stale": false},
			map[string]any{"warnings": "[l2_sequencer_down]", "stale": true, "confidence": 0.2}},
		{"7", 5 * time.Hour,
			map[string]any{"warnings": "[l2_sequencer_unknown]", "price_usd": 3501.25, "confidence": 0.8},
			map[string]any{"warnings": "[l2_sequencer_unknown]", "stale": false}},
	} {
		m := startMarket(t, wednesday, feed(t, chaintest.Sequencer, func(f *chaintest.Feed) { f.Price, f.Age = c.answer, c.age }))
		_, got := m.Get("/price", "token", "ETH")
		members(t, got, c.ether)
		_, got = m.Get("/price", "token", "AERO")
		members(t, got, c.aero)
		_, got = m.Get("/price", "token", "JPY") // Ethereum has no sequencer
		members(t, got, map[string]any{"warnings": "[]"})
	}
	m := startMarket(t, wednesday, broken(chaintest.Sequencer))
	_, got := m.Get("/price", "token", "BRETT")
	members(t, got, map[string]any{"warnings": "[l2_sequencer_unknown]", "source": "uniswap_v3"})
}

// TestPoolsThatAreNotWhatTheTableSays: TOSHI's only pool here belongs to an unknown factory.
func TestPoolsThatAreNotWhatTheTableSays(t *testing.T) {
	m := startMarket(t, wednesday)
	for _, route := range []string{"/price", "/market/report"} {
		if status, got := m.Get(route, "token", "TOSHI"); status != http.StatusServiceUnavailable || got["code"] != "no_price" {
			t.Errorf("%d %v", status, got)
		}
	}
	good := chaintest.Ticks(t, chaintest.AlteredPool, "7000000")
	if _, got := startMarket(t, wednesday, good).Get("/price", "token", "TOSHI"); got["pool"] != chaintest.AlteredPool {
		t.Errorf("the pool as it should be: %v", got)
	}
	for _, c := range []struct {
		why  string
		word int64
		to   common.Hash
	}{
		{"token0", 1, common.HexToHash("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")},
		{"token1", 2, common.HexToHash("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")},
		{"factory of the other exchange", 0, common.HexToHash("0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A")},
		{"not set up", 3, common.Hash{}},
		{"no liquidity", 4, common.Hash{}},
	} {
		d := chaintest.Ticks(t, chaintest.AlteredPool, "7000000")
		d.Account.Storage[common.BigToHash(big.NewInt(c.word))] = c.to
		if status, got := startMarket(t, wednesday, d).Get("/price", "token", "TOSHI"); status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d %v", c.why, status, got)
		}
	}
	wrong := chaintest.Token(t, common.HexToAddress("0xAC1Bd2486aAf3B5C0fc3Fd868558b082a531B2B4"), "Toshi", "TOSHI", 9, nil)
	if status, got := startMarket(t, wednesday, good, wrong).Get("/price", "token", "TOSHI"); status != http.StatusServiceUnavailable {
		t.Errorf("decimals: %d %v", status, got)
	}
}

func TestUnknownTokenIsRefusedWithTheList(t *testing.T) {
	m := startMarket(t, wednesday)
	for _, route := range []string{"/price", "/market/report"} {
		for _, token := range []string{"NOPE", "USD", "/USD", "ETH/EUR", "0x4200000000000000", " ", "ΕTH"} {
			status, got := m.Get(route, "token", token)
			detail := fmt.Sprint(got["detail"])
			if status != http.StatusBadRequest || got["field"] != "token" || !strings.Contains(detail, "ETH, BTC") || !strings.Contains(detail, "XAG") {
				t.Errorf("%s %q: %d %v", route, token, status, got)
			}
		}
		if status, _ := m.Get(route); status != http.StatusBadRequest {
			t.Errorf("%s without a token: %d", route, status)
		}
	}
}

func TestPriceRoundTrips(t *testing.T) {
	for token, most := range map[string]int{"ETH": 1, "USDC": 1, "AERO": 1, "BRETT": 1, "DEGEN": 1, "WSTETH": 1, "EUR": 1, "JPY": 2} {
		m := startMarket(t, wednesday)
		m.Get("/price", "token", token)
		if n := m.chain.Requests(); n > most || n == 0 {
			t.Errorf("%s: %d requests, want at most %d", token, n, most)
		}
		before := m.chain.Requests()
		m.Get("/price", "token", token)
		if n := m.chain.Requests(); n != before {
			t.Errorf("%s again: %d requests more", token, n-before)
		}
	}
	m := startMarket(t, wednesday, broken(etherSVR), broken(etherPlain))
	if _, got := m.Get("/price", "token", "ETH"); got["feed"] != etherL1 || m.chain.Requests() != 2 {
		t.Errorf("%v with %d requests, want 2", got["feed"], m.chain.Requests())
	}
}

func TestPriceWhenNetworksAreDown(t *testing.T) {
	m := startMarket(t, wednesday)
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	for host, id := range chaintest.Hosts() {
		if id == 1 {
			m.world.Handle(host, down)
		}
	}
	if status, _ := m.Get("/price", "token", "JPY"); status != http.StatusBadGateway && status != http.StatusServiceUnavailable {
		t.Errorf("JPY without Ethereum: %d", status)
	}
	if _, got := m.Get("/price", "token", "ETH"); got["feed"] != etherSVR {
		t.Errorf("ETH without Ethereum: %v", got)
	}
	for host := range chaintest.Hosts() {
		m.world.Handle(host, down)
	}
	if status, _ := m.Get("/price", "token", "EUR"); status != http.StatusBadGateway && status != http.StatusServiceUnavailable {
		t.Errorf("EUR without Base: %d", status)
	}
}

// TestCallersWhoAskAtOnceShareTheWork also covers a caller that leaves early.
func TestCallersWhoAskAtOnceShareTheWork(t *testing.T) {
	m := startMarket(t, wednesday)
	a, _ := oracle.Find("ETH")
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := m.prices.Quote(gone, a); err == nil {
		t.Log("the answer came before the caller's leave was noticed")
	}
	errs := make(chan error, 20)
	for range cap(errs) {
		go func() {
			_, err := m.prices.Quote(t.Context(), a)
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if n := m.chain.Requests(); n != 1 {
		t.Errorf("%d requests", n)
	}
}

// TestSpecListsEveryAsset checks the lists in both routes' descriptions against the table.
func TestSpecListsEveryAsset(t *testing.T) {
	m := startMarket(t, wednesday)
	for _, route := range []string{"/price", "/market/report"} {
		text := m.Doc.Paths.Value(route).Get.Parameters[0].Value.Description
		_, list, _ := strings.Cut(text, "One of ")
		list, _, _ = strings.Cut(list, ".")
		if got := strings.Split(list, ", "); !slices.Equal(got, oracle.Symbols()) {
			t.Errorf("%s lists\n%v\nthe table has\n%v", route, got, oracle.Symbols())
		}
	}
	if len(oracle.Symbols()) < 80 {
		t.Errorf("only %d assets", len(oracle.Symbols()))
	}
}
