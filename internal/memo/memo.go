// Package memo caches the answers of costly work. Simultaneous callers for the same answer share the work.
package memo

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/farebox/farebox/internal/capacity"
)

// Options of a Memo.
type Options struct {
	// Now is the clock for expiry.
	Now func() time.Time
	// Patience bounds the work for one answer. The first caller's deadline cannot, since that caller may have left.
	Patience time.Duration
	// Max is how many answers are kept; the one that expires first is evicted. 0 keeps all, for a small set of
	// keys.
	Max int
}

// Memo keeps answers of one kind by key.
type Memo[T any] struct {
	options Options
	flights singleflight.Group
	mu      sync.Mutex
	kept    map[string]kept[T]
}

type kept[T any] struct {
	value     T
	at, until time.Time
}

// holds is by both clocks of a machine: the monotonic one stands still while the machine sleeps, and the other may be
// put back.
func (k kept[T]) holds(now time.Time) bool {
	wall := now.Round(0)
	return now.Before(k.until) && wall.Before(k.until) && !wall.Before(k.at)
}

// New makes an empty one.
func New[T any](o Options) *Memo[T] {
	return &Memo[T]{
		options: o,
		kept:    map[string]kept[T]{},
	}
}

// Work makes an answer and returns how long it is valid.
type Work[T any] func(context.Context) (answer T, ttl time.Duration, err error)

// Get returns the answer under key, and makes it with work if necessary.
//
// A caller who leaves does not stop the work for the others: only Patience ends its context. A failure goes to all
// waiting callers and is not kept; neither is an answer with a ttl of 0. A panic in work is a failure.
func (m *Memo[T]) Get(ctx context.Context, key string, work Work[T]) (T, error) {
	if answer, ok := m.find(key); ok {
		return answer, nil
	}
	landed := m.flights.DoChan(key, func() (any, error) {
		if answer, ok := m.find(key); ok { // of a flight that finished since the check above
			return answer, nil
		}
		shared, end := capacity.Detach(ctx)
		defer end()
		shared, cancel := context.WithTimeout(shared, m.options.Patience)
		defer cancel()

		answer, ttl, err := caught(shared, work)
		if err == nil && ttl > 0 {
			m.keep(key, answer, ttl)
		}
		return answer, err
	})

	var none T
	select {
	case <-ctx.Done():
		return none, ctx.Err()
	case r := <-landed:
		if r.Err != nil {
			return none, r.Err
		}
		return r.Val.(T), nil
	}
}

// caught turns a panic in work into an error: in singleflight's goroutine it would end the process.
func caught[T any](ctx context.Context, work Work[T]) (answer T, ttl time.Duration, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panicked: %v\n%s", cause, debug.Stack())
		}
	}()
	return work(ctx)
}

func (m *Memo[T]) find(key string) (T, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()

	k, ok := m.kept[key]
	return k.value, ok && k.holds(m.options.Now())
}

func (m *Memo[T]) keep(key string, answer T, ttl time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()

	now := m.options.Now()
	m.drop(now)
	m.kept[key] = kept[T]{
		value: answer,
		at:    now,
		until: now.Add(ttl),
	}
}

// drop makes room for one more: it removes expired answers and, if that is not enough, the one that expires first.
func (m *Memo[T]) drop(now time.Time) {
	var first string
	var soonest time.Time
	for key, k := range m.kept {
		switch {
		case !k.holds(now):
			delete(m.kept, key)
		case soonest.IsZero() || k.until.Before(soonest):
			first = key
			soonest = k.until
		}
	}
	if m.options.Max > 0 && len(m.kept) >= m.options.Max {
		delete(m.kept, first)
	}
}
