package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/big"
	"net/http"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	svmfacilitator "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// toldSettlement is what GET / says of settlements on a network.
type toldSettlement struct {
	MedianMS *int64 `json:"median_ms"`
	Count    int64  `json:"count"`
	Cost     *struct {
		Coin    string      `json:"coin"`
		Least   json.Number `json:"least"`
		Highest json.Number `json:"highest"`
		Basis   string      `json:"basis"`
	} `json:"cost"`
}

func (s *service) settlementOn(t *testing.T, network string) toldSettlement {
	t.Helper()
	var root struct {
		Networks []struct {
			Network    string         `json:"network"`
			Settlement toldSettlement `json:"settlement"`
		} `json:"networks"`
	}
	if err := json.Unmarshal(s.get("/").body, &root); err != nil {
		t.Fatal(err)
	}
	for _, n := range root.Networks {
		if n.Network == network {
			return n.Settlement
		}
	}
	t.Fatalf("GET / does not name %s", network)
	return toldSettlement{}
}

// TestSettlementsAreToldAsTheyWereMeasured: nothing before the first one, and then its time and its cost, to all
// replicas.
func TestSettlementsAreToldAsTheyWereMeasured(t *testing.T) {
	t.Parallel()
	onEachKind(t, func(t *testing.T, w *world) {
		database := map[string]string{"DATABASE_URL": "sqlite:" + t.TempDir() + "/farebox.sqlite"}
		s := w.start(t, database)
		if told := s.settlementOn(t, w.network); told.MedianMS != nil || told.Count != 0 || told.Cost != nil {
			t.Errorf("before the first sale: %+v", told)
		}
		for i := range 2 {
			if a := s.do(s.paid(s.hashCall(fmt.Sprint("measured", i)), pay.V2)); a.status != http.StatusOK {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		if a := s.do(s.hashCall("no sale")); a.status != http.StatusPaymentRequired {
			t.Fatalf("%d", a.status)
		}

		if !s.server.book.write(t.Context()) {
			t.Fatal("nothing was written")
		}
		replica := w.start(t, database)
		for _, at := range []*service{s, replica} {
			at.server.book.read(t.Context())
			told := at.settlementOn(t, w.network)
			if told.MedianMS == nil || *told.MedianMS < 1 || *told.MedianMS > 120_000 ||
				told.Count != 2 || told.Cost == nil {
				t.Fatalf("%+v", told)
			}
			coin := map[string]string{"evm": "ETH", "permit2": "ETH", "solana": "SOL"}[w.kind]
			if told.Cost.Coin != coin || told.Cost.Basis != "measured" {
				t.Errorf("%+v", told.Cost)
			}
			// Two signatures, and a priority fee of one lamport, which the stock buyer offers.
			if w.kind == "solana" && (told.Cost.Least != "0.000010001" || told.Cost.Highest != "0.000010001") {
				t.Errorf("a settlement on Solana costs %s to %s", told.Cost.Least, told.Cost.Highest)
			}
			if least, err := told.Cost.Least.Float64(); err != nil || least <= 0 || least > 0.001 {
				t.Errorf("least %s", told.Cost.Least)
			}

			day := at.server.book.lastDay()
			if len(day) != 1 || day[0].Network != w.network || day[0].Paid != 2 || day[0].Revenue.String() != "0.002" {
				t.Errorf("the last day: %+v", day)
			}
		}
	})
}

// TestDeclaredFeeIsToldWhereAnotherSettles, and nothing where it is not set: the seller alone knows it.
func TestDeclaredFeeIsToldWhereAnotherSettles(t *testing.T) {
	t.Parallel()
	for fee, want := range map[string]string{"0.001": "0.001", "": ""} {
		s := start(t, newKey(t), map[string]string{"FACILITATOR_FEE_USD": fee}, (&scripted{}).with(false))
		told := s.settlementOn(t, "eip155:8453")
		switch {
		case want == "" && told.Cost != nil:
			t.Errorf("without the setting: %+v", told.Cost)
		case want != "" && (told.Cost == nil || told.Cost.Coin != "USD" || told.Cost.Least.String() != want ||
			told.Cost.Highest.String() != want || told.Cost.Basis != "declared"):
			t.Errorf("with it: %+v", told.Cost)
		}
	}
}

// away is a store of networks that may not answer.
type away struct {
	usage.Networks
	isAway bool
	took   int
}

func (a *away) AppendSettled(_ context.Context, all []usage.Settled) error {
	if a.isAway {
		return errors.New("away")
	}
	a.took += len(all)
	return nil
}

// TestSettlementsWaitWhileTheStoreIsAway, up to a bound, and each is written once.
func TestSettlementsWaitWhileTheStoreIsAway(t *testing.T) {
	store := &away{isAway: true}
	b := newNetworkBook(Parts{
		ByNetwork: store,
		Log:       slog.New(slog.DiscardHandler),
		Now:       time.Now,
	})
	sale := payment.Sale{
		Network: "eip155:8453",
		Settle:  time.Second,
	}
	b.add(payment.Sale{Network: "eip155:8453"}) // by a channel: nothing was settled
	for range 2 {
		b.add(sale)
		if b.write(t.Context()) {
			t.Error("written to a store that is away")
		}
	}
	store.isAway = false
	b.write(t.Context())
	if b.write(t.Context()) || store.took != 2 {
		t.Errorf("%d settlements written, want 2", store.took)
	}
	for range bookHolds + 5 {
		b.add(sale)
	}
	if len(b.waiting) != bookHolds {
		t.Errorf("%d wait", len(b.waiting))
	}
}

// TestCostsAreInTheCoinOfTheirNetwork: lamports are not wei, and the price of ether is not that of SOL.
func TestCostsAreInTheCoinOfTheirNetwork(t *testing.T) {
	networks := map[string]x402.Network{}
	for _, n := range x402.Builtin() {
		networks[n.Name] = n
	}
	s := newSettlementCost(Parts{
		Config:   Config{GasCoin: "3000,SOL=150"},
		Networks: []x402.Network{networks["base"], networks["polygon"], networks["solana"]},
		Fees:     func() []svmfacilitator.Status { return nil },
		Log:      slog.New(slog.DiscardHandler),
		Metrics:  prometheus.NewRegistry(),
		Now:      time.Now,
	}, nil)
	for _, c := range []struct {
		network string
		units   int64
		want    payment.Expense
	}{
		{"base", 100_000_000_000, payment.Expense{USD: 300_000, Coins: 100_000}},
		{"solana", 10_000, payment.Expense{USD: 1_500_000, Coins: 10_000_000}},
		{"polygon", 100_000_000_000, payment.Expense{Coins: 100_000}}, // no price of POL is known
	} {
		made := facilitator.Settlement{Gas: big.NewInt(c.units)}
		if got := s.cost(networks[c.network].CAIP2, made); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.network, got, c.want)
		}
	}
	for _, wrong := range []string{"", "1e9", "-1", "0", "=3", "eth=3", "ETH=3,ETH=4", "3,4", "ETH="} {
		if _, err := coinDollars(wrong); err == nil {
			t.Errorf("%q was taken", wrong)
		}
	}
}

