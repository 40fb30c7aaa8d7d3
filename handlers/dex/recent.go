package dex

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	patience   = 40 * time.Second // bound on one reading, whoever asked for it and has gone since
	maxRecents = 64               // readings kept
	partialTTL = 15 * time.Second // of a reading that lacks pools
)

// recent keeps readings for a while and lets callers who ask for the same one at the same moment share it.
type recent struct {
	now   func() time.Time
	ttl   time.Duration
	group singleflight.Group
	mu    sync.Mutex
	kept  map[string]keptReading
}

type keptReading struct {
	reading *reading
	until   time.Time
}

func newRecent(now func() time.Time, ttl time.Duration) *recent {
	return &recent{now: now, ttl: ttl, kept: map[string]keptReading{}}
}

// get is the reading under key, made by read if there is none. A failure is not kept, and a reading that lacks pools not for long.
func (r *recent) get(ctx context.Context, key string, read func(context.Context) (*reading, error)) (*reading, error) {
	if found := r.find(key); found != nil {
		return found, nil
	}
	done := r.group.DoChan(key, func() (any, error) {
		if found := r.find(key); found != nil {
			return found, nil
		}
		shared, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		found, err := read(shared)
		if err == nil {
			r.keep(key, found)
		}
		return found, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case got := <-done:
		if got.Err != nil {
			return nil, got.Err
		}
		return got.Val.(*reading), nil
	}
}

func (r *recent) find(key string) *reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.kept[key]
	if !ok || !r.now().Before(k.until) {
		return nil
	}
	return k.reading
}

func (r *recent) keep(key string, found *reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	oldest := key
	for k, v := range r.kept {
		if !now.Before(v.until) {
			delete(r.kept, k)
		} else if first, ok := r.kept[oldest]; !ok || v.until.Before(first.until) {
			oldest = k
		}
	}
	if len(r.kept) >= maxRecents {
		delete(r.kept, oldest)
	}
	ttl := r.ttl
	if len(found.skipped) > 0 {
		ttl = min(ttl, partialTTL)
	}
	r.kept[key] = keptReading{found, now.Add(ttl)}
}
