package prices

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// patience bounds the work for an answer that several callers may wait for, whoever asked first and has gone since.
const patience = 25 * time.Second

// memo keeps answers for a while and makes callers who ask for the same one at the same moment share the work. Its keys are
// symbols of the table, so that it does not grow.
type memo[T any] struct {
	now   func() time.Time
	group singleflight.Group
	mu    sync.Mutex
	kept  map[string]kept[T]
}

type kept[T any] struct {
	value T
	until time.Time
}

func newMemo[T any](now func() time.Time) *memo[T] {
	return &memo[T]{now: now, kept: map[string]kept[T]{}}
}

// get is the answer under key, made by work if there is none; work says how long it is good. Failures are not kept.
func (m *memo[T]) get(ctx context.Context, key string, work func(context.Context) (T, time.Duration, error)) (T, error) {
	if v, ok := m.fresh(key); ok {
		return v, nil
	}
	done := m.group.DoChan(key, func() (any, error) {
		if v, ok := m.fresh(key); ok {
			return v, nil
		}
		shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		v, ttl, err := work(shared)
		if err == nil {
			m.mu.Lock()
			m.kept[key] = kept[T]{v, m.now().Add(ttl)}
			m.mu.Unlock()
		}
		return v, err
	})
	var none T
	select {
	case <-ctx.Done():
		return none, ctx.Err()
	case r := <-done:
		if r.Err != nil {
			return none, r.Err
		}
		return r.Val.(T), nil
	}
}

func (m *memo[T]) fresh(key string) (T, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.kept[key]
	return k.value, ok && m.now().Before(k.until)
}
