package payment

import (
	"net/http"
	"time"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/x402"
)

// Calls that are paid by channel. Where they differ from exact payments:
//
//	reserve  The channel is claimed in the ledger: one attempt has it, across all replicas. Money that came with the
//	         voucher is put into the channel, on the chain.
//	charge   The sum, the voucher, the answer and the usage event are written in one transaction.
//
// A channel that the ledger does not know, or has not checked for a while, is looked up on the chain first and then
// reserved, see channelfind.go.
//
// Until the charge nothing is owed, whatever fails: a deposit is still the payer's own money. After it the seller has a
// voucher for exactly what was charged, and claims it when it likes, see channelclaim.go.

// reserveFunded claims the channel and sees to it that it holds what the voucher is for. Then nothing is left to
// verify: the voucher was checked with its signature.
func (a *attempt) reserveFunded() *outcome {
	if end := a.reserveChannel(); end != nil {
		return end
	}

	if a.offer.channel.Deposit != nil {
		if end := a.mayDeposit(); end != nil {
			a.release()
			return end
		}
		if end := a.deposit(); end != nil {
			return end
		}
	}
	if !a.row.Funded {
		a.release()
		return a.refused(x402.ReasonChannelElsewhere)
	}

	if reason := a.uncovered(&a.row.Chain.Balance); reason != "" {
		a.release()
		return a.refused(reason)
	}

	a.verified = true
	return nil
}

// reserveChannel claims the channel.
func (a *attempt) reserveChannel() *outcome {
	price := a.price()
	if a.offer.channel.Most.Lt(price) {
		if end := a.findChannel(); end != nil {
			return end
		}
		return a.mismatch()
	}
	a.before.Sub(&a.offer.channel.Most, price)

	var fresh time.Duration // a deposit is looked for on the chain in any case
	if a.offer.channel.Deposit == nil {
		fresh = a.gate.opt.Channels.fresh()
	}
	claim, entry, err := a.tryReserveChannel(fresh)
	if err == nil && (claim == ChannelUnknown || claim == ChannelStale) {
		if end := a.lookUp(claim); end != nil {
			return end
		}
		claim, entry, err = a.tryReserveChannel(0) // an endpoint that is behind is not asked forever
	}
	if err != nil {
		a.releaseLater() // it may be reserved all the same
		return a.ledgerAway(err)
	}
	return a.judgeChannel(claim, entry)
}

// lookUp asks the chain about a channel that the ledger does not know, or has not checked for a while.
func (a *attempt) lookUp(claim ChannelClaim) *outcome {
	if claim == ChannelUnknown {
		return a.adoptChannel()
	}
	return a.syncChannel()
}

// tryReserveChannel asks the ledger for the channel, if it has heard of that within a time; 0 is any.
func (a *attempt) tryReserveChannel(fresh time.Duration) (ChannelClaim, *Entry, error) {
	g := a.gate
	lease := a.lease()
	if a.offer.channel.Deposit != nil {
		lease += g.opt.SettleTimeout + g.opt.VerifyTimeout
	}

	g.opt.Step("reserve")
	claim, entry, row, err := g.opt.Channels.Ledger.ReserveChannel(a.ctx(), ChannelReservation{
		Reservation: a.reservation(g.opt.Now()),
		Channel:     a.channelKey(),
		Config:      a.offer.channel.Config,
		Charged:     a.before,
		Lease:       lease,
		Fresh:       fresh,
	})
	if err == nil && row != nil {
		a.row = row
	}
	return claim, entry, err
}

// judgeChannel goes on with what the ledger said.
func (a *attempt) judgeChannel(claim ChannelClaim, entry *Entry) *outcome {
	switch claim {
	case ChannelReserved:
		a.gate.opt.Step("reserved")
		if a.closed == nil {
			return nil
		}
		a.release()
		return a.failed(a.closed)
	case ChannelBought:
		return a.boughtBefore(entry)
	case ChannelBusy:
		return a.channelBusy()
	case ChannelMismatch:
		return a.mismatch()
	default:
		return a.refused(x402.ReasonChannelNotFound)
	}
}

// boughtBefore ends a call whose voucher, or whose purchase, was here before.
func (a *attempt) boughtBefore(entry *Entry) *outcome {
	isSame := entry.Bought(a.request.Route, a.requestHash)
	switch {
	case !isSame && entry.Key == a.offer.key:
		return a.mismatch() // the sum is charged: the buyer's count is behind
	case !isSame:
		return a.otherRequest(entry)
	case entry.Reverted:
		return a.refused(x402.ReasonReverted)
	case !entry.SettledAt.IsZero():
		return a.replay(entry)
	case !entry.StoredAt.IsZero():
		return a.resolve(entry)
	}
	return a.inFlight()
}

// mayDeposit checks all that the deposit cannot change before it is sent: a payer whose channel is being withdrawn, or
// whose deposit is too small for the call, keeps its money and learns why.
func (a *attempt) mayDeposit() *outcome {
	if end := a.syncChannel(); end != nil {
		return end
	}

	balance := new(uint256.Int).Add(&a.row.Chain.Balance, &a.offer.channel.Deposit.Amount)
	if reason := a.uncovered(balance); reason != "" {
		return a.refused(reason)
	}
	return a.mayTransact()
}

// uncovered is why the channel, with that balance, is not good for what the voucher is for, or "".
func (a *attempt) uncovered(balance *uint256.Int) (reason string) {
	switch {
	case !a.row.Chain.Withdrawal.IsZero():
		return x402.ReasonChannelWithdrawing
	case balance.Lt(&a.offer.channel.Most):
		return x402.ReasonExceedsBalance
	case a.row.Chain.Claimed.Gt(&a.before):
		return x402.ReasonBelowClaimed
	}
	return ""
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

// mismatch ends a call whose voucher is not for the sum of what was charged and the price. The buyer learns what was
// charged, with its own last voucher as proof, and can sign again.
func (a *attempt) mismatch() *outcome {
	if a.row != nil && !a.row.Funded && a.offer.channel.Deposit == nil {
		return a.refused(x402.ReasonChannelElsewhere)
	}
	header, err := a.quote.corrected(a.gate.opt.Seller, a.row)
	if err != nil {
		return a.failed(err)
	}
	challenges := a.freshChallenges()
	body := a.quote.body(x402.ReasonCumulative, challenges)
	return rejected(paymentRequired(header, challenges, typeJSON, body), x402.ReasonCumulative)
}

// channelBusy ends a call while another has the channel.
func (a *attempt) channelBusy() *outcome {
	if a.row != nil && a.row.Lease.Nonce == a.offer.key.Nonce && !a.row.Refund.Open {
		return a.inFlight()
	}
	return a.failed((&problem.Problem{
		Status:     http.StatusConflict,
		Code:       problem.CodeChannelBusy,
		RetryAfter: time.Second,
		Retry:      problem.RetrySamePayment,
		Detail: "another call is being worked on that is paid by this channel; calls of a channel come one after the " +
			"other, because each voucher is for the sum of all before it",
	}).With("charged", false))
}
