package store

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
)

// groupOf is a group as it is taken from the queue. Those that fail do so after they have written.
func groupOf(ctx context.Context, processes []string, failing map[string]error) []*grouped {
	var group []*grouped
	for _, id := range processes {
		group = append(group, &grouped{
			ctx:  ctx,
			over: make(chan struct{}),
			f: func(ctx context.Context, tx transaction) error {
				_, err := tx.Exec(ctx, `INSERT INTO processes (id, alive_until) VALUES ($1, 1)`, id)
				return errors.Join(err, failing[id])
			},
		})
	}
	return group
}

func openSQLite(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "group.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() }) // the test is over
	return s
}

// writtenProcesses are the rows that groupOf wrote.
func writtenProcesses(t *testing.T, s *Store) (found []string) {
	t.Helper()
	rows, err := s.reader.QueryContext(t.Context(), `SELECT id FROM processes ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() // Err tells
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		found = append(found, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWriteThatFailsTakesNothingOfItsGroupWithIt(t *testing.T) {
	wrong := errors.New("wrong")
	for _, c := range []struct {
		why     string
		write   []string
		failing map[string]error
		want    string
	}{
		{"all are well", []string{"a", "b", "c"}, nil, "abc"},
		{"the first fails", []string{"a", "b", "c"}, map[string]error{"a": wrong}, "bc"},
		{"one in the middle fails", []string{"a", "b", "c"}, map[string]error{"b": wrong}, "ac"},
		{"the last fails", []string{"a", "b", "c"}, map[string]error{"c": wrong}, "ab"},
		{"all fail", []string{"a", "b"}, map[string]error{"a": wrong, "b": wrong}, ""},
		{"the only one fails", []string{"a"}, map[string]error{"a": wrong}, ""},
		{"a second row of one key fails by itself", []string{"a", "b", "a"}, nil, "ab"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s := openSQLite(t)
			g := &groups{kept: &kept{writer: s.writer}, intact: s.engine.Intact, count: s.countShared}
			defer g.kept.close() // the store says what is wrong

			group := groupOf(t.Context(), c.write, c.failing)
			g.commit(group)

			told := ""
			for _, w := range group {
				<-w.over
				if w.err == nil {
					told += "+"
				} else {
					told += "-"
				}
			}
			var got string
			for _, id := range writtenProcesses(t, s) {
				got += id
			}
			if got != c.want {
				t.Errorf("%s is written and %s told, want %s", got, told, c.want)
			}
			for i, w := range group[:min(2, len(group))] {
				if failed := c.failing[c.write[i]] != nil; failed != (w.err != nil) {
					t.Errorf("%s was told %v", c.write[i], w.err)
				}
			}
		})
	}
}

// TestCallerWhoLeavesDoesNotInterruptTheOthers: a statement that is interrupted undoes its whole transaction.
func TestCallerWhoLeavesDoesNotInterruptTheOthers(t *testing.T) {
	s := openSQLite(t)
	g := &groups{kept: &kept{writer: s.writer}, intact: s.engine.Intact, count: s.countShared}
	defer g.kept.close() // the store says what is wrong

	leaving, leave := context.WithCancel(t.Context())
	group := groupOf(t.Context(), []string{"a", "b"}, nil)
	long := &grouped{
		ctx:  leaving,
		over: make(chan struct{}),
		f: func(ctx context.Context, tx transaction) error {
			time.AfterFunc(time.Millisecond, leave)
			_, err := tx.Exec(leaving, `INSERT INTO processes (id, alive_until)
				WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
				SELECT 'long', MAX(i) FROM n`)
			return err
		},
	}
	g.commit([]*grouped{group[0], long, group[1]})

	for _, w := range []*grouped{group[0], group[1], long} {
		if w.err != nil {
			t.Errorf("a write was told %v", w.err)
		}
	}
	if got := writtenProcesses(t, s); len(got) != 3 {
		t.Errorf("written: %v", got)
	}
}

// eventOf is a write of one event, which fails after it when it is told to.
func eventOf(t *testing.T, s *Store, route string, wrong error) *grouped {
	return &grouped{
		ctx:  t.Context(),
		over: make(chan struct{}),
		f: func(ctx context.Context, tx transaction) error {
			e := usage.Event{Time: start, Route: route, Outcome: usage.OutcomePaid, PriceUSD: "0.002", Payer: "0xa"}
			if err := s.appendEvents(t.Context(), tx, []usage.Event{e}, s.nextShard()); err != nil {
				return err
			}
			return wrong
		},
	}
}

// TestWhatAGroupWritesIsCountedOnce: the totals are those of the writes that stand, whatever became of the others.
func TestWhatAGroupWritesIsCountedOnce(t *testing.T) {
	wrong := errors.New("wrong")
	uncountable := errors.New("uncountable")
	for _, c := range []struct {
		why    string
		routes string
		errs   map[int]error
		poison string // a route that cannot be counted
		want   map[string]int64
	}{
		{"all stand", "aaba", nil, "", map[string]int64{"a": 3, "b": 1}},
		{"one fails", "aaba", map[int]error{1: wrong}, "", map[string]int64{"a": 2, "b": 1}},
		{"all fail", "ab", map[int]error{0: wrong, 1: wrong}, "", nil},
		{"one cannot be counted", "axa", nil, "x", map[string]int64{"a": 2}},
		{"the only one cannot be counted", "x", nil, "x", nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			s := openSQLite(t)
			counts := 0
			g := s.groups // nothing waits for its own goroutine here
			g.count = func(ctx context.Context, tx *kept) error {
				counts++
				for _, e := range tx.uncounted {
					if c.poison != "" && e.Route == c.poison {
						return uncountable
					}
				}
				return s.countShared(ctx, tx)
			}

			var group []*grouped
			for i, route := range c.routes {
				group = append(group, eventOf(t, s, string(route), c.errs[i]))
			}
			g.commit(group)

			for i, w := range group {
				if stands := c.errs[i] == nil && string(c.routes[i]) != c.poison; stands != (w.err == nil) {
					t.Errorf("write %d was told %v", i, w.err)
				}
			}
			sum, err := s.Summarize(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int64{}
			for _, r := range sum.Routes {
				got[r.Route] = r.Paid
			}
			if !maps.Equal(got, c.want) {
				t.Errorf("counted %v, want %v", got, c.want)
			}
			listed, err := s.Events(t.Context(), 0, 100)
			if err != nil {
				t.Fatal(err)
			}
			events := map[string]int64{}
			for _, e := range listed {
				events[e.Route]++
			}
			if !maps.Equal(events, c.want) {
				t.Errorf("listed %v, want %v", events, c.want)
			}
			if len(c.errs) == 0 && c.poison == "" && counts != 1 {
				t.Errorf("totals were written %d times", counts)
			}
		})
	}
}
