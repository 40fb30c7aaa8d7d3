package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// origin is a provider of one list whose lines and mood the test sets.
type origin struct {
	sync.Mutex
	body  string
	code  int
	etag  bool
	full  int // answers with a body
	asked int
}

func (o *origin) serve(w http.ResponseWriter, r *http.Request) {
	o.Lock()
	defer o.Unlock()
	o.asked++
	if o.code != 0 {
		w.WriteHeader(o.code)
		return
	}
	tag := fmt.Sprintf("%q", fmt.Sprint(len(o.body)))
	if o.etag {
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(304)
			return
		}
	}
	o.full++
	_, _ = io.WriteString(w, o.body)
}

// askedBy is how often it is asked while each of the lists is refreshed in turn, with this body there.
func (o *origin) askedBy(t *testing.T, body string, lists ...*Dataset[[]string]) int {
	t.Helper()
	o.Lock()
	o.body = body
	before := o.asked
	o.Unlock()

	for _, d := range lists {
		if err := d.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
	}

	o.Lock()
	defer o.Unlock()
	return o.asked - before
}

func lines(n int) string { return strings.Repeat("line\n", n) }

func spec(c *Client) DatasetSpec[[]string] {
	return DatasetSpec[[]string]{
		Name: "lines", Client: c, Every: 6 * time.Hour,
		Files: []File{{Name: "a.txt", Request: func(c *Client) *Request { return c.Get("/a.txt") }}},
		Parse: func(dir fs.FS) ([]string, error) {
			b, err := fs.ReadFile(dir, "a.txt")
			if strings.HasPrefix(string(b), "<") {
				return nil, errors.New("HTML")
			}
			if strings.HasPrefix(string(b), "!") {
				panic("odd")
			}
			return strings.Fields(string(b)), err
		},
		Count: func(l []string) int { return len(l) },
		Check: func(l []string) error {
			if l[0] == "bad" {
				return errors.New("bad first line")
			}
			return nil
		},
	}
}

func dataset(t *testing.T, o *origin, dir string) *Dataset[[]string] {
	t.Helper()
	c := bubble(t, Provider{Retries: -1}, Options{DataDir: dir, Rand: func() float64 { return 0.5 }}, o.serve)
	d := NewDataset(c.pool, spec(c))
	if err := c.pool.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

func records(d *Dataset[[]string]) int {
	_, info, err := d.Get()
	if err != nil {
		return -1
	}
	return info.Records
}

func TestListIsWarmingUntilItsFirstLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &origin{code: 500}
		d := dataset(t, o, t.TempDir())
		if _, _, err := d.Get(); !errors.Is(err, Warming) {
			t.Errorf("error %v", err)
		}
		if h := d.Health(); h.Status != "warming" || h.LastError != "" || h.Provider != "alpha" || !h.Lacks() {
			t.Errorf("health %+v", h)
		}

		if err := d.Refresh(t.Context()); !errors.Is(err, Unavailable) {
			t.Errorf("error %v", err)
		}
		if _, _, err := d.Get(); !errors.Is(err, Unloaded) || !strings.Contains(WhyNoList(err), "HTTP 500") {
			t.Errorf("error %v", err)
		}
		if h := d.Health(); h.Status != "failed" || !strings.Contains(h.LastError, "HTTP 500") || !h.Lacks() {
			t.Errorf("health %+v", h)
		}

		o.code = 0
		o.body = "<html>"
		if err := d.Refresh(t.Context()); !errors.Is(err, errRefused) {
			t.Errorf("error %v", err)
		}
		if _, _, err := d.Get(); !errors.Is(err, Unloaded) || !strings.Contains(WhyNoList(err), "HTML") {
			t.Errorf("error %v", err)
		}
		if s := d.Status("Lines"); s.State != StatusError || !strings.Contains(s.Why, "HTML") || !s.Behind() {
			t.Errorf("status %+v", s)
		}
		if h := d.Health(); h.Status != "refused" || !strings.Contains(h.LastError, "HTML") {
			t.Errorf("health %+v", h)
		}

		o.body = lines(10)
		if err := d.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		list, info, err := d.Get()
		if err != nil || len(list) != 10 || info.Records != 10 || !info.FetchedAt.Equal(time.Now()) {
			t.Errorf("%v, %+v, %v", list, info, err)
		}
		if h := d.Health(); h.Status != "ready" || h.LastError != "" || h.Records != 10 || h.Lacks() {
			t.Errorf("health %+v", h)
		}
	})
}

