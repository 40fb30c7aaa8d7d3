package svm_test

import (
	"context"
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	facilitatorsvm "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
)

// TestOneCallAloneIsToldThatTheTransferIsItsOwn has many requests bring one transaction at once.
func TestOneCallAloneIsToldThatTheTransferIsItsOwn(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	signed := w.order().Sign()
	const requests = 16
	results := make([]facilitator.Settlement, requests)
	var all sync.WaitGroup
	for i := range requests {
		raw := decoded(w, signed)
		raw[1+i] = byte(i + 1) // each writes something else into the fee payer's place
		all.Go(func() {
			var err error
			results[i], err = w.f.Settle(t.Context(), w.request(base64.StdEncoding.EncodeToString(raw)))
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()

	own := 0
	for _, r := range results {
		if r.Outcome != facilitator.Settled || r.Transaction != results[0].Transaction {
			t.Errorf("%+v", r)
		}
		if !r.Repeated {
			own++
		}
	}
	if own != 1 {
		t.Errorf("%d calls of %d may sell for one transfer", own, requests)
	}
	w.wantHeld(paid(1), "one payment")
}

func TestPaymentThatHasLandedBuysNothingElsewhere(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	request := w.request(w.order().Sign())
	first := w.settle(w.f, request)
	if first.Outcome != facilitator.Settled || first.Repeated {
		t.Fatalf("%+v", first)
	}

	for _, c := range []struct {
		why string
		f   *facilitatorsvm.Facilitator
	}{
		{"the same process", w.f},
		{"a restarted process, or another replica", w.facilitator(facilitatorsvm.Options{})},
	} {
		if got := w.settle(c.f, request); got.Outcome != facilitator.Settled || !got.Repeated ||
			got.Transaction != first.Transaction {
			t.Errorf("%s: %+v", c.why, got)
		}
		if got := w.verify(c.f, request); got.Valid || got.Reason != x402.ReasonDuplicate {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
	w.wantHeld(paid(1), "one payment")
}

// TestTwoEqualPurchasesOnOneBlockhashAreOnePayment is a buyer that puts no note into its transaction.
func TestTwoEqualPurchasesOnOneBlockhashAreOnePayment(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	order := w.order()
	order.Calls = order.Calls[:note]
	if got := w.settle(w.f, w.request(order.Sign())); got.Outcome != facilitator.Settled || got.Repeated {
		t.Fatalf("%+v", got)
	}
	if got := w.verify(w.f, w.request(order.Sign())); got.Valid || got.Reason != x402.ReasonDuplicate {
		t.Errorf("the second: %+v", got)
	}
	if got := w.settle(w.f, w.request(order.Sign())); !got.Repeated {
		t.Errorf("the second: %+v", got)
	}
	w.wantHeld(paid(1), "one payment")
}

// TestAnswerLostAfterSending cuts the way to the node once it has the transaction.
func TestAnswerLostAfterSending(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	way := w.wire()
	way.deaf.Store(true)
	f := w.facilitator(facilitatorsvm.Options{SettleTimeout: time.Second}, way.url)
	signed := w.order().Sign()
	got := w.settle(f, w.request(signed))
	if got.Outcome != facilitator.Unknown || got.Transaction == "" || got.Reason != x402.ReasonSettlementPending {
		t.Fatalf("%+v", got)
	}

	// The process is gone. Another one asks the chain, with and without what it had said.
	restarted := w.facilitator(facilitatorsvm.Options{})
	if report := w.fate(signed); report.State != svm.Landed || report.ID.String() != got.Transaction {
		t.Errorf("%+v", report)
	}
	if again := w.settle(restarted, w.request(signed)); again.Outcome != facilitator.Settled || !again.Repeated {
		t.Errorf("settled again: %+v", again)
	}
	w.wantHeld(paid(1), "one payment")
}

// TestNothingIsSentWithoutANode promises that the payment can be made elsewhere.
func TestNothingIsSentWithoutANode(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	way := w.wire()
	f := w.facilitator(facilitatorsvm.Options{}, way.url)
	request := w.request(w.order().Sign())
	if v := w.verify(f, request); !v.Valid {
		t.Fatalf("%+v", v)
	}
	way.cut.Store(true)
	if s, err := f.Settle(t.Context(), request); err == nil {
		t.Errorf("%+v", s)
	}
	if way.sendings.Load() != 0 {
		t.Error("something was sent")
	}
	w.wantHeld(paid(0), "nothing was sent")

	// A process that has not seen it come cannot promise that.
	other := w.facilitator(facilitatorsvm.Options{}, way.url)
	if got := w.settle(other, request); got.Outcome != facilitator.Unknown {
		t.Errorf("%+v", got)
	}
}

func TestTransactionThatTheClusterDropsIsSentAgain(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	way := w.wire()
	f := w.facilitator(facilitatorsvm.Options{Resend: 20 * time.Millisecond}, way.url)
	w.dev.Lose(true)
	request := w.request(w.order().Sign())
	time.AfterFunc(300*time.Millisecond, func() { w.dev.Lose(false) })
	if got := w.settle(f, request); got.Outcome != facilitator.Settled || got.Repeated {
		t.Errorf("%+v", got)
	}
	if n := way.sendings.Load(); n < 2 {
		t.Errorf("sent %d times", n)
	}
	w.wantHeld(paid(1), "one payment")
}

// TestOpenPaymentIsRefusedOnlyWhenItsBlockhashIsOver follows a payment that no block holds, as a reconciler does.
func TestOpenPaymentIsRefusedOnlyWhenItsBlockhashIsOver(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	clock := func() time.Time { return now }
	w := newWorld(t, devsol.Options{Manual: true, Now: clock},
		facilitatorsvm.Options{SettleTimeout: 100 * time.Millisecond, Now: clock})
	w.dev.Lose(true)
	request := w.request(w.order().Sign())
	w.verify(w.f, request)
	// A machine with much else to do needs several calls until one has asked the chain in its time.
	settle := func(want facilitator.Outcome) (got facilitator.Settlement) {
		await.Until(t, "the answer", func() bool {
			var err error
			got, err = w.f.Settle(t.Context(), request)
			return err == nil && got.Outcome == want
		})
		return got
	}

	for _, blocks := range []int{0, 100, 49, 1, 31} {
		w.chain.Advance(blocks)
		if got := settle(facilitator.Unknown); got.Transaction == "" {
			t.Errorf("%d blocks on: %+v", blocks, got)
		}
	}
	w.chain.Advance(1)
	if got := settle(facilitator.Refused); got.Reason != svm.ReasonTransferFails {
		t.Errorf("when it is over: %+v", got)
	}
	if got := settle(facilitator.Refused).Believed(); got.Outcome != facilitator.Refused {
		t.Errorf("the gate believes %+v", got)
	}
	w.dev.Lose(false)
	w.chain.Advance(3)
	w.wantHeld(paid(0), "nobody has paid")
}

// TestTransactionFailsOnTheChain has the buyer's account frozen between the trial and the block. It costs the fee.
func TestTransactionFailsOnTheChain(t *testing.T) {
	w := newWorld(t, devsol.Options{Manual: true}, facilitatorsvm.Options{})
	way := w.wire()
	f := w.facilitator(facilitatorsvm.Options{}, way.url)
	request := w.request(w.order().Sign())
	done := make(chan facilitator.Settlement, 1)
	go func() {
		s, err := f.Settle(t.Context(), request)
		if err != nil {
			t.Error(err)
		}
		done <- s
	}()
	await.Until(t, "a sending", func() bool { return way.sendings.Load() > 0 })
	if err := w.chain.Freeze(svm.AddressOf(w.buyer)); err != nil {
		t.Fatal(err)
	}
	await.Until(t, "the end", func() bool {
		w.chain.Advance(1)
		return len(done) > 0
	})
	if got := <-done; got.Outcome != facilitator.Refused || got.Reason != svm.ReasonTransferFails || got.Transaction != "" {
		t.Errorf("%+v", got)
	}
	want := paid(0)
	want.SOL -= fee
	w.wantHeld(want, "the fee is spent and nothing else")
	if spent := f.Status()[0].Spent; spent != fee {
		t.Errorf("%d lamports are told to be spent", spent)
	}
}

// TestMoneyThatIsGoneBeforeSettlement refuses for certain what this process has seen come and has not sent.
func TestMoneyThatIsGoneBeforeSettlement(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	request := w.request(w.order().Sign())
	if v := w.verify(w.f, request); !v.Valid {
		t.Fatalf("%+v", v)
	}
	if err := w.chain.Open(svm.AddressOf(w.buyer), price-1); err != nil { // the account now holds that
		t.Fatal(err)
	}
	if got := w.settle(w.f, request); got.Outcome != facilitator.Refused || got.Reason != x402.ReasonInsufficientFunds {
		t.Errorf("%+v", got)
	}
	if got := w.chain.Lamports(w.sponsor); got != sponsorSOL {
		t.Errorf("the fee payer has %d lamports", got)
	}
}

func TestFeePayerWithoutSOLSellsNothing(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	request := w.request(w.order().Sign())
	if err := w.f.Ready(svm.Mainnet); err != nil {
		t.Errorf("before anything was seen: %v", err)
	}
	for _, lamports := range []uint64{0, 10_000, 890_880 + fee - 1} {
		w.chain.SetLamports(w.sponsor, lamports)
		if v, err := w.f.Verify(t.Context(), request); !errors.Is(err, facilitatorsvm.ErrNoFeeMoney) {
			t.Errorf("%d lamports: verified %+v, %v", lamports, v, err)
		}
		if s, err := w.f.Settle(t.Context(), request); !errors.Is(err, facilitatorsvm.ErrNoFeeMoney) {
			t.Errorf("%d lamports: settled %+v, %v", lamports, s, err)
		}
		if err := w.f.Ready(svm.Mainnet); !errors.Is(err, facilitatorsvm.ErrNoFeeMoney) {
			t.Errorf("%d lamports: ready: %v", lamports, err)
		}
	}

	w.chain.SetLamports(w.sponsor, sponsorSOL)
	if err := errors.Join(w.f.Refresh(t.Context()), w.f.Ready(svm.Mainnet)); err != nil {
		t.Error(err)
	}
	if got := w.settle(w.f, request); got.Outcome != facilitator.Settled {
		t.Errorf("%+v", got)
	}
	w.wantHeld(paid(1), "one payment")
}

func TestSellerWithoutATokenAccountIsFoundAtStart(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	if _, err := w.reader().Holds(t.Context(), w.seller); err != nil {
		t.Error(err)
	}
	if _, err := w.reader().Holds(t.Context(), somebody); !errors.Is(err, svm.ErrNoTokenAccount) {
		t.Errorf("%v", err)
	}

	order := w.order()
	order.Calls[transfer] = svmtest.Transfer(t, w.chain.Network(), svm.AddressOf(w.buyer), somebody, price)
	request := w.request(order.Sign())
	request.Requirement.PayTo = somebody.String()
	if v := w.verify(w.f, request); v.Valid || v.Reason != svm.ReasonSimulation {
		t.Errorf("%+v", v)
	}
}

// TestCallerThatGoesAwayTakesNothingBack ends the caller's context while the transaction is on its way.
func TestCallerThatGoesAwayTakesNothingBack(t *testing.T) {
	w := newWorld(t, devsol.Options{Manual: true}, facilitatorsvm.Options{})
	way := w.wire()
	f := w.facilitator(facilitatorsvm.Options{}, way.url)
	request := w.request(w.order().Sign())
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for way.sendings.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	got, err := f.Settle(ctx, request)
	if err != nil || got.Outcome != facilitator.Unknown || got.Transaction == "" {
		t.Fatalf("%+v, %v", got, err)
	}

	w.chain.Advance(1)
	if again := w.settle(f, request); again.Outcome != facilitator.Settled || again.Repeated {
		t.Errorf("nobody was told of this transfer yet: %+v", again)
	}
	w.wantHeld(paid(1), "one payment")
}

func TestClosedFacilitatorSendsNothing(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	f := w.facilitator(facilitatorsvm.Options{})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := f.Settle(t.Context(), w.request(w.order().Sign())); err == nil {
		t.Errorf("%+v", s)
	}
	w.wantHeld(paid(0), "nothing was sent")
}

func TestKindsNameTheFeePayerInBothVersions(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	got, err := w.f.Supported(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]string{1: "solana", 2: svm.Mainnet}
	for _, k := range got.Kinds {
		if k.Network != want[k.X402Version] || k.Extra["feePayer"] != w.sponsor.String() {
			t.Errorf("%+v", k)
		}
		delete(want, k.X402Version)
	}
	if len(want) != 0 || got.Signers["solana:*"][0] != w.sponsor.String() {
		t.Errorf("%v are missing, signers %v", want, got.Signers)
	}
}

// TestNodeWithoutHistorySellsNothing: it could not tell what became of a payment that was left open.
func TestNodeWithoutHistorySellsNothing(t *testing.T) {
	w := newWorld(t, devsol.Options{Forgetful: true}, facilitatorsvm.Options{})
	if err := w.reader().Check(t.Context()); err == nil || !strings.Contains(err.Error(), "history") {
		t.Errorf("at start: %v", err)
	}
	if v, err := w.f.Verify(t.Context(), w.request(w.order().Sign())); err == nil {
		t.Errorf("%+v", v)
	}
	w.wantHeld(paid(0), "nothing was sent")
}

// TestTwoReplicasAtOnceMoveTheMoneyOnce has two processes with one key settle one message at the same moment. Their
// transactions are the same bytes. Which of them may sell is for the ledger that they share.
func TestTwoReplicasAtOnceMoveTheMoneyOnce(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	request := w.request(w.order().Sign())
	replicas := []*facilitatorsvm.Facilitator{w.f, w.facilitator(facilitatorsvm.Options{})}
	results := make([]facilitator.Settlement, len(replicas))
	var all sync.WaitGroup
	for i, f := range replicas {
		all.Go(func() {
			var err error
			if results[i], err = f.Settle(t.Context(), request); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()

	for _, r := range results {
		if r.Outcome != facilitator.Settled || r.Transaction != results[0].Transaction {
			t.Errorf("%+v", r)
		}
	}
	w.wantHeld(paid(1), "one payment")
}
