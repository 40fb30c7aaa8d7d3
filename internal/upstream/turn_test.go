package upstream

import (
	"errors"
	"io/fs"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// sharing makes the list of one process that shares dir and a database with others.
func sharing(t *testing.T, address, dir string, database Turns) *Dataset[[]string] {
	t.Helper()
	return keeper(t, address, with(nil, database), func(o *Options) { o.DataDir = dir })
}

// TestReplicasThatStartTogetherDownloadAListOnce and have it all the same.
func TestReplicasThatStartTogetherDownloadAListOnce(t *testing.T) {
	dir := t.TempDir()
	h, hits := counted(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(100 * time.Millisecond) // the others come while it lasts
		text(lines(50))(w, r)
	})
	address := serve(t, h)
	database := newTurns()
	var replicas []*Dataset[[]string]
	for range 4 {
		replicas = append(replicas, sharing(t, address, dir, database))
	}
	var starts sync.WaitGroup
	for i, d := range replicas {
		starts.Go(func() {
			if err := d.Refresh(within(t, time.Minute)); err != nil {
				t.Errorf("replica %d: %v", i, err)
			}
		})
	}
	starts.Wait()
	for i, d := range replicas {
		if list, _, err := d.Get(); err != nil || len(list) != 50 {
			t.Errorf("replica %d has %d lines, %v", i, len(list), err)
		}
	}
	if hits.Load() != 1 {
		t.Errorf("%d downloads, want 1", hits.Load())
	}
}

// TestReplicaTakesOverWhatAnotherHasAsked: a newer list, and word that the old one still holds.
func TestReplicaTakesOverWhatAnotherHasAsked(t *testing.T) {
	dir := t.TempDir()
	o := &origin{body: lines(50), etag: true}
	address := serve(t, o.serve)
	database := newTurns()
	one := sharing(t, address, dir, database)
	other := sharing(t, address, dir, database)
	for what, now := range map[string]string{"newer": lines(60), "the same": lines(60)} {
		asked := o.askedBy(t, now, one, other)
		list, info, err := other.Get()
		_, first, _ := one.Get()
		if err != nil || len(list) != 60 || !info.CheckedAt.Equal(first.CheckedAt) || asked != 1 {
			t.Errorf("%s: %d lines, %v, asked %d times; checked at %v and %v",
				what, len(list), err, asked, first.CheckedAt, info.CheckedAt)
		}
	}
}

// TestReplicaWaitsForItsTurn while another downloads, and asks when that brought nothing.
func TestReplicaWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	var free atomic.Bool
	database := newTurns()
	d := sharing(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !free.Load() {
			t.Error("asked while another had the turn")
		}
		text(lines(50))(w, r)
	}), t.TempDir(), database)

	another := d.pool.turnOf(d.spec.Name)
	if mine, err := another.take(t.Context()); err != nil || !mine {
		t.Fatal(mine, err)
	}
	done := make(chan error)
	go func() { done <- d.Refresh(within(t, time.Minute)) }()
	time.Sleep(200 * time.Millisecond) // time enough for a question that must not come
	free.Store(true)
	another.end(t.Context())
	if err := <-done; err != nil || records(d) != 50 {
		t.Errorf("%v, %d records", err, records(d))
	}
}

// TestListIsTakenWithoutTheTurn once another has brought it, though it goes on holding the turn.
func TestListIsTakenWithoutTheTurn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	database := newTurns()
	h, hits := counted(text(lines(50)))
	address := serve(t, h)
	d := sharing(t, address, dir, database)
	stuck := d.pool.turnOf(d.spec.Name)
	if mine, err := stuck.take(t.Context()); err != nil || !mine {
		t.Fatal(mine, err)
	}
	defer stuck.end(t.Context())

	done := make(chan error)
	go func() { done <- d.Refresh(within(t, time.Minute)) }()
	if err := sharing(t, address, dir, nil).Refresh(t.Context()); err != nil { // with no turn to wait for
		t.Fatal(err)
	}
	if err := <-done; err != nil || records(d) != 50 || hits.Load() != 1 || d.Health().From != fromReplica {
		t.Errorf("%v, %d downloads, %+v", err, hits.Load(), d.Health())
	}
}

// TestVersionThatCannotBeReadIsReadOnce, however often a replica looks while it waits for its turn.
func TestVersionThatCannotBeReadIsReadOnce(t *testing.T) {
	dir := t.TempDir()
	address := serve(t, text(lines(50)))
	if err := sharing(t, address, dir, nil).Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}

	d := sharing(t, address, dir, nil)
	parsed := 0
	d.spec.Parse = func(fs.FS) ([]string, error) {
		parsed++
		return nil, errors.New("another form")
	}
	if err := d.Load(); !errors.Is(err, errRefused) {
		t.Errorf("loaded: %v", err)
	}
	for range 3 {
		if _, enough := d.brought(t.Context()); enough {
			t.Error("taken over")
		}
	}
	if parsed != 1 {
		t.Errorf("parsed %d times", parsed)
	}
}