// TestMissingListSaysWhyWithoutAddresses: /health and the problem are public, and an address of a list may hold a key.
func TestMissingListSaysWhyWithoutAddresses(t *testing.T) {
	pool := NewPool(Options{
		DataDir: t.TempDir(),
		Lookup:  settings(map[string]string{"UPSTREAM_ALPHA_URL": "http://127.0.0.1:1/secret-key"}),
	})
	alpha := Provider{
		Name:    "alpha",
		BaseURL: "http://alpha.test",
		Retries: -1,
	}
	d := NewDataset(pool, spec(pool.Client(alpha)))
	if err := d.Refresh(t.Context()); err == nil {
		t.Fatal("nobody listens there")
	}

	_, _, err := d.Get()
	text := Problem(err).Error() + d.Health().LastError
	if !strings.Contains(text, "could not be reached") ||
		strings.Contains(text, "127.0.0.1") || strings.Contains(text, "secret-key") {
		t.Error(text)
	}
}

func TestListThatIsNotToBeBelievedIsRefused(t *testing.T) {
	tests := []struct {
		name, body string
		taken      bool
	}{
		{"grown", lines(200), true},
		{"lost a fifth", lines(80), true},
		{"lost more", lines(79), false},
		{"empty", "", false},
		{"an HTML page", "<html>" + lines(100), false},
		{"fails its check", "bad\n" + lines(100), false},
		{"makes the parser panic", "!" + lines(100), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				o := &origin{body: lines(100)}
				d := dataset(t, o, dir)
				if err := d.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				o.body = tt.body
				err := d.Refresh(t.Context())
				if (err == nil) != tt.taken || (records(d) != 100) != tt.taken {
					t.Errorf("error %v, %d records", err, records(d))
				}
				if !tt.taken && (!strings.Contains(d.Health().LastError, "refused") || d.Health().Status != "ready") {
					t.Errorf("health %+v", d.Health())
				}
				again := dataset(t, &origin{code: 500}, dir)
				if err := again.Load(); err != nil || records(again) != records(d) {
					t.Errorf("after a restart: %v, %d records, want %d", err, records(again), records(d))
				}
				if left, _ := filepath.Glob(filepath.Join(dir, "lines", "*")); len(left) != 2 {
					t.Errorf("left on disk: %v", left)
				}
			})
		})
	}
}

func TestListIsUsableOfflineAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		if err := dataset(t, &origin{body: lines(50)}, dir).Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(19 * time.Hour)
		d := dataset(t, &origin{code: 503}, dir)
		if err := d.Load(); err != nil || records(d) != 50 {
			t.Fatalf("%v, %d records", err, records(d))
		}
		if h := d.Health(); h.Status != "stale" || h.AgeSeconds != 19*3600 {
			t.Errorf("health %+v", h)
		}
		if err := d.Refresh(t.Context()); err == nil || records(d) != 50 {
			t.Errorf("%v, %d records", err, records(d))
		}
	})
}

func TestDamagedCopyOnDiskIsFetchedAnew(t *testing.T) {
	for name, damage := range map[string]func(dir string) error{
		"list cut":         func(dir string) error { return os.WriteFile(filepath.Join(dir, "a.txt"), nil, 0o600) },
		"list gone":        func(dir string) error { return os.Remove(filepath.Join(dir, "a.txt")) },
		"manifest garbage": func(dir string) error { return os.WriteFile(filepath.Join(dir, manifestName), []byte("{"), 0o600) },
		"version gone":     os.RemoveAll,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, o := t.TempDir(), &origin{body: lines(50), etag: true}
				first := dataset(t, o, dir)
				if err := first.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				if err := damage(first.live.Load().dir); err != nil {
					t.Fatal(err)
				}
				d := dataset(t, o, dir)
				if err := d.Load(); err == nil || records(d) != -1 {
					t.Errorf("loaded a damaged copy: %v, %d records", err, records(d))
				}
				if strings.Contains(d.Health().LastError, dir) {
					t.Errorf("health shows a path: %s", d.Health().LastError)
				}
				if err := d.Refresh(t.Context()); err != nil || records(d) != 50 || o.full != 2 {
					t.Errorf("%v, %d records, %d downloads", err, records(d), o.full)
				}
			})
		})
	}
}

