package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/store/storetest"
)

// ledger is the real one with the faults that a test gives it.
type ledger struct {
	payment.Ledger
	reserve func(payment.Ledger, payment.Reservation) (payment.Claim, *payment.Entry, error)
	store   func(context.Context, payment.Ledger, payment.Key, string, []byte) error
	forget  func() error
	release func() error // until mend is true
	mend    atomic.Bool
}

func (l *ledger) Reserve(ctx context.Context, r payment.Reservation) (payment.Claim, *payment.Entry, error) {
	if l.reserve != nil {
		return l.reserve(l.Ledger, r)
	}
	return l.Ledger.Reserve(ctx, r)
}

func (l *ledger) StoreAnswer(ctx context.Context, key payment.Key, owner string, a []byte, now time.Time) error {
	if l.store != nil {
		return l.store(ctx, l.Ledger, key, owner, a)
	}
	return l.Ledger.StoreAnswer(ctx, key, owner, a, now)
}

func (l *ledger) Forget(ctx context.Context, key payment.Key, owner string) error {
	if l.forget != nil {
		return l.forget()
	}
	return l.Ledger.Forget(ctx, key, owner)
}

func (l *ledger) Release(ctx context.Context, key payment.Key, owner string) error {
	if l.release != nil && !l.mend.Load() {
		return l.release()
	}
	return l.Ledger.Release(ctx, key, owner)
}

func (l *ledger) part() func(*Parts) {
	return func(p *Parts) { l.Ledger, p.Ledger = p.Ledger, l }
}

func alwaysOpen(x402.Authorization) (payment.Fate, string, error) { return payment.Open, "", nil }

// charged is what a problem says of the charge: "false", "null", or "".
func (a answer) charged(t testing.TB) string {
	body := a.json(t)
	value, ok := body["charged"]
	if !ok {
		return ""
	}
	return strings.ReplaceAll(fmt.Sprint(value), "<nil>", "null")
}

// TestAnswerThatIsPerhapsStoredIsTakenBack: the ledger carried the step out and the connection broke.
func TestAnswerThatIsPerhapsStoredIsTakenBack(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	l := &ledger{store: func(
		ctx context.Context, real payment.Ledger, key payment.Key, owner string, sealed []byte,
	) error {
		if err := real.StoreAnswer(ctx, key, owner, sealed, time.Now()); err != nil {
			return err
		}
		return errors.New("the connection was lost")
	}}
	s := start(t, newKey(t), nil, f.with(false), l.part(), chainOf(alwaysOpen))
	r := s.paid(s.hashCall("x"), 2)
	a := s.do(again(r))
	if a.status != http.StatusServiceUnavailable || a.charged(t) != "false" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if n, err := s.server.gate.Reconcile(t.Context(), time.Now().Add(time.Hour)); n != 0 || err != nil || f.settlements() != 0 {
		t.Errorf("charged later, after the buyer was told that it was not: %d, %v, %d settlements", n, err, f.settlements())
	}
	l.store = nil
	if a := s.do(again(r)); a.status != http.StatusOK || f.settlements() != 1 {
		t.Errorf("the same payment again: %d %s", a.status, a.body)
	}
}

// TestPaymentIsFreeAgainSoonAfterTheLedgerIsBack: a request ends while the database is away, so that its reservation
// stays. Until the lease ends, which is minutes, the buyer could do nothing with its payment.
func TestPaymentIsFreeAgainSoonAfterTheLedgerIsBack(t *testing.T) {
	t.Parallel()
	var away atomic.Bool
	l := &ledger{}
	l.release = func() error {
		away.Store(true)
		return errors.New("the database is away")
	}
	f := &scripted{verify: func(facilitator.Request) (facilitator.Verification, error) {
		return facilitator.Verification{}, errors.New("nobody answers")
	}}
	s := start(t, newKey(t), nil, f.with(false), l.part())
	r := s.paid(s.hashCall("x"), 2)
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || !away.Load() {
		t.Fatalf("%d %s", a.status, a.body)
	}

	f.mu.Lock()
	f.verify = nil
	f.mu.Unlock()
	l.mend.Store(true)
	await.Until(t, "an answer by the ledger that is back", func() bool {
		a := s.do(again(r))
		if a.status != http.StatusOK && a.code() != "payment_in_flight" {
			t.Fatalf("%d %s", a.status, a.body)
		}
		return a.status == http.StatusOK
	})
}

