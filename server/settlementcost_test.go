package server

import (
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/sdk/go/pay"
)

func TestSettlementCostsItsShareOfGasOrTheFee(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	made := facilitator.Settlement{Gas: big.NewInt(100_000_000_000)} // wei
	const base = "eip155:8453"
	s := &settlementCost{
		coins:  map[string]coin{base: {symbol: "ETH", places: 18}},
		prices: map[string]coinPrice{},
		now:    func() time.Time { return now },
	}
	if got := s.cost(base, made); got != (payment.Expense{Coins: 100_000}) {
		t.Errorf("without a price of the coin: %+v", got)
	}

	whole := payment.Expense{
		USD:   300_000,
		Coins: 100_000,
	}
	price := coinPrice{
		dollars: decimal.NewFromInt(3000),
		seenAt:  now,
	}
	s.prices["ETH"] = price
	if got := s.cost(base, made); got != whole {
		t.Errorf("1e-7 coins at $3000 are %+v", got)
	}
	now = now.Add(coinGoodFor)
	if _, known := s.price("ETH"); known {
		t.Error("a price of yesterday counts")
	}
	price.fixed = true
	s.prices["ETH"] = price
	if got := s.cost(base, made); got != whole {
		t.Errorf("at the operator's price: %+v", got)
	}

	s = &settlementCost{fee: 1_000_000}
	if got := s.cost(base, facilitator.Settlement{}); got != (payment.Expense{USD: 1_000_000}) {
		t.Errorf("the facilitator's fee is %+v", got)
	}
}

// TestSaleCarriesWhatItHasCost: the call of the service behind and the fee of the settlement are in the sale's event.
func TestSaleCarriesWhatItHasCost(t *testing.T) {
	t.Parallel()
	s, behind, _ := startSelling(t, map[string]string{
		"FACILITATOR_FEE_USD": "0.001",
		"OVERLAY":             costOverlay(t, `"0.0005"`),
	})
	if a := s.do(s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	behind.answers(http.StatusInternalServerError, "text/plain", "no")
	if a := s.do(s.paid(s.request(http.MethodGet, "/pets/7", nil), pay.V2)); a.status != http.StatusBadGateway {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if err := s.server.recorder.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	sum, err := s.server.parts.Usage.Summarize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var total cost.Amount
	for _, route := range sum.Routes {
		total += route.Cost
	}
	if total != 2_000_000 {
		t.Errorf("one sale and one failed call cost $%s, want two calls at $0.0005 and a settlement at $0.001", total)
	}
	if text := string(s.get("/openapi.json").body); text == "" || containsCost(text) {
		t.Error("the published document says what calls cost the operator")
	}
}

func TestSpentBudgetClosesRoutesBeforeAPayment(t *testing.T) {
	p := newProbedPair(t, true)
	p.pool = p.budgetOfOne(t)
	p.closures.pool = p.pool
	if p.of("GET /alone") != nil {
		t.Fatal("closed although nothing was spent")
	}
	p.called(t, "alpha")
	closed := p.of("GET /alone")
	if closed == nil || closed.Code != problem.CodeProviderUnavailable || closed.RetryAfter != 24*time.Hour {
		t.Fatalf("after the one request of the budget: %v", closed)
	}
	if p.of("GET /either") != nil {
		t.Error("a route is closed although beta may be asked")
	}
	if p.codes()["GET /alone"] == "" || len(p.list()) != 1 {
		t.Errorf("the catalogue has %v, the dashboard %v", p.codes(), p.list())
	}
	p.clock = p.clock.Add(24 * time.Hour)
	if p.of("GET /alone") != nil {
		t.Error("still closed a day later")
	}
}

// costOverlay is a file that says what a call of the pet shop costs the operator.
func costOverlay(t *testing.T, amount string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "costs.yaml")
	text := `
overlay: 1.1.0
info: {title: Costs, version: "1"}
actions:
  - target: $.paths['/pets/{petId}'].get
    update: {x-cost-usd: ` + amount + `}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func containsCost(text string) bool { return strings.Contains(text, "x-cost-usd") }