func TestUnchangedListIsOnlyConfirmed(t *testing.T) {
	for _, etag := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			dir, o := t.TempDir(), &origin{body: lines(50), etag: etag}
			d := dataset(t, o, dir)
			parsed := 0
			parse := d.spec.Parse
			d.spec.Parse = func(dir fs.FS) ([]string, error) { parsed++; return parse(dir) }
			for range 3 {
				if err := d.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Hour)
			}
			_, info, err := d.Get()
			if err != nil || parsed != 1 || (etag && o.full != 1) || info.CheckedAt.Sub(info.FetchedAt) != 2*time.Hour {
				t.Errorf("etag %v: parsed %d times, %d downloads, %+v, %v", etag, parsed, o.full, info, err)
			}
			again := dataset(t, o, dir)
			if err := again.Load(); err != nil || !again.live.Load().meta.CheckedAt.Equal(info.CheckedAt) {
				t.Errorf("the confirmation is not on disk: %v", err)
			}
		})
	}
}

// TestListThatStandsStillIsOld: the provider confirms the list every hour, and the list says when it was made.
func TestListThatStandsStillIsOld(t *testing.T) {
	const age = 40 * 24 * time.Hour
	head := func(at time.Time) string { return "# made " + at.Format(time.DateOnly) + "\n" }
	for _, c := range []struct {
		why, head string // of the list's file; the list is loaded at the start of 2000
		lasts     time.Duration
		excerpt   bool
		after     string // its status when it was confirmed for age
	}{
		{"as old as it may be", head(time.Date(2000, 1, 2, 0, 0, 0, 0, time.UTC)), age, false, "ready"},
		{"older", head(time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC)), age, false, "stale"},
		{"in no bound", head(time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)), 0, false, "ready"},
		{"without its date", "", age, false, "stale"},
		{"of a day that does not exist", "# made 2000-02-31\n", age, false, "stale"},
		{"of the far future", head(time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC)), age, false, "stale"},
		{"an old excerpt", head(time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)), age, true, "ready"},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := &origin{body: c.head + lines(10), etag: true}
				options := Options{DataDir: t.TempDir(), AnyAge: c.excerpt}
				client := bubble(t, Provider{Retries: -1}, options, o.serve)
				s := spec(client)
				s.Lasts = c.lasts
				s.Stated = func(_ []string, dir fs.FS) time.Time {
					return DateIn(dir, "a.txt", regexp.MustCompile(`# made ([0-9-]+)`), time.DateOnly)
				}
				d := NewDataset(client.pool, s)

				for _, pause := range []time.Duration{age - time.Hour, time.Hour} {
					if err := d.Refresh(t.Context()); err != nil {
						t.Fatal(err)
					}
					time.Sleep(pause)
				}
				_, info, err := d.Get()
				if h := d.Health(); err != nil || h.Status != c.after || o.full != 1 {
					t.Errorf("%v, %+v", err, h)
				}
				if info.Holds(time.Now(), 2*time.Hour) != (c.after == "ready") || info.Holds(time.Now(), time.Minute) {
					t.Errorf("clears: %+v", info)
				}
			})
		})
	}
}

// TestOlderCopyIsRefused: a server that lags behind does not take back what was known.
func TestOlderCopyIsRefused(t *testing.T) {
	made := func(day string) string { return "# made " + day + "\n" + lines(10+len(day)) }
	for _, c := range []struct {
		why, held, came string
		taken           bool
	}{
		{"older by weeks", made("1999-12-30"), made("1999-12-02"), false},
		{"its newest row was withdrawn", made("1999-12-30"), made("1999-12-29"), true},
		{"newer", made("1999-12-02"), made("1999-12-30"), true},
		{"after one of the future", made("2063-01-01"), made("1999-12-30"), true},
		{"without a date", made("1999-12-30"), "# of some day\n" + lines(20), true},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := &origin{body: c.held}
				client := bubble(t, Provider{Retries: -1}, Options{DataDir: t.TempDir()}, o.serve)
				s := spec(client)
				s.Stated = func(_ []string, dir fs.FS) time.Time {
					return DateIn(dir, "a.txt", regexp.MustCompile(`# made ([0-9-]+)`), time.DateOnly)
				}
				d := NewDataset(client.pool, s)
				if err := d.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}

				o.body = c.came
				if err := d.Refresh(t.Context()); (err == nil) != c.taken {
					t.Errorf("taken %v: %v", c.taken, err)
				}
				time.Sleep(staleIntervals*s.Every + time.Second)
				if h := d.Health(); !c.taken && (h.Status != "stale" || !strings.Contains(h.LastError, "in use of 1999-12-30")) {
					t.Errorf("a list that is not confirmed: %+v", h)
				}
			})
		})
	}
}

