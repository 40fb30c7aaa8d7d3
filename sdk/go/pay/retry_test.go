package pay

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestSamePaymentIsSentAgain is the rule that keeps a buyer from paying twice.
func TestSamePaymentIsSentAgain(t *testing.T) {
	for _, row := range []struct {
		why  string
		step http.HandlerFunc
	}{
		{"the connection broke", hangUp},
		{"the answer broke off after it was settled", breakOff},
		{"another request works on it", problem(409, `{"code":"payment_in_flight","charged":null}`)},
		{"a gateway answers in the seller's place", problem(502, `<html>`)},
		{"a gateway has nobody to ask", problem(503, ``)},
		{"a gateway lost patience", problem(504, ``)},
		{"the chain has not said", problem(503, `{"code":"settlement_pending","charged":null}`)},
		{"a provider failed, at no cost", problem(502, `{"code":"upstream_failed","charged":false}`)},
		{"a payer's limit, at no cost", problem(429, `{"code":"payer_busy","charged":false,"retry":"same_payment"}`)},
	} {
		t.Run(row.why, func(t *testing.T) {
			s := newSeller(t, row.step, row.step, sell)
			transport, _ := newTransport(t)
			body, p, err := get(t, transport, s)
			if err != nil {
				t.Fatal(err)
			}
			if s.paid() != 3 || len(s.differentPayments()) != 1 || s.asked() != 1 {
				t.Errorf("%d payments, %d different, %d unpaid", s.paid(), len(s.differentPayments()), s.asked())
			}
			if body != `{"sold":true}` || p.Transaction != settledBy || transport.SpentUSD() != "0.002" {
				t.Errorf("%s %+v, spent %s", body, p, transport.SpentUSD())
			}
		})
	}
}

func TestPending402IsNoRefusal(t *testing.T) {
	s := newSeller(t)
	s.then(s.refuse(reasonPending), sell)
	transport, _ := newTransport(t)
	if _, _, err := get(t, transport, s); err != nil {
		t.Fatal(err)
	}
	if s.paid() != 2 || len(s.differentPayments()) != 1 {
		t.Errorf("%d payments, %d different", s.paid(), len(s.differentPayments()))
	}
}

func TestRetryAfterIsHeeded(t *testing.T) {
	pending := `{"code":"settlement_pending","charged":null}`
	s := newSeller(t, problem(503, pending, "Retry-After", "7"), problem(503, pending), sell)
	transport, c := newTransport(t)
	if _, _, err := get(t, transport, s); err != nil {
		t.Fatal(err)
	}
	if len(c.waits) != 2 || c.waits[0] != 7*time.Second || c.waits[1] < time.Second || c.waits[1] > 2*time.Second {
		t.Errorf("waited %v", c.waits)
	}
	at := c.at.Truncate(time.Second)
	header := http.Header{"Retry-After": {at.Add(time.Minute).Format(http.TimeFormat)}}
	if got := retryAfter(header, at); got != time.Minute {
		t.Errorf("as a date: %s", got)
	}
}

// TestUnknownOutcomeEndsWhenThePaymentExpires: with the payment to go on with, which stays in the budget.
func TestUnknownOutcomeEndsWhenThePaymentExpires(t *testing.T) {
	for why, step := range map[string]http.HandlerFunc{
		"no answer": hangUp,
		"pending":   problem(503, `{"code":"settlement_pending","charged":null}`),
		"pending, with a charge that nobody can know": problem(503, `{"code":"settlement_pending","charged":false}`),
	} {
		t.Run(why, func(t *testing.T) {
			s := newSeller(t, step)
			transport, c := newTransport(t)
			signedAt := c.at
			_, _, err := get(t, transport, s)
			pending := as[*SettlementPending](t, err)

			if pending.Charged != MaybeCharged || pending.Payment != s.payment(0) || len(s.differentPayments()) != 1 {
				t.Errorf("%+v, %d different", pending, len(s.differentPayments()))
			}
			if s.paid() < 10 || !c.at.Before(pending.ValidBefore) || c.at.Sub(signedAt) < 100*time.Second {
				t.Errorf("%d payments until %s, valid before %s", s.paid(), c.at, pending.ValidBefore)
			}
			if transport.SpentUSD() != "0.002" {
				t.Errorf("spent %s", transport.SpentUSD())
			}

			s.then(sell)
			ctx := WithPayment(t.Context(), pending.Payment)
			request, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
			response, err := transport.RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			if p := Of(response); p == nil || p.AmountUSD != "0.002" {
				t.Errorf("%+v", p)
			}
			if len(s.differentPayments()) != 1 || s.asked() != 1 {
				t.Errorf("%d different, %d unpaid", len(s.differentPayments()), s.asked())
			}
			if transport.SpentUSD() != "0.002" {
				t.Errorf("spent %s after the answer", transport.SpentUSD())
			}
		})
	}
}

