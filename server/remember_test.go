package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/store"
)

// clock is a time that a test moves on.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time       { return time.Now().Add(time.Duration(c.ahead.Load())) }
func (c *clock) move(d time.Duration) { c.ahead.Add(int64(d)) }

// part has the service go by the clock, and its database too.
func (c *clock) part() func(*Parts) {
	return func(p *Parts) {
		p.Now = c.now
		ledger, own := p.Ledger.(*store.Store)
		if !own {
			return
		}
		skewed := ledger.Skewed(func() time.Duration { return time.Duration(c.ahead.Load()) })
		p.Ledger = skewed
		if p.Channels != nil {
			p.Channels = skewed
		}
	}
}

func unknownOutcome(context.Context, facilitator.Request) (facilitator.Settlement, error) {
	return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
}

func TestPaidAnswerCanBeHadAgainAfterTheAuthorizationHasEnded(t *testing.T) {
	t.Parallel()
	for _, version := range []pay.Version{1, 2} {
		f, c := &scripted{}, &clock{}
		s := start(t, newKey(t), nil, f.with(false), c.part())
		r := s.paid(s.hashCall("kept"), version)
		first := s.do(again(r))
		c.move(10 * time.Minute)
		late := s.do(again(r))
		if late.status != http.StatusOK || !bytes.Equal(first.body, late.body) || late.header.Get("X-Replayed") != "true" || !receiptOf(t, late).Success {
			t.Errorf("version %d, ten minutes later: %d %s", version, late.status, late.body)
		}
		other := s.hashCall("other")
		other.Header = r.Header
		if a := s.do(other); a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonValidBefore {
			t.Errorf("version %d, for another request: %d %s", version, a.status, a.body)
		}
		if f.settlements() != 1 {
			t.Errorf("%d settlements", f.settlements())
		}
	}
}

func TestOpenSettlementIsNotMetWithAQuoteWhenTheAuthorizationHasEnded(t *testing.T) {
	t.Parallel()
	f, c, fate := &scripted{settle: unknownOutcome}, &clock{}, payment.Open
	s := start(t, newKey(t), nil, f.with(false), c.part(), chainOf(func(x402.Authorization) (payment.Fate, string, error) {
		return fate, "0x00000000000000000000000000000000000000000000000000000000000000aa", nil
	}))
	r := s.paid(s.hashCall("open"), 2)
	if a := s.do(again(r)); a.code() != x402.ReasonSettlementPending {
		t.Fatalf("%d %s", a.status, a.body)
	}
	c.move(10 * time.Minute)
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.code() != x402.ReasonSettlementPending {
		t.Errorf("the chain has not decided: %d %s", a.status, a.body)
	}
	fate = payment.Spent
	if a := s.do(again(r)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("the chain says spent: %d %s", a.status, a.body)
	}
}

