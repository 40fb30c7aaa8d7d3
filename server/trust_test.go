package server

import (
	"context"
	"net/http"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// verifications is how often the facilitator was asked to verify.
func (f *scripted) verifications() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.verified
}

// answerSettle has the next settlements answered by script.
func (f *scripted) answerSettle(script func(context.Context, facilitator.Request) (facilitator.Settlement, error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settle = script
}

func refuseForFunds(context.Context, facilitator.Request) (facilitator.Settlement, error) {
	return facilitator.Settlement{
		Outcome: facilitator.Refused,
		Reason:  x402.ReasonInsufficientFunds,
	}, nil
}

// TestPayerWhoHasPaidIsVerifiedBySettlementAlone also by the other version: the payer is the same.
func TestPayerWhoHasPaidIsVerifiedBySettlementAlone(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	for i, version := range []pay.Version{2, 2, 1} {
		if a := s.do(s.paid(s.hashCall("x"), version)); a.status != http.StatusOK {
			t.Fatalf("call %d: %d %s", i+1, a.status, a.body)
		}
	}
	if n := f.verifications(); n != 1 {
		t.Errorf("%d verifications of three calls", n)
	}
	if n := f.settlements(); n != 3 {
		t.Errorf("%d settlements of three calls", n)
	}
}

// TestUnverifiedCallOfAPayerIsAlone: while one is not settled yet, the others are verified.
func TestUnverifiedCallOfAPayerIsAlone(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	if a := s.do(s.paid(s.hashCall("first"), 2)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	settling, goOn := make(chan struct{}), make(chan struct{})
	once := sync.OnceFunc(func() { close(settling) })
	f.answerSettle(func(_ context.Context, r facilitator.Request) (facilitator.Settlement, error) {
		once()
		<-goOn
		return facilitator.Settlement{
			Outcome:     facilitator.Settled,
			Transaction: r.Payment.Payload.Authorization.Nonce,
		}, nil
	})
	open := s.paid(s.hashCall("open"), 2)
	done := make(chan answer, 1)
	go func() { done <- s.do(open) }()
	<-settling
	if n := f.verifications(); n != 1 {
		t.Errorf("%d verifications before the second call's settlement", n)
	}

	another := make(chan answer, 1)
	beside := s.paid(s.hashCall("beside"), 2)
	go func() { another <- s.do(beside) }()
	await.Until(t, "the call beside is verified", func() bool { return f.verifications() == 2 })
	close(goOn)
	for _, a := range []answer{<-done, <-another} {
		if a.status != http.StatusOK {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
}

// TestRefusedSettlementOfAnUnverifiedCallIsNotCharged and costs the payer no more than a failed verification would:
// its next call is verified before the work, and it is not shut out.
func TestRefusedSettlementOfAnUnverifiedCallIsNotCharged(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	for round := range 4 { // three refusals within the hour shut out
		f.answerSettle(nil)
		if a := s.do(s.paid(s.hashCall("good"), 2)); a.status != http.StatusOK {
			t.Fatalf("round %d: %d %s", round, a.status, a.body)
		}
		asked := f.verifications()

		f.answerSettle(refuseForFunds)
		a := s.do(s.paid(s.hashCall("dry"), 2))
		body := a.json(t)
		if a.status != http.StatusPaymentRequired || body["error"] != x402.ReasonInsufficientFunds || body["hash"] != nil {
			t.Errorf("round %d: %d %s", round, a.status, a.body)
		}
		if n := f.verifications(); n != asked {
			t.Errorf("round %d: verified", round)
		}
		f.answerSettle(nil)
		if s.do(s.paid(s.hashCall("next"), 2)); f.verifications() != asked+1 {
			t.Errorf("round %d: the call after a refused one was not verified", round)
		}
	}
}

// TestUnverifiedCallOfUnknownFateIsPending like that of a new payer, and earns no trust.
func TestUnverifiedCallOfUnknownFateIsPending(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	if a := s.do(s.paid(s.hashCall("good"), 2)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	f.answerSettle(func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{}, nil
	})
	a := s.do(s.paid(s.hashCall("lost"), 2))
	if body := a.json(t); a.status != http.StatusServiceUnavailable || body["charged"] != nil {
		t.Errorf("%d %s", a.status, a.body)
	}
	f.answerSettle(nil)
	if s.do(s.paid(s.hashCall("next"), 2)); f.verifications() != 2 {
		t.Errorf("%d verifications, want those of the first call and of the one after the lost one", f.verifications())
	}
}
