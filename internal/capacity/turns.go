package capacity

import (
	"context"
	"sync"
	"time"
)

// Turns are a few places of one kind, such as browsers, that callers take turns at.
type Turns struct{ pool *pool }

// NewTurns makes places, of which a caller has at most each at once. A request waits for at most a part of its
// remaining time.
func NewTurns(places, each int, part float64) *Turns {
	p := newPool(unlimited, places, Limits{
		Wait: usualWait,
		Now:  time.Now,
	})
	p.each = each
	p.part = part
	return &Turns{p}
}

// Take waits for a place. The error is a problem, 503.
func (t *Turns) Take(ctx context.Context) (leave func(), err error) {
	p := &place{
		pool:  t.pool,
		bytes: 1,
	}
	low := false
	if v := visitOf(ctx); v != nil {
		p.caller = v.name()
		low = v.control.standings.low(p.caller)
	}
	if _, err := t.pool.take(ctx, p.caller, low, p.bytes, 0); err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { t.pool.give(p) }), nil
}
