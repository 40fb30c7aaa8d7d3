package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// How a payment that was seen before is answered.

// remembered hands out what a payment has bought that can buy nothing more, because it has expired, the terms have
// changed or its payer is shut out. It is nil for a payment that has not bought this very request. A settlement that is
// still open is not met with a new quote, which an honest buyer would pay.
func (a *attempt) remembered() *outcome {
	if a.offer.key == (Key{}) {
		return nil
	}
	entry, err := a.gate.opt.Ledger.Find(a.ctx(), a.offer.key)
	if err != nil {
		return a.ledgerAway(err)
	}
	if entry == nil || !a.isBoughtBy(entry) {
		return nil
	}

	switch {
	case entry.Reverted:
		return nil
	case !entry.SettledAt.IsZero():
		return a.replay(entry)
	case !entry.StoredAt.IsZero():
		return a.resolve(entry)
	case a.gate.opt.Now().After(entry.LeaseUntil):
		return nil
	}
	return a.inFlight()
}

// isBoughtBy says that the entry is of this payment and of this request. Of a payment that is not proven only the exact
// signature tells, since anyone can name a payer.
func (a *attempt) isBoughtBy(entry *Entry) bool {
	if !a.offer.proven && !isSameProof(entry.Payload, a.offer.payment.Payload) {
		return false
	}
	if a.requestHash == "" && a.readPurchase() != nil {
		return false
	}
	return entry.Bought(a.request.Route, a.requestHash)
}

// resolve deals with a repeat of a payment whose settlement is not known: the chain may know by now, and where it
// does not, the payment is settled again.
func (a *attempt) resolve(entry *Entry) *outcome {
	g := a.gate
	if _, busy := g.settling.LoadOrStore(entry.Key, true); busy {
		return a.inFlight()
	}
	defer g.settling.Delete(entry.Key)

	// A settlement of this process that was under way when entry was read has been recorded by now.
	now, err := g.opt.Ledger.Find(a.ctx(), entry.Key)
	switch {
	case err != nil:
		return a.askChain(entry)
	case now == nil || now.Reverted || now.StoredAt.IsZero():
		return a.inFlight() // it was forgotten: the next try finds the way free
	case !now.SettledAt.IsZero():
		return a.replay(now)
	}
	return a.askChain(now)
}

// askChain answers a repeat by its payment's state on the chain.
func (a *attempt) askChain(entry *Entry) *outcome {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.VerifyTimeout)
	defer cancel()
	end, err := g.fate(ctx, entry, entry.Transaction)
	if err != nil {
		g.logOf(entry).Warn("fate of a payment that was sent again is not known",
			"request_id", a.request.RequestID, "error", err)
		return a.unresolved(entry)
	}

	switch end.Fate {
	case Spent:
		g.recordLate(ctx, entry, end.Transfer)
		entry.Transaction = end.Transaction
		return a.replay(entry)
	case Dead:
		return a.neverSpent(entry, x402.ReasonPaymentExpired)
	case Elsewhere:
		return a.neverSpent(entry, a.offer.spent())
	default:
		return a.settleOpen(entry)
	}
}

// neverSpent ends a repeat of a payment that can no longer be spent for what this service sells.
func (a *attempt) neverSpent(entry *Entry, reason string) *outcome {
	if a.gate.opt.Ledger.Forget(a.ctx(), entry.Key, entry.Owner) != nil {
		return a.unresolved(entry)
	}
	if entry.Key != a.offer.key {
		return a.inFlight() // this payment, a new one for the same purchase, may buy it on the next try
	}
	return a.refused(reason)
}

