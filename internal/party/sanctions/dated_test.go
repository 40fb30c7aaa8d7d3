package sanctions

import (
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestListsThatStandStillAreStale: each publisher goes on to confirm its list of November 2026. OFAC's tables, which
// have no date, do not make its old list new.
func TestListsThatStandStillAreStale(t *testing.T) {
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	world := upstreamtest.New(t, sanctionstest.Answers()...)
	pool := world.Pool(t, nil, upstreamtest.At(func() time.Time { return now }))
	engine := names.New()
	lists := &Lists{engine: engine}
	for _, p := range publishers(pool) {
		p.least = 1 // the excerpts stand for whole lists
		p.leastWallets = 0
		set := listSet{id: p.id, data: newSet(pool, engine, builtInCountries(), p)}
		if p.id == "ofac" {
			set.spare = newSpareSet(pool, engine, builtInCountries(), p, sdnTables)
		}
		lists.sets = append(lists.sets, set)
	}

	for _, state := range []string{"ok", "stale"} {
		if err := lists.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, s := range lists.Status() {
			want := state
			if s.ID == "ofac-cons" {
				want = "ok" // it may go unchanged for months
			}
			if s.State != want || !s.CheckedAt.Equal(now) || s.List.Published.Year() != 2026 {
				t.Errorf("%s: %s, want %s; published %v", s.ID, s.State, want, s.List.Published)
			}
		}
		now = now.Add(200 * 24 * time.Hour)
	}
}
