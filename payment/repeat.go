package payment

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// What is answered to a payment that was here before.

// remembered answers a payment that can buy nothing more, because it has expired, the terms have changed
// or its payer is shut out, but that has bought this very request before. What was paid for is handed out, and a
// settlement that is still open is not met with a new quote, which an honest buyer would pay.
func (s *attempt) remembered() bool {
	if s.offer.key == (Key{}) {
		return false
	}
	entry, err := s.g.opt.Ledger.Find(s.ctx(), s.offer.key)
	if err != nil {
		s.ledgerAway(err)
		return true
	}
	if entry == nil || !s.offer.proven && entry.Payment.Payload.Signature != s.offer.payment.Payload.Signature {
		return false
	}
	if s.hash == "" && s.read() != nil || s.hash != entry.RequestHash {
		return false
	}
	switch {
	case !entry.SettledAt.IsZero():
		s.replay(entry)
	case !entry.DeliveredAt.IsZero():
		s.resolve(entry)
	case s.g.opt.Now().After(entry.LeaseUntil):
		return false
	default:
		s.inFlight()
	}
	return true
}

// ledgerAway answers when the ledger does. Whether this payment was charged earlier is not known then.
func (s *attempt) ledgerAway(err error) {
	s.problem((&problem.Problem{
		Status: http.StatusServiceUnavailable, Code: "ledger_unavailable", RetryAfter: 5 * time.Second,
		Retry: problem.RetrySamePayment, Detail: "payments cannot be looked up right now; send the same payment again", Cause: err,
	}).With("charged", nil))
}

func (s *attempt) inFlight() {
	s.problem((&problem.Problem{
		Status: http.StatusConflict, Code: "payment_in_flight", RetryAfter: time.Second, Retry: problem.RetrySamePayment,
		Detail: "this payment is being worked on by another request; send the same payment again for its answer",
	}).With("charged", nil))
}

func (s *attempt) otherRequest(entry *Entry) {
	if entry.Key == s.offer.key {
		s.refuse(x402.ReasonDuplicate)
		return
	}
	s.problem(&problem.Problem{
		Status: http.StatusConflict, Code: "purchase_id_reused", Field: IdempotencyHeader, Retry: problem.RetryNever,
		Detail: "this Idempotency-Key (or payment-identifier) was used for another request; use a new one",
	})
}

// resolve deals with a repeat of a payment whose settlement is not known: the chain may know by now.
func (s *attempt) resolve(entry *Entry) {
	g := s.g
	if _, busy := g.settling.Load(entry.Key); busy {
		s.inFlight()
		return
	}
	// A settlement of this process that was under way when entry was read has been recorded by now.
	if now, err := g.opt.Ledger.Find(s.ctx(), entry.Key); err == nil && (now == nil || now.Owner != entry.Owner) {
		s.inFlight() // it was forgotten: the next try finds the way free
		return
	} else if err == nil && !now.SettledAt.IsZero() {
		s.replay(now)
		return
	}
	ctx, cancel := context.WithTimeout(s.ctx(), g.opt.VerifyTimeout)
	defer cancel()
	fate, transaction, err := g.opt.Chain.Fate(ctx, entry.Key.Network, entry.Payment.Payload.Authorization)
	switch {
	case err == nil && fate == Spent:
		g.recordLate(ctx, entry, transaction)
		entry.Transaction = transaction
		s.replay(entry)
	case err == nil && fate == Dead && g.opt.Ledger.Refuse(s.ctx(), entry.Key, entry.Owner) == nil:
		if entry.Key != s.offer.key {
			s.inFlight() // this payment, a new one for the same purchase, may buy it on the next try
			return
		}
		s.refuse(x402.ReasonPaymentExpired)
	case !strings.HasPrefix(entry.Owner, g.id) && g.opt.Now().Before(entry.DeliveredAt.Add(g.opt.SettleTimeout)):
		s.inFlight() // another replica may be settling it
	default:
		s.pending()
	}
}

// replay gives a paid answer again. It is not charged again.
func (s *attempt) replay(entry *Entry) {
	s.sale.Outcome, s.sale.Transaction = usage.OutcomeReplayed, entry.Transaction
	s.c.Response().Header().Set("X-Replayed", "true")
	s.writePaid(entry.Answer, entry.Key.Network, entry.Transaction)
}

func (s *attempt) pending() {
	s.sale.Outcome, s.sale.Reason = usage.OutcomePending, x402.ReasonSettlementPending
	p := problem.Unavailable(x402.ReasonSettlementPending, 5*time.Second,
		"the payment is on its way and not confirmed yet; send the SAME payment again for the answer, a new one would pay twice").
		With("error", x402.ReasonSettlementPending).With("charged", nil)
	p.Write(s.c.Response(), s.req.RequestID)
}
