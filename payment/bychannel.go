package payment

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/eip3009"
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
// Until the charge nothing is owed, whatever fails: a deposit is the payer's own money still. After it the seller holds
// a voucher for exactly what was charged, and claims it when it likes, see collect.go.

// readChannel reads a payment by channel and checks all that needs neither the chain nor the ledger.
func (o *offer) readChannel(came *sent, channels []channelOffer, now time.Time) string {
	p, err := came.asV2()
	if err != nil {
		return x402.ReasonInvalidPayload
	}
	var payload x402.ChannelPayload
	if decode(came.payload, &payload) != nil {
		return x402.ReasonInvalidPayload
	}

	for i := range channels {
		of := &channels[i]
		if of.requirement.Network != p.Accepted.Network {
			continue
		}
		o.requirement = of.requirement
		if !accepts(p.Accepted, of.requirement) {
			return x402.ReasonInvalidRequirements
		}
		read, err := channel.Read(&payload, &of.terms)
		if read != nil {
			o.takeChannel(read, p.Extensions, now)
		}
		var refused channel.Refusal
		if errors.As(err, &refused) {
			return string(refused)
		}
		return depositWindow(read.Deposit, now)
	}
	return x402.ReasonInvalidNetwork
}

// takeChannel makes the offer that of a voucher, which the payer's own authorizer has signed.
func (o *offer) takeChannel(p *channel.Payment, extensions x402.Extensions, now time.Time) {
	o.channel = p
	o.proven = true
	o.validBefore = now
	o.payment = x402.Payment{
		X402Version: 2,
		Extensions:  extensions,
		Payload: x402.ExactPayload{
			Signature:     hexutil.Encode(p.Signature),
			Authorization: x402.Authorization{From: p.Config.Payer.Hex()},
		},
	}
	if p.Kind == channel.KindRefund {
		return // which buys nothing
	}
	o.key = Key{
		Network: o.requirement.Network,
		Payer:   strings.ToLower(p.Config.Payer.Hex()),
		Nonce:   p.Digest.Hex(),
	}
}

// depositWindow judges when a deposit can be made.
func depositWindow(d *channel.Deposit, now time.Time) string {
	switch {
	case d == nil:
		return ""
	case d.ValidBefore.CmpUint64(uint64(now.Add(settleMargin).Unix())) < 0:
		return x402.ReasonDepositExpired
	case d.ValidAfter.CmpUint64(uint64(now.Unix())) > 0:
		return x402.ReasonDepositEarly
	}
	return ""
}

// signer is who has proven to be the caller: the payer, or the key that it lets sign its vouchers. Anyone can open a
// channel in another's name, with money and a key of its own: such a one must not be taken for the payer.
func (o *offer) signer() string {
	if o.channel == nil {
		return o.key.Payer
	}
	return strings.ToLower(o.channel.Config.PayerAuthorizer.Hex())
}

// buyer is whose names for purchases count: the payer's if it has signed itself, else the channel's own.
func (o *offer) buyer() string {
	if o.channel == nil || o.channel.Config.PayerAuthorizer == o.channel.Config.Payer {
		return o.key.Payer
	}
	return o.channel.ID.Hex()
}

// refunds says that the payment buys nothing and wants money back.
func (o *offer) refunds() bool { return o.channel != nil && o.channel.Kind == channel.KindRefund }

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

// byChannel goes on with a call that is paid by channel.
func (a *attempt) byChannel() {
	if !a.findChannel() || !a.holdChannel() {
		return
	}
	if a.offer.channel.Deposit != nil && !a.deposit() {
		return
	}
	if a.covered() {
		a.work(a.client, nil)
	}
}

// findChannel reads the channel, from the ledger or else from the chain. When there is none it answers and returns
// false.
func (a *attempt) findChannel() bool {
	o := a.gate.opt.Channels
	row, err := o.Ledger.Channel(a.ctx(), a.channelKey())
	if err != nil {
		a.ledgerAway(err)
		return false
	}

	switch {
	case row == nil:
		return a.adoptChannel()
	case a.offer.channel.Deposit == nil && a.gate.opt.Now().Sub(row.SyncedAt) > o.fresh():
		return a.syncChannel()
	}
	a.row = row
	return true
}

