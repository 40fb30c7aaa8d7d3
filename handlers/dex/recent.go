package dex

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/memo"
)

const (
	patience   = 40 * time.Second // bound on one reading, whoever asked for it and has gone since
	maxRecents = 64               // readings kept
	partialTTL = 15 * time.Second // of a reading that lacks pools
)

// recent keeps readings for a while and lets callers who ask for the same one at the same moment share it.
type recent struct {
	readings *memo.Memo[*reading]
	ttl      time.Duration
}

func newRecent(now func() time.Time, ttl time.Duration) *recent {
	return &recent{
		readings: memo.New[*reading](memo.Options{
			Now:      now,
			Patience: patience,
			Max:      maxRecents,
		}),
		ttl: ttl,
	}
}

// get is the reading under key, made by read if there is none. One that lacks pools is only kept briefly.
func (r *recent) get(ctx context.Context, key string, read func(context.Context) (*reading, error)) (*reading, error) {
	return r.readings.Get(ctx, key, func(ctx context.Context) (*reading, time.Duration, error) {
		found, err := read(ctx)
		if err != nil {
			return nil, 0, err
		}
		if len(found.skipped) > 0 {
			return found, min(r.ttl, partialTTL), nil
		}
		return found, r.ttl, nil
	})
}