func TestCancelledCallTellsThatItMayBePaid(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newSeller(t, func(http.ResponseWriter, *http.Request) {
		cancel()
		panic(http.ErrAbortHandler)
	})
	transport, _ := newTransport(t)
	request, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
	_, err := transport.RoundTrip(request)
	if pending := as[*SettlementPending](t, err); !errors.Is(err, context.Canceled) || s.paid() != 1 {
		t.Errorf("%+v after %d payments", pending, s.paid())
	}
}

// TestNothingIsSignedAnewAfterDoubt: a refusal does not undo a try that may have been settled.
func TestNothingIsSignedAnewAfterDoubt(t *testing.T) {
	for _, base := range []*http.Transport{
		{},                        // repeats the request by itself when a kept connection breaks
		{DisableKeepAlives: true}, // leaves that to us
	} {
		s := newSeller(t)
		s.then(hangUp, s.refuse("payment_expired"), sell)
		transport, _ := newTransport(t, func(o *Options) { o.Base = base })
		_, _, err := get(t, transport, s)
		if p := as[*PaymentRefused](t, err); p.Charged != MaybeCharged || len(s.differentPayments()) != 1 {
			t.Errorf("%+v, %d different", p, len(s.differentPayments()))
		}
		if transport.SpentUSD() != "0.002" {
			t.Errorf("spent %s", transport.SpentUSD())
		}
	}
}

func TestCostlessFailureEndsAfterTheRetries(t *testing.T) {
	for retries, want := range map[int]int{0: 3, -1: 1, 4: 5} {
		s := newSeller(t, problem(502, `{"code":"upstream_failed","charged":false,"retry":"same_payment"}`))
		transport, _ := newTransport(t, func(o *Options) { o.Retries = retries })
		_, _, err := get(t, transport, s)
		p := as[*Upstream](t, err)
		if p.Code != "upstream_failed" || p.Charged != NotCharged || s.paid() != want {
			t.Errorf("%d retries: %+v after %d payments", retries, p, s.paid())
		}
		if transport.SpentUSD() != "0" {
			t.Errorf("spent %s", transport.SpentUSD())
		}
	}
}

// TestServiceThatRestartsIsAskedAgain: also before anything is paid, unless that may do something twice.
func TestServiceThatRestartsIsAskedAgain(t *testing.T) {
	for _, row := range []struct {
		why    string
		method string
		first  http.HandlerFunc
		again  bool
	}{
		{"the connection broke", http.MethodGet, hangUp, true},
		{"the connection broke after a body was sent", http.MethodPost, hangUp, false},
		{"a gateway has nobody to ask", http.MethodGet, problem(502, `<html>`), true},
		{"a gateway may have asked", http.MethodPost, problem(502, `<html>`), false},
		{"the seller says that it may be sent again", http.MethodPost, problem(503, `{"retry":"same_payment"}`), true},
		{"the seller says that it is of no use", http.MethodGet, problem(503, `{"retry":"never"}`), false},
		{"the seller asks for an hour", http.MethodGet, problem(503, ``, "Retry-After", "3600"), false},
		{"bad input", http.MethodGet, problem(400, `{"code":"invalid_input"}`), false},
	} {
		t.Run(row.why, func(t *testing.T) {
			s := newSeller(t, sell)
			var asked atomic.Int64
			next := s.Config.Handler
			s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if asked.Add(1) == 1 {
					row.first(w, r)
					return
				}
				next.ServeHTTP(w, r)
			})
			transport, _ := newTransport(t, func(o *Options) { o.Base = &http.Transport{DisableKeepAlives: true} })
			request, _ := http.NewRequestWithContext(t.Context(), row.method, s.URL, strings.NewReader(`{}`))
			_, err := transport.RoundTrip(request)
			if (err == nil) != row.again || (asked.Load() > 1) != row.again {
				t.Errorf("%v after %d requests", err, asked.Load())
			}
			if !row.again && AsProblem(err).Charged != NotCharged {
				t.Errorf("%+v", AsProblem(err))
			}
		})
	}
}