// adoptChannel takes on a channel that the ledger does not know: a new one, or one from before the ledger. What the
// chain says was claimed counts as charged. Anyone can name channels, so few are looked up at once.
func (a *attempt) adoptChannel() bool {
	g := a.gate
	select {
	case g.unproven <- struct{}{}:
		defer func() { <-g.unproven }()
	default:
		a.problem(problem.Unavailable(problem.CodeBusy, 2*time.Second,
			"too many new channels are being looked up; try again"))
		return false
	}
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.VerifyTimeout)
	defer cancel()

	key := a.channelKey()
	states, err := g.opt.Channels.Escrow.States(ctx, key.Network, []common.Hash{a.offer.channel.ID})
	if err != nil {
		a.chainAway(err)
		return false
	}
	if a.offer.channel.Deposit != nil {
		if err := g.opt.Channels.Escrow.CheckDeposit(ctx, key.Network, a.offer.channel); err != nil {
			a.undeposited(err)
			return false
		}
	} else if states[0].Balance.IsZero() {
		a.refuse(x402.ReasonChannelNotFound)
		return false
	}

	now := g.opt.Now()
	fresh := &Channel{
		Key:      key,
		Config:   a.offer.channel.Config,
		Decimals: g.decimals(key.Network),
		Charged:  states[0].Claimed,
		Chain:    states[0],
		SyncedAt: now,
	}
	err = g.opt.Channels.Ledger.Adopt(a.ctx(), fresh, now)
	if err == nil {
		a.row, err = g.opt.Channels.Ledger.Channel(a.ctx(), key)
	}
	if err != nil || a.row == nil {
		a.ledgerAway(err)
		return false
	}
	return true
}

func (g *Gate) decimals(network string) int32 {
	for _, n := range g.opt.Seller.Networks {
		if n.CAIP2 == network {
			return n.Decimals
		}
	}
	return 0
}

// syncChannel asks the chain how the channel stands. When nobody knows it answers and returns false.
func (a *attempt) syncChannel() bool {
	row, err := a.gate.syncChannel(a.ctx(), a.channelKey())
	if err != nil {
		a.chainAway(err)
		return false
	}
	a.row = row
	return true
}

// syncChannel writes down what the chain says of a channel.
func (g *Gate) syncChannel(ctx context.Context, key ChannelKey) (*Channel, error) {
	asking, cancel := context.WithTimeout(ctx, g.opt.VerifyTimeout)
	defer cancel()
	states, err := g.opt.Channels.Escrow.States(asking, key.Network, []common.Hash{common.HexToHash(key.ID)})
	if err != nil {
		return nil, err
	}
	return g.opt.Channels.Ledger.Sync(context.WithoutCancel(ctx), key, states[0], g.opt.Now())
}

// holdChannel claims the channel. When something stands in the way it answers and returns false.
func (a *attempt) holdChannel() bool {
	g := a.gate
	price := a.price()
	if a.offer.channel.Most.Lt(price) {
		a.mismatch()
		return false
	}
	a.before.Sub(&a.offer.channel.Most, price)
	a.owner = g.id + randomID()
	reservation := a.reservation(g.opt.Now())
	if a.offer.channel.Deposit != nil {
		reservation.LeaseUntil = reservation.LeaseUntil.Add(g.opt.SettleTimeout + g.opt.VerifyTimeout)
	}

	g.opt.Step("hold")
	claim, entry, row, err := g.opt.Channels.Ledger.Hold(a.ctx(), a.channelKey(), a.before, reservation)
	if err != nil {
		a.ledgerAway(err)
		return false
	}
	if row != nil {
		a.row = row
	}

	switch claim {
	case ChannelHeld:
		g.opt.Step("held")
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
	case !entry.DeliveredAt.IsZero():
		a.resolve(entry)
	default:
		a.inFlight()
	}
}

