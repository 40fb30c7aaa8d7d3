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

// What is answered to a payment that was here before.

// remembered answers a payment that can buy nothing more, because it has expired, the terms have changed
// or its payer is shut out, but that has bought this very request before. What was paid for is handed out, and a
// settlement that is still open is not met with a new quote, which an honest buyer would pay.
func (a *attempt) remembered() bool {
	if a.offer.key == (Key{}) {
		return false
	}

	entry, err := a.gate.opt.Ledger.Find(a.ctx(), a.offer.key)
	if err != nil {
		a.ledgerAway(err)
		return true
	}
	if entry == nil || !a.boughtWith(entry) {
		return false
	}

	switch {
	case entry.Reverted:
		return false
	case !entry.SettledAt.IsZero():
		a.replay(entry)
	case !entry.StoredAt.IsZero():
		a.resolve(entry)
	case a.gate.opt.Now().After(entry.LeaseUntil):
		return false
	default:
		a.inFlight()
	}
	return true
}

// boughtWith says that the entry is of this payment and of this request. Of a payment that is not proven
// only the exact signature tells, since anyone can name a payer.
func (a *attempt) boughtWith(entry *Entry) bool {
	if !a.offer.proven && entry.Payment.Payload.Signature != a.offer.payment.Payload.Signature {
		return false
	}
	if a.requestHash == "" && a.read() != nil {
		return false
	}
	return entry.Bought(a.request.Route, a.requestHash) || a.boughtExactly(entry)
}

// boughtExactly says that the entry is of this request by the bytes of its body, and goes on by that name: the answer
// is sealed for it.
func (a *attempt) boughtExactly(entry *Entry) bool {
	exactly := boughtExactly(a.echo.Request(), a.body)
	hash := a.gate.keep.requestHash(exactly)
	if entry.RequestHash != hash || a.requestHash == hash {
		return false
	}
	a.bought = exactly
	a.requestHash = hash
	return true
}

// resolve deals with a repeat of a payment whose settlement is not known: the chain may know by now, and where it
// does not, the payment is settled again.
func (a *attempt) resolve(entry *Entry) {
	g := a.gate
	if _, busy := g.settling.LoadOrStore(entry.Key, true); busy {
		a.inFlight()
		return
	}
	defer g.settling.Delete(entry.Key)

	// A settlement of this process that was under way when entry was read has been recorded by now.
	now, err := g.opt.Ledger.Find(a.ctx(), entry.Key)
	switch {
	case err != nil: // the chain is asked all the same
	case now == nil || now.Reverted || now.StoredAt.IsZero():
		a.inFlight() // it was forgotten: the next try finds the way free
		return
	case !now.SettledAt.IsZero():
		a.replay(now)
		return
	default:
		entry = now
	}

	a.askChain(entry)
}

// askChain answers a repeat by what the chain says of its payment.
func (a *attempt) askChain(entry *Entry) {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.VerifyTimeout)
	defer cancel()
	fate, transaction, err := g.opt.Chain.Fate(
		ctx, entry.Key.Network, entry.Payment.Payload.Authorization, entry.Transaction)
	if err != nil {
		g.logOf(entry).Warn("fate of a payment that was sent again is not known",
			"request_id", a.request.RequestID, "error", err)
		a.unresolved(entry)
		return
	}

	switch fate {
	case Spent:
		g.recordLate(ctx, entry, transaction)
		entry.Transaction = transaction
		a.replay(entry)
	case Dead:
		a.neverSpent(entry)
	default:
		a.settleOpen(entry)
	}
}

// neverSpent answers a repeat of a payment that can no longer be spent.
func (a *attempt) neverSpent(entry *Entry) {
	switch err := a.gate.opt.Ledger.Forget(a.ctx(), entry.Key, entry.Owner); {
	case err != nil:
		a.unresolved(entry)
	case entry.Key != a.offer.key:
		a.inFlight() // this payment, a new one for the same purchase, may buy it on the next try
	default:
		a.refuse(x402.ReasonPaymentExpired)
	}
}

