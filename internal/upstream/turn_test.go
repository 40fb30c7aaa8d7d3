package upstream

import (
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// sharing makes the list of one process that shares dir with others.
func sharing(t *testing.T, address, dir string) *Dataset[[]string] {
	t.Helper()
	pool := NewPool(Options{DataDir: dir, Transport: hosts(t, map[string]string{"a.test": address})})
	d := NewDataset(pool, spec(pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test/v1", Retries: -1})))
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestReplicasThatStartTogetherDownloadAListOnce and have it all the same.
func TestReplicasThatStartTogetherDownloadAListOnce(t *testing.T) {
	dir := t.TempDir()
	h, hits := counted(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(100 * time.Millisecond) // the others come while it lasts
		text(lines(50))(w, r)
	})
	address := serve(t, h)
	var replicas []*Dataset[[]string]
	for range 4 {
		replicas = append(replicas, sharing(t, address, dir))
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
	one := sharing(t, address, dir)
	other := sharing(t, address, dir)
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

// TestDownloadGoesOnWhereFilesCannotBeLocked: a directory is in the place of the lock.
func TestDownloadGoesOnWhereFilesCannotBeLocked(t *testing.T) {
	d := sharing(t, serve(t, text(lines(50))), t.TempDir())
	if err := os.MkdirAll(d.dir+lockSuffix, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := d.Refresh(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestReplicaWaitsForItsTurn while another downloads, and asks when that brought nothing.
func TestReplicaWaitsForItsTurn(t *testing.T) {
	dir := t.TempDir()
	var free atomic.Bool
	d := sharing(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !free.Load() {
			t.Error("asked while another had the turn")
		}
		text(lines(50))(w, r)
	}), dir)
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	another := flock.New(d.dir + lockSuffix)
	if locked, err := another.TryLock(); err != nil || !locked {
		t.Fatal(locked, err)
	}
	done := make(chan error)
	go func() { done <- d.Refresh(within(t, time.Minute)) }()
	time.Sleep(200 * time.Millisecond)
	free.Store(true)
	if err := another.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
