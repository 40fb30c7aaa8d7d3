package payment

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// stuck is a ledger of open settlements.
type stuck struct {
	Ledger    // the rest is never called
	mu        sync.Mutex
	entries   []Entry
	settled   atomic.Int64
	postponed time.Time // until when the last entry is not handed out
}

func (l *stuck) add(e Entry) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entries = append(l.entries, e)
}

func (l *stuck) Beat(context.Context, string, time.Duration) error { return nil }

func (l *stuck) Stuck(context.Context, Takeover) ([]Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	batch := l.entries[:min(len(l.entries), reconcileBatch)]
	l.entries = l.entries[len(batch):]
	return batch, nil
}

func (l *stuck) Postpone(_ context.Context, _ Key, _ string, until time.Time) error {
	l.postponed = until
	return nil
}

func (l *stuck) Settle(ctx context.Context, _ Key, _ Transfer, _ time.Time, _ usage.Event) (bool, error) {
	l.settled.Add(1)
	return true, ctx.Err()
}

func (l *stuck) Purge(context.Context, time.Time) (int64, error) { return 0, nil }

// slow is a chain that takes a block's time to see a settlement.
type slow struct {
	facilitator.Facilitator
	takes time.Duration
}

func (s slow) Settle(ctx context.Context, _ facilitator.Request) (facilitator.Settlement, error) {
	select {
	case <-time.After(s.takes):
		return facilitator.Settlement{Outcome: facilitator.Settled, Transaction: "0x1"}, nil
	case <-ctx.Done():
		return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
	}
}

func (slow) Fate(context.Context, *Entry, ...string) (Ending, error) {
	return Ending{Fate: Open}, nil
}

// TestOpenSettlementsAreFinishedSideBySide: one after the other, those behind would wait for longer than they
// are claimed for, and a facilitator that hangs would hold up all.
func TestOpenSettlementsAreFinishedSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, f := &stuck{}, slow{takes: 2 * time.Second}
		for i := range 3*reconcileBatch - 10 {
			l.entries = append(l.entries, Entry{Reservation: Reservation{Key: Key{Nonce: fmt.Sprint(i)}}})
		}
		g, err := NewGate(testOptions(l, f), nil)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		g.reconcileAll(t.Context(), begin)
		if took := time.Since(begin); took != 3*f.takes {
			t.Errorf("three batches took %v", took)
		}
		if got, want := l.settled.Load(), int64(3*reconcileBatch-10); got != want {
			t.Errorf("%d settled, want %d", got, want)
		}
	})
}

// TestRequestThatIsAtAPaymentMayTakeIt: a reconciler that comes upon its payment gives it back. Claimed by both, it
// would rest until the claim is over.
func TestRequestThatIsAtAPaymentMayTakeIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := Key{Nonce: "1"}
		l := &stuck{entries: []Entry{{Reservation: Reservation{Key: key}}}}
		g, err := NewGate(testOptions(l, slow{}), nil)
		if err != nil {
			t.Fatal(err)
		}
		g.settling.Store(key, true)

		if _, err := g.Reconcile(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
		if l.settled.Load() != 0 || !l.postponed.Equal(time.Now()) {
			t.Errorf("%d settled, kept until %s, and it is %s", l.settled.Load(), l.postponed, time.Now())
		}
	})
}

// hungChain is a ledger with a channel that is due, and a chain that does not answer about it.
type hungChain struct {
	Channels
	Escrow
}

func (hungChain) Watched(context.Context, time.Duration, int) ([]Channel, error) {
	return []Channel{{Key: ChannelKey{Network: "eip155:8453"}}}, nil
}

func (hungChain) States(ctx context.Context, _ string, _ []common.Hash) ([]channel.State, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestOpenSettlementsDoNotWaitForChannels: a claim can wait for blocks for minutes.
func TestOpenSettlementsDoNotWaitForChannels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &stuck{}
		options := testOptions(l, slow{})
		options.Seller.Channels = &ChannelTerms{WithdrawDelay: 86_400}
		options.Channels = &ChannelOptions{
			Ledger:            hungChain{},
			Escrow:            hungChain{},
			WithdrawDelay:     24 * time.Hour,
			ClaimAfter:        time.Hour,
			PayerTransactions: 1,
		}
		g, err := NewGate(options, nil)
		if err != nil {
			t.Fatal(err)
		}

		ctx, cancel := context.WithTimeout(t.Context(), 5500*time.Millisecond)
		defer cancel()
		go func() {
			time.Sleep(3500 * time.Millisecond) // a channel is being looked at since the first tick
			l.add(Entry{Reservation: Reservation{Key: Key{Nonce: "late"}}})
		}()
		g.Run(ctx, time.Second, false)
		if got := l.settled.Load(); got != 1 {
			t.Errorf("%d settled while the chain does not answer about a channel", got)
		}
	})
}

// TestSettlementIsRecordedAfterTheTimeForItWasUp: what moved money must not be forgotten over a deadline.
func TestSettlementIsRecordedAfterTheTimeForItWasUp(t *testing.T) {
	l := &stuck{}
	g, err := NewGate(testOptions(l, slow{}), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("time is up"))
	g.recordLate(ctx, &Entry{}, Transfer{Transaction: "0x1"})
	if l.settled.Load() != 1 {
		t.Error("not recorded")
	}
}

// asked keeps what a facilitator was asked to settle.
type asked struct {
	slow
	request facilitator.Request
}

func (a *asked) Settle(_ context.Context, r facilitator.Request) (facilitator.Settlement, error) {
	a.request = r
	return facilitator.Settlement{Outcome: facilitator.Settled, Transaction: "0x1"}, nil
}

// TestWhatIsSettledAgainIsDescribedByTheQuote: rows do not hold what the item is called, those of earlier versions do,
// and a route may be gone.
func TestWhatIsSettledAgainIsDescribedByTheQuote(t *testing.T) {
	item := testItem("x")
	for _, c := range []struct {
		why   string
		route string
		want  string
	}{
		{"a route that is sold", item.Route, item.URL},
		{"a route that is gone", "GET /gone", ""},
	} {
		f := &asked{}
		g, err := NewGate(testOptions(&stuck{}, f.slow), []Item{item})
		if err != nil {
			t.Fatal(err)
		}
		g.opt.Facilitator = f
		entry := &Entry{Reservation: Reservation{
			Route:       c.route,
			Payload:     x402.ExactPayload{Signature: "0x01"},
			Requirement: x402.Requirement{Amount: "2000"},
		}}
		if !g.settleAgain(t.Context(), entry, g.opt.Log) {
			t.Errorf("%s: not settled", c.why)
		}

		sent := f.request.Payment
		if sent.Payload.Signature != "0x01" || sent.Accepted.Amount != "2000" || f.request.Requirement.Amount != "2000" {
			t.Errorf("%s: sent %+v", c.why, f.request)
		}
		got := ""
		if f.request.Payment.Resource != nil {
			got = f.request.Payment.Resource.URL
		}
		if got != c.want {
			t.Errorf("%s: sent with %q, want %q", c.why, got, c.want)
		}
		if named := len(f.request.Payment.Extensions) > 0; named != (c.want == item.URL) {
			t.Errorf("%s: extensions %v", c.why, f.request.Payment.Extensions)
		}
	}
}
