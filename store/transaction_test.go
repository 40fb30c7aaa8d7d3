package store

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/farebox/farebox/store/storetest"
)

const aProcess = `INSERT INTO processes (id, alive_until) VALUES ($1, 1)`

// TestTransactionIsAllOrNothing writes with each kind of statement, and ends in each way.
func TestTransactionIsAllOrNothing(t *testing.T) {
	givenUp := errors.New("given up")
	type step = func(ctx context.Context, tx transaction) error

	exec := func(id string) step {
		return func(ctx context.Context, tx transaction) error { return must(ctx, tx, aProcess, id) }
	}
	run := func(id string) step {
		return func(ctx context.Context, tx transaction) error { return tx.Run(ctx, aProcess, id) }
	}
	row := func(id string) step {
		return func(ctx context.Context, tx transaction) error {
			return tx.QueryRow(ctx, aProcess+` RETURNING id`, id).Scan(&id)
		}
	}
	sees := func(want int64) step {
		return func(ctx context.Context, tx transaction) error {
			found, err := tx.Query(ctx, `SELECT id FROM processes WHERE alive_until = $1`, 1)
			if err != nil {
				return err
			}
			defer found.Close()
			var n int64
			for found.Next() {
				n++
			}
			if n != want {
				t.Errorf("%d rows are seen, want %d", n, want)
			}
			return found.Err()
		}
	}
	unmet := func(ctx context.Context, tx transaction) error {
		return must(ctx, tx, `UPDATE processes SET alive_until = 2 WHERE id = $1`, "nobody")
	}
	fail := func(context.Context, transaction) error { return givenUp }

	for _, c := range []struct {
		why   string
		steps []step
		want  []string
		err   error // nil where want is all that is written; errAny for any
	}{
		{"nothing is done", nil, nil, nil},
		{"each kind", []step{exec("a"), run("b"), row("c")}, []string{"a", "b", "c"}, nil},
		{"nothing is read", []step{run("a"), run("b")}, []string{"a", "b"}, nil},
		{"what was run is seen", []step{run("a"), sees(1), run("b"), exec("c"), sees(3)}, []string{"a", "b", "c"}, nil},
		{"given up before anything was read", []step{run("a"), fail}, nil, givenUp},
		{"given up after", []step{exec("a"), run("b"), fail}, nil, givenUp},
		{"a row that has to be there is not", []step{run("a"), unmet}, nil, errUnmet},
		{"what is run last fails", []step{exec("a"), run("b"), run("b")}, nil, errAny},
		{"what is run fails, and nothing is read", []step{run("a"), run("a")}, nil, errAny},
		{"what is run first fails", []step{run("a"), run("a"), exec("b")}, nil, errAny},
	} {
		t.Run(c.why, func(t *testing.T) {
			onEach(t, func(t *testing.T, url string) {
				s := open(t, url)
				err := s.write(t.Context(), func(ctx context.Context, tx transaction) error {
					for _, step := range c.steps {
						if err := step(ctx, tx); err != nil {
							return err
						}
					}
					return nil
				})

				isAsTold := errors.Is(err, c.err) || errors.Is(c.err, errAny) && err != nil
				if !isAsTold {
					t.Errorf("error %v, want %v", err, c.err)
				}
				if got := writtenProcesses(t, s); !slices.Equal(got, c.want) {
					t.Errorf("written: %v, want %v", got, c.want)
				}
				if err := s.write(t.Context(), exec("afterwards")); err != nil {
					t.Errorf("the next transaction: %v", err)
				}
			})
		})
	}
}

var errAny = errors.New("any error")

// TestFailureThatAStepKeepsToItselfIsNotCommitted: Postgres answers such a commit with a rollback, and no error.
func TestFailureThatAStepKeepsToItselfIsNotCommitted(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	err := s.write(t.Context(), func(ctx context.Context, tx transaction) error {
		if err := must(ctx, tx, aProcess, "a"); err != nil {
			return err
		}
		if err := must(ctx, tx, aProcess, "a"); err == nil {
			t.Error("a key was taken twice")
		}
		return nil
	})
	if err == nil {
		t.Error("the commit is told to have worked")
	}
	if got := writtenProcesses(t, s); len(got) > 0 {
		t.Errorf("written: %v", got)
	}
}