// TestPaymentThatCannotBeForgottenIsPending: while the row stays, the reconciler may still settle it, so that a
// new quote would make the buyer pay twice.
func TestPaymentThatCannotBeForgottenIsPending(t *testing.T) {
	t.Parallel()
	for name, settle := range map[string]func(context.Context, facilitator.Request) (facilitator.Settlement, error){
		"refused": func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
			return facilitator.Settlement{Outcome: facilitator.Refused, Reason: x402.ReasonInsufficientFunds}, nil
		},
		"reached nobody": func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
			return facilitator.Settlement{}, errors.New("connection refused")
		},
	} {
		f := &scripted{settle: settle}
		l := &ledger{forget: func() error { return errors.New("the database is away") }}
		s := start(t, newKey(t), nil, f.with(false), l.part(), chainOf(alwaysOpen))
		r := s.paid(s.hashCall("x"), 2)
		if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.code() != x402.ReasonSettlementPending || a.charged(t) != "null" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

func TestLedgerThatIsAwayDoesNotSayThatNothingWasCharged(t *testing.T) {
	t.Parallel()
	l := &ledger{}
	s := start(t, newKey(t), nil, (&scripted{}).with(false), l.part())
	r := s.paid(s.hashCall("x"), 2)
	if a := s.do(again(r)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	l.reserve = func(payment.Ledger, payment.Reservation) (payment.Claim, *payment.Entry, error) {
		return 0, nil, errors.New("the database is away")
	}
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.charged(t) != "null" || a.json(t)["retry"] != "same_payment" {
		t.Errorf("a repeat of a paid request: %d %s", a.status, a.body)
	}
}

// freeze has the database answer nothing about payments and channels until thaw.
func freeze(t *testing.T, databaseURL string) (thaw func()) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"BEGIN", "LOCK TABLE payments, channels IN ACCESS EXCLUSIVE MODE"} {
		if _, err := c.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return func() { c.Close(context.Background()) } // which ends the transaction
}

// TestFrozenDatabaseHoldsNoRequestForLongerThanTheBound: neither an exact payment nor a step of a channel.
func TestFrozenDatabaseHoldsNoRequestForLongerThanTheBound(t *testing.T) {
	chain := newChain(t)
	settings := channelSettings(t, chain)
	settings["DATABASE_URL"] = storetest.Postgres(t)
	settings["PAY_TO_ADDRESS"] = "0x00000000000000000000000000000000005e11e7"
	start(t, chain.BuyerKey(), settings).hand().open(5000)
	settings["LEDGER_TIMEOUT"] = "200ms"
	s := start(t, chain.BuyerKey(), settings)
	h := s.hand()

	exact := s.paid(s.hashCall("exact"), 2)
	thaw := freeze(t, settings["DATABASE_URL"])
	for what, r := range map[string]*http.Request{
		"exact":   exact,
		"voucher": h.call("voucher", h.payload(channel.KindVoucher, 2000)),
		"too low": h.call("voucher", h.payload(channel.KindVoucher, 1)),
		"deposit": h.call("deposit", h.withDeposit(h.payload(channel.KindVoucher, 2000), 5000)),
		"refund":  h.call("refund", h.payload(channel.KindRefund, 1000)),
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		a, err := send(r.WithContext(ctx))
		cancel()
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if a.status != http.StatusServiceUnavailable || a.code() != "ledger_unavailable" {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}

	thaw()
	await.Until(t, "an answer by the ledger that is back", func() bool {
		return h.do(h.call("voucher", h.payload(channel.KindVoucher, 2000))).status == http.StatusOK
	})
}

func TestPanicOutsideAHandlerIsAnsweredAndLosesNothing(t *testing.T) {
	t.Parallel()
	var panicked []string
	var mu sync.Mutex
	note := func(p *Parts) {
		p.Panicked = func(route string, _ any, _ []byte) { mu.Lock(); panicked = append(panicked, route); mu.Unlock() }
	}
	f := &scripted{verify: func(facilitator.Request) (facilitator.Verification, error) { panic("verify") }}
	s := start(t, newKey(t), nil, f.with(false), note, chainOf(alwaysOpen))
	r := s.paid(s.hashCall("x"), 2)
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.charged(t) != "false" {
		t.Errorf("in verify: %d %s", a.status, a.body)
	}
	f.verify = nil
	f.settle = func(context.Context, facilitator.Request) (facilitator.Settlement, error) { panic("settle") }
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.code() != x402.ReasonSettlementPending {
		t.Errorf("in settle: %d %s", a.status, a.body)
	}
	if n, err := s.server.gate.Reconcile(t.Context(), time.Now().Add(time.Second)); n != 0 || err != nil {
		t.Errorf("reconciling with a facilitator that panics: %d, %v", n, err)
	}
	f.settle = nil
	if err := s.server.gate.Drain(t.Context()); err != nil {
		t.Error(err)
	}
	l := &ledger{reserve: func(payment.Ledger, payment.Reservation) (payment.Claim, *payment.Entry, error) { panic("reserve") }}
	s = start(t, newKey(t), nil, f.with(false), note, l.part())
	if a := s.do(s.paid(s.hashCall("x"), 2)); a.status != http.StatusBadGateway || a.json(t)["request_id"] == nil {
		t.Errorf("in the ledger: %d %s", a.status, a.body)
	}
	s = start(t, newKey(t), nil, note, func(p *Parts) {
		p.FacilitatorAPI = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("API") })
	})
	if a := s.get("/facilitator/settle"); a.status != http.StatusBadGateway || a.charged(t) != "null" {
		t.Errorf("in the facilitator API: %d %s", a.status, a.body)
	}
	if len(panicked) != 5 {
		t.Errorf("told of %v", panicked)
	}
}

