package usage

import (
	"context"
	"sync"
	"time"
)

// TotalsAge is how long Totals may lag behind.
const TotalsAge = 3 * time.Second

// Totals are the summary of a store, kept for [TotalsAge]: what is free and public asks for it, and adding up costs.
type Totals struct {
	store Store
	now   func() time.Time

	mu   sync.Mutex
	made time.Time
	last Summary
}

// NewTotals are the totals of a store.
func NewTotals(store Store, now func() time.Time) *Totals {
	return &Totals{
		store: store,
		now:   now,
	}
}

// Of is the summary. Callers that come together wait for one query.
func (t *Totals) Of(ctx context.Context) (Summary, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := t.now(); !t.made.IsZero() && now.Sub(t.made) < TotalsAge {
		return t.last, nil
	}

	s, err := t.store.Summarize(ctx)
	if err != nil {
		return Summary{}, err
	}
	t.last = s
	t.made = t.now()
	return s, nil
}

// Forget has the next caller see what the store has now.
func (t *Totals) Forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made = time.Time{}
}
