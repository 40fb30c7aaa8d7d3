package payment

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// Refunds of payment channels: everything the seller has not earned goes back to the payer on request, after what the
// seller has earned was claimed, in one transaction. The seller pays its gas, so that parts are not given back.
//
// A refund is recorded before it is sent. From then on the channel takes no vouchers until the chain has used the
// refund's nonce: a process that dies on the way leaves no doubt about what vouchers are worth.

// refundChannel ends the request of a payer who wants money back.
func (a *attempt) refundChannel() *outcome {
	if a.closed != nil {
		return a.failed(a.closed)
	}
	if end := a.findChannel(); end != nil {
		return end
	}
	if end := a.syncChannel(); end != nil {
		return end
	}

	if end := a.mayRefund(); end != nil {
		return end
	}
	g := a.gate
	g.opt.Step("refund")
	claim, row, err := g.opt.Channels.Ledger.BeginRefund(a.ctx(), a.channelKey(), a.offer.channel.Most, g.collectFor())
	if err != nil {
		return a.ledgerAway(err)
	}
	if row != nil {
		a.row = row
	}

	switch {
	case claim == ChannelReserved, claim == ChannelBusy && a.row.Refund.Open:
		g.opt.Step("refunding")
		return a.endRefund()
	case claim == ChannelBusy:
		return a.channelBusy()
	case claim == ChannelMismatch:
		return a.mismatch()
	case claim == ChannelEmpty && a.wasRefunded():
		return a.refunded()
	case claim == ChannelEmpty:
		return a.refused(x402.ReasonRefundNoBalance)
	}
	return a.refused(x402.ReasonChannelNotFound)
}

// mayRefund holds a new refund back that the seller would lose gas by: a part of the rest, as another would follow, one
// that the channel has not earned, and one too many of its payer's transactions.
func (a *attempt) mayRefund() *outcome {
	free := a.row.Free()
	isNew := !a.row.Refund.Open && !free.IsZero() && a.row.Charged == a.offer.channel.Most
	if !isNew {
		return nil
	}
	if asked := a.offer.channel.Refund; asked != nil && *asked != *free {
		return a.refused(x402.ReasonRefundAmount)
	}
	if !a.gate.opt.Channels.hasEarnedRefund(a.row) {
		return a.refused(x402.ReasonRefundUnearned)
	}
	return a.mayTransact()
}

// mayTransact counts a transaction that the seller pays gas for.
func (a *attempt) mayTransact() *outcome {
	g := a.gate
	now := g.opt.Now()
	again, ok := g.payers.transact(a.offer.signer(), g.opt.Channels.PayerTransactions, now)
	if ok {
		return nil
	}
	return a.failed(&problem.Problem{
		Status:     http.StatusTooManyRequests,
		Code:       problem.CodePayerTransactions,
		RetryAfter: again.Sub(now),
		Retry:      problem.RetrySamePayment,
		Detail: "this payer has made as many deposits and refunds in an hour as this service pays gas for; " +
			"calls that need neither go on",
	})
}

// wasRefunded says that the very refund that is asked for was the last thing that happened to the channel.
func (a *attempt) wasRefunded() bool {
	last := &a.row.Refund
	if last.Amount.IsZero() || a.row.Charged != a.offer.channel.Most || !a.row.Free().IsZero() {
		return false
	}
	return a.offer.channel.Refund == nil || *a.offer.channel.Refund == last.Amount
}

// endRefund has the refund made.
func (a *attempt) endRefund() *outcome {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.SettleTimeout)
	defer cancel()
	start := g.opt.Now()
	row, err := g.endRefund(ctx, a.row)
	a.sale.Settle = g.opt.Now().Sub(start)
	if err != nil {
		g.opt.Log.Warn("a refund is not made yet", "channel", a.row.Key.ID, "error", err)
		return pendingOutcome(problem.Unavailable(problem.CodeSettlementPending, 5*time.Second,
			"the refund is on its way and not confirmed yet; ask for it again"))
	}
	g.opt.Step("refunded")
	a.row = row
	return a.refunded()
}

// refunded tells what was given back.
func (a *attempt) refunded() *outcome {
	last := &a.row.Refund
	body, err := jsontext.Marshal(map[string]string{
		"refunded":    last.Amount.Dec(),
		"channel":     a.row.Key.ID,
		"transaction": last.Transaction,
	})
	if err != nil {
		return a.failed(err)
	}

	a.sale.Transaction = last.Transaction
	end := answered(usage.OutcomeFree, Answer{
		Status:      http.StatusOK,
		ContentType: typeJSON,
		Body:        body,
	})
	a.setReceipt(end.header, a.row.Key.Network, x402.Receipt{
		Success:     true,
		Transaction: last.Transaction,
		Payer:       a.payer(),
		Amount:      last.Amount.Dec(),
		Extra:       &x402.ReceiptExtra{ChannelState: a.row.Wire()},
	})
	end.header.Set("Cache-Control", "no-store")
	return end
}

// errRefundOpen says that the chain has not used the nonce of a refund.
var errRefundOpen = errors.New("the refund is not on the chain")

// endRefund makes the refund that was begun, unless the chain has it already, and closes it. Those who ask for it at
// the same time share one transaction; the refund's nonce makes another's worthless.
func (g *Gate) endRefund(ctx context.Context, c *Channel) (*Channel, error) {
	ended, err, _ := g.refunds.Do(c.Key.Network+c.Key.ID, func() (any, error) { return g.endRefundOnce(ctx, c) })
	row, _ := ended.(*Channel)
	return row, err
}

func (g *Gate) endRefundOnce(ctx context.Context, c *Channel) (*Channel, error) {
	if !c.Refund.Open {
		return c, nil
	}
	before, err := g.syncChannel(ctx, c.Key)
	if err != nil {
		return nil, err
	}

	transaction := ""
	var sent error
	if !before.Chain.RefundNonce.Gt(&c.Refund.Nonce) {
		transaction, sent = g.opt.Channels.Escrow.Refund(
			ctx, c.Key.Network, c.Config, c.Refund.Amount, c.Refund.Nonce, claimOf(before))
		if before, err = g.syncUntil(ctx, c.Key, func(now *Channel) bool {
			return sent != nil || now.Chain.RefundNonce.Gt(&c.Refund.Nonce)
		}); err != nil {
			return nil, errors.Join(sent, err)
		}
	}
	if !before.Chain.RefundNonce.Gt(&c.Refund.Nonce) {
		return nil, errors.Join(errRefundOpen, sent)
	}
	if sent != nil {
		transaction = "" // another's made it
	}

	g.opt.Log.Info("a channel was refunded", "channel", c.Key.ID, "network", c.Key.Network,
		"amount", c.Refund.Amount.Dec(), "transaction", transaction)
	g.watchFinality(ctx, before)
	return g.opt.Channels.Ledger.EndRefund(context.WithoutCancel(ctx), c.Key, c.Refund.Nonce, transaction)
}
