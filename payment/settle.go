package payment

import (
	"context"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/farebox/farebox/internal/span"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// settle puts the payment on the chain and hands the stored answer out.
func (a *attempt) settle(answer Answer) {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.SettleTimeout)
	defer cancel()

	g.opt.Step("settle")
	ctx, part := span.Start(ctx, "settle", "")
	start := g.opt.Now()
	result, err := g.settle(ctx, a.request.Route, a.facilitatorRequest())
	part.End(settling(result, err))
	a.sale.Settle = g.opt.Now().Sub(start)

	switch {
	case err != nil:
		a.unsettled(err)
	case result.Outcome == facilitator.Settled:
		a.settled(answer, result.Transaction)
	case result.Outcome == facilitator.Refused:
		a.settleRefused(result)
	default:
		a.undecided(ctx, answer, result)
	}
}

// settling is what came of a settlement, in a trace.
func settling(result facilitator.Settlement, err error) string {
	switch {
	case err != nil:
		return "unsent"
	case result.Outcome == facilitator.Settled:
		return "settled"
	case result.Outcome == facilitator.Refused:
		return "refused"
	}
	return "unknown"
}

// settle is the facilitator's, with what it says taken for no more than it proves. After a panic in it,
// nothing is known of the transfer.
func (g *Gate) settle(
	ctx context.Context, route string, r facilitator.Request,
) (result facilitator.Settlement, err error) {
	defer func() {
		if v := recover(); v != nil {
			g.opt.Panicked(route, v, debug.Stack())
			result = facilitator.Settlement{Outcome: facilitator.Unknown}
			err = nil
		}
	}()
	result, err = g.opt.Facilitator.Settle(ctx, r)
	return result.Believed(), err
}

// undecided answers a settlement of which the facilitator did not say what became of it. Where it knows a
// transaction, or says that the nonce is used, the chain may tell at once.
func (a *attempt) undecided(ctx context.Context, answer Answer, result facilitator.Settlement) {
	g := a.gate
	g.sent(a.ctx(), a.offer.key, a.owner, result.Transaction)

	if result.Transaction != "" || result.Reason == x402.ReasonNonceUsed {
		authorization := a.offer.payment.Payload.Authorization
		fate, transaction, err := g.opt.Chain.Fate(ctx, a.offer.key.Network, authorization, result.Transaction)
		if err == nil && fate == Spent {
			a.settled(answer, transaction)
			return
		}
	}
	a.pending()
}

// sent remembers the transaction that a facilitator named for a payment whose fate is open, so that the chain is
// asked for it. Without it the event of the transfer has to be searched for.
func (g *Gate) sent(ctx context.Context, key Key, owner, transaction string) {
	if transaction == "" {
		return
	}
	if err := g.opt.Ledger.Sent(ctx, key, owner, transaction); err != nil {
		g.opt.Log.Warn("transaction of an open payment not remembered", "transaction", transaction, "error", err)
	}
}

// settled records the transfer and gives what was paid for.
func (a *attempt) settled(answer Answer, transaction string) {
	a.gate.opt.Step("settled")
	a.sale.Transaction = transaction
	a.record()
	a.gate.opt.Step("recorded")

	a.gate.payers.settled(a.offer.signer())
	a.sale.Outcome = usage.OutcomePaid
	a.writePaid(answer, a.offer.key, transaction)
}

// settleRefused answers a settlement that did not and will not move money: the answer is withheld.
func (a *attempt) settleRefused(result facilitator.Settlement) {
	if !a.forget() {
		a.pending()
		return
	}
	a.gate.payers.settleRefused(a.offer.signer(), a.gate.opt.Now())

	reason := opaque(result.Reason, x402.ReasonUnexpectedSettle)
	a.writeReceipt(a.offer.key.Network, x402.Receipt{
		ErrorReason: reason,
		Payer:       a.payer(),
		Transaction: result.Transaction,
	})
	a.refuse(reason)
}

// unsettled answers a settlement that surely reached no facilitator.
func (a *attempt) unsettled(err error) {
	if !a.forget() {
		a.pending()
		return
	}
	a.facilitatorAway(err,
		"the payment could not be settled right now; it was not charged and may be sent again")
}

// record writes the settlement and its event. Failing that, the row stays settling and the reconciler
// writes it later: the buyer has paid and gets the answer now.
func (a *attempt) record() {
	now := a.gate.opt.Now()
	_, err := a.gate.opt.Ledger.Settle(a.ctx(), a.offer.key, a.sale.Transaction, now, a.paidEvent(now))
	if err != nil {
		a.gate.opt.Log.Error("settlement not recorded; the reconciler will",
			"route", a.request.Route, "transaction", a.sale.Transaction, "error", err)
	}
	a.sale.Recorded = true
}

// paidEvent is the usage event of the sale.
func (a *attempt) paidEvent(now time.Time) usage.Event {
	return usage.Event{
		Time:        now,
		Route:       a.request.Route,
		Status:      http.StatusOK,
		Outcome:     usage.OutcomePaid,
		PriceUSD:    a.quote.item.PriceUSD.String(),
		Network:     a.offer.key.Network,
		Payer:       a.payer(),
		Transaction: a.sale.Transaction,
		Version:     a.offer.version,
		Latency:     now.Sub(a.request.Started),
		Upstream:    a.request.Upstream(),
	}
}

// forget drops a payment that will not be settled; true when that is sure to be so. Otherwise the
// reconciler finds it and settles it.
func (a *attempt) forget() bool {
	err := a.gate.opt.Ledger.Forget(a.ctx(), a.offer.key, a.owner)
	if err != nil {
		a.gate.opt.Log.Error("refused payment not forgotten; the reconciler will settle or drop it",
			"route", a.request.Route, "error", err)
	}
	return err == nil
}