// TestNetworkWhoseKeyRunsDryClosesByItself runs a process whose own settlements spend what the fee payer holds, until
// it is too little for one more. The other network sells on.
func TestNetworkWhoseKeyRunsDryClosesByItself(t *testing.T) {
	t.Parallel()
	evm := evmWorld(t)
	chain := newSolana(t)
	solana := solanaWorld(t, chain)
	settings := map[string]string{
		"LISTEN_ADDR":     "127.0.0.1:0",
		"PUBLIC_BASE_URL": "https://api.farebox.test",
		"DATABASE_URL":    "sqlite:" + t.TempDir() + "/farebox.sqlite",
		"DATA_DIR":        t.TempDir(),
		"SETTLE_TIMEOUT":  "2m",
	}
	maps.Copy(settings, solana.settings)
	maps.Copy(settings, evm.settings)
	settings["PAYMENT_NETWORKS"] = "solana,base"
	keepForSales(chain, 2)
	p := spawn(t, settings)
	s := &service{TB: t, url: p.url, networks: mustNetworks(t, settings)}

	sold := 0
	solana.lend(s)
	var last *http.Request
	for ; sold < 10; sold++ {
		quote := quoteOf(t, mustSend(t, s.hashCall("dry")))
		if quote.Accepts[0].Network != solana.network {
			break
		}
		last = s.paid(s.hashCall(fmt.Sprint("dry", sold)), pay.V2)
		a := mustSend(t, again(last))
		if a.status == http.StatusServiceUnavailable && a.code() == "settlement_unavailable" {
			break
		}
		if a.status != http.StatusOK {
			t.Fatalf("sale %d: %d %s", sold, a.status, a.body)
		}
	}
	if sold < 2 || sold > 3 {
		t.Errorf("%d sales, for 2 there was enough", sold)
	}
	if got, want := solana.received(), int64(sold)*1000; got != want {
		t.Errorf("the seller holds %d after %d sales", got, sold)
	}

	await.Until(t, "a quote without Solana", func() bool {
		quote := quoteOf(t, mustSend(t, s.hashCall("dry")))
		return len(quote.Accepts) == 1 && quote.Accepts[0].Network == evm.network
	})
	evm.lend(s)
	for i := range 2 {
		if a := mustSend(t, s.paid(s.hashCall(fmt.Sprint("wet", i)), pay.V2)); a.status != http.StatusOK {
			t.Errorf("on the other network: %d %s", a.status, a.body)
		}
	}
	if got := evm.received(); got != 2000 {
		t.Errorf("the seller holds %d on the other network", got)
	}
}

// keepForSales leaves the fee payer enough for so many settlements.
func keepForSales(chain *devsol.Chain, sales uint64) {
	const (
		deposit  = 890_880
		fee      = 10_001
		reserved = 20_000 // with the highest priority fee
	)
	chain.SetLamports(svm.AddressOf(chain.FeePayerKey()), deposit+reserved+(sales-1)*fee)
}

func mustSend(t *testing.T, r *http.Request) answer {
	t.Helper()
	a, err := send(r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}
