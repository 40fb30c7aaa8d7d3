package payment

import (
	"context"
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/channel"
)

// Channels' earnings are claimed in batches: when they are large, when they are old, and when a payer begins to take
// its money away. Until then it is a signature and no money: a channel with something unclaimed is looked at again and
// again.

const (
	// collectBatch is how many channels are looked at together.
	collectBatch = 100
	// claimBatch is how many claims share a transaction. Each takes some 45,000 gas.
	claimBatch = 25
)

// runCollect is the loop of channels. A claim may wait for a block for as long as a settlement: exact payments that are
// open must not wait with it.
func (g *Gate) runCollect(ctx context.Context, every time.Duration, atOnce bool) {
	if g.opt.Channels == nil {
		return
	}

	collect := func(ctx context.Context) {
		if err := g.Collect(ctx); err != nil && ctx.Err() == nil {
			g.opt.Log.Warn("channels not claimed or looked at yet", "error", err)
		}
	}
	if atOnce {
		collect(ctx)
	}
	tick.Every(ctx, every, collect)
}

// Collect checks the channels that are due and claims what they have earned.
func (g *Gate) Collect(ctx context.Context) error {
	if g.opt.Channels == nil {
		return nil
	}

	return eachNetwork(collectBatch, func() ([]Channel, error) {
		return g.opt.Channels.Ledger.Watched(ctx, g.collectFor(), collectBatch)
	}, func(c Channel) string { return c.Key.Network }, func(network string, all []Channel) error {
		return g.collect(ctx, network, all)
	})
}

// collectFor is how long one replica has for a batch. Another that comes to it too early wastes the gas of a claim that
// takes nothing, and no more.
func (g *Gate) collectFor() time.Duration { return g.opt.SettleTimeout + claimMargin }

// collect looks at channels of one network. Those that it does not get to are due again after a while.
func (g *Gate) collect(ctx context.Context, network string, all []Channel) error {
	ctx, cancel := context.WithTimeout(ctx, g.collectFor())
	defer cancel()
	seen, err := g.syncAll(ctx, network, all)
	if err != nil {
		return err
	}

	var errs []error
	var claims []*Channel
	for _, c := range seen {
		if c.Refund.Open { // its transaction claims too
			if _, err := g.endRefund(ctx, c); err != nil {
				errs = append(errs, err)
			}
			continue
		}
		if g.isToBeClaimed(c) {
			claims = append(claims, c)
			continue
		}
		errs = append(errs, g.watchAgain(ctx, c, c.WatchUntil))
	}
	for len(claims) > 0 {
		some := claims[:min(len(claims), claimBatch)]
		claims = claims[len(some):]
		errs = append(errs, g.claim(ctx, network, some))
	}
	return errors.Join(errs...)
}

// syncAll writes down what the chain says of channels.
func (g *Gate) syncAll(ctx context.Context, network string, all []Channel) ([]*Channel, error) {
	ids := make([]common.Hash, len(all))
	for i := range all {
		ids[i] = common.HexToHash(all[i].Key.ID)
	}
	states, err := g.opt.Channels.Escrow.States(ctx, network, ids)
	if err != nil {
		return nil, err
	}

	var seen []*Channel
	for i := range all {
		c, err := g.opt.Channels.Ledger.Sync(ctx, all[i].Key, states[i])
		if err != nil {
			return nil, err
		}
		g.noteLosses(c)
		seen = append(seen, c)
	}
	return seen, nil
}

// noteLosses logs what an operator should know about a channel.
func (g *Gate) noteLosses(c *Channel) {
	log := g.opt.Log.With("channel", c.Key.ID, "network", c.Key.Network, "payer", c.Config.Payer)
	if c.Unclaimed().IsZero() {
		return
	}
	if c.Charged.Gt(&c.Chain.Balance) {
		log.Error("a channel holds less than it has earned",
			"charged", c.Charged.Dec(), "balance", c.Chain.Balance.Dec())
	}
	if c.Config.ReceiverAuthorizer != g.opt.Channels.Escrow.Authorizer() {
		log.Error("a channel cannot be claimed with the present key of BATCH_SETTLEMENT_KEY",
			"authorizer", c.Config.ReceiverAuthorizer, "unclaimed", c.Unclaimed().Dec())
	}
}

// isToBeClaimed says that what a channel has earned is to be claimed now.
func (g *Gate) isToBeClaimed(c *Channel) bool {
	o := g.opt.Channels
	if claimOf(c) == nil || c.Config.ReceiverAuthorizer != o.Escrow.Authorizer() {
		return false
	}
	age := c.ReadAt.Sub(c.UnclaimedSince)
	isOld := age >= o.ClaimAfter || age < 0 // a time in the future is not believed
	if isOld || !c.Chain.Withdrawal.IsZero() {
		return true
	}
	return o.isWorthClaiming(c, c.Unclaimed())
}

// isWorthClaiming says that what a channel has earned is to be claimed however new it is.
func (o *ChannelOptions) isWorthClaiming(c *Channel, earned *uint256.Int) bool {
	return inDollars(c, earned).GreaterThanOrEqual(o.ClaimAt)
}

// claim claims what channels have earned. Where one of them spoils the transaction of all, they are claimed in halves.
func (g *Gate) claim(ctx context.Context, network string, all []*Channel) error {
	claims := each.Of(all, func(c *Channel) channel.Claim { return *claimOf(c) })
	g.opt.Step("claim")
	transaction, err := g.opt.Channels.Escrow.Claim(ctx, network, claims)
	if err != nil && len(all) > 1 && ctx.Err() == nil {
		half := len(all) / 2
		return errors.Join(g.claim(ctx, network, all[:half]), g.claim(ctx, network, all[half:]))
	}
	if err != nil {
		return err
	}
	g.opt.Step("claimed")
	g.opt.Log.Info("channels were claimed", "network", network, "channels", len(all), "transaction", transaction)

	var errs []error
	for i, c := range all {
		after, err := g.syncUntil(ctx, c.Key, func(now *Channel) bool {
			return !now.Chain.Claimed.Lt(&claims[i].Total)
		})
		if err == nil {
			err = g.watchAgain(ctx, after, after.ReadAt.Add(finality))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// claimOf is the claim of all that a channel has earned and still holds; nil when there is nothing to claim.
func claimOf(c *Channel) *channel.Claim {
	total := c.Charged
	if total.Gt(&c.Chain.Balance) {
		total = c.Chain.Balance
	}
	if !total.Gt(&c.Chain.Claimed) || len(c.Signature) == 0 {
		return nil
	}
	return &channel.Claim{
		Config:    c.Config,
		Most:      c.Charged,
		Total:     total,
		Signature: c.Signature,
	}
}
