// Package memo keeps the answers of costly work for a while. Callers who ask for the same answer at the same moment
// share the work for it.
package memo

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Options of a Memo.
type Options struct {
	// Now is the clock that answers expire by.
	Now func() time.Time
	// Patience bounds the work for one answer. The caller who began it may have gone since, so that its own deadline
	// cannot.
	Patience time.Duration
	// Max is how many answers are kept; the one that expires first makes room. 0 keeps all, for keys that are few.
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
	value T
	until time.Time
}

// New makes an empty one.
func New[T any](o Options) *Memo[T] {
	return &Memo[T]{
		options: o,
		kept:    map[string]kept[T]{},
	}
}

// Work makes an answer, and says for how long it is good.
type Work[T any] func(context.Context) (answer T, ttl time.Duration, err error)

// Get is the answer under key, made by work if there is none.
//
// A caller who leaves does not stop the work for the others: its context ends with Patience alone. A failure goes to
// all who wait for it and is not kept, nor is an answer with a ttl of 0. Work that panics has failed.
func (m *Memo[T]) Get(ctx context.Context, key string, work Work[T]) (T, error) {
	if answer, ok := m.find(key); ok {
		return answer, nil
	}
	landed := m.flights.DoChan(key, func() (any, error) {
		if answer, ok := m.find(key); ok { // of a flight that landed since the look above
			return answer, nil
		}
		shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), m.options.Patience)
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

// caught is work whose panic is an error: in singleflight's goroutine it would end the process.
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
	return k.value, ok && m.options.Now().Before(k.until)
}

func (m *Memo[T]) keep(key string, answer T, ttl time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()

	now := m.options.Now()
	m.drop(now)
	m.kept[key] = kept[T]{
		value: answer,
		until: now.Add(ttl),
	}
}

// drop makes room for one more: what has expired goes, and if that is not enough, what expires first.
func (m *Memo[T]) drop(now time.Time) {
	var first string
	var soonest time.Time
	for key, k := range m.kept {
		switch {
		case !now.Before(k.until):
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
