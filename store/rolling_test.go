package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/store/storetest"
)

// releaseBefore is a process of the release before events had partitions. It knows nothing of them.
func releaseBefore(t *testing.T, url string) *Store {
	t.Helper()
	s := openBefore(t, url, "_usage_partitions.sql")
	if _, ok := s.engine.(partitioned); ok {
		t.Fatal("the release before knows partitions")
	}
	knowsCosts(t, s)
	t.Cleanup(func() { s.Close() }) // a test may have done it
	return s
}

// buy is a payment in all its steps.
func buy(ctx context.Context, s *Store, n int) error {
	r := victimPayment(n)
	if claim, _, err := s.Reserve(ctx, r); err != nil || claim != payment.Claimed {
		return fmt.Errorf("reserve: %d, %w", claim, err)
	}
	if err := s.StoreAnswer(ctx, r.Key, r.Owner, []byte("answer"), start); err != nil {
		return err
	}
	e := sale()
	e.Transaction = r.Key.Nonce
	done, err := s.Settle(ctx, r.Key, payment.Transfer{Transaction: r.Key.Nonce}, start, e)
	if err == nil && !done {
		err = errors.New("it was settled already")
	}
	return err
}

// knowsCosts adds what the statements of this program name beyond the schema of before: it stands in for a release
// whose own statements did not.
func knowsCosts(t *testing.T, s *Store) {
	t.Helper()
	all, err := readMigrations(os.DirFS("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if strings.HasSuffix(m.name, "_costs.sql") {
			err = s.write(t.Context(), func(ctx context.Context, tx transaction) error {
				_, err := tx.Exec(ctx, m.script)
				return err
			})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func allEvents(t *testing.T, s *Store) []usage.Event {
	t.Helper()
	all, err := s.Events(t.Context(), 0, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func summary(t *testing.T, s *Store) usage.Summary {
	t.Helper()
	sum, err := s.Summarize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestEventsOfBeforePartitionsAreKept(t *testing.T) {
	url := storetest.Postgres(t)
	before := releaseBefore(t, url)
	for range 3 {
		if err := before.Append(t.Context(), benchEvents(1000)); err != nil {
			t.Fatal(err)
		}
	}
	for n := range 20 {
		if err := buy(t.Context(), before, n); err != nil {
			t.Fatal(err)
		}
	}
	listed := allEvents(t, before)
	sum := summary(t, before)
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}

	s := open(t, url)
	if got := allEvents(t, s); !slices.Equal(got, listed) {
		t.Errorf("%d events after the upgrade, %d before, or others", len(got), len(listed))
	}
	middle, err := s.Events(t.Context(), listed[1999].ID, 100)
	if err != nil || !slices.Equal(middle, listed[2000:2100]) {
		t.Errorf("the page in the middle is another one: %v", err)
	}
	if got := summary(t, s); fmt.Sprint(got) != fmt.Sprint(sum) {
		t.Errorf("totals\n%v, were\n%v", got, sum)
	}

	if err := buy(t.Context(), s, 20); err != nil {
		t.Fatal(err)
	}
	last := listed[len(listed)-1].ID
	if next, err := s.Events(t.Context(), last, 10); err != nil || len(next) != 1 || next[0].ID != last+1 {
		t.Errorf("the next event after %d: %+v, %v", last, next, err)
	}
	if n, err := s.Prune(t.Context(), start.Add(1)); err != nil || n != int64(len(listed))+1 {
		t.Errorf("retention took %d of %d events: %v", n, len(listed)+1, err)
	}
}

// follower reads events by a cursor, as a client of /usage/events does.
type follower struct {
	store *Store
	last  int64
	seen  int
}

func (f *follower) read(t *testing.T) (found int) {
	page, err := f.store.Events(t.Context(), f.last, 50)
	if err != nil {
		t.Error(err)
	}
	for _, e := range page {
		if e.ID <= f.last {
			t.Errorf("event %d after %d", e.ID, f.last)
		}
		f.last = e.ID
	}
	f.seen += len(page)
	return len(page)
}

// TestReleasesBeforeAndAfterPartitionsSellTogether: processes of both write and read while one of them migrates.
func TestReleasesBeforeAndAfterPartitionsSellTogether(t *testing.T) {
	const (
		workers = 4
		rounds  = 40 // of each worker, after the upgrade
	)
	url := storetest.Postgres(t)
	old := releaseBefore(t, url)
	if err := old.Append(t.Context(), benchEvents(2000)); err != nil {
		t.Fatal(err)
	}

	var number, appended atomic.Int64
	sell := func(s *Store) {
		if err := buy(t.Context(), s, int(number.Add(1))); err != nil {
			t.Error(err)
		}
		if err := s.Append(t.Context(), benchEvents(3)); err != nil {
			t.Error(err)
		}
		appended.Add(3)
	}
	upgraded := make(chan struct{})
	var selling, reading sync.WaitGroup
	var over atomic.Bool
	follow := func(s *Store) *follower {
		f := &follower{store: s}
		reading.Go(func() {
			for !over.Load() && !t.Failed() {
				f.read(t)
			}
		})
		return f
	}
	for range workers {
		selling.Go(func() {
			for upgrading := true; upgrading; {
				select {
				case <-upgraded:
					upgrading = false
				default:
					sell(old)
				}
			}
			for range rounds {
				sell(old)
			}
		})
	}
	followers := []*follower{follow(old)}
	s, err := Open(t.Context(), url)
	close(upgraded)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() }) // read errors tell
	followers = append(followers, follow(s))
	for range workers {
		selling.Go(func() {
			for range rounds {
				sell(s)
			}
		})
	}
	selling.Wait()
	over.Store(true)
	reading.Wait()

	want := 2000 + int(number.Load()+appended.Load())
	for i, f := range followers {
		for f.read(t) > 0 {
		}
		if f.seen != want {
			t.Errorf("follower %d has seen %d events of %d", i, f.seen, want)
		}
	}
	for _, s := range []*Store{old, s} {
		var calls, paid int64
		for _, r := range summary(t, s).Routes {
			calls += r.Calls
			paid += r.Paid
		}
		if calls != int64(want) || paid != number.Load() {
			t.Errorf("totals have %d calls of %d and %d paid of %d", calls, want, paid, number.Load())
		}
	}
	// Retention of the release before still works, row by row.
	if n, err := old.Prune(t.Context(), start.Add(1)); err != nil || n != int64(want) {
		t.Errorf("retention took %d of %d events: %v", n, want, err)
	}
}

// TestEventsMoveBetweenTransactions: one of before keeps the table where it is until it has ended, and those of after
// hold back readers of both releases.
func TestEventsMoveBetweenTransactions(t *testing.T) {
	url := storetest.Postgres(t)
	old := releaseBefore(t, url)
	add(t, old, "A")
	release := held(t, old, "B")

	opened := make(chan *Store, 1)
	go func() {
		s, err := Open(t.Context(), url)
		if err != nil {
			t.Error(err)
		}
		opened <- s
	}()
	waitingFor(t, old, "usage_events")
	if got, _ := routesSince(t, old, 0); got != "A" {
		t.Errorf("with B open a reader sees %q, want A", got)
	}
	release()
	s := <-opened
	if s == nil {
		return
	}
	t.Cleanup(func() { s.Close() })

	releaseC := held(t, old, "C")
	add(t, s, "D")
	for _, reader := range []*Store{old, s} {
		if got, _ := routesSince(t, reader, 0); got != "AB" {
			t.Errorf("with C open a reader sees %q, want AB", got)
		}
	}
	releaseC()
	releaseE := held(t, s, "E")
	add(t, old, "F")
	for _, reader := range []*Store{old, s} {
		if got, _ := routesSince(t, reader, 0); got != "ABCD" {
			t.Errorf("with E open a reader sees %q, want ABCD", got)
		}
	}
	releaseE()
	for _, reader := range []*Store{old, s} {
		if got, _ := routesSince(t, reader, 0); got != "ABCDEF" {
			t.Errorf("at the end a reader sees %q, want ABCDEF", got)
		}
	}
}

// waitingFor returns when a transaction waits for a lock on a relation.
func waitingFor(t *testing.T, s *Store, relation string) {
	t.Helper()
	await.Until(t, "a transaction that waits for "+relation, func() bool {
		var waits bool
		err := s.reader.QueryRow(`SELECT EXISTS (
			SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass)`, relation).Scan(&waits)
		if err != nil {
			t.Fatal(err)
		}
		return waits
	})
}

// TestInterruptedMigrationGoesOn where it was. Processes of the release before go on too, and none is started any more.
func TestInterruptedMigrationGoesOn(t *testing.T) {
	url := storetest.Postgres(t)
	old := releaseBefore(t, url)
	add(t, old, "A")
	const interrupted = "_usage_partitions.sql"
	half := openBefore(t, url, interrupted)
	t.Cleanup(func() { half.Close() })
	all, err := readMigrations(old.engine.(later).engine.Migrations())
	if err != nil {
		t.Fatal(err)
	}
	last := all[slices.IndexFunc(all, func(m migration) bool { return strings.HasSuffix(m.name, interrupted) })]
	steps := last.steps()
	if len(steps) != 3 {
		t.Fatalf("%d steps", len(steps))
	}
	files := half.engine.(later).files.(fstest.MapFS)
	files["migrations/"+last.name] = &fstest.MapFile{
		Data: []byte(steps[0] + nextTransaction + "\nSELECT 1/0"),
	}
	if err := half.migrate(t.Context()); err == nil || !strings.Contains(err.Error(), last.name) {
		t.Errorf("migrate: %v", err)
	}

	add(t, old, "B")
	delete(files, "migrations/"+last.name)
	if err := half.migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "run the newer release") {
		t.Errorf("the release before was started: %v", err)
	}
	s := open(t, url)
	add(t, s, "C")
	if got, _ := routesSince(t, s, 0); got != "ABC" {
		t.Errorf("a reader sees %q, want ABC", got)
	}
	var name string
	err = s.reader.QueryRow(`SELECT name FROM schema_migrations WHERE version = $1`, last.version).Scan(&name)
	if err != nil || name != last.name {
		t.Errorf("recorded as %q, %v", name, err)
	}
}
