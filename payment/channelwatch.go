package payment

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/tick"
)

// A channel's state on the chain is stored whenever the chain is asked. A channel is looked at again while it is owed
// something, and after each transaction until the chain can no longer take that back.

const (
	// finality is how long the chain may take a claim or a refund back: longer than its depth takes on Base.
	finality = 30 * time.Minute
	// finalitySoonest is after what time a channel is looked at first. From then on it is looked at when the time since
	// has doubled, and at last every finalityEvery.
	finalitySoonest = 15 * time.Second
	finalityEvery   = 5 * time.Minute
	// hopelessEvery is how often a channel is checked from which nothing can be claimed.
	hopelessEvery = time.Hour
)

// syncChannel stores a channel's state on the chain.
func (g *Gate) syncChannel(ctx context.Context, key ChannelKey) (*Channel, error) {
	asking, cancel := context.WithTimeout(ctx, g.opt.VerifyTimeout)
	defer cancel()
	states, err := g.opt.Channels.Escrow.States(asking, key.Network, []common.Hash{common.HexToHash(key.ID)})
	if err != nil {
		return nil, err
	}
	return g.opt.Channels.Ledger.Sync(context.WithoutCancel(ctx), key, states[0])
}

// Endpoints behind one URL are not always at the same block: what one has seen may be news to another.
const (
	chainLooks = 20
	chainPause = 250 * time.Millisecond
)

// syncUntil stores a channel's state on the chain, repeatedly until done, or for some seconds.
func (g *Gate) syncUntil(ctx context.Context, key ChannelKey, done func(*Channel) bool) (*Channel, error) {
	for look := 1; ; look++ {
		c, err := g.syncChannel(ctx, key)
		if err != nil || done(c) || look == chainLooks {
			return c, err
		}
		if !tick.Sleep(ctx, chainPause) {
			return c, nil
		}
	}
}

// watchFinality has a channel looked at until the chain can no longer take back what was just done to it.
func (g *Gate) watchFinality(ctx context.Context, c *Channel) {
	now := c.ReadAt
	err := g.opt.Channels.Ledger.WatchAgain(
		context.WithoutCancel(ctx), c.Key, c.Charged, now.Add(finalitySoonest), now.Add(finality))
	if err != nil {
		g.opt.Log.Warn("a channel is not watched", "channel", c.Key.ID, "error", err)
	}
}

// watchAgain says when a channel is looked at next.
func (g *Gate) watchAgain(ctx context.Context, c *Channel, until time.Time) error {
	now := c.ReadAt
	at := g.opt.Channels.nextLook(c)

	if now.Before(until) {
		since := now.Sub(until.Add(-finality))
		soon := now.Add(min(max(since, finalitySoonest), finalityEvery))
		if at.IsZero() || soon.Before(at) {
			at = soon
		}
	}
	return g.opt.Channels.Ledger.WatchAgain(context.WithoutCancel(ctx), c.Key, c.Charged, at, until)
}

// nextLook is when a channel is looked at for what it is owed; zero when that is nothing.
func (o *ChannelOptions) nextLook(c *Channel) time.Time {
	now := c.ReadAt
	switch {
	case c.Unclaimed().IsZero():
		return time.Time{}
	case claimOf(c) == nil:
		return now.Add(hopelessEvery)
	}

	at := now.Add(o.watchEvery())
	if old := c.UnclaimedSince.Add(o.ClaimAfter); old.After(now) && old.Before(at) {
		return old
	}
	return at
}

// watchEvery is how often a channel is looked at that has earned what is not claimed.
func (o *ChannelOptions) watchEvery() time.Duration {
	return min(max(o.WithdrawDelay/12, 15*time.Second), 5*time.Minute)
}