// TestWrongClockIsNamed: a payment is refused for its time when the clock here is wrong.
func TestWrongClockIsNamed(t *testing.T) {
	at := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	header := http.Header{"Date": {at.Format(http.TimeFormat)}}
	const tooLate = "invalid_exact_evm_payload_authorization_valid_before"
	const tooEarly = "invalid_exact_evm_payload_authorization_valid_after"
	for _, row := range []struct {
		reason string
		now    time.Time
		want   string
	}{
		{tooLate, at.Add(-2 * time.Minute), ": the clock here is 2m0s behind the seller's"},
		{tooEarly, at.Add(3 * time.Hour), ": the clock here is 3h0m0s ahead of the seller's"},
		{"payment_expired", at.Add(5 * time.Second), ""},
		{"insufficient_funds", at.Add(3 * time.Hour), ""},
	} {
		if got := clockNote(row.reason, header, row.now); got != row.want {
			t.Errorf("%s at %s: %q", row.reason, row.now, got)
		}
	}
	if got := clockNote("payment_expired", http.Header{}, at); got != "" {
		t.Errorf("without a date: %q", got)
	}
}

func TestExpiredPaymentIsSignedAnewOnce(t *testing.T) {
	s := newSeller(t)
	s.then(s.refuse("payment_expired"), sell)
	transport, _ := newTransport(t)
	if _, _, err := get(t, transport, s); err != nil {
		t.Fatal(err)
	}
	if len(s.differentPayments()) != 2 || transport.SpentUSD() != "0.002" {
		t.Errorf("%d different, spent %s", len(s.differentPayments()), transport.SpentUSD())
	}
	first, second := decoded(t, s.payment(0)), decoded(t, s.payment(1))
	if string(first.Extensions[identifier]) != string(second.Extensions[identifier]) {
		t.Error("the second payment is of another purchase")
	}

	s = newSeller(t)
	s.then(s.refuse("payment_expired"))
	_, _, err := get(t, transport, s)
	if p := as[*PaymentRefused](t, err); p.Code != "payment_expired" || s.paid() != 2 {
		t.Errorf("%+v after %d payments", p, s.paid())
	}
}

// TestTermsCannotChangeAfterASignature: the second payment is for whom, and at most what, the first one was.
func TestTermsCannotChangeAfterASignature(t *testing.T) {
	for why, second := range map[string]map[string]any{
		"another account": quoted("2000", set("payTo", "0x1111111111111111111111111111111111111111")),
		"a higher price":  quoted("2001"),
		"another asset":   quoted("2000", set("asset", BaseSepoliaUSDC.Contract)),
	} {
		t.Run(why, func(t *testing.T) {
			s := newSeller(t)
			s.then(s.refuse("payment_expired"), sell)
			s.quote = func(payments int) map[string]any {
				if payments > 0 {
					return second
				}
				return quoted("2000")
			}
			transport, _ := newTransport(t)
			_, _, err := get(t, transport, s)
			if as[*PaymentRefused](t, err); s.paid() != 1 || transport.SpentUSD() != "0" {
				t.Errorf("%d payments, spent %s", s.paid(), transport.SpentUSD())
			}
		})
	}
}

// TestPaymentThatNeverLeftCostsNothing: without a connection, nobody can have received it.
func TestPaymentThatNeverLeftCostsNothing(t *testing.T) {
	s := newSeller(t, sell)
	transport, _ := newTransport(t, func(o *Options) {
		o.Base = &http.Transport{DisableKeepAlives: true}
		o.OnPayment = func(context.Context, Purchase) error { return s.Listener.Close() }
	})
	_, _, err := get(t, transport, s)
	if p := as[*Upstream](t, err); p.Charged != NotCharged || transport.SpentUSD() != "0" {
		t.Errorf("%+v, spent %s", p, transport.SpentUSD())
	}
}

// TestRedirectOfAPaidCallIsNotFollowed: nobody else gets the payment, and what it may have cost is told.
func TestRedirectOfAPaidCallIsNotFollowed(t *testing.T) {
	thief := newSeller(t, sell)
	s := newSeller(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, thief.URL, http.StatusTemporaryRedirect)
	})
	transport, _ := newTransport(t)
	_, _, err := get(t, transport, s)
	p := as[*Upstream](t, err)
	if p.Charged != MaybeCharged || p.Status != http.StatusTemporaryRedirect || transport.SpentUSD() != "0.002" {
		t.Errorf("%+v, spent %s", p, transport.SpentUSD())
	}
	if s.paid() != 1 || thief.paid() != 0 || thief.asked() != 0 {
		t.Errorf("%d payments, the other host got %d and %d requests without", s.paid(), thief.paid(), thief.asked())
	}
}