// settleOpen settles a payment again that the chain does not know yet, unless somebody else is at it. That
// cannot pay twice, because the token spends its nonce once.
func (a *attempt) settleOpen(entry *Entry) {
	g := a.gate
	if err := g.pulse.enter(a.ctx()); err != nil {
		a.unresolved(entry)
		return
	}
	defer g.pulse.leave()

	take := g.takeover()
	take.Key = entry.Key
	taken, err := g.opt.Ledger.Stuck(a.ctx(), take)
	if err != nil || len(taken) == 0 {
		a.unresolved(entry)
		return
	}

	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.SettleTimeout)
	defer cancel()
	start := g.opt.Now()
	ended := g.settleAgain(ctx, &taken[0], g.logOf(entry))
	a.sale.Settle = g.opt.Now().Sub(start)
	if !ended {
		g.postpone(ctx, &taken[0])
		a.pending()
		return
	}

	now, err := g.opt.Ledger.Find(a.ctx(), entry.Key)
	if err == nil && now != nil && !now.SettledAt.IsZero() {
		a.replay(now)
		return
	}
	a.pending()
}

// unresolved answers when nobody knows more of a payment than before.
func (a *attempt) unresolved(entry *Entry) {
	g := a.gate
	if !g.owns(entry) && g.opt.Now().Before(entry.StoredAt.Add(g.opt.SettleTimeout)) {
		a.inFlight() // another replica may be settling it
		return
	}
	a.pending()
}

// owns says that this process works on the entry, or did last.
func (g *Gate) owns(entry *Entry) bool { return entry.Process == g.id }

// replay gives a paid answer again. It is not charged again.
func (a *attempt) replay(entry *Entry) {
	answer, err := a.gate.keep.open(entry, a.bought)
	if err != nil {
		a.forgotten(entry, err)
		return
	}
	if err := a.hold(answer); err != nil {
		p := problem.From(err)
		a.problem(p.With("charged", nil)) // it was, and the answer can still be had
		return
	}
	a.sale.Outcome = usage.OutcomeReplayed
	a.sale.Transaction = entry.Transaction
	a.echo.Response().Header().Set("X-Replayed", "true")
	a.writePaid(answer, entry.Key, entry.Transaction)
}

// reasonForgotten refuses a payment whose answer was given and is not kept any more. Only this seller has it.
const reasonForgotten = "answer_not_kept"

// forgotten answers a repeat whose answer cannot be given any more: it was kept for a short time only, or it was sealed
// with a server secret that has been replaced since. The new payment of a known purchase is not used.
func (a *attempt) forgotten(entry *Entry, cause error) {
	if !errors.Is(cause, errForgotten) {
		a.gate.opt.Log.Error("a paid answer could not be opened",
			"route", a.request.Route, "request_id", a.request.RequestID, "error", cause)
	}

	if entry.Key == a.offer.key {
		a.refuse(reasonForgotten)
		return
	}
	a.problem(&problem.Problem{
		Status: http.StatusConflict,
		Code:   problem.CodePurchaseIDReused,
		Field:  IdempotencyHeader,
		Retry:  problem.RetryNever,
		Detail: "this Idempotency-Key (or payment-identifier) has bought an answer that is not kept any more; " +
			"use a new one to buy it again",
	})
}

// inFlight answers while another request works on the payment, or on the same purchase.
func (a *attempt) inFlight() {
	p := &problem.Problem{
		Status:     http.StatusConflict,
		Code:       problem.CodePaymentInFlight,
		RetryAfter: time.Second,
		Retry:      problem.RetrySamePayment,
		Detail:     "this payment is being worked on by another request; send the same payment again for its answer",
	}
	a.problem(p.With("charged", nil))
}

// otherRequest answers when the payment, or the buyer's name for the purchase, has bought something else.
func (a *attempt) otherRequest(entry *Entry) {
	if entry.Key == a.offer.key {
		a.refuse(x402.ReasonDuplicate)
		return
	}
	a.problem(&problem.Problem{
		Status: http.StatusConflict,
		Code:   problem.CodePurchaseIDReused,
		Field:  IdempotencyHeader,
		Retry:  problem.RetryNever,
		Detail: "this Idempotency-Key (or payment-identifier) was used for another request; use a new one",
	})
}
