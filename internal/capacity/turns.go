package capacity

import (
	"context"
	"sync"
	"time"
)

// Turns are a few places of one kind, such as browsers. Callers take turns at them, and each has half of them at most.
type Turns struct{ pool *pool }

// NewTurns makes a number of places.
func NewTurns(places int) *Turns {
	return &Turns{newPool(unlimited, places, Limits{
		Wait: usualWait,
		Now:  time.Now,
	})}
}

// Take waits for a place, for at most half of ctx's remaining time. Its requests count as large work ([Visit.End]). The
// error is a problem, 503.
func (t *Turns) Take(ctx context.Context) (leave func(), err error) {
	p := &place{
		pool:  t.pool,
		bytes: 1,
	}
	low := false
	if v := visitOf(ctx); v != nil {
		v.mu.Lock()
		v.heavy = true
		p.caller = v.caller
		v.mu.Unlock()
		low = v.control.standings.low(p.caller)
	}
	if _, err := t.pool.take(ctx, p.caller, low, p.bytes, 0); err != nil {
		return nil, err
	}
	return sync.OnceFunc(func() { t.pool.give(p) }), nil
}
