package payment

import (
	"time"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// Calls that are paid by channel. Their steps are those of [attempt] with another reserve and another settle:
//
//	hold     The channel is claimed in the ledger: one attempt has it, across all replicas.
//	deposit  Money that came with the voucher is put into the channel, on the chain.
//	work     The handler runs into a buffer.
//	charge   The sum, the voucher, the answer and the usage event are written in one transaction.
//	answer   The answer goes out with its receipt, or a problem does.
//
// A channel that the ledger does not know, or of which it has not heard for long, is looked up on the chain first and
// then held.
//
// Until the charge nothing is owed, whatever fails: a deposit is the payer's own money still. After it the seller holds
// a voucher for exactly what was charged, and claims it when it likes, see collect.go.

// byChannel goes on with a call that is paid by channel.
func (a *attempt) byChannel() {
	if !a.holdChannel() {
		return
	}
	if a.offer.channel.Deposit != nil && !a.deposit() {
		return
	}
	if a.covered() {
		a.work(a.client, nil)
	}
}

// holdChannel claims the channel. When something stands in the way it answers and returns false.
func (a *attempt) holdChannel() bool {
	price := a.price()
	if a.offer.channel.Most.Lt(price) {
		if a.findChannel() {
			a.mismatch()
		}
		return false
	}
	a.before.Sub(&a.offer.channel.Most, price)

	now := a.gate.opt.Now()
	var seen time.Time // a deposit is looked for on the chain in any case
	if a.offer.channel.Deposit == nil {
		seen = now.Add(-a.gate.opt.Channels.fresh())
	}
	claim, entry, ok := a.claimChannel(seen)
	if !ok {
		return false
	}
	switch claim {
	case ChannelUnknown:
		if !a.adoptChannel() {
			return false
		}
		claim, entry, ok = a.claimChannel(time.Time{})
	case ChannelStale:
		if !a.syncChannel() {
			return false
		}
		claim, entry, ok = a.claimChannel(time.Time{}) // an endpoint that is behind is not asked forever
	}
	return ok && a.claimed(claim, entry)
}

// claimChannel asks the ledger for the channel, if that has heard of it since seen. When the ledger does not answer,
// this does, and ok is false.
func (a *attempt) claimChannel(seen time.Time) (claim ChannelClaim, entry *Entry, ok bool) {
	g := a.gate
	a.owner = g.id + randomID()
	reservation := a.reservation(g.opt.Now())
	if a.offer.channel.Deposit != nil {
		reservation.LeaseUntil = reservation.LeaseUntil.Add(g.opt.SettleTimeout + g.opt.VerifyTimeout)
	}

	g.opt.Step("reserve")
	claim, entry, row, err := g.opt.Channels.Ledger.ReserveChannel(a.ctx(), ChannelReservation{
		Reservation: reservation,
		Channel:     a.channelKey(),
		Config:      a.offer.channel.Config,
		Charged:     a.before,
		Seen:        seen,
	})
	if err != nil {
		a.releaseLater() // it may be held all the same
		a.ledgerAway(err)
		return claim, nil, false
	}
	if row != nil {
		a.row = row
	}
	return claim, entry, true
}

// claimed goes on with what the ledger said. When that is not that the channel is held it answers and returns false.
func (a *attempt) claimed(claim ChannelClaim, entry *Entry) bool {
	switch claim {
	case ChannelReserved:
		a.gate.opt.Step("reserved")
		if a.closed == nil {
			return true
		}
		a.release()
		a.problem(a.closed)
	case ChannelBought:
		a.boughtBefore(entry)
	case ChannelBusy:
		a.channelBusy()
	case ChannelMismatch:
		a.mismatch()
	default:
		a.refuse(x402.ReasonChannelNotFound)
	}
	return false
}

// boughtBefore answers a voucher, or a purchase, that was here before.
func (a *attempt) boughtBefore(entry *Entry) {
	same := entry.Bought(a.request.Route, a.requestHash)
	switch {
	case !same && entry.Key == a.offer.key:
		a.mismatch() // the sum is charged: the buyer's count is behind
	case !same:
		a.otherRequest(entry)
	case entry.Reverted:
		a.refuse(x402.ReasonReverted)
	case !entry.SettledAt.IsZero():
		a.replay(entry)
	case !entry.StoredAt.IsZero():
		a.resolve(entry)
	default:
		a.inFlight()
	}
}

// covered says that the channel holds what the voucher is for, and that its payer is not taking it away. Otherwise it
// answers and gives the channel back.
func (a *attempt) covered() bool {
	switch {
	case !a.row.Chain.Withdrawal.IsZero():
		a.release()
		a.refuse(x402.ReasonChannelWithdrawing)
	case a.row.Chain.Balance.Lt(&a.offer.channel.Most):
		a.release()
		a.refuse(x402.ReasonExceedsBalance)
	case a.row.Chain.Claimed.Gt(&a.before):
		a.release()
		a.refuse(x402.ReasonBelowClaimed)
	default:
		return true
	}
	return false
}

func (a *attempt) channelKey() ChannelKey {
	return ChannelKey{
		Network: a.offer.requirement.Network,
		ID:      a.offer.channel.ID.Hex(),
	}
}

// price is what the call costs, in atomic units.
func (a *attempt) price() *uint256.Int {
	amount, err := uint256.FromDecimal(a.offer.requirement.Amount)
	if err != nil { // it is our own
		return new(uint256.Int).SetAllOne()
	}
	return amount
}

// mismatch answers a voucher whose sum is not what was charged and the price. The buyer learns what was charged, with
// its own last voucher as proof, and can sign anew.
func (a *attempt) mismatch() {
	header, err := a.quote.corrected(a.gate.opt.Seller, a.row)
	if err != nil {
		a.problem(err)
		return
	}
	challenges := a.freshChallenges()
	write402(a.echo.Response(), header, challenges, typeJSON, a.quote.body(x402.ReasonCumulative, challenges))
	a.sale.Outcome = usage.OutcomeRejected
	a.sale.Reason = x402.ReasonCumulative
}

// channelBusy answers while another call has the channel.
func (a *attempt) channelBusy() {
	if a.row != nil && a.row.Lease.Nonce == a.offer.key.Nonce && !a.row.Refund.Open {
		a.inFlight()
		return
	}
	a.problem((&problem.Problem{
		Status:     409,
		Code:       problem.CodeChannelBusy,
		RetryAfter: time.Second,
		Retry:      problem.RetrySamePayment,
		Detail: "another call is being worked on that is paid by this channel; calls of a channel come one after the " +
			"other, because each voucher is for the sum of all before it",
	}).With("charged", false))
}
