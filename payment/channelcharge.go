package payment

import (
	"errors"

	"github.com/farebox/farebox/payment/x402"
)

// chargeChannel ends the call: what it cost and what it bought are written together.
func (a *attempt) chargeChannel(answer Answer, sealed []byte) *outcome {
	g := a.gate
	now := g.opt.Now()
	g.opt.Step("charge")
	a.stored = true
	row, err := g.opt.Channels.Ledger.Charge(a.ctx(), Charge{
		Reservation: a.reservation(now),
		Channel:     a.channelKey(),
		Seen:        a.row,
		Before:      a.before,
		After:       a.offer.channel.Most,
		Signature:   a.offer.channel.Signature,
		Sealed:      sealed,
		Transaction: a.sale.Transaction,
		Due:         a.makesClaimDue(),
		Now:         now,
		Event:       a.paidEvent(now),
	})
	if err != nil {
		if end := a.notCharged(err); end != nil {
			return end
		}
	}
	if row != nil {
		a.row = row
	}
	g.opt.Step("charged")

	a.sale.Recorded = true
	g.payers.settled(a.offer.signer())
	return a.paid(answer, a.sale.Transaction)
}

// makesClaimDue says that with this call the channel has earned so much that it is to be claimed.
func (a *attempt) makesClaimDue() bool {
	o := a.gate.opt.Channels
	earned := a.row.Unclaimed()
	if o.isWorthClaiming(a.row, earned) {
		return false // it was before
	}
	earned.Add(earned, a.price())
	return o.isWorthClaiming(a.row, earned)
}

// notCharged ends a call whose charge ended in an error; nil when it was written all the same.
func (a *attempt) notCharged(err error) *outcome {
	if errors.Is(err, ErrLostClaim) {
		return a.inFlight()
	}

	// To give the channel back waits for whatever of the charge is still under way, and ends it.
	unreleased := a.release()
	entry, unread := a.gate.opt.Ledger.Find(a.ctx(), a.offer.key)
	switch {
	case unread == nil && entry != nil && entry.Owner == a.owner:
		return nil
	case unread == nil && unreleased == nil:
		return a.notRecorded(err)
	}
	return a.ledgerAway(err)
}

// channelReceipt adds to a receipt what it cost and how the channel stands. bought is the payment of the answer: a
// repeat gets the same receipt as the first time, and a new voucher for an old purchase learns that it was not charged.
func (a *attempt) channelReceipt(r *x402.Receipt, bought Key) {
	p := a.offer.channel
	if p == nil {
		return
	}

	r.Extra = &x402.ReceiptExtra{ChargedAmount: "0"}
	if a.row == nil { // it was answered before the channel was looked at
		a.row, _ = a.gate.opt.Channels.Ledger.Channel(a.ctx(), a.channelKey()) // the receipt can do without
	}
	if a.row != nil {
		r.Extra.ChannelState = a.row.Wire()
	}
	if bought != a.offer.key {
		return
	}
	r.Extra.ChargedAmount = a.offer.requirement.Amount
	if r.Extra.ChannelState != nil {
		r.Extra.ChannelState.ChargedCumulativeAmount = p.Most.Dec()
	}
	if p.Deposit != nil {
		r.Amount = p.Deposit.Amount.Dec()
	}
}