// TestListWithoutDateIsAsOldAsItsFile: Last-Modified stands for a date that the list does not state.
func TestListWithoutDateIsAsOldAsItsFile(t *testing.T) {
	for modified, want := range map[string]string{
		"Fri, 31 Dec 1999 00:00:00 GMT": StatusOK,
		"Mon, 01 Nov 1999 00:00:00 GMT": StatusStale,
		"":                              StatusOK,
	} {
		synctest.Test(t, func(t *testing.T) {
			client := bubble(t, Provider{Retries: -1}, Options{DataDir: t.TempDir()},
				func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Last-Modified", modified)
					_, _ = io.WriteString(w, lines(10))
				})
			s := spec(client)
			s.Lasts = 30 * 24 * time.Hour
			d := NewDataset(client.pool, s)
			if err := d.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := d.Status("list"); got.State != want || got.Outlived != (want == StatusStale) {
				t.Errorf("%q: %+v", modified, got)
			}
		})
	}
}

func TestNewerListOfAnotherProcessIsTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, o := t.TempDir(), &origin{body: lines(50), etag: true}
		one, two := dataset(t, o, dir), dataset(t, o, dir)
		if err := one.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		o.body = lines(60)
		if err := errors.Join(two.Load(), two.Refresh(t.Context())); err != nil {
			t.Fatal(err)
		}
		if err := one.Refresh(t.Context()); err != nil || records(one) != 60 || o.full != 2 {
			t.Errorf("%v, %d records, %d downloads; a 304 for the newer list must not confirm the older", err, records(one), o.full)
		}
	})
}

func TestListsAreRefreshedOnSchedule(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := &origin{body: lines(10), code: 500}
		d := dataset(t, o, t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			d.pool.RunDatasets(ctx, 0)
			close(done)
		}()
		synctest.Wait()
		want := func(when string, asked, records_ int) {
			t.Helper()
			synctest.Wait()
			o.Lock()
			defer o.Unlock()
			if o.asked != asked || records(d) != records_ {
				t.Errorf("%s: asked %d times with %d records, want %d with %d", when, o.asked, records(d), asked, records_)
			}
		}
		want("at the start", 1, -1)
		time.Sleep(5*time.Minute + time.Second)
		want("first retry after 5 minutes", 2, -1)
		o.Lock()
		o.code = 0
		o.Unlock()
		time.Sleep(9 * time.Minute)
		want("second retry not before 10", 2, -1)
		time.Sleep(time.Minute)
		want("second retry after 10", 3, 10)
		time.Sleep(5 * time.Hour)
		want("nothing before its time", 3, 10)
		time.Sleep(time.Hour)
		want("after six hours", 4, 10)
		cancel()
		<-done
		if h := d.pool.DatasetHealth(); len(h) != 1 || h[0].Name != "lines" || h[0].Status != "ready" {
			t.Errorf("health %+v", h)
		}
	})
}

func TestSeveralFilesAreTakenTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		version, broken := "1", false
		c := bubble(t, Provider{Retries: -1}, Options{DataDir: t.TempDir()}, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/v1/b.txt" && broken:
				w.WriteHeader(500)
			case r.URL.Path == "/v1/a.txt" && r.Header.Get("If-None-Match") == `"a"`:
				w.WriteHeader(304)
			case r.URL.Path == "/v1/a.txt":
				w.Header().Set("ETag", `"a"`)
				_, _ = io.WriteString(w, "a")
			default:
				_, _ = io.WriteString(w, "b"+version)
			}
		})
		file := func(name string) File {
			return File{Name: name, Request: func(c *Client) *Request { return c.Get("/{}", name) }}
		}
		d := NewDataset(c.pool, DatasetSpec[string]{
			Name: "two", Client: c, Every: time.Hour, Files: []File{file("a.txt"), file("b.txt")}, Count: func(s string) int { return len(s) },
			Parse: func(dir fs.FS) (string, error) {
				a, errA := fs.ReadFile(dir, "a.txt")
				b, errB := fs.ReadFile(dir, "b.txt")
				return string(a) + string(b), errors.Join(errA, errB)
			},
		})
		get := func() string { s, _, _ := d.Get(); return s }
		if err := d.Refresh(t.Context()); err != nil || get() != "ab1" {
			t.Fatalf("%q, %v", get(), err)
		}
		version, broken = "2", true
		if err := d.Refresh(t.Context()); err == nil || get() != "ab1" {
			t.Errorf("%q, %v", get(), err)
		}
		broken = false
		if err := d.Refresh(t.Context()); err != nil || get() != "ab2" {
			t.Errorf("%q, %v; the unchanged file has to come along", get(), err)
		}
	})
}

func TestSmallListsSwitchesOffTheFloorsAndNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			why, body    string
			strict, lent bool // taken over by a pool as the service makes it, and by one of small lists
		}{
			{"as long as it has to be", lines(100), true, true},
			{"a record too few", lines(99), false, true},
			{"too few of something else", strings.ReplaceAll(lines(100), "line", "l"), false, true},
			{"no record", "", false, false},
			{"refused by Check", "bad\n" + lines(100), false, false},
			{"refused by Parse", "<html>", false, false},
		} {
			for _, small := range []bool{false, true} {
				o := &origin{body: c.body}
				client := bubble(t, Provider{Retries: -1}, Options{DataDir: t.TempDir(), SmallLists: small}, o.serve)
				s := spec(client)
				s.MinRecords = 100
				s.Floors = []Floor[[]string]{{
					What:  "letters",
					Least: 300,
					Count: func(l []string) int { return len(strings.Join(l, "")) },
				}}
				d := NewDataset(client.pool, s)

				err := d.Refresh(t.Context())
				if want := small && c.lent || !small && c.strict; (err == nil) != want {
					t.Errorf("%s, small lists %v: %v", c.why, small, err)
				}
				if err != nil || !small {
					continue
				}
				o.body = lines(60)
				if err := d.Refresh(t.Context()); !errorHas(err, "60 records after") {
					t.Errorf("%s, then shrunk: %v", c.why, err)
				}
			}
		}
	})
}

func TestBrokenDatasetDeclarationsAreReported(t *testing.T) {
	for why, change := range map[string]func(*DatasetSpec[[]string], *Options){
		"DATA_DIR":   func(_ *DatasetSpec[[]string], o *Options) { o.DataDir = "" },
		"name":       func(s *DatasetSpec[[]string], _ *Options) { s.Name = "../x" },
		"Every":      func(s *DatasetSpec[[]string], _ *Options) { s.Every = 0 },
		"plain name": func(s *DatasetSpec[[]string], _ *Options) { s.Files[0].Name = "../a" },
	} {
		o := Options{DataDir: t.TempDir()}
		s := spec(NewPool(o).Client(Provider{Name: "a", BaseURL: "http://a.test"}))
		change(&s, &o)
		p := NewPool(o)
		d := NewDataset(p, s)
		if !errorHas(p.Err(), why) || len(p.DatasetHealth()) != 0 {
			t.Errorf("%s: %v", why, p.Err())
		}
		if _, _, err := d.Get(); !errors.Is(err, Warming) {
			t.Errorf("%s: %v", why, err)
		}
	}
	p := NewPool(Options{DataDir: t.TempDir(), Lookup: settings(map[string]string{"UPSTREAM_A_URL": "off"})})
	s := spec(p.Client(Provider{Name: "a", BaseURL: "http://a.test"}))
	d := NewDataset(p, s)
	if _, _, err := d.Get(); !errors.Is(err, NotConfigured) || d.Health().Status != "not_configured" {
		t.Errorf("switched off: %v, %+v", err, d.Health())
	}
	NewDataset(p, s)
	if !errorHas(p.Err(), "twice") {
		t.Errorf("declared twice: %v", p.Err())
	}
}
