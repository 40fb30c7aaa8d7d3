package txguard

import (
	"net/http"
	"reflect"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
	"github.com/farebox/farebox/handlers/txguard/txguardtest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// now is the clock of the tests.
var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// service serves the family over a test chain with the market, and providers' answers. The list of thieves is
// loaded.
func service(t *testing.T, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	s, world, list := starting(t, answers...)
	if err := list.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s, world
}

// starting is the same while the list of thieves is not loaded yet.
func starting(t *testing.T, answers ...upstreamtest.Answer) (
	*handlertest.Service, *upstreamtest.World, *upstream.Dataset[addressSet],
) {
	t.Helper()
	return startingWith(t, nil, nil, answers...)
}

// startingWith is the same with further accounts on the chain, and with endpoints that are changed, unless change is
// nil.
func startingWith(
	t *testing.T, more []chaintest.Deployment, change func(http.Handler) http.Handler, answers ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World, *upstream.Dataset[addressSet]) {
	t.Helper()
	chain := chaintest.Start(t, chaintest.Options{More: append(txguardtest.Deployments(t), more...)})
	world := upstreamtest.New(t, append(answers, txguardtest.Answers()...)...)
	chain.Mount(world)
	if change != nil {
		for host, id := range chaintest.Hosts() {
			world.Handle(host, change(chain.Handler(id)))
		}
	}
	pool := upstream.NewPool(upstream.Options{Transport: world, DataDir: t.TempDir(), UserAgent: "farebox/test", Now: func() time.Time { return now }})
	chains, err := evm.New(pool, evm.Options{HedgeAfter: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(pool, chains, nil, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "txguard", h.Register), world, h.blocklist
}

// TestTokenOfTheExampleTradesInTheTestMarket compares what the example has of the real token in place of the market's.
func TestTokenOfTheExampleTradesInTheTestMarket(t *testing.T) {
	s, _ := service(t)
	_, got := s.Get("/token/risk", "token", tokentest.Plain.Hex())
	pool := func(address, kind string) map[string]any {
		return map[string]any{"address": address, "against": "WETH", "kind": kind, "liquidity_usd": 200000.0}
	}
	for name, want := range map[string]any{
		"name":   "Plain Token",
		"symbol": "PLAIN",
		"pools": []any{
			pool("0x091797F1B4a0c373cf09Be5e48575E278FDF9cB4", "v2"),
			pool("0xdcbDc4b55e093a1307E36a60855F717BdD762028", "v3"),
		},
		"simulation": map[string]any{
			"pool": "0x091797F1B4a0c373cf09Be5e48575E278FDF9cB4", "sellable": true, "sells_later_only": false,
			"wallet_can_sell": nil,
			"buy_tax_pct":     0.0, "sell_tax_pct": 0.0, "transfer_tax_pct": 0.0, "failure": nil,
		},
	} {
		if !reflect.DeepEqual(got[name], want) {
			t.Errorf("%s: %v, want %v", name, got[name], want)
		}
	}
}

// TestSpecExamplesAreWhatTheRoutesAnswer sends each example of the spec and compares the whole answer.
func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world := service(t)
	s.CheckExamples("name", "symbol", "pools", "simulation") // of the real token; those of the market's are below
	if misses := world.Misses(); len(misses) > 0 {
		t.Errorf("asked for what the providers do not have: %v", misses)
	}
}
