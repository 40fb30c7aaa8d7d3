package upstream

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/upstream/objects/s3"
)

const bucket = "lists"

// bucketServer is an object store that can go away, and cut answers short.
type bucketServer struct {
	*httptest.Server
	memory *s3mem.Backend
	mu     sync.Mutex
	change func(http.Handler, http.ResponseWriter, *http.Request) // nil for none
	asked  []string                                               // method and path
}

func newBucket(t *testing.T) *bucketServer {
	t.Helper()
	b := &bucketServer{memory: s3mem.New()}
	if err := b.memory.CreateBucket(bucket); err != nil {
		t.Fatal(err)
	}
	fake := gofakes3.New(b.memory).Server()
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		b.asked = append(b.asked, r.Method+" "+r.URL.Path)
		change := b.change
		b.mu.Unlock()
		if change != nil {
			change(fake, w, r)
			return
		}
		fake.ServeHTTP(w, r)
	}))
	t.Cleanup(b.Close)
	return b
}

func (b *bucketServer) changeTo(change func(http.Handler, http.ResponseWriter, *http.Request)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.change = change
}

// away answers every request with an error.
func away(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusBadGateway)
}

// shelf is the store as one process reaches it.
func (b *bucketServer) shelf(t *testing.T) *Shelf {
	t.Helper()
	o, err := s3.New(s3.Options{
		URL:       "s3://" + bucket + "/of/one",
		Endpoint:  b.URL,
		KeyID:     "key-id",
		KeySecret: "hidden-key",
		Transport: NewTransport(settings(nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &Shelf{
		Objects: o,
		Sign:    signer("shared"),
	}
}

// signer signs with a key, as processes with one server secret do.
func signer(key string) func(parts ...[]byte) []byte {
	return func(parts ...[]byte) []byte {
		mac := hmac.New(sha256.New, []byte(key))
		for _, p := range parts {
			mac.Write(p)
		}
		return mac.Sum(nil)
	}
}

// names are the objects in the bucket.
func (b *bucketServer) names(t *testing.T) []string {
	t.Helper()
	list, err := b.memory.ListBucket(bucket, nil, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, o := range list.Contents {
		names = append(names, o.Key)
	}
	slices.Sort(names)
	return names
}

func (b *bucketServer) read(t *testing.T, name string) []byte {
	t.Helper()
	o, err := b.memory.GetObject(bucket, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Contents.Close()
	content, err := io.ReadAll(o.Contents)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func (b *bucketServer) write(t *testing.T, name string, content []byte) {
	t.Helper()
	_, err := b.memory.PutObject(bucket, name, map[string]string{}, bytes.NewReader(content), int64(len(content)), nil)
	if err != nil {
		t.Fatal(err)
	}
}

// file is the one object that is no "current".
func (b *bucketServer) file(t *testing.T) string {
	t.Helper()
	for _, name := range b.names(t) {
		if filepath.Base(name) != shelfCurrent {
			return name
		}
	}
	t.Fatal("there is none")
	return ""
}

const currentObject = "of/one/lines/" + shelfCurrent

// turns are those of one database.
type turns struct {
	mu    sync.Mutex
	held  map[string]string
	until map[string]time.Time
	fails atomic.Bool
}

func newTurns() *turns { return &turns{held: map[string]string{}, until: map[string]time.Time{}} }

func (s *turns) TakeTurn(_ context.Context, name, holder string, lasts time.Duration) (bool, error) {
	if s.fails.Load() {
		return false, errors.New("the database is away")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if by, taken := s.held[name]; taken && by != holder && time.Now().Before(s.until[name]) {
		return false, nil
	}
	s.held[name] = holder
	s.until[name] = time.Now().Add(lasts)
	return true, nil
}

func (s *turns) EndTurn(_ context.Context, name, holder string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[name] == holder {
		delete(s.held, name)
	}
	return nil
}

// dying are turns as a process asks for them that may be killed: then nobody hears of it again.
type dying struct {
	Turns
	dead atomic.Bool
}

var errDead = errors.New("killed")

func (d *dying) TakeTurn(ctx context.Context, name, holder string, lasts time.Duration) (bool, error) {
	if d.dead.Load() {
		return false, errDead
	}
	return d.Turns.TakeTurn(ctx, name, holder, lasts)
}

func (d *dying) EndTurn(ctx context.Context, name, holder string) error {
	if d.dead.Load() {
		return errDead
	}
	return d.Turns.EndTurn(ctx, name, holder)
}

// keeper makes the list of a process with a directory of its own.
func keeper(t *testing.T, provider string, change ...func(*Options)) *Dataset[[]string] {
	t.Helper()
	o := Options{
		DataDir:   t.TempDir(),
		Transport: hosts(t, map[string]string{"a.test": provider}),
	}
	for _, c := range change {
		c(&o)
	}
	pool := NewPool(o)
	pool.pace = quickPace
	d := NewDataset(pool, spec(pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test/v1", Retries: -1})))
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

// quickPace is short enough for a test, and long enough for one on a machine under load.
var quickPace = pace{
	lasts: 6 * time.Second,
	ask:   200 * time.Millisecond,
}

func with(s *Shelf, t Turns) func(*Options) {
	return func(o *Options) {
		o.Shelf = s
		o.Turns = t
	}
}

// TestRollOutDownloadsEachListOnce: six replicas with empty directories, which start together.
func TestRollOutDownloadsEachListOnce(t *testing.T) {
	t.Parallel()
	const replicas, lists = 6, 4
	b := newBucket(t)
	database := newTurns()
	h, hits := counted(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(50 * time.Millisecond) // the others come while it lasts
		text(lines(50))(w, r)
	})
	provider := serve(t, h)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	var pools []*Pool
	for range replicas {
		p := NewPool(Options{
			DataDir:   t.TempDir(),
			Transport: hosts(t, map[string]string{"a.test": provider}),
			Shelf:     b.shelf(t),
			Turns:     database,
		})
		p.pace = quickPace
		client := p.Client(Provider{Name: "alpha", BaseURL: "http://a.test/v1", Retries: -1})
		for i := range lists {
			s := spec(client)
			s.Name = fmt.Sprintf("lines%d", i)
			s.Files[0].Request = func(c *Client) *Request { return c.Get("/{}", fmt.Sprint(i)) }
			NewDataset(p, s)
		}
		if err := p.Err(); err != nil {
			t.Fatal(err)
		}
		pools = append(pools, p)
		running.Go(func() { p.RunDatasets(ctx, 0) })
	}

	from := map[string]int{}
	for _, p := range pools {
		await.Until(t, "all lists", func() bool {
			return !slices.ContainsFunc(p.DatasetHealth(), DatasetHealth.Lacks)
		})
		for _, h := range p.DatasetHealth() {
			from[h.From]++
		}
	}
	stop()
	running.Wait()
	if hits.Load() != lists {
		t.Errorf("the provider was asked %d times, want %d", hits.Load(), lists)
	}
	if from[fromProvider] != lists || from[fromStore] != lists*(replicas-1) {
		t.Errorf("lists came from %v", from)
	}
}

// TestReplicaTakesWhatAnotherPutThere, newer versions too, and word that the old one still holds.
func TestReplicaTakesWhatAnotherPutThere(t *testing.T) {
	b := newBucket(t)
	o := &origin{body: lines(50), etag: true}
	provider := serve(t, o.serve)
	database := newTurns()
	one := keeper(t, provider, with(b.shelf(t), database))
	other := keeper(t, provider, with(b.shelf(t), database))
	for _, step := range []struct {
		why, body string
	}{
		{"the first", lines(50)},
		{"newer", lines(60)},
		{"the same", lines(60)},
	} {
		asked := o.askedBy(t, step.body, one, other)
		list, info, err := other.Get()
		_, first, _ := one.Get()
		if err != nil || len(list) != len(step.body)/5 || asked != 1 || !info.CheckedAt.Equal(first.CheckedAt) ||
			!info.FetchedAt.Equal(first.FetchedAt) {
			t.Errorf("%s: %d lines, %v, asked %d times; %+v and %+v", step.why, len(list), err, asked, first, info)
		}
	}
	if one.Health().From != fromProvider || other.Health().From != fromStore {
		t.Errorf("from %s and %s", one.Health().From, other.Health().From)
	}

	// The other asks the provider with the validators that came from the store.
	o.Lock()
	full := o.full
	o.Unlock()
	other.pool.now = func() time.Time { return time.Now().Add(5 * time.Hour) }
	if err := other.Refresh(t.Context()); err != nil || o.full != full || len(b.names(t)) != 3 {
		t.Errorf("%v, %d downloads, want %d; in the store %q", err, o.full, full, b.names(t))
	}
}

// TestStartTakesAnOldListAndAsksTheProvider: the list is there at once, however long the provider takes.
func TestStartTakesAnOldListAndAsksTheProvider(t *testing.T) {
	b := newBucket(t)
	o := &origin{body: lines(50), etag: true}
	provider := serve(t, o.serve)
	if err := keeper(t, provider, with(b.shelf(t), nil)).Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}

	late := keeper(t, provider, with(b.shelf(t), nil))
	late.pool.now = func() time.Time { return time.Now().Add(24 * time.Hour) }
	o.Lock()
	o.code = http.StatusServiceUnavailable
	o.Unlock()
	if err := late.Refresh(t.Context()); err == nil || records(late) != 50 || late.Health().Status != StatusStale {
		t.Errorf("%v, %+v", err, late.Health())
	}
	o.Lock()
	o.code = 0
	o.Unlock()
	if err := late.Refresh(t.Context()); err != nil || o.full != 1 || late.Health().Status != listReady {
		t.Errorf("%v, %d downloads, %+v", err, o.full, late.Health())
	}
}

// TestObjectThatIsNotToBeBelievedIsRefused, the provider asked instead, and the store mended with what it gave.
func TestObjectThatIsNotToBeBelievedIsRefused(t *testing.T) {
	for _, tt := range []struct {
		why    string
		damage func(t *testing.T, b *bucketServer)
	}{
		{"another content", func(t *testing.T, b *bucketServer) {
			b.write(t, b.file(t), []byte(strings.ReplaceAll(lines(50), "line", "lime")))
		}},
		{"a part", func(t *testing.T, b *bucketServer) { b.write(t, b.file(t), []byte(lines(49))) }},
		{"more than the whole", func(t *testing.T, b *bucketServer) { b.write(t, b.file(t), []byte(lines(51))) }},
		{"gone", func(t *testing.T, b *bucketServer) {
			if _, err := b.memory.DeleteObject(bucket, b.file(t)); err != nil {
				t.Fatal(err)
			}
		}},
		{"named by nobody", func(t *testing.T, b *bucketServer) {
			if _, err := b.memory.DeleteObject(bucket, currentObject); err != nil {
				t.Fatal(err)
			}
		}},
		{"named with another digest", func(t *testing.T, b *bucketServer) {
			forged := strings.Replace(string(b.read(t, currentObject)), filepath.Base(b.file(t)),
				strings.Repeat("0", 64), 1)
			b.write(t, currentObject, []byte(forged))
		}},
		{"signed by another", func(t *testing.T, b *bucketServer) {
			_, text, _ := strings.Cut(string(b.read(t, currentObject)), "\n")
			b.write(t, currentObject, fmt.Appendf(nil, "%x\n%s", signer("other")([]byte(text)), text))
		}},
		{"of the future", func(t *testing.T, b *bucketServer) {
			resign(t, b, func(v *shelved) { v.CheckedAt = v.CheckedAt.Add(time.Hour) })
		}},
		{"of another list", func(t *testing.T, b *bucketServer) {
			resign(t, b, func(v *shelved) { v.List = "others" })
		}},
		{"of another form", func(t *testing.T, b *bucketServer) {
			resign(t, b, func(v *shelved) { v.Format++ })
		}},
		{"with another file", func(t *testing.T, b *bucketServer) {
			resign(t, b, func(v *shelved) { v.Files["b.txt"] = v.Files["a.txt"] })
		}},
		{"with a file that has no end", func(t *testing.T, b *bucketServer) {
			resign(t, b, func(v *shelved) {
				f := v.Files["a.txt"]
				f.Size = maxShelved + 1
				v.Files["a.txt"] = f
			})
		}},
		{"no JSON", func(t *testing.T, b *bucketServer) {
			b.write(t, currentObject, fmt.Appendf(nil, "%x\n{", signer("shared")([]byte("{"))))
		}},
		{"empty", func(t *testing.T, b *bucketServer) { b.write(t, currentObject, nil) }},
		{"too long", func(t *testing.T, b *bucketServer) { b.write(t, currentObject, make([]byte, maxCurrent+1)) }},
	} {
		t.Run(tt.why, func(t *testing.T) {
			b := newBucket(t)
			o := &origin{body: lines(50)}
			provider := serve(t, o.serve)
			if err := keeper(t, provider, with(b.shelf(t), nil)).Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
			tt.damage(t, b)

			d := keeper(t, provider, with(b.shelf(t), nil))
			if err := d.Refresh(t.Context()); err != nil || o.asked != 2 || d.Health().From != fromProvider {
				t.Errorf("%v, asked %d times, %+v", err, o.asked, d.Health())
			}
			if list, _, err := d.Get(); err != nil || len(list) != 50 || list[0] != "line" {
				t.Errorf("%q, %v", list, err)
			}
			next := keeper(t, provider, with(b.shelf(t), nil))
			if err := next.Refresh(t.Context()); err != nil || o.asked != 2 || next.Health().From != fromStore {
				t.Errorf("after it: %v, asked %d times, %+v", err, o.asked, next.Health())
			}
		})
	}
}

// resign writes the object that names the version of the list anew, as one that has the key could.
func resign(t *testing.T, b *bucketServer, change func(*shelved)) {
	t.Helper()
	_, text, _ := bytes.Cut(b.read(t, currentObject), []byte("\n"))
	var v shelved
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	change(&v)
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	b.write(t, currentObject, fmt.Appendf(nil, "%x\n%s", signer("shared")(text), text))
}

// TestListThatFailsItsCheckIsNotTakenFromTheStore: what one release puts there may be too little for another.
func TestListThatFailsItsCheckIsNotTakenFromTheStore(t *testing.T) {
	b := newBucket(t)
	o := &origin{body: lines(50)}
	provider := serve(t, o.serve)
	if err := keeper(t, provider, with(b.shelf(t), nil)).Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}

	strict := keeper(t, provider, with(b.shelf(t), nil))
	strict.spec.MinRecords = 60
	for range 2 {
		if err := strict.Refresh(t.Context()); !errors.Is(err, errRefused) || records(strict) != -1 {
			t.Errorf("%v, %d records", err, records(strict))
		}
	}
	reads := 0
	for _, asked := range b.asked {
		if asked == "GET /"+bucket+"/"+b.file(t) {
			reads++
		}
	}
	if reads != 1 {
		t.Errorf("what was refused was read %d times", reads)
	}
}

// TestOlderVersionIsNotTaken: who can write to the store can put back what was there before, and no more.
func TestOlderVersionIsNotTaken(t *testing.T) {
	b := newBucket(t)
	o := &origin{body: lines(50), etag: true}
	provider := serve(t, o.serve)
	d := keeper(t, provider, with(b.shelf(t), nil))
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := b.read(t, currentObject)
	o.body = lines(60)
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}

	b.write(t, currentObject, before)
	if err := d.Refresh(t.Context()); err != nil || records(d) != 60 || o.asked != 3 {
		t.Errorf("%v, %d records, asked %d times", err, records(d), o.asked)
	}
}

// TestStoreThatIsAwayCostsNoList: who has it goes on, who has none downloads, one at a time.
func TestStoreThatIsAwayCostsNoList(t *testing.T) {
	t.Parallel()
	for why, change := range map[string]func(http.Handler, http.ResponseWriter, *http.Request){
		"answers errors": away,
		"hangs up": func(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
			panic(http.ErrAbortHandler)
		},
		"refuses the key": func(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `<Error><Code>InvalidAccessKeyId</Code>`+
				`<Message>key-id hidden-key</Message></Error>`)
		},
	} {
		t.Run(why, func(t *testing.T) {
			b := newBucket(t)
			b.changeTo(change)
			database := newTurns()
			slowly, most := slow(50*time.Millisecond, text(lines(50)))
			h, hits := counted(slowly)
			provider := serve(t, h)
			var log bytes.Buffer
			var replicas sync.WaitGroup
			for i := range 3 {
				d := keeper(t, provider, with(b.shelf(t), database), func(o *Options) {
					o.Rand = func() float64 { return 0 }
					if i == 0 {
						o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
					}
				})
				replicas.Go(func() {
					if err := d.Refresh(within(t, time.Minute)); err != nil || records(d) != 50 {
						t.Errorf("%v, %d records", err, records(d))
					}
				})
			}
			replicas.Wait()
			if hits.Load() != 3 || most.Load() != 1 {
				t.Errorf("%d downloads, %d at once; want 3, one after the other", hits.Load(), most.Load())
			}
			if strings.Contains(log.String(), "hidden-key") || strings.Contains(log.String(), "key-id") ||
				!strings.Contains(log.String(), "object store") {
				t.Errorf("log: %s", log.String())
			}
		})
	}
}

// TestTurnsAloneKeepReplicasApart: without a store each downloads, and none while another does.
func TestTurnsAloneKeepReplicasApart(t *testing.T) {
	t.Parallel()
	database := newTurns()
	slowly, most := slow(30*time.Millisecond, text(lines(50)))
	h, hits := counted(slowly)
	provider := serve(t, h)
	var replicas sync.WaitGroup
	for range 3 {
		d := keeper(t, provider, with(nil, database), func(o *Options) { o.Rand = func() float64 { return 0 } })
		replicas.Go(func() {
			if err := d.Refresh(within(t, time.Minute)); err != nil {
				t.Error(err)
			}
		})
	}
	replicas.Wait()
	if hits.Load() != 3 || most.Load() != 1 {
		t.Errorf("%d downloads, %d at once; want 3, one after the other", hits.Load(), most.Load())
	}
}

// TestTurnOfAHolderThatWasKilledEnds, amid its download.
func TestTurnOfAHolderThatWasKilledEnds(t *testing.T) {
	t.Parallel()
	b := newBucket(t)
	database := newTurns()
	mortal := &dying{Turns: database}
	asked := make(chan struct{}, 1)
	first := keeper(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, lines(10))
		w.(http.Flusher).Flush()
		asked <- struct{}{}
		hang(w, r)
	}), with(b.shelf(t), mortal))
	life, kill := context.WithCancel(t.Context())
	died := make(chan error)
	go func() { died <- first.Refresh(life) }()
	<-asked
	mortal.dead.Store(true)
	kill()
	if err := <-died; err == nil {
		t.Error("it lives")
	}
	if names := b.names(t); len(names) != 0 {
		t.Errorf("in the store %q", names)
	}

	o := &origin{body: lines(50)}
	provider := serve(t, o.serve)
	var replicas sync.WaitGroup
	for range 2 {
		d := keeper(t, provider, with(b.shelf(t), database))
		replicas.Go(func() {
			if err := d.Refresh(within(t, 2*time.Minute)); err != nil || records(d) != 50 {
				t.Errorf("%v, %d records", err, records(d))
			}
		})
	}
	replicas.Wait()
	if o.asked != 1 {
		t.Errorf("asked %d times", o.asked)
	}
}

// TestUploadThatBreaksOffLeavesTheVersionBefore, and the list in use here all the same.
func TestUploadThatBreaksOffLeavesTheVersionBefore(t *testing.T) {
	b := newBucket(t)
	o := &origin{body: lines(50)}
	provider := serve(t, o.serve)
	d := keeper(t, provider, with(b.shelf(t), nil))
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := b.read(t, currentObject)
	o.body = lines(60)
	b.changeTo(func(fake http.Handler, w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut {
			panic(http.ErrAbortHandler)
		}
		fake.ServeHTTP(w, r)
	})
	if err := d.Refresh(t.Context()); err != nil || records(d) != 60 {
		t.Errorf("%v, %d records", err, records(d))
	}
	b.changeTo(nil)
	if !bytes.Equal(b.read(t, currentObject), before) {
		t.Error("another version is named")
	}
	next := keeper(t, provider, with(b.shelf(t), nil))
	if err := next.Refresh(t.Context()); err != nil || records(next) != 50 {
		t.Errorf("%v, %d records", err, records(next))
	}
}

// TestDatabaseThatIsAwayStartsNoDownload: nothing would keep replicas apart then.
func TestDatabaseThatIsAwayStartsNoDownload(t *testing.T) {
	t.Parallel()
	database := newTurns()
	database.fails.Store(true)
	h, hits := counted(text(lines(50)))
	d := keeper(t, serve(t, h), with(nil, database), func(o *Options) { o.Rand = func() float64 { return 0 } })
	if err := d.Refresh(within(t, time.Minute)); err == nil || hits.Load() != 0 {
		t.Errorf("%v, %d downloads", err, hits.Load())
	}
	database.fails.Store(false)
	if err := d.Refresh(within(t, time.Minute)); err != nil || hits.Load() != 1 {
		t.Errorf("%v, %d downloads", err, hits.Load())
	}
}

// TestEarlierFilesAreRemovedFromTheStore once no process can be reading them.
func TestEarlierFilesAreRemovedFromTheStore(t *testing.T) {
	b := newBucket(t)
	o := &origin{body: lines(50)}
	d := keeper(t, serve(t, o.serve), with(b.shelf(t), nil))
	for i, later := range []time.Duration{0, time.Hour, shelfLeftover + time.Hour} {
		o.body = lines(50 + i)
		d.pool.now = func() time.Time { return time.Now().Add(later) }
		d.pool.shelf.now = d.pool.now
		if err := d.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := []int{2, 3, 2}[i]
		if names := b.names(t); len(names) != want {
			t.Errorf("after %s: %q", later, names)
		}
	}
	if _, err := os.Stat(filepath.Join(d.live.Load().dir, "a.txt")); err != nil {
		t.Error(err)
	}
}

// TestListOfAnEarlierReleaseIsPutThereWhole although its manifest on disk does not tell the sizes of files.
func TestListOfAnEarlierReleaseIsPutThereWhole(t *testing.T) {
	b := newBucket(t)
	o := &origin{body: lines(50), etag: true}
	provider := serve(t, o.serve)
	dir := t.TempDir()
	in := func(o *Options) { o.DataDir = dir }
	earlier := keeper(t, provider, in)
	if err := earlier.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	meta := earlier.live.Load().meta
	f := meta.Files["a.txt"]
	f.Size = 0
	meta.Files["a.txt"] = f
	if err := writeManifest(earlier.live.Load().dir, meta); err != nil {
		t.Fatal(err)
	}

	d := keeper(t, provider, in, with(b.shelf(t), nil))
	if err := errors.Join(d.Load(), d.Refresh(t.Context())); err != nil {
		t.Fatal(err)
	}
	next := keeper(t, provider, with(b.shelf(t), nil))
	if err := next.Refresh(t.Context()); err != nil || records(next) != 50 || next.Health().From != fromStore {
		t.Errorf("%v, %+v", err, next.Health())
	}
}

// TestFilesThatAreHereAreNotReadFromTheStore: of two files one has changed.
func TestFilesThatAreHereAreNotReadFromTheStore(t *testing.T) {
	b := newBucket(t)
	second := atomic.Pointer[string]{}
	second.Store(new("one"))
	provider := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/b.txt" {
			text(*second.Load())(w, r)
			return
		}
		text(lines(50))(w, r)
	})
	two := func() *Dataset[[]string] {
		d := keeper(t, provider, with(b.shelf(t), nil))
		d.spec.Files = append(d.spec.Files, File{
			Name:    "b.txt",
			Request: func(c *Client) *Request { return c.Get("/b.txt") },
		})
		return d
	}
	one, other := two(), two()
	if err := errors.Join(one.Refresh(t.Context()), other.Refresh(t.Context())); err != nil {
		t.Fatal(err)
	}
	second.Store(new("two"))
	asked := len(b.asked)
	if err := errors.Join(one.Refresh(t.Context()), other.Refresh(t.Context())); err != nil {
		t.Fatal(err)
	}

	var read []string
	for _, request := range b.asked[asked:] {
		if strings.HasPrefix(request, "GET /"+bucket+"/of/") && !strings.HasSuffix(request, shelfCurrent) {
			read = append(read, request)
		}
	}
	copied, err := os.ReadFile(filepath.Join(other.live.Load().dir, "a.txt"))
	if len(read) != 1 || err != nil || string(copied) != lines(50) || other.Health().From != fromStore {
		t.Errorf("read %q; %v, %+v", read, err, other.Health())
	}
}
