package payment

import (
	"errors"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// charge ends the call: what it cost and what it bought are written together.
func (a *attempt) charge(answer Answer, sealed []byte) {
	g := a.gate
	now := g.opt.Now()
	reservation := a.reservation(now)
	reservation.Payment.Extensions = nil

	g.opt.Step("charge")
	a.delivered = true
	row, err := g.opt.Channels.Ledger.Charge(a.ctx(), Charge{
		Reservation: reservation,
		Channel:     a.channelKey(),
		Seen:        a.row,
		Before:      a.before,
		After:       a.offer.channel.Most,
		Signature:   a.offer.channel.Signature,
		Sealed:      sealed,
		Transaction: a.sale.Transaction,
		Due:         a.becomesMuch(),
		Now:         now,
		Event:       a.paidEvent(now),
	})
	if err != nil && !a.chargedAllTheSame(err) {
		return
	}
	if row != nil {
		a.row = row
	}
	g.opt.Step("charged")

	a.sale.Recorded = true
	g.payers.settled(a.offer.signer())
	a.sale.Outcome = usage.OutcomePaid
	a.writePaid(answer, a.offer.key, a.sale.Transaction)
}

// becomesMuch says that with this call the channel has earned so much that it is to be claimed.
func (a *attempt) becomesMuch() bool {
	o := a.gate.opt.Channels
	earned := a.row.Unclaimed()
	if o.much(a.row, earned) {
		return false // it was before
	}
	earned.Add(earned, a.price())
	return o.much(a.row, earned)
}

// chargedAllTheSame finds out whether a charge was written that ended in an error. If not, it answers.
func (a *attempt) chargedAllTheSame(err error) bool {
	if errors.Is(err, ErrLostClaim) {
		a.inFlight()
		return false
	}

	// To give the channel back waits for whatever of the charge is still under way, and ends it.
	released := a.release()
	entry, unread := a.gate.opt.Ledger.Find(a.ctx(), a.offer.key)
	switch {
	case unread == nil && entry != nil && entry.Owner == a.owner:
		return true
	case unread == nil && released:
		p := problem.Unavailable(problem.CodeLedgerUnavailable, 5*time.Second,
			"payments cannot be recorded right now; nothing was charged")
		p.Cause = err
		a.problem(p)
	default:
		a.ledgerAway(err)
	}
	return false
}

// channelReceipt adds to a receipt what it cost and how the channel stands. bought is the payment of the answer: a
// repeat is told what it was told the first time, and a new voucher for an old purchase that it was not charged.
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