func TestReasonOfAFacilitatorIsKeptShort(t *testing.T) {
	t.Parallel()
	f := &scripted{verify: func(facilitator.Request) (facilitator.Verification, error) {
		return facilitator.Verification{Reason: strings.Repeat("<html>\xff", 10_000)}, nil
	}}
	s := start(t, newKey(t), nil, f.with(false))
	a := s.do(s.paid(s.hashCall("x"), 2))
	if a.status != http.StatusPaymentRequired || len(a.header.Get(x402.HeaderRequired)) > 8<<10 {
		t.Errorf("%d, PAYMENT-REQUIRED has %d bytes", a.status, len(a.header.Get(x402.HeaderRequired)))
	}
}

// TestContractWalletsDoNotWaitForEachOthersSettlement holds more settlements open than may be verified at once.
func TestContractWalletsDoNotWaitForEachOthersSettlement(t *testing.T) {
	t.Parallel()
	const wallets = 20
	goOn := make(chan struct{})
	var settling sync.WaitGroup
	settling.Add(wallets)
	f := &scripted{settle: func(_ context.Context, r facilitator.Request) (facilitator.Settlement, error) {
		settling.Done()
		<-goOn
		return facilitator.Settlement{Outcome: facilitator.Settled, Transaction: r.Payment.Payload.Authorization.Nonce}, nil
	}}
	s := start(t, newKey(t), nil, f.with(false))
	var answers sync.WaitGroup
	for i := range wallets {
		r := s.paid(s.hashCall(fmt.Sprint("wallet", i)), 2)
		p := s.paymentOf(r)
		p.Payload.Signature = "0x" + strings.Repeat("ab", 97)
		s.setPayment(r, p)
		answers.Go(func() {
			for {
				a, err := send(again(r))
				if err == nil && a.code() == "busy" {
					time.Sleep(5 * time.Millisecond)
					continue // the verifications of others
				}
				if err != nil || a.status != http.StatusOK {
					t.Errorf("%v %d %s", err, a.status, a.body)
				}
				return
			}
		})
	}
	all := make(chan struct{})
	go func() { settling.Wait(); close(all) }()
	select {
	case <-all:
	case <-time.After(5 * time.Minute):
		t.Error("some wallets wait for the settlements of others")
	}
	close(goOn)
	answers.Wait()
}

