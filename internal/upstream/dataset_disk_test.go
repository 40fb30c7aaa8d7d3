package upstream

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestHalfWrittenListIsNotTakenForAWholeOne(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"cut":              func(b []byte) []byte { return b[:len(b)/2] },
		"zeros at the end": func(b []byte) []byte { clear(b[len(b)/2:]); return b },
		"one letter":       func(b []byte) []byte { b[0] ^= 1; return b },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, o := t.TempDir(), &origin{body: lines(50), etag: true}
				first := dataset(t, o, dir)
				if err := first.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				path := filepath.Join(first.live.Load().dir, "a.txt")
				b, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, damage(b), 0o600); err != nil {
					t.Fatal(err)
				}
				d := dataset(t, o, dir)
				if err := d.Load(); !errors.Is(err, errDamaged) || records(d) != -1 {
					t.Errorf("loaded a damaged copy: %v, %d records", err, records(d))
				}
				if err := d.Refresh(t.Context()); err != nil || records(d) != 50 || o.full != 2 {
					t.Errorf("%v, %d records, %d downloads", err, records(d), o.full)
				}
			})
		})
	}
}

func TestFileLostWhileRunningIsDownloadedAnew(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"gone": os.Remove,
		"cut":  func(path string) error { return os.WriteFile(path, []byte("line\n"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, o := t.TempDir(), &origin{body: lines(50), etag: true}
				d := dataset(t, o, dir)
				if err := d.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				if err := damage(filepath.Join(d.live.Load().dir, "a.txt")); err != nil {
					t.Fatal(err)
				}
				if err := d.Refresh(t.Context()); err != nil || records(d) != 50 || o.full != 2 {
					t.Errorf("%v, %d records, %d downloads; a 304 must not confirm a file that is not there", err, records(d), o.full)
				}
			})
		})
	}
}

func TestClockPutBackDoesNotStopRefreshing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, o := t.TempDir(), &origin{body: lines(10)}
		ahead := dataset(t, o, dir)
		ahead.pool.now = func() time.Time { return time.Now().AddDate(3, 0, 0) }
		if err := ahead.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := dataset(t, o, dir)
		if err := d.Load(); err != nil {
			t.Fatal(err)
		}
		if wait := d.wait(); wait > 7*time.Hour {
			t.Errorf("next refresh in %v for an interval of 6h", wait)
		}
		if h := d.Health(); h.AgeSeconds < 0 || h.Status != "ready" {
			t.Errorf("health %+v", h)
		}
	})
}

func TestReplicaLeavesTheVersionOfAnotherAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, o := t.TempDir(), &origin{body: lines(50)}
		d := dataset(t, o, dir)
		if err := d.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		replaced := d.live.Load().dir
		other := filepath.Join(dir, "lines", "20000101T000001Z-7") // made by another process, which is about to name it
		o.body = lines(60)
		if err := errors.Join(os.Mkdir(other, 0o700), d.Refresh(t.Context())); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(other); err != nil {
			t.Errorf("the other's version: %v", err)
		}
		if _, err := os.Stat(replaced); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the replaced version is still there: %v", err)
		}
	})
}

func TestOldLeftoversGoAndFreshOnesStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, o := t.TempDir(), &origin{body: lines(50), etag: true}
		d := dataset(t, o, dir)
		if err := d.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		gone := []string{"next-1", "20200101T000000Z-1", "current-1"}
		for _, name := range append(gone, "next-2", "20200101T000000Z-2") {
			path := filepath.Join(dir, "lines", name)
			at := time.Now()
			if !strings.HasSuffix(name, "2") {
				at = at.Add(-2 * leftover)
			}
			if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, at, at)); err != nil {
				t.Fatal(err)
			}
		}
		for _, inUse := range []string{d.live.Load().dir, filepath.Join(dir, "lines", currentFile)} { // old, and none the less no leftover
			if at := time.Now().Add(-2 * leftover); os.Chtimes(inUse, at, at) != nil {
				t.Fatal(inUse)
			}
		}
		if err := d.Refresh(t.Context()); err != nil || o.full != 1 { // nothing new: leftovers go all the same
			t.Fatalf("%v, %d downloads", err, o.full)
		}
		left, err := os.ReadDir(filepath.Join(dir, "lines"))
		if err != nil || len(left) != 4 {
			t.Errorf("%v, %v; want the version in use, its name, and two fresh leftovers", left, err)
		}
	})
}

func TestVersionThatCannotBeNamedIsRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, o := t.TempDir(), &origin{body: lines(50)}
		d := dataset(t, o, dir)
		if err := os.MkdirAll(filepath.Join(dir, "lines", currentFile, "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := d.Refresh(t.Context()); err == nil || records(d) != -1 {
				t.Errorf("error %v, %d records", err, records(d))
			}
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "lines", "*")); len(left) != 1 {
			t.Errorf("left on disk: %v", left)
		}
	})
}

func TestRecordsAreCountedAsThisReleaseCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, o := t.TempDir(), &origin{body: lines(100)}
		if err := dataset(t, o, dir).Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		d := dataset(t, o, dir)
		d.spec.Count = func(l []string) int { return len(l) / 2 } // pairs, from now on
		if err := d.Load(); err != nil || records(d) != 50 {
			t.Fatalf("%v, %d records", err, records(d))
		}
		o.body = lines(98)
		if err := d.Refresh(t.Context()); err != nil || records(d) != 49 {
			t.Errorf("%v, %d records; 49 are no shrinking after 50", err, records(d))
		}
	})
}

func TestSlowProviderDelaysNoOtherList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		c := bubble(t, Provider{Retries: -1, Timeout: 20 * time.Minute}, Options{DataDir: t.TempDir(), Rand: func() float64 { return 0.5 }}, func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			if r.URL.Path == "/v1/quick" {
				_, _ = w.Write([]byte(lines(10)))
				return
			}
			hang(w, r)
		})
		var quick *Dataset[[]string]
		for _, name := range []string{"slow1", "slow2", "slow3", "quick"} {
			s := spec(c)
			s.Name, s.Files = name, []File{{Name: "a.txt", Request: func(c *Client) *Request { return c.Get("/{}", name) }}}
			quick = NewDataset(c.pool, s)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			c.pool.RunDatasets(ctx, 1)
			close(done)
		}()
		time.Sleep(time.Second)
		if asked.Load() != 4 || records(quick) != 10 {
			t.Errorf("%d requests, %d records of the quick list while others wait", asked.Load(), records(quick))
		}
		cancel()
		<-done
	})
}

func TestListsAreParsedWithinTheBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := bubble(t, Provider{Retries: -1}, Options{DataDir: t.TempDir()}, text(lines(10)))
		var now, most atomic.Int64
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			s := spec(c)
			parse := s.Parse
			s.Name, s.Parse = name, func(dir fs.FS) ([]string, error) {
				n := now.Add(1)
				defer now.Add(-1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				time.Sleep(time.Minute)
				return parse(dir)
			}
			NewDataset(c.pool, s)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		c.pool.RunDatasets(ctx, 2)
		for _, h := range c.pool.DatasetHealth() {
			if h.Status != "ready" || h.Records != 10 {
				t.Errorf("%+v", h)
			}
		}
		if most.Load() != 2 {
			t.Errorf("%d parsed at once, want 2", most.Load())
		}
	})
}

func TestListOfAProviderThatIsOffIsServedFromDiskAndNotAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, o := t.TempDir(), &origin{body: lines(50)}
		if err := dataset(t, o, dir).Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		pool := NewPool(Options{DataDir: dir, Lookup: settings(map[string]string{"UPSTREAM_ALPHA_URL": "off"})})
		d := NewDataset(pool, spec(pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test"})))
		pool.RunDatasets(t.Context(), 0) // returns: there is nothing to wait for
		if records(d) != 50 || d.Health().LastError != "" {
			t.Errorf("%d records, %+v", records(d), d.Health())
		}
	})
}

func TestListBehindARedirectIsAskedForConditionally(t *testing.T) {
	store := &origin{body: lines(50), etag: true}
	pool := NewPool(Options{DataDir: t.TempDir(), Transport: hosts(t, map[string]string{
		"store.test": serve(t, store.serve),
		"a.test": serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://store.test/f?signed="+time.Now().Format(time.RFC3339Nano), http.StatusFound)
		}),
	})})
	d := NewDataset(pool, spec(pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test"})))
	for range 3 {
		if err := d.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if store.asked != 3 || store.full != 1 {
		t.Errorf("the file store was asked %d times and sent the list %d times, want 3 and 1", store.asked, store.full)
	}
}
