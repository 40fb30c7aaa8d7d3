package websearch

import (
	"sync"
	"time"
)

// After a refusal an engine rests for restFirst. Each further refusal right after a rest doubles the rest, up to
// restMost.
const (
	restFirst = 15 * time.Minute
	restMost  = 6 * time.Hour
)

// rests remembers which engines are resting.
type rests struct {
	mu  sync.Mutex
	now func() time.Time
	of  map[string]rest
}

type rest struct {
	until time.Time
	last  time.Duration
}

// resting returns until when the engine rests.
func (r *rests) resting(engine string) (until time.Time, yes bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.of[engine]
	return e.until, r.now().Before(e.until)
}

// refused begins a rest. A refusal during a rest, when a caller named the engine, changes nothing.
func (r *rests) refused(engine string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, now := r.of[engine], r.now()
	if now.Before(e.until) {
		return
	}
	e.last = min(max(restFirst, 2*e.last), restMost)
	e.until = now.Add(e.last)
	r.of[engine] = e
}

// answered ends it all.
func (r *rests) answered(engine string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.of, engine)
}
