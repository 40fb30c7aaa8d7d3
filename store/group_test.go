package store

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// groupOf is a group as it is taken from the queue. Those that fail do so after they have written.
func groupOf(ctx context.Context, processes []string, failing map[string]error) []*grouped {
	var group []*grouped
	for _, id := range processes {
		group = append(group, &grouped{
			ctx:  ctx,
			over: make(chan struct{}),
			f: func(tx writing) error {
				_, err := tx.ExecContext(ctx, `INSERT INTO processes (id, alive_until) VALUES ($1, 1)`, id)
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
			g := &groups{kept: &kept{writer: s.writer}}
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
	g := &groups{kept: &kept{writer: s.writer}}
	defer g.kept.close() // the store says what is wrong

	leaving, leave := context.WithCancel(t.Context())
	group := groupOf(t.Context(), []string{"a", "b"}, nil)
	long := &grouped{
		ctx:  leaving,
		over: make(chan struct{}),
		f: func(tx writing) error {
			time.AfterFunc(time.Millisecond, leave)
			_, err := tx.ExecContext(leaving, `INSERT INTO processes (id, alive_until)
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