// TestPaymentThatTheChainCallsDeadMayBePaidAnew ends the waiting of a buyer as soon as the chain has decided.
func TestPaymentThatTheChainCallsDeadMayBePaidAnew(t *testing.T) {
	t.Parallel()
	f := &scripted{settle: unknownOutcome}
	s := start(t, newKey(t), nil, f.with(false), chainOf(func(x402.Authorization) (payment.Fate, string, error) {
		return payment.Dead, "", nil
	}))
	r := s.paid(s.hashCall("dead"), 2)
	if a := s.do(again(r)); a.code() != x402.ReasonSettlementPending {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := s.do(again(r)); a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonPaymentExpired {
		t.Errorf("%d %s", a.status, a.body)
	}
	f.settle = nil
	if a := s.do(s.paid(s.hashCall("dead"), 2)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "" {
		t.Errorf("paid anew: %d %s", a.status, a.body)
	}
}

func TestPaidAnswerCanBeHadAgainAfterTheSellerChangedItsTerms(t *testing.T) {
	t.Parallel()
	database := "sqlite:" + t.TempDir() + "/shared.sqlite"
	key := newKey(t)
	before := start(t, key, map[string]string{"DATABASE_URL": database}, (&scripted{}).with(false))
	after := start(t, key, map[string]string{"DATABASE_URL": database}, (&scripted{}).with(false)) // another PAY_TO_ADDRESS
	for _, version := range []pay.Version{1, 2} {
		r := before.paid(before.hashCall("terms"), version)
		if a := before.do(again(r)); a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
		moved := after.hashCall("terms")
		moved.Header = r.Header
		if a := after.do(moved); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
			t.Errorf("version %d: %d %s", version, a.status, a.body)
		}
	}
}

// TestPurchaseHasOneNameHoweverItIsSent buys once over both protocol versions: version 1 has no extensions to carry it.
func TestPurchaseHasOneNameHoweverItIsSent(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	const id = "order-0123456789abcdef"
	header := s.paid(s.hashCall("named"), 1)
	header.Header.Set(payment.IdempotencyHeader, id)
	extension := s.paid(s.hashCall("named"), 2)
	p := s.paymentOf(extension)
	p.Extensions = x402.Extensions{"payment-identifier": json.RawMessage(`{"info":{"required":false,"id":"` + id + `"}}`)}
	s.setPayment(extension, p)
	first, second := s.do(header), s.do(extension)
	if first.status != http.StatusOK || second.status != http.StatusOK || second.header.Get("X-Replayed") != "true" || f.settlements() != 1 {
		t.Errorf("%d, %d %s, %d settlements", first.status, second.status, second.body, f.settlements())
	}
}

// TestAuthorizationThatNeverEndsBuysOnce although its row is not kept for ever: the chain knows what was spent.
func TestAuthorizationThatNeverEndsBuysOnce(t *testing.T) {
	t.Parallel()
	// A facilitator that does not look at the nonce, and a chain that says what is true.
	f, c := &scripted{}, &clock{}
	var down error
	fate := func(x402.Authorization) (payment.Fate, string, error) {
		if f.settlements() > 0 {
			return payment.Spent, "0xaa", down
		}
		return payment.Open, "", down
	}
	s := start(t, newKey(t), nil, f.with(false), c.part(), chainOf(fate))
	r := s.withoutEnd(s.hashCall("for ever"))
	down = errors.New("no endpoint answers")
	if a := s.do(again(r)); a.status != http.StatusServiceUnavailable || a.charged(t) != "false" {
		t.Errorf("nobody knows whether it is spent: %d %s", a.status, a.body)
	}
	down = nil
	if a := s.do(again(r)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	other := s.hashCall("another answer for the same payment")
	other.Header = r.Header
	for _, step := range []struct {
		after  time.Duration
		purged int64
		reason string
	}{
		{24 * time.Hour, 0, x402.ReasonDuplicate},
		{5 * 24 * time.Hour, 0, x402.ReasonDuplicate},
		{2 * 24 * time.Hour, 1, x402.ReasonNonceUsed}, // seven days and an hour are over
	} {
		c.move(step.after)
		if n, err := s.server.parts.Ledger.Purge(t.Context(), c.now()); n != step.purged || err != nil {
			t.Fatalf("%v later %d purged, %v", step.after, n, err)
		}
		if a := s.do(again(other)); a.status != http.StatusPaymentRequired || a.json(t)["error"] != step.reason {
			t.Errorf("%v later: %d %s", step.after, a.status, a.body)
		}
	}
	if f.settlements() != 1 {
		t.Errorf("%d settlements", f.settlements())
	}
}

// withoutEnd is r paid with an authorization that is valid for ever.
func (s *service) withoutEnd(r *http.Request) *http.Request {
	s.Helper()
	r = s.paid(r, 2)
	p := s.paymentOf(r)
	p.Payload.Authorization.ValidBefore = "115792089237316195423570985008687907853269984665640564039457584007913129639935"
	auth, err := eip3009.Parse(p.Payload.Authorization)
	if err != nil {
		s.Fatal(err)
	}
	digest := auth.Digest(eip3009.DomainOf(s.networks[0]).Separator())
	signature, err := crypto.Sign(digest[:], s.key)
	if err != nil {
		s.Fatal(err)
	}
	signature[64] += 27
	p.Payload.Signature = fmt.Sprintf("%#x", signature)
	s.setPayment(r, p)
	return r
}

// paymentOf and setPayment read and replace the version 2 payment of r.
func (s *service) paymentOf(r *http.Request) (p x402.Payment) {
	s.Helper()
	raw, err := base64.StdEncoding.DecodeString(r.Header.Get(x402.HeaderPayment))
	if err != nil || json.Unmarshal(raw, &p) != nil {
		s.Fatalf("no payment in %v", r.Header)
	}
	return p
}

func (s *service) setPayment(r *http.Request, p x402.Payment) {
	s.Helper()
	raw, err := json.Marshal(p)
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(raw))
}
