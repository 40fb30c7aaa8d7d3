package upstream

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"golang.org/x/time/rate"
)

const (
	// A process that follows looks for the answer after followFirst, then after twice as long, up to followMost.
	followFirst = 10 * time.Millisecond
	followMost  = 100 * time.Millisecond
	followFor   = 10 * time.Second // then it asks by itself, after half of its time at the latest
)

// outing is one call that goes out to the provider, with its repetitions.
type outing struct {
	caller string // its name in the fleet; "" without one
	trial  bool   // it tries for all processes whether the provider is back
}

func (c *Client) newOuting() *outing {
	if c.pool.fleet == nil {
		return &outing{}
	}
	return &outing{caller: rand.Text()}
}

// budget is what the provider allows all processes together.
func (c *Client) budget() budget {
	return budget{
		interval: c.Interval(),
		burst:    c.burst,
		quotas:   c.quotas.limits,
	}
}

// enter waits for the fleet's budget, pause and circuit. It does not wait without a fleet, or while the fleet is away.
func (c *Client) enter(ctx context.Context, r *Request, o *outing) error {
	for c.pool.fleet != nil {
		longest := longestBooking
		if deadline, ok := ctx.Deadline(); ok {
			longest = time.Until(deadline)
		}
		var p passage
		asked := c.pool.link.ask(ctx, func(ctx context.Context) (err error) {
			p, err = c.pool.fleet.book(ctx, c.provider.Name, o.caller, c.budget(), longest)
			return err
		})
		if !asked {
			return nil
		}

		switch p.verdict {
		case verdictGo, verdictTrial:
			o.trial = o.trial || p.verdict == verdictTrial
			c.seeOpen(0)
			if p.wait > 0 && !sleep(ctx, p.wait) {
				return c.limited(ctx, r, p.wait, "the fleet's limit towards the provider")
			}
			return nil
		case verdictOpen:
			c.seeOpen(p.wait)
			return &Error{
				Kind:       Unavailable,
				Provider:   c.provider.Name,
				Doing:      r.doing(),
				RetryAfter: max(p.wait, time.Second),
				Cause:      errors.New("left alone for a while after failing repeatedly"),
				unsent:     true,
			}
		}
		if p.verdict == verdictQuota {
			c.noRoom(p.wait)
		}
		if p.verdict == verdictRate || !sleep(ctx, p.wait) {
			return c.limited(ctx, r, p.wait, overFleet[p.verdict])
		}
	}
	return nil
}

// overFleet says what left no room, by verdict.
var overFleet = map[int64]string{
	verdictPause: "the provider asked to be left alone",
	verdictRate:  "the fleet's limit towards the provider",
	verdictQuota: "the fleet's quota towards the provider",
}

// seeOpen notes how long the circuit is open by the word of other processes.
func (c *Client) seeOpen(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.openElsewhere = c.pool.now().Add(d)
}

// report tells the fleet that the provider's circuit has opened here, or how a trial ended.
func (c *Client) report(ctx context.Context, o *outing, verdict error) {
	opened := c.opened.Swap(false)
	if c.pool.fleet == nil {
		return
	}
	failed := o.trial && verdict != nil && !errors.Is(verdict, errNoVerdict)
	switch {
	case opened, failed:
		c.tell(ctx, c.pool.fleet.trip)
	case o.trial && verdict == nil:
		c.tell(ctx, c.pool.fleet.mend)
	}
}

// tell goes on when the call that it reports has ended.
func (c *Client) tell(ctx context.Context, op func(ctx context.Context, provider string) error) {
	c.pool.link.ask(context.WithoutCancel(ctx), func(ctx context.Context) error { return op(ctx, c.provider.Name) })
}

// lead waits while another process asks for the same answer, and returns that answer. If it returns none, this process
// asks, and calls done once the answer is in the cache.
func (c *Client) lead(ctx context.Context, r *Request, key string) (brought *entry, done func()) {
	if c.pool.fleet == nil || r.ttl <= 0 {
		return nil, func() {}
	}
	patience := followFor
	if deadline, ok := ctx.Deadline(); ok {
		patience = min(patience, time.Until(deadline)/2)
	}
	until := time.Now().Add(patience)

	for pause := followFirst; ; pause = min(2*pause, followMost) {
		mine, answered := c.lease(ctx, key)
		if !answered {
			return nil, func() {}
		}
		if mine == nil && (time.Now().Add(pause).After(until) || !sleep(ctx, pause)) {
			return nil, func() {}
		}

		// The answer may have come since the cache was last looked into, also when the turn is ours.
		e := c.pool.cache.get(ctx, key, true)
		brought := c.fresh(r, e)
		switch {
		case mine != nil && !brought:
			return nil, c.hold(ctx, mine)
		case mine != nil:
			mine.giveBack(context.WithoutCancel(ctx), c.pool.link)
			return e, func() {}
		case brought:
			c.pool.meter(followedTotal, 1, c.provider.Name)
			return e, func() {}
		}
	}
}

// lease is the right to ask for an answer, nil while another process has it.
func (c *Client) lease(ctx context.Context, key string) (mine *lease, answered bool) {
	answered = c.pool.link.ask(ctx, func(ctx context.Context) (err error) {
		mine, err = c.pool.fleet.lease(ctx, key, "flight")
		return err
	})
	return mine, answered
}

// hold renews the lease until the returned function is called.
func (c *Client) hold(ctx context.Context, mine *lease) (done func()) {
	ctx = context.WithoutCancel(ctx)
	holding, stop := context.WithCancel(ctx)
	go mine.hold(holding, c.pool.link)
	return func() {
		stop()
		mine.giveBack(ctx, c.pool.link)
	}
}

// aloneAt sets our own limiter to this process's part of the limit.
func (c *Client) aloneAt(now time.Time, share int) {
	if c.limit == rate.Inf || int(c.shared.Swap(int64(share))) == share {
		return
	}
	c.limiter.SetLimitAt(now, c.limit/rate.Limit(share))
	c.limiter.SetBurstAt(now, max(1, c.burst/share))
}