// settleOpen settles a payment again that the chain does not know yet, unless somebody else is at it. That
// cannot pay twice, because the token spends its nonce once.
func (a *attempt) settleOpen(entry *Entry) *outcome {
	g := a.gate
	if err := g.pulse.enter(a.ctx()); err != nil {
		return a.unresolved(entry)
	}
	defer g.pulse.leave()

	take := g.takeover()
	take.Key = entry.Key
	taken, err := g.opt.Ledger.Stuck(a.ctx(), take)
	if err != nil || len(taken) == 0 {
		return a.unresolved(entry)
	}

	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.SettleTimeout)
	defer cancel()
	start := g.opt.Now()
	ended := g.settleAgain(ctx, &taken[0], g.logOf(entry))
	a.sale.Settle = g.opt.Now().Sub(start)
	if !ended {
		g.postpone(ctx, &taken[0], settlePause)
		return a.pending()
	}

	now, err := g.opt.Ledger.Find(a.ctx(), entry.Key)
	if err == nil && now != nil && !now.SettledAt.IsZero() {
		return a.replay(now)
	}
	return a.pending()
}

// unresolved ends a repeat when nobody knows more of its payment than before.
func (a *attempt) unresolved(entry *Entry) *outcome {
	g := a.gate
	isOurs := entry.Process == g.id // this process works on it, or did last
	if !isOurs && g.opt.Now().Before(entry.StoredAt.Add(g.opt.SettleTimeout)) {
		return a.inFlight() // another replica may be settling it
	}
	return a.pending()
}

// replay gives a paid answer again. It is not charged again.
func (a *attempt) replay(entry *Entry) *outcome {
	answer, err := a.gate.keep.open(entry, a.bought)
	if err != nil {
		return a.forgotten(entry, err)
	}
	if answer.passage != nil {
		return a.passAgain(entry, *answer.passage)
	}
	if err := a.makeRoom(answer); err != nil {
		p := problem.From(err)
		return a.failed(p.With("charged", nil)) // it was, and the answer can still be had
	}

	return a.replayed(answer, entry)
}

// replayed hands out an answer that was paid for before.
func (a *attempt) replayed(answer Answer, entry *Entry) *outcome {
	a.sale.Transaction = entry.Transaction
	end := a.receipted(answer, entry.Key, entry.Transaction)
	end.word = usage.OutcomeReplayed
	end.header.Set("X-Replayed", "true")
	return end
}

// reasonForgotten refuses a payment whose answer was given and is not kept any more. Only this seller has it.
const reasonForgotten = "answer_not_kept"

// forgotten ends a repeat whose answer cannot be given any more: it was kept for a short time only, or it was sealed
// with a server secret that has been replaced since. The new payment of a known purchase is not used.
func (a *attempt) forgotten(entry *Entry, cause error) *outcome {
	if !errors.Is(cause, errForgotten) {
		a.gate.opt.Log.Error("a paid answer could not be opened",
			"route", a.request.Route, "request_id", a.request.RequestID, "error", cause)
	}

	if entry.Key == a.offer.key {
		return a.refused(reasonForgotten)
	}
	return a.failed(&problem.Problem{
		Status: http.StatusConflict,
		Code:   problem.CodePurchaseIDReused,
		Field:  IdempotencyHeader,
		Retry:  problem.RetryNever,
		Detail: "this Idempotency-Key (or payment-identifier) has bought an answer that is not kept any more; " +
			"use a new one to buy it again",
	})
}

// inFlight ends an attempt while another request works on the payment, or on the same purchase.
func (a *attempt) inFlight() *outcome {
	p := &problem.Problem{
		Status:     http.StatusConflict,
		Code:       problem.CodePaymentInFlight,
		RetryAfter: time.Second,
		Retry:      problem.RetrySamePayment,
		Detail:     "this payment is being worked on by another request; send the same payment again for its answer",
	}
	return a.failed(p.With("charged", nil))
}

// otherRequest ends an attempt when the payment, or the buyer's name for the purchase, has bought something else.
func (a *attempt) otherRequest(entry *Entry) *outcome {
	if entry.Key == a.offer.key {
		return a.refusedAs(x402.ReasonDuplicate, a.offer.twin())
	}
	return a.failed(&problem.Problem{
		Status: http.StatusConflict,
		Code:   problem.CodePurchaseIDReused,
		Field:  IdempotencyHeader,
		Retry:  problem.RetryNever,
		Detail: "this Idempotency-Key (or payment-identifier) was used for another request; use a new one",
	})
}