// TestCopiesOfAPaymentThatIsBeingSettledAreToldSo: 409, because nothing is wrong.
func TestCopiesOfAPaymentThatIsBeingSettledAreToldSo(t *testing.T) {
	t.Parallel()
	settling, goOn := make(chan struct{}), make(chan struct{})
	f := &scripted{settle: func(_ context.Context, r facilitator.Request) (facilitator.Settlement, error) {
		close(settling)
		<-goOn
		return facilitator.Settlement{Outcome: facilitator.Settled, Transaction: r.Payment.Payload.Authorization.Nonce}, nil
	}}
	database := "sqlite:" + t.TempDir() + "/shared.sqlite"
	key := newKey(t)
	payTo := map[string]string{"DATABASE_URL": database, "PAY_TO_ADDRESS": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"}
	s := start(t, key, payTo, f.with(false), chainOf(alwaysOpen))
	replica := start(t, key, payTo, f.with(false), chainOf(alwaysOpen))
	r := s.paid(s.hashCall("x"), 2)
	first := make(chan answer, 1)
	go func() {
		a, err := send(again(r))
		if err != nil {
			t.Error(err)
		}
		first <- a
	}()
	<-settling
	for name, s := range map[string]*service{"this process": s, "another replica": replica} {
		copied := s.hashCall("x")
		copied.Header = r.Header
		if a := s.do(copied); a.status != http.StatusConflict || a.code() != "payment_in_flight" || a.charged(t) != "null" || a.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	close(goOn)
	if a := <-first; a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
	if a := s.do(again(r)); a.status != http.StatusOK || f.settlements() != 1 {
		t.Errorf("%d, %d settlements", a.status, f.settlements())
	}
}

// TestPayerShutOutStillGetsWhatItPaidFor refuses new purchases only.
func TestPayerShutOutStillGetsWhatItPaidFor(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	bought := s.paid(s.hashCall("bought"), 2)
	if a := s.do(again(bought)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	f.answerSettle(refuseForFunds)
	for range 4 { // the first is not verified before, and counts as a failed verification
		s.do(s.paid(s.hashCall("refused"), 2))
	}
	a := s.do(s.paid(s.hashCall("more"), 2))
	if a.status != http.StatusTooManyRequests || a.code() != "payer_blocked" || len(a.header.Get("Retry-After")) < 4 {
		t.Errorf("a new purchase: %d %s, Retry-After %s", a.status, a.body, a.header.Get("Retry-After"))
	}
	if a := s.do(again(bought)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("what was bought: %d %s", a.status, a.body)
	}
}

// TestPayerIsSpelledTheSameInEveryEvent lets an operator follow a payer.
func TestPayerIsSpelledTheSameInEveryEvent(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	s.do(s.paid(s.hashCall("x"), 2))
	bad := s.paid(s.request(http.MethodGet, "/crypto/hash?algo=md5&input=x", nil), 2)
	s.do(bad)
	payers := map[string]bool{}
	await.Until(t, "two events", func() bool {
		events, err := s.server.parts.Usage.Events(t.Context(), 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, e := range events {
			if e.Outcome == usage.OutcomePaid || e.Outcome == usage.OutcomeRejected {
				payers[e.Payer] = true
				seen++
			}
		}
		return seen >= 2
	})
	if len(payers) != 1 || payers[""] {
		t.Errorf("payers %v", payers)
	}
}
