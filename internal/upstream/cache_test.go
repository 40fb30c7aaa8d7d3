package upstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/gomodule/redigo/redis"
)

func TestMemoryCacheStaysWithinItsBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const bound = 20_000
		now := time.Unix(0, 0)
		m := NewMemoryCache(bound, func() time.Time { return now })
		last := map[string]string{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := fmt.Sprint(rapid.IntRange(0, 20).Draw(t, "key"))
			switch rapid.IntRange(0, 3).Draw(t, "op") {
			case 0:
				_ = m.Delete(t.Context(), key)
				delete(last, key)
			case 1:
				got, err := m.Get(t.Context(), key)
				if err != nil || (got != nil && string(got) != last[key]) {
					t.Fatalf("Get %s: %q, %v; last set to %q", key, got, err, last[key])
				}
			default:
				value := make([]byte, rapid.IntRange(1, 4000).Draw(t, "size"))
				value[0] = byte(rapid.IntRange(0, 255).Draw(t, "content"))
				_ = m.Set(t.Context(), key, value, time.Hour)
				last[key] = string(value)
			}
			if m.Used() < 0 || m.Used() > bound {
				t.Fatalf("%d bytes used of %d", m.Used(), bound)
			}
		}
		now = now.Add(time.Hour)
		for key := range last {
			if got, _ := m.Get(t.Context(), key); got != nil {
				t.Fatalf("%s is there after its time", key)
			}
		}
		if m.Used() != 0 {
			t.Fatalf("%d bytes used by nothing", m.Used())
		}
	})
}

func TestMemoryCacheForgetsWhatWasNotUsedForLongest(t *testing.T) {
	m := NewMemoryCache(10*(entryOverhead+101), time.Now)
	for i := range 10 {
		_ = m.Set(t.Context(), fmt.Sprint(i), make([]byte, 100), time.Hour)
	}
	_, _ = m.Get(t.Context(), "0")
	_ = m.Set(t.Context(), "x", make([]byte, 100), time.Hour)
	if v, _ := m.Get(t.Context(), "0"); v == nil {
		t.Error("the one just used is gone")
	}
	if v, _ := m.Get(t.Context(), "1"); v != nil {
		t.Error("the one not used for longest is still there")
	}
	_ = m.Set(t.Context(), "big", make([]byte, 2000), time.Hour)
	if v, _ := m.Get(t.Context(), "big"); v != nil || m.Used() != 10*(entryOverhead+101) {
		t.Error("a value over an eighth of the cache was kept")
	}
}

func TestEntrySurvivesItsEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := entry{
			Status: rapid.IntRange(100, 599).Draw(t, "status"), Missing: rapid.Bool().Draw(t, "missing"), FreshTo: time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "to"), 0),
			Header: map[string][]string{"X": {rapid.String().Draw(t, "header")}}, body: rapid.SliceOf(rapid.Byte()).Draw(t, "body"),
		}
		raw, err := e.encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeEntry(raw)
		if err != nil || got.Status != e.Status || got.Missing != e.Missing || !got.FreshTo.Equal(e.FreshTo) || string(got.body) != string(e.body) {
			t.Fatalf("%+v became %+v, %v", e, got, err)
		}
		_, _ = decodeEntry(raw[:rapid.IntRange(0, len(raw)).Draw(t, "cut")]) // must not panic
	})
}

// shelf is a shared cache as another process would see it.
type shelf struct {
	mu    sync.Mutex
	items map[string][]byte
	fail  error
	asked int
}

func (s *shelf) do(op func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.fail == nil {
		op()
	}
	return s.fail
}
func (s *shelf) Get(_ context.Context, key string) (v []byte, err error) {
	err = s.do(func() { v = s.items[key] })
	return v, err
}
func (s *shelf) Set(_ context.Context, key string, v []byte, _ time.Duration) error {
	return s.do(func() { s.items[key] = v })
}
func (s *shelf) Delete(_ context.Context, key string) error {
	return s.do(func() { delete(s.items, key) })
}

func TestProcessesShareAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := &shelf{items: map[string][]byte{}}
		h, hits := counted(text("ok"))
		for i := range 3 {
			c := bubble(t, Provider{TTL: time.Hour}, Options{Shared: common}, h)
			for range 2 {
				resp, err := c.Get("/x").Do(t.Context())
				if err != nil || string(resp.Body) != "ok" || hits.Load() != 1 {
					t.Fatalf("process %d: %+v, %v, %d requests", i, resp, err, hits.Load())
				}
			}
		}
		for key := range maps.Keys(common.items) {
			common.items[key] = []byte("from another version")
		}
		if _, err := bubble(t, Provider{TTL: time.Hour}, Options{Shared: common}, h).Get("/x").Do(t.Context()); err != nil || hits.Load() != 2 {
			t.Errorf("unreadable value: %v, %d requests", err, hits.Load())
		}
	})
}

func TestSharedAnswerIsFetchedOnceByEachProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := &shelf{items: map[string][]byte{}}
		h, hits := counted(text("ok"))
		get := func(c *Client) {
			t.Helper()
			if resp, err := c.Get("/x").Do(t.Context()); err != nil || string(resp.Body) != "ok" {
				t.Fatalf("%+v, %v", resp, err)
			}
		}
		get(bubble(t, Provider{TTL: time.Hour}, Options{Shared: common}, h))
		other := bubble(t, Provider{TTL: time.Hour}, Options{Shared: common}, h)
		common.asked = 0
		for range 10 {
			get(other)
		}
		if common.asked != 1 || hits.Load() != 1 {
			t.Errorf("the shared cache was asked %d times and the provider %d times, want once each", common.asked, hits.Load())
		}
		time.Sleep(time.Hour)
		get(other)
		if hits.Load() != 2 {
			t.Errorf("%d requests after the TTL, want 2", hits.Load())
		}
	})
}

func TestFailingSharedCacheIsLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := &shelf{items: map[string][]byte{}, fail: errors.New("down")}
		h, hits := counted(text("ok"))
		c := bubble(t, Provider{TTL: time.Hour}, Options{Shared: common}, h)
		for i := range 20 {
			if _, err := c.Get("/{}", fmt.Sprint(i)).Do(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if common.asked != 1 || hits.Load() != 20 {
			t.Errorf("asked %d times while down, want once", common.asked)
		}
		time.Sleep(sharedPause)
		common.fail = nil
		if _, err := c.Get("/last").Do(t.Context()); err != nil || len(common.items) != 1 {
			t.Errorf("not used again after the pause: %v, %d items", err, len(common.items))
		}
	})
}

func TestRedisKeepsAnswersForItsTime(t *testing.T) {
	cache := startRedis(t).cache()
	ctx := t.Context()
	if v, err := cache.Get(ctx, "k"); v != nil || err != nil {
		t.Errorf("absent key: %q, %v", v, err)
	}
	if err := cache.Set(ctx, "k", []byte("a\x00\nb"), time.Minute); err != nil {
		t.Fatal(err)
	}
	if v, err := cache.Get(ctx, "k"); string(v) != "a\x00\nb" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
	if left := askedInt(t, cache.store, "PTTL", redisPrefix+"k"); left <= 0 || left > time.Minute.Milliseconds() {
		t.Errorf("kept for %d ms", left)
	}
	if err := cache.Delete(ctx, "k"); err != nil {
		t.Fatal(err)
	}
	if v, _ := cache.Get(ctx, "k"); v != nil {
		t.Error("still there after Delete")
	}

	h, hits := counted(text("ok"))
	address := serve(t, h)
	for range 2 { // two processes
		pool := NewPool(Options{Shared: cache, Transport: hosts(t, map[string]string{"a.test": address})})
		if _, err := pool.Client(Provider{Name: "a", BaseURL: "http://a.test", TTL: time.Hour}).Get("/x").Do(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if hits.Load() != 1 {
		t.Errorf("%d requests by two processes, want 1", hits.Load())
	}
}

func TestCacheURLHasToBeOne(t *testing.T) {
	for _, address := range []string{
		"http://user:hidden@x",
		"redis:hidden",
		"redis://:hidden@x/first",
		"redis://:hidden@x/-1",
		"redis://:hidden@x?pool_size=many",
		"unix://",
		"redis://:hidden@x:port",
	} {
		if _, err := NewRedisCache(address); err == nil || errorHas(err, "hidden") {
			t.Errorf("%s: error %v", address, err)
		}
	}
}

func TestDatabaseOfTheCacheURLIsUsed(t *testing.T) {
	server := startRedis(t)
	first := server.cache()
	second := connect(t, "unix://"+server.socket+"?db=1")

	if err := second.Set(t.Context(), "k", []byte("v"), time.Minute); err != nil {
		t.Fatal(err)
	}
	if v, err := first.Get(t.Context(), "k"); v != nil || err != nil {
		t.Errorf("database 0 has %q, %v", v, err)
	}
	if v, err := second.Get(t.Context(), "k"); string(v) != "v" || err != nil {
		t.Errorf("database 1 has %q, %v", v, err)
	}
}

func TestConnectionsThatDiedWithTheServerAreNotUsed(t *testing.T) {
	server := startRedis(t)
	cache := server.cache()
	const several = 5
	open := make([]redis.Conn, several)
	for i := range open {
		open[i] = cache.store.pool.Get()
	}
	for _, conn := range open {
		if _, err := conn.Do("PING"); err != nil {
			t.Fatal(err)
		}
	}
	for _, conn := range open {
		conn.Close()
	}
	server.kill()
	server.start()
	time.Sleep(idleUnchecked)

	for range several {
		if err := cache.Ping(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkRememberedAnswer(b *testing.B) {
	pool := NewPool(Options{})
	c := pool.Client(Provider{Name: "a", BaseURL: "http://a.test", TTL: time.Hour})
	r := func() *Request { return c.Get("/records/{}", "529900T8BM49AURSDO55").Query("page", "1") }
	e := &entry{Status: 200, Header: map[string][]string{"Content-Type": {"application/json"}, "Etag": {`"x"`}}, FetchedAt: time.Now(), body: make([]byte, 4096)}
	c.remember(b.Context(), r(), r().cacheKey(), e)
	b.ReportAllocs()
	for b.Loop() {
		if resp, err := r().Do(b.Context()); err != nil || !resp.Cached {
			b.Fatal(err)
		}
	}
}

// asked is what the server answers to a command that only tests send.
func asked(t *testing.T, store redisConn, command string, args ...any) any {
	t.Helper()
	answer, err := store.do(t.Context(), command, args...)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// askedInt is asked, of a command that answers a number.
func askedInt(t *testing.T, store redisConn, command string, args ...any) int64 {
	t.Helper()
	n, err := redis.Int64(asked(t, store, command, args...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
