package payment

import (
	"context"
	"errors"
	"net/http"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/x402"
)

// deposit puts the money that came with the voucher into the channel. The work comes after it, because a voucher that
// the channel does not cover is worth nothing.
func (a *attempt) deposit() *outcome {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.SettleTimeout)
	defer cancel()

	g.opt.Step("deposit")
	start := g.opt.Now()
	transaction, err := g.opt.Channels.Escrow.Deposit(ctx, a.offer.requirement.Network, a.offer.channel)
	a.sale.Settle = g.opt.Now().Sub(start)
	if err != nil {
		a.release()
		return a.undeposited(err)
	}
	g.opt.Step("deposited")
	a.sale.Transaction = transaction
	if err := g.opt.Channels.Ledger.Fund(a.ctx(), a.channelKey()); err != nil {
		a.release()
		return a.ledgerAway(err)
	}
	if end := a.awaitDeposit(); end != nil {
		return end
	}
	g.watchFinality(a.ctx(), a.row)

	// Should the work fail, the buyer learns all the same that its money is in the channel. A call that is charged
	// has another receipt in the place of this one.
	a.notes = http.Header{}
	a.setReceipt(a.notes, a.offer.requirement.Network, x402.Receipt{
		Success:     true,
		Transaction: transaction,
		Payer:       a.payer(),
		Amount:      a.offer.channel.Deposit.Amount.Dec(),
		Extra: &x402.ReceiptExtra{
			ChargedAmount: "0",
			ChannelState:  a.row.Wire(),
		},
	})
	return nil
}

// awaitDeposit looks until the channel shows its deposit.
func (a *attempt) awaitDeposit() *outcome {
	row, err := a.gate.syncUntil(a.ctx(), a.channelKey(), func(c *Channel) bool {
		return !c.Chain.Balance.Lt(&a.offer.channel.Most)
	})
	if err != nil {
		a.release()
		return a.chainAway(err)
	}
	a.row = row
	return nil
}

// undeposited ends a call whose deposit was not made, or nobody knows.
func (a *attempt) undeposited(err error) *outcome {
	var refused channel.Refusal
	if errors.As(err, &refused) {
		return a.refused(string(refused))
	}
	a.gate.opt.Log.Warn("a deposit may have been made", "route", a.request.Route, "error", err)
	return a.pending()
}