// deposit puts the money that came with the voucher into the channel. When that fails it answers and returns false.
// The work comes after it, because a voucher that the channel does not cover is worth nothing.
func (a *attempt) deposit() bool {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.SettleTimeout)
	defer cancel()

	g.opt.Step("deposit")
	start := g.opt.Now()
	transaction, err := g.opt.Channels.Escrow.Deposit(ctx, a.offer.requirement.Network, a.offer.channel)
	a.sale.Settle = g.opt.Now().Sub(start)
	if err != nil {
		a.release()
		a.undeposited(err)
		return false
	}
	g.opt.Step("deposited")
	a.sale.Transaction = transaction
	if !a.awaitDeposit() {
		return false
	}

	// Should the work fail, the buyer learns all the same that its money is in the channel. A call that is charged
	// has another receipt in the place of this one.
	a.writeReceipt(a.offer.requirement.Network, x402.Receipt{
		Success:     true,
		Transaction: transaction,
		Payer:       a.payer(),
		Amount:      a.offer.channel.Deposit.Amount.Dec(),
		Extra: &x402.ReceiptExtra{
			ChargedAmount: "0",
			ChannelState:  a.row.Wire(),
		},
	})
	return true
}

// awaitDeposit looks until the channel shows its deposit. When nobody knows it answers and returns false.
func (a *attempt) awaitDeposit() bool {
	row, err := a.gate.syncUntil(a.ctx(), a.channelKey(), func(c *Channel) bool {
		return !c.Chain.Balance.Lt(&a.offer.channel.Most)
	})
	if err != nil {
		a.chainAway(err)
		a.release()
		return false
	}
	a.row = row
	return true
}

// undeposited answers when a deposit was not made, or nobody knows.
func (a *attempt) undeposited(err error) {
	var refused channel.Refusal
	switch {
	case errors.As(err, &refused):
		a.refuse(string(refused))
	case a.owner == "": // it was only asked about
		a.chainAway(err)
	default:
		a.gate.opt.Log.Warn("a deposit may have been made", "route", a.request.Route, "error", err)
		a.pending()
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
	if a.row != nil && a.row.Held.Nonce == a.offer.key.Nonce && !a.row.Refund.Open {
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

// chainAway answers when the chain could not be asked about a channel.
func (a *attempt) chainAway(cause error) {
	a.facilitatorAway(cause, "the channel could not be looked up right now; nothing was charged")
}

// channelOffer is what a quote offers to channels on a network.
type channelOffer struct {
	requirement x402.Requirement
	terms       channel.Terms
}

// channelLife is how long a deposit's authorization should be valid, in seconds. It is the specification's.
const channelLife = 3600

// channelOffers are the ways to pay by channel, beside requirements of the same item.
func channelOffers(seller Seller, exact []x402.Requirement) []channelOffer {
	if seller.Channels == nil {
		return nil
	}
	var offers []channelOffer
	for i, n := range seller.Networks {
		r := exact[i]
		r.Scheme = x402.SchemeBatch
		r.MaxTimeoutSeconds = channelLife
		r.Extra.ReceiverAuthorizer = seller.Channels.Authorizer.Hex()
		r.Extra.WithdrawDelay = seller.Channels.WithdrawDelay
		offers = append(offers, channelOffer{
			requirement: r,
			terms: channel.Terms{
				Receiver:      seller.PayTo,
				Authorizer:    seller.Channels.Authorizer,
				Token:         n.Asset,
				WithdrawDelay: seller.Channels.WithdrawDelay,
				Domain:        channel.Domain(n.ChainID),
				TokenDomain:   eip3009.DomainOf(n).Separator(),
			},
		})
	}
	return offers
}

// ChannelTerms are what a seller asks of payment channels.
type ChannelTerms struct {
	Authorizer    common.Address // whose signature claims and refunds carry
	WithdrawDelay uint64         // seconds
}
