package payment

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/farebox/farebox/internal/span"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// settlePayment stores the answer and then puts the transfer on the chain: the answer is durable before money may move.
func (a *attempt) settlePayment(answer Answer, sealed []byte) *outcome {
	g := a.gate
	g.settling.Store(a.offer.key, true)
	defer g.settling.Delete(a.offer.key)

	if end := a.storeAnswer(sealed); end != nil {
		return end
	}
	return a.transfer(answer)
}

// storeAnswer has the ledger keep the answer. From here on the payment may be settled by others too.
func (a *attempt) storeAnswer(sealed []byte) *outcome {
	g := a.gate
	g.opt.Step("store")
	a.stored = true
	if err := g.opt.Ledger.StoreAnswer(a.ctx(), a.offer.key, a.owner, sealed, g.opt.Now()); err != nil {
		return a.notStored(err)
	}

	g.opt.Step("stored")
	if !a.isStillOurs() {
		return a.inFlight()
	}
	return nil
}

// isStillOurs says that nobody else has taken the payment on since its answer was stored. A process that others may
// think dead, because it was frozen or the ledger was away, must look.
func (a *attempt) isStillOurs() bool {
	if a.gate.pulse.isHeard() {
		return true
	}
	entry, err := a.gate.opt.Ledger.Find(a.ctx(), a.offer.key)
	return err == nil && entry != nil && entry.Owner == a.owner && entry.SettledAt.IsZero()
}

// notStored ends an attempt whose answer could not be stored, or perhaps was. It takes the step back in either case,
// because what is stored is settled by the reconciler.
func (a *attempt) notStored(err error) *outcome {
	if errors.Is(err, ErrLostClaim) {
		return a.inFlight()
	}
	if a.release() == nil && a.forget() == nil {
		return a.notRecorded(err)
	}
	a.gate.opt.Log.Error("answer perhaps not stored; the reconciler will settle the payment if it is",
		"route", a.request.Route, "error", err)
	return a.pending()
}

// transfer puts the payment on the chain and hands the stored answer out.
func (a *attempt) transfer(answer Answer) *outcome {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.SettleTimeout)
	defer cancel()

	g.opt.Step("settle")
	ctx, part := span.Start(ctx, "settle", "")
	start := g.opt.Now()
	result, err := g.settle(ctx, a.request.Route, a.facilitatorRequest())
	part.End(settlementWord(result, err))
	a.sale.Settle = g.opt.Now().Sub(start)

	switch {
	case err != nil:
		return a.unsettled(err)
	case result.Outcome == facilitator.Settled && !result.Repeated:
		spent := g.opt.SettlementCost(a.offer.key.Network, result)
		a.sale.Cost = spent.USD
		a.sale.Coins = spent.Coins
		return a.settled(answer, transferOf(&result))
	case result.Outcome == facilitator.Refused:
		return a.settleRefused(result)
	default:
		return a.undecided(ctx, answer, result)
	}
}

// settlementWord is what came of a settlement, in a trace.
func settlementWord(result facilitator.Settlement, err error) string {
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

// settle is the facilitator's, with what it says taken for no more than it proves. After a panic in it, the transfer's
// outcome is unknown.
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

// transferOf is where a facilitator says that money has moved.
func transferOf(result *facilitator.Settlement) Transfer {
	return Transfer{
		Transaction: result.Transaction,
		Block:       result.Block,
		BlockHash:   result.BlockHash,
	}
}

// undecided ends an attempt whose facilitator did not say what became of the transfer, or whose transfer was there
// before. Where it knows a transaction, or says that the nonce is used, the chain may tell at once.
func (a *attempt) undecided(ctx context.Context, answer Answer, result facilitator.Settlement) *outcome {
	g := a.gate
	g.sent(a.ctx(), a.offer.key, a.owner, result.Transaction)

	spent := a.offer.spent()
	if result.Transaction != "" || result.Reason == spent {
		end, err := g.fate(ctx, a.entry(), result.Transaction)
		if err == nil && end.Fate == Spent {
			return a.settled(answer, end.Transfer)
		}
		if err == nil && end.Fate == Elsewhere {
			return a.settleRefused(facilitator.Settlement{Reason: spent})
		}
	}
	return a.pending()
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
func (a *attempt) settled(answer Answer, made Transfer) *outcome {
	a.gate.opt.Step("settled")
	a.sale.Transaction = made.Transaction
	a.record(made)
	a.gate.opt.Step("recorded")

	a.gate.payers.settled(a.offer.signer())
	a.gate.payers.earnTrust(a.offer.signer(), a.quote.item.PriceUSD, a.gate.opt.Now())
	return a.paid(answer, made.Transaction)
}

// blamePayer lowers the standing of a payer whose settlement was refused. Where that was the verification too, it
// counts as one: whoever has run out of money is not shut out sooner than others.
func (a *attempt) blamePayer() {
	signer := a.offer.signer()
	if a.trusted {
		a.gate.payers.verifyFailed(signer, a.gate.opt.Now())
		return
	}
	a.gate.payers.settleRefused(signer, a.gate.opt.Now())
}

// settleRefused ends an attempt whose settlement did not and will not move money: the answer is withheld.
func (a *attempt) settleRefused(result facilitator.Settlement) *outcome {
	if a.forget() != nil {
		return a.pending()
	}
	a.blamePayer()

	reason := opaque(result.Reason, x402.ReasonUnexpectedSettle)
	end := a.refused(reason)
	a.setReceipt(end.header, a.offer.key.Network, x402.Receipt{
		ErrorReason: reason,
		Payer:       a.payer(),
		Transaction: result.Transaction,
	})
	return end
}

// unsettled ends an attempt whose settlement surely reached no facilitator.
func (a *attempt) unsettled(err error) *outcome {
	if a.forget() != nil {
		return a.pending()
	}
	return a.facilitatorAway(err,
		"the payment could not be settled right now; it was not charged and may be sent again")
}

// record writes the settlement and its event. Failing that, the row stays settling and the reconciler
// writes it later: the buyer has paid and gets the answer now.
func (a *attempt) record(made Transfer) {
	now := a.gate.opt.Now()
	_, err := a.gate.opt.Ledger.Settle(a.ctx(), a.offer.key, made, now, a.paidEvent(now))
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
		Cost:        a.request.Cost() + a.sale.Cost,
	}
}

// forget drops a payment that will not be settled. After an error it may be settled all the same: the reconciler finds
// it.
func (a *attempt) forget() error {
	err := a.gate.opt.Ledger.Forget(a.ctx(), a.offer.key, a.owner)
	if err != nil {
		a.gate.opt.Log.Error("refused payment not forgotten; the reconciler will settle or drop it",
			"route", a.request.Route, "error", err)
	}
	return err
}
