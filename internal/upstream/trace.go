package upstream

import (
	"context"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/cost"
)

// Trace adds up the time that one request of ours spends in providers, and what they cost, for the event log and the
// slow log.
type Trace struct {
	mu     sync.Mutex
	active int
	since  time.Time // when active went from 0 to 1
	total  time.Duration
	by     map[string]time.Duration // nil until a call has ended
	cost   cost.Amount
}

type traceKey struct{}

// WithTrace returns a context whose provider calls are recorded in the Trace.
func WithTrace(ctx context.Context) (context.Context, *Trace) {
	t := &Trace{}
	return context.WithValue(ctx, traceKey{}, t), t
}

// Total is the time during which at least one call was waited for: calls side by side count once, so that it never
// exceeds the time the request took.
func (t *Trace) Total() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.active > 0 {
		return t.total + time.Since(t.since)
	}
	return t.total
}

// Slowest is the provider that was waited for longest over all its finished calls, and for how long; "" when none was asked.
func (t *Trace) Slowest() (name string, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for n, d := range t.by {
		if name == "" || d > took || (d == took && n < name) {
			name = n
			took = d
		}
	}
	return name, took
}

// Cost is what the requests have cost that were sent until now. What was kept, or asked for by another request of ours
// at the same moment, costs this one nothing.
func (t *Trace) Cost() cost.Amount {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cost
}

// Spend adds to the cost of ctx's trace, if there is one.
func Spend(ctx context.Context, amount cost.Amount) {
	t, _ := ctx.Value(traceKey{}).(*Trace)
	if t == nil || amount == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cost += amount
}

// measure records a call in ctx's trace, if there is one, until the returned function is called.
func measure(ctx context.Context, provider string) (done func()) {
	t, _ := ctx.Value(traceKey{}).(*Trace)
	if t == nil {
		return func() {}
	}

	start := time.Now()
	t.mu.Lock()
	if t.active++; t.active == 1 {
		t.since = start
	}
	t.mu.Unlock()

	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.by == nil {
			t.by = map[string]time.Duration{}
		}
		t.by[provider] += time.Since(start)
		if t.active--; t.active == 0 {
			t.total += time.Since(t.since)
		}
	}
}
