package payment

import (
	"context"
	"errors"
	"net/http"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/x402"
)

// Channels that the ledger does not know, or has not checked for a while.

// findChannel reads the channel, from the ledger or else from the chain.
func (a *attempt) findChannel() *outcome {
	o := a.gate.opt.Channels
	row, err := o.Ledger.Channel(a.ctx(), a.channelKey())
	if err != nil {
		return a.ledgerAway(err)
	}

	switch {
	case row == nil && a.offer.channel.Other != "": // it may be anybody's
		return a.refused(string(a.offer.channel.Other))
	case row == nil:
		return a.adoptChannel()
	case !row.Funded:
		return a.refused(x402.ReasonChannelElsewhere)
	case a.offer.channel.Deposit == nil && !row.IsFresh(o.fresh()):
		return a.syncChannel()
	}
	a.row = row
	return nil
}

// adoptChannel takes on a channel that the ledger does not know: a new one, or where the operator says so, one from
// before the ledger. What the chain says was claimed counts as charged. Anyone can name channels, so few are looked up
// at once.
func (a *attempt) adoptChannel() *outcome {
	done, err := capacity.Ask(a.client, a.request.From)
	if err != nil {
		return a.failed(err)
	}
	end := a.lookUpChannel()
	done(end != nil && end.status == http.StatusPaymentRequired)
	return end
}

func (a *attempt) lookUpChannel() *outcome {
	g := a.gate
	ctx, cancel := context.WithTimeout(a.ctx(), g.opt.VerifyTimeout)
	defer cancel()

	key := a.channelKey()
	states, err := g.opt.Channels.Escrow.States(ctx, key.Network, []common.Hash{a.offer.channel.ID})
	if err != nil {
		return a.chainAway(err)
	}
	isUsed := !states[0].Balance.IsZero() || !states[0].Claimed.IsZero()
	switch {
	case isUsed && !g.opt.Channels.Adopt:
		return a.refused(x402.ReasonChannelElsewhere)
	case a.offer.channel.Deposit == nil && states[0].Balance.IsZero():
		return a.refused(x402.ReasonChannelNotFound)
	case a.offer.channel.Deposit != nil:
		if err := g.opt.Channels.Escrow.CheckDeposit(ctx, key.Network, a.offer.channel); err != nil {
			return a.undepositable(err)
		}
	}

	fresh := &Channel{
		Key:      key,
		Config:   a.offer.channel.Config,
		Decimals: g.decimals(key.Network),
		Charged:  states[0].Claimed,
		Chain:    states[0],
		Funded:   isUsed,
	}
	err = g.opt.Channels.Ledger.Adopt(a.ctx(), fresh)
	if err == nil {
		a.row, err = g.opt.Channels.Ledger.Channel(a.ctx(), key)
	}
	if err != nil || a.row == nil {
		return a.ledgerAway(err)
	}
	g.opt.Step("adopted")
	return nil
}

// undepositable ends a call whose deposit would fail, or nobody knows.
func (a *attempt) undepositable(err error) *outcome {
	var refused channel.Refusal
	if errors.As(err, &refused) {
		return a.refused(string(refused))
	}
	return a.chainAway(err)
}

func (g *Gate) decimals(network string) int32 {
	for _, n := range g.opt.Seller.Networks {
		if n.CAIP2 == network {
			return n.Decimals
		}
	}
	return 0
}

// syncChannel asks the chain how the channel stands.
func (a *attempt) syncChannel() *outcome {
	row, err := a.gate.syncChannel(a.ctx(), a.channelKey())
	if err != nil {
		return a.chainAway(err)
	}
	a.row = row
	return nil
}

// chainAway ends a call when the chain could not be asked about its channel.
func (a *attempt) chainAway(cause error) *outcome {
	return a.facilitatorAway(cause, "the channel could not be looked up right now; nothing was charged")
}
