package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/store/storetest"
)

// at appends events of route from an id on, a second apart.
func at(t *testing.T, s *Store, id int64, route string, first time.Time, n int) {
	t.Helper()
	if _, err := s.writer.Exec(`SELECT setval('usage_event_ids', $1, false)`, id); err != nil {
		t.Fatal(err)
	}
	events := make([]usage.Event, n)
	for i := range events {
		events[i] = usage.Event{
			Time:    first.Add(time.Duration(i) * time.Second),
			Route:   route,
			Outcome: usage.OutcomeFree,
		}
	}
	if err := s.Append(t.Context(), events); err != nil {
		t.Fatal(err)
	}
}

// partitionNames are those of the events, by their names.
func partitionNames(t *testing.T, s *Store) (names []string) {
	t.Helper()
	query := `SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = 'usage_events'::regclass ORDER BY relname`
	var name string
	see := func() error { names = append(names, name); return nil }
	if err := each(t.Context(), reading{s.reader}, query, nil, see, &name); err != nil {
		t.Fatal(err)
	}
	return names
}

func TestPagesGoOverPartitions(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	at(t, s, 9_999_990, "GET /a", start, 20) // the first partition ends at ten million
	var ids []int64
	for since := int64(0); ; since = ids[len(ids)-1] {
		page, err := s.Events(t.Context(), since, 7)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, e := range page {
			ids = append(ids, e.ID)
		}
	}
	if len(ids) != 20 || ids[0] != 9_999_990 || ids[19] != 10_000_009 || !slices.IsSorted(ids) {
		t.Errorf("listed %v", ids)
	}
}

// TestEventsOfNoPartitionMakeIt: nothing is lost where nobody had made the next one ahead.
func TestEventsOfNoPartitionMakeIt(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	at(t, s, 71_000_000, "GET /a", start, 3)
	if got := allEvents(t, s); len(got) != 3 {
		t.Errorf("%d events are listed, want 3", len(got))
	}
	want := []string{"usage_events_10000000", "usage_events_70000000", "usage_events_75000000", "usage_events_80000000",
		"usage_events_first"}
	if got := partitionNames(t, s); !slices.Equal(got, want) {
		t.Errorf("partitions %v, want %v", got, want)
	}
}

// TestRetentionDropsWholePartitions once all of their events are old, and deletes others one by one.
func TestRetentionDropsWholePartitions(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	day := 24 * time.Hour
	at(t, s, 1, "old", start, 10)
	at(t, s, 10_000_000, "nearly", start.Add(10*day), 10)
	at(t, s, 15_000_000, "both", start.Add(10*day), 10)
	at(t, s, 15_000_100, "both", start.Add(20*day), 10)
	at(t, s, 20_000_000, "open", start.Add(10*day), 10) // its partition is written to: nobody drops it
	before := summary(t, s)

	for _, c := range []struct {
		why    string
		before time.Time
		pruned int64
		left   map[string]int
	}{
		{"nothing is old", start, 0, map[string]int{"old": 10, "nearly": 10, "both": 20, "open": 10}},
		{"all of one", start.Add(day), 10, map[string]int{"nearly": 10, "both": 20, "open": 10}},
		{
			"what goes as a whole within a day is left until then", start.Add(10*day + 5*time.Second), 10,
			map[string]int{"nearly": 10, "both": 15, "open": 5},
		},
		{"a day later", start.Add(11 * day), 20, map[string]int{"both": 10}},
		{"the last", start.Add(21 * day), 10, map[string]int{}},
	} {
		n, err := s.Prune(t.Context(), c.before)
		left := map[string]int{}
		for _, e := range allEvents(t, s) {
			left[e.Route]++
		}
		if err != nil || n != c.pruned || fmt.Sprint(left) != fmt.Sprint(c.left) {
			t.Errorf("%s: %d deleted, %v left, %v; want %d and %v", c.why, n, left, err, c.pruned, c.left)
		}
	}
	want := []string{"usage_events_20000000", "usage_events_25000000"}
	if got := partitionNames(t, s); !slices.Equal(got, want) {
		t.Errorf("partitions %v, want %v", got, want)
	}
	if got := summary(t, s); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("totals\n%v, were\n%v", got, before)
	}
	at(t, s, 20_000_500, "new", start, 1)
}
