package server

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/server/admin"
)

// tidied is a store that notes what it is asked to tidy.
type tidied struct {
	admin.Store
	mu  sync.Mutex
	now time.Time
	to  time.Time
	end context.CancelFunc
}

func (f *tidied) TidyPeriods(_ context.Context, now, before time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = now
	f.to = before
	f.end()
	return nil
}

// TestCountsByTimeAreKeptNoLongerThanEvents, because they hold payers as events do.
func TestCountsByTimeAreKeptNoLongerThanEvents(t *testing.T) {
	t.Parallel()
	for setting, keep := range map[string]time.Duration{
		"2160h": admin.Keep,
		"0":     admin.Keep,
		"48h":   48 * time.Hour,
	} {
		ctx, end := context.WithCancel(t.Context())
		f := &tidied{end: end}
		s := start(t, newKey(t), map[string]string{"EVENT_RETENTION": setting}, (&scripted{}).with(false),
			func(p *Parts) { p.Figures = f })
		s.server.tidyFigures(ctx)
		if got := f.now.Sub(f.to); got != keep {
			t.Errorf("EVENT_RETENTION=%s keeps %v, want %v", setting, got, keep)
		}
	}
}
