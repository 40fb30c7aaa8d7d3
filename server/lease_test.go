package server

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// frozen is a service whose process stops at a step, as a paused machine does, and a replica on the same ledger
// that goes on.
type frozen struct {
	*service
	replica *service
	request *http.Request
	stopped chan struct{}
	thaw    chan struct{}
	answer  chan answer
}

// mute is a ledger that hears no sign of life of its process from some time on.
type mute struct {
	payment.Ledger
	from atomic.Bool
}

func (m *mute) Beat(ctx context.Context, process string, lasts time.Duration) error {
	if m.from.Load() {
		return errors.New("the process is frozen")
	}
	return m.Ledger.Beat(ctx, process, lasts)
}

// freezeAt sends a payment to a process that freezes at a step, for so long that the others call it dead.
func freezeAt(t *testing.T, step string, before, after *scripted, fate fates) *frozen {
	t.Helper()
	key := newKey(t)
	c := &clock{}
	silent := &mute{}
	settings := map[string]string{
		"DATABASE_URL":   "sqlite:" + t.TempDir() + "/shared.sqlite",
		"PAY_TO_ADDRESS": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
	}
	f := &frozen{
		stopped: make(chan struct{}),
		thaw:    make(chan struct{}),
		answer:  make(chan answer, 1),
	}
	f.service = start(t, key, settings, before.with(false), chainOf(fate), c.part(), func(p *Parts) {
		silent.Ledger = p.Ledger
		p.Ledger = silent
		p.Step = func(name string) {
			if name == step {
				silent.from.Store(true)
				close(f.stopped)
				<-f.thaw
			}
		}
	})
	f.replica = start(t, key, settings, after.with(false), chainOf(fate))
	f.request = f.paid(f.hashCall("x"), 2)
	go func() {
		a, err := send(again(f.request))
		if err != nil {
			t.Error(err)
		}
		f.answer <- a
	}()
	<-f.stopped

	// For the ledger the same as if its signs of life had stopped long ago.
	if err := f.replica.server.parts.Ledger.TakeOver(t.Context(), "nobody"); err != nil {
		t.Fatal(err)
	}
	c.move(time.Minute)
	return f
}

func (f *frozen) askReplica() answer {
	f.Helper()
	r := f.replica.hashCall("x")
	r.Header = f.request.Header
	return f.replica.do(r)
}

func (f *frozen) wake() answer {
	close(f.thaw)
	return <-f.answer
}

// TestProcessThatWasFrozenDuringTheWorkHasLostItsPayment: another one has sold the answer meanwhile.
func TestProcessThatWasFrozenDuringTheWorkHasLostItsPayment(t *testing.T) {
	t.Parallel()
	before, after := &scripted{}, &scripted{}
	f := freezeAt(t, "store", before, after, alwaysOpen)
	if a := f.askReplica(); a.status != http.StatusOK || a.header.Get("X-Replayed") != "" {
		t.Fatalf("the replica: %d %s", a.status, a.body)
	}
	if a := f.wake(); a.status != http.StatusConflict || a.charged(t) != "null" {
		t.Errorf("the frozen one: %d %s", a.status, a.body)
	}
	if before.settlements() != 0 || after.settlements() != 1 {
		t.Errorf("%d settlements by the frozen one, %d by the other", before.settlements(), after.settlements())
	}
}

// TestProcessThatWasFrozenBeforeItSettledLeavesThatToOthers that have settled the payment, or are about to.
func TestProcessThatWasFrozenBeforeItSettledLeavesThatToOthers(t *testing.T) {
	t.Parallel()
	before, after := &scripted{}, &scripted{}
	f := freezeAt(t, "stored", before, after, alwaysOpen)
	if a := f.askReplica(); a.status != http.StatusOK {
		t.Fatalf("the replica: %d %s", a.status, a.body)
	}
	if a := f.wake(); a.status != http.StatusConflict || a.charged(t) != "null" {
		t.Errorf("the frozen one: %d %s", a.status, a.body)
	}
	if before.settlements() != 0 || after.settlements() != 1 {
		t.Errorf("%d settlements by the frozen one, %d by the other", before.settlements(), after.settlements())
	}
}

// TestProcessThatWasFrozenWhileItSettledForgetsNothing: its settlement is refused, because another one's is on
// its way. To forget the payment would be to charge for nothing.
func TestProcessThatWasFrozenWhileItSettledForgetsNothing(t *testing.T) {
	t.Parallel()
	before := &scripted{settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Refused, Reason: x402.ReasonNonceUsed}, nil
	}}
	after := &scripted{settle: unknownOutcome}
	fate := payment.Open
	f := freezeAt(t, "settle", before, after, func(x402.Authorization) (payment.Fate, string, error) {
		return fate, "0xaa", nil
	})
	if a := f.askReplica(); a.code() != x402.ReasonSettlementPending {
		t.Fatalf("the replica: %d %s", a.status, a.body)
	}
	if a := f.wake(); a.code() != x402.ReasonSettlementPending {
		t.Errorf("the frozen one: %d %s", a.status, a.body)
	}
	fate = payment.Spent
	if a := f.askReplica(); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("when the other's settlement has come: %d %s", a.status, a.body)
	}
}

// TestReservationOfADeadProcessIsFreeAtOnce for those that the ledger has told of its death.
func TestReservationOfADeadProcessIsFreeAtOnce(t *testing.T) {
	t.Parallel()
	f := freezeAt(t, "work", &scripted{}, &scripted{}, alwaysOpen)
	if a := f.askReplica(); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
	f.wake()
}

func TestOpenPaymentStaysPendingWhileTheChainIsAway(t *testing.T) {
	t.Parallel()
	f := &scripted{settle: unknownOutcome}
	s := start(t, newKey(t), nil, f.with(false), chainOf(func(x402.Authorization) (payment.Fate, string, error) {
		return payment.Spent, "0xaa", errors.New("no endpoint answers")
	}))
	r := s.paid(s.hashCall("x"), 2)
	for range 3 {
		if a := s.do(again(r)); a.code() != x402.ReasonSettlementPending || a.charged(t) != "null" {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if f.settlements() != 1 {
		t.Errorf("%d settlements, although nobody knows what became of the first", f.settlements())
	}
}
