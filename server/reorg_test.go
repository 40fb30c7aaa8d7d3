package server

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/store/storetest"
)

// bought are payments that stand in the last blocks of a chain.
type bought struct {
	*service
	chain    *devchain.Chain
	clock    *clock
	settings map[string]string
	requests []*http.Request
	blocks   int // that hold them
}

const payments = 11

// buyEleven buys and lets the service look for the payments once.
func buyEleven(t *testing.T, database string) *bought {
	t.Helper()
	b := buyUnseen(t, database)
	b.confirm()
	return b
}

// buyUnseen buys.
func buyUnseen(t *testing.T, database string) *bought {
	t.Helper()
	b := &bought{clock: &clock{}}
	b.chain = newChain(t, func(o *devchain.Options) { o.Now = b.clock.now })
	b.settings = map[string]string{
		"DATABASE_URL":   database,
		"PAY_TO_ADDRESS": crypto.PubkeyToAddress(newKey(t).PublicKey).Hex(),
	}
	maps.Copy(b.settings, onChain(b.chain))
	b.service = start(t, b.chain.BuyerKey(), b.settings, b.clock.part())

	before := b.head()
	for _, n := range []int{4, 4, payments - 8} { // those that come together share a block
		var wave sync.WaitGroup
		for range n {
			r := b.paid(b.hashCall(fmt.Sprint("payment ", len(b.requests))), 2)
			b.requests = append(b.requests, r)
			wave.Go(func() {
				if a, err := send(again(r)); err != nil || a.status != http.StatusOK {
					t.Errorf("%v %d %s", err, a.status, a.body)
				}
			})
		}
		wave.Wait()
	}
	b.blocks = int(b.head() - before)
	b.wantSeller(payments)
	return b
}

// replica is another process on the same ledger. It takes the settlement key over, whose lost transactions the first
// would wait for.
func (b *bought) replica() *service {
	b.Helper()
	return start(b, b.key, b.settings, b.clock.part())
}

func (b *bought) head() uint64 {
	b.Helper()
	n, err := b.chain.Client().BlockNumber(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return n
}

func (b *bought) wantSeller(payments int64) {
	b.Helper()
	got, err := b.chain.BalanceOf(b.Context(), b.payTo)
	if err != nil || got.Int64() != 1000*payments {
		b.Errorf("the seller holds %s (%v), want %d payments of 1000", got, err, payments)
	}
}

func (b *bought) confirm() {
	b.Helper()
	if err := b.server.gate.Confirm(b.Context()); err != nil {
		b.Fatal(err)
	}
}

// rollBack takes all payments back and lets the service look.
func (b *bought) rollBack(later time.Duration) {
	b.Helper()
	if err := b.chain.Rollback(b.blocks); err != nil {
		b.Fatal(err)
	}
	b.wantSeller(0)
	b.clock.move(later)
	if _, err := b.chain.Commit(); err != nil { // at the time that it is now
		b.Fatal(err)
	}
	b.confirm()
}

func (b *bought) wantTotals(paid, reverted float64, revenue string) {
	b.Helper()
	b.clock.move(summaryAge)
	totals := b.get("/usage").json(b)["totals"].(map[string]any)
	got := fmt.Sprint(totals["paid"], " ", totals["reverted"], " ", totals["revenue_usd"])
	if want := fmt.Sprint(paid, " ", reverted, " ", revenue); got != want {
		b.Errorf("paid, reverted and revenue are %s, want %s (%v)", got, want, totals)
	}
}

// wantSettlements compares members of what /health says of settlements.
func (b *bought) wantSettlements(want map[string]any) {
	b.Helper()
	b.server.health.probe(b.Context())
	got := b.get("/health").json(b)["payments"].(map[string]any)["settlements"].(map[string]any)
	for name, value := range want {
		if got[name] != value {
			b.Errorf("%s is %v, want %v", name, got[name], value)
		}
	}
}

// summaryAge is longer than /usage may be behind.
const summaryAge = 4 * time.Second

func onBothStores(t *testing.T, test func(t *testing.T, database string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, storetest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, storetest.Postgres(t)) })
}

func TestPaymentsThatAReorganisationTookBackAreSettledAgain(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		b := buyEleven(t, database)
		t.Logf("%d payments in %d blocks", payments, b.blocks)
		b.rollBack(20 * time.Second)
		b.wantTotals(0, payments, "0")
		b.wantSettlements(map[string]any{"open": 11.0, "reverted": 0.0, "last_reverted_at": nil})

		n, err := b.replica().server.gate.Reconcile(t.Context(), b.clock.now().Add(-time.Hour))
		if n != payments || err != nil {
			t.Fatalf("%d settled again, %v", n, err)
		}
		b.wantSeller(payments)
		b.wantTotals(payments, 0, "0.011")
		for _, r := range b.requests {
			if a := b.do(again(r)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
				t.Errorf("a repeat: %d %s", a.status, a.body)
			}
		}
		b.wantSeller(payments)
	})
}

// TestFirstLookSeesAReorganisation that came before it: the block of each settlement is kept from its receipt.
func TestFirstLookSeesAReorganisation(t *testing.T) {
	t.Parallel()
	b := buyUnseen(t, storetest.SQLite(t))
	if err := b.chain.Rollback(b.blocks); err != nil {
		t.Fatal(err)
	}
	b.clock.move(time.Second) // too soon for a receipt that is not there to count
	for range b.blocks {
		if _, err := b.chain.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	b.confirm()
	b.wantTotals(0, payments, "0")
	b.wantSettlements(map[string]any{"open": 11.0, "reverted": 0.0, "last_reverted_at": nil})
}

// TestRepeatOfAPaymentThatWasTakenBackSettlesIt without waiting for the reconciler.
func TestRepeatOfAPaymentThatWasTakenBackSettlesIt(t *testing.T) {
	t.Parallel()
	b := buyEleven(t, storetest.SQLite(t))
	b.rollBack(20 * time.Second)
	r := again(b.requests[3])
	r.URL.Host = strings.TrimPrefix(b.replica().url, "http://")
	if a := b.do(r); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("%d %s", a.status, a.body)
	}
	b.wantSeller(1)
}

func TestPaymentsThatCannotBeSettledAgainAreMarkedReverted(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, database string) {
		b := buyEleven(t, database)
		b.rollBack(10 * time.Minute)
		b.wantTotals(0, payments, "0")
		if n, err := b.server.gate.Reconcile(t.Context(), b.clock.now()); n != 0 || err != nil {
			t.Errorf("reconciled %d, %v", n, err)
		}
		b.wantSeller(0)
		for _, r := range b.requests {
			a := b.do(again(r))
			if a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonValidBefore {
				t.Errorf("a repeat of what is not paid for: %d %s", a.status, a.body)
			}
		}
		b.wantSettlements(map[string]any{"open": 0.0, "oldest_open_seconds": nil, "reverted": 11.0})
	})
}

// TestStandingPaymentsAreLeftAlone until they are final, and are not looked for after.
func TestStandingPaymentsAreLeftAlone(t *testing.T) {
	t.Parallel()
	b := buyEleven(t, storetest.SQLite(t))
	for range 3 {
		b.clock.move(time.Minute)
		if _, err := b.chain.Commit(); err != nil {
			t.Fatal(err)
		}
		b.confirm()
	}
	b.wantTotals(payments, 0, "0.011")
	due, err := b.server.parts.Ledger.Unconfirmed(t.Context(), b.clock.now().Add(time.Hour), time.Minute, 100)
	if err != nil || len(due) != payments {
		t.Errorf("%d are looked for again, %v", len(due), err)
	}
	for _, s := range due {
		if s.Block == 0 || s.BlockHash == "" {
			t.Errorf("the block is not known: %+v", s)
		}
	}
}
