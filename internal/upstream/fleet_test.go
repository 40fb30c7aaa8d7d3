package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
)

func TestFiftyCallsOfTwoReplicasAreOneRequest(t *testing.T) {
	server := startRedis(t)
	release := make(chan struct{})
	h, hits := counted(func(w http.ResponseWriter, r *http.Request) {
		<-release
		text("ok")(w, r)
	})
	address := serve(t, h)
	replicas := []*Client{
		replica(t, server.cache(), Provider{TTL: time.Hour}, address),
		replica(t, server.cache(), Provider{TTL: time.Hour}, address),
	}

	var calls sync.WaitGroup
	for i := range 50 {
		calls.Go(func() {
			resp, err := replicas[i%2].Get("/x").Do(within(t, time.Minute))
			if err != nil || string(resp.Body) != "ok" {
				t.Errorf("call %d: %+v, %v", i, resp, err)
			}
		})
	}
	// Longer than a lease, so that it is seen to be renewed.
	time.Sleep(leaseFor + leaseFor/2)
	close(release)
	calls.Wait()
	if hits.Load() != 1 {
		t.Errorf("%d requests went out, want 1", hits.Load())
	}
}

func TestWhoFollowsADeadReplicaAsksByItself(t *testing.T) {
	server := startRedis(t)
	h, hits := counted(text("ok"))
	c := replica(t, server.cache(), Provider{TTL: time.Hour}, serve(t, h))

	// The other took the lease and was killed: nobody renews it.
	dead, err := server.cache().Fleet(plainName).lease(t.Context(), c.Get("/x").cacheKey(), "flight")
	if err != nil || dead == nil {
		t.Fatalf("%v, %v", dead, err)
	}
	resp, err := c.Get("/x").Do(within(t, time.Minute))
	if err != nil || string(resp.Body) != "ok" || hits.Load() != 1 {
		t.Errorf("%+v, %v, %d requests", resp, err, hits.Load())
	}
}

func TestWhoFollowsGoesAloneInTime(t *testing.T) {
	server := startRedis(t)
	h, hits := counted(text("ok"))
	c := replica(t, server.cache(), Provider{TTL: time.Hour}, serve(t, h))
	other := c.pool.fleet
	busy, err := other.lease(t.Context(), c.Get("/x").cacheKey(), "flight")
	if err != nil || busy == nil {
		t.Fatalf("%v, %v", busy, err)
	}
	go busy.hold(t.Context(), c.pool.link)
	defer busy.giveBack(t.Context(), c.pool.link)

	resp, err := c.Get("/x").Do(within(t, 4*time.Second))
	if err != nil || string(resp.Body) != "ok" || hits.Load() != 1 {
		t.Errorf("%+v, %v, %d requests: the one who asks needed longer than there was time", resp, err, hits.Load())
	}
}

func TestReplicasShareAQuota(t *testing.T) {
	server := startRedis(t)
	short := Quota{5, time.Hour}
	long := Quota{8, 24 * time.Hour}
	for _, c := range []struct {
		what string
		p    Provider
		want int64
	}{
		{"a quota", Provider{Name: "quota", Quotas: []Quota{{7, time.Hour}}}, 7},
		{"a rate", Provider{Name: "rate", RatePerMinute: 0.5, Burst: 9}, 9},
		{"both", Provider{Name: "both", RatePerMinute: 0.5, Burst: 9, Quotas: []Quota{short, long}}, 5},
	} {
		h, hits := counted(text("ok"))
		address := serve(t, h)
		replicas := []*Client{
			replica(t, server.cache(), c.p, address),
			replica(t, server.cache(), c.p, address),
			replica(t, server.cache(), c.p, address),
		}
		var calls sync.WaitGroup
		var limited atomic.Int64
		for i := range 30 {
			calls.Go(func() {
				_, err := replicas[i%3].Get("/{}", fmt.Sprint(i)).Do(within(t, 20*time.Second))
				if errors.Is(err, RateLimited) {
					limited.Add(1)
				} else if err != nil {
					t.Errorf("%s: %v", c.what, err)
				}
			})
		}
		calls.Wait()
		if hits.Load() != c.want || limited.Load() != 30-c.want {
			t.Errorf("%s: %d requests went out and %d were refused, want %d and %d",
				c.what, hits.Load(), limited.Load(), c.want, 30-c.want)
		}
	}
}

func TestReplicasWaitInOneLine(t *testing.T) {
	server := startRedis(t)
	var mu sync.Mutex
	var times []time.Time
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		times = append(times, time.Now())
		mu.Unlock()
		text("ok")(w, r)
	})
	p := Provider{RatePerMinute: 600, Burst: 1}
	replicas := []*Client{replica(t, server.cache(), p, address), replica(t, server.cache(), p, address)}
	began := time.Now()
	var calls sync.WaitGroup
	for i := range 10 {
		calls.Go(func() {
			if _, err := replicas[i%2].Get("/{}", fmt.Sprint(i)).Do(within(t, time.Minute)); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	// Ten requests at ten a second: the last goes 0.9 s after the first, not half of that.
	if took := time.Since(began); len(times) != 10 || took < 890*time.Millisecond {
		t.Errorf("%d requests in %v", len(times), took)
	}
}

func TestCircuitIsOpenedForAllAndClosedByOneTrial(t *testing.T) {
	server := startRedis(t)
	var broken atomic.Bool
	broken.Store(true)
	h, hits := counted(func(w http.ResponseWriter, r *http.Request) {
		if broken.Load() {
			status(http.StatusInternalServerError)(w, r)
			return
		}
		text("ok")(w, r)
	})
	address := serve(t, h)
	p := Provider{Retries: -1}
	one := replica(t, server.cache(), p, address)
	other := replica(t, server.cache(), p, address)

	for i := range breakAfter {
		if _, err := one.Get("/{}", fmt.Sprint(i)).Do(t.Context()); !errors.Is(err, Unavailable) {
			t.Fatal(err)
		}
	}
	before := hits.Load()
	_, err := other.Get("/y").Do(t.Context())
	var e *Error
	if !errors.As(err, &e) || e.Kind != Unavailable || e.RetryAfter < 10*time.Second || hits.Load() != before {
		t.Fatalf("the other replica: %v, %d requests", err, hits.Load()-before)
	}
	if h := other.Health(); h.Status != "open" || h.Failures != 0 {
		t.Errorf("the other replica's health: %+v", h)
	}

	// The time of the circuit is over: one tries, in vain, and it is open again.
	key := other.pool.fleet.key("alpha", "circuit")
	over := func() {
		t.Helper()
		ago := time.Now().Add(-time.Second).UnixMicro()
		asked(t, other.pool.fleet.store, "SET", key, ago)
	}
	over()
	before = hits.Load()
	for i := range 5 {
		if _, err := other.Get("/{}", "t"+fmt.Sprint(i)).Do(t.Context()); !errors.Is(err, Unavailable) {
			t.Fatal(err)
		}
	}
	if hits.Load() != before+1 {
		t.Errorf("%d requests, want one trial", hits.Load()-before)
	}

	over()
	broken.Store(false)
	for i := range 3 {
		if _, err := other.Get("/{}", "u"+fmt.Sprint(i)).Do(t.Context()); err != nil {
			t.Errorf("after the provider came back: %v", err)
		}
	}
	if n := askedInt(t, other.pool.fleet.store, "EXISTS", key); n != 0 {
		t.Error("the circuit is not closed for all")
	}
}

func TestPauseOfAProviderIsForAll(t *testing.T) {
	server := startRedis(t)
	h, hits := counted(status(http.StatusTooManyRequests, "Retry-After", "120"))
	address := serve(t, h)
	p := Provider{Retries: -1}
	one := replica(t, server.cache(), p, address)
	other := replica(t, server.cache(), p, address)
	if _, err := one.Get("/x").Do(t.Context()); !errors.Is(err, RateLimited) {
		t.Fatal(err)
	}
	_, err := other.Get("/y").Do(within(t, 20*time.Second))
	var e *Error
	if !errors.As(err, &e) || e.Kind != RateLimited || e.RetryAfter < time.Minute || hits.Load() != 1 {
		t.Errorf("%v, %d requests", err, hits.Load())
	}
}

// TestEachGoesOnAloneWhenTheCacheDies: no call fails by it, and none waits for long.
func TestEachGoesOnAloneWhenTheCacheDies(t *testing.T) {
	for _, c := range []struct {
		what string
		harm func(*redisServer)
	}{
		{"killed", func(s *redisServer) { s.kill() }},
		{"frozen", func(s *redisServer) { s.freeze() }},
		{"full", func(s *redisServer) {
			set(s.t, s, "maxmemory-policy", "noeviction")
			set(s.t, s, "maxmemory", "1")
		}},
		{"read only", func(s *redisServer) {
			asked(s.t, s.cache().store, "REPLICAOF", "127.0.0.1", "1")
		}},
		{"wants a password now", func(s *redisServer) { set(s.t, s, "requirepass", "hidden") }},
	} {
		t.Run(c.what, func(t *testing.T) {
			server := startRedis(t)
			h, hits := counted(text("ok"))
			one := replica(t, server.cache(), Provider{TTL: time.Hour, RatePerMinute: 6000}, serve(t, h))
			if _, err := one.Get("/before").Do(t.Context()); err != nil {
				t.Fatal(err)
			}
			server.t = t
			c.harm(server)
			one.hurried()

			var calls sync.WaitGroup
			for i := range 20 {
				calls.Go(func() {
					resp, err := one.Get("/{}", fmt.Sprint(i)).Do(within(t, 20*time.Second))
					if err != nil || string(resp.Body) != "ok" {
						t.Errorf("call %d: %v", i, err)
					}
				})
			}
			calls.Wait()
			if hits.Load() != 21 {
				t.Errorf("%d requests, want 21", hits.Load())
			}
		})
	}
}

func set(t *testing.T, s *redisServer, name, value string) {
	t.Helper()
	asked(t, s.cache().store, "CONFIG", "SET", name, value)
}

func TestSlowCacheIsLeftAlone(t *testing.T) {
	server := startRedis(t)
	var delay atomic.Int64
	cache := connect(t, server.slowly(&delay))
	h, _ := counted(text("ok"))
	c := replica(t, cache, Provider{TTL: time.Hour}, serve(t, h))
	if _, err := c.Get("/before").Do(t.Context()); err != nil || !c.pool.link.up() {
		t.Fatalf("%v, up %v", err, c.pool.link.up())
	}
	c.hurried()
	delay.Store(int64(sharedSlow + 20*time.Millisecond))
	for i := range 3 {
		if _, err := c.Get("/{}", fmt.Sprint(i)).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if c.pool.link.up() {
		t.Error("a cache that makes every call wait is still asked")
	}
}

// TestCacheThatComesBackIsUsedAgain, with what it knew gone.
func TestCacheThatComesBackIsUsedAgain(t *testing.T) {
	server := startRedis(t)
	h, hits := counted(text("ok"))
	address := serve(t, h)
	p := Provider{TTL: time.Hour, Quotas: []Quota{{4, time.Hour}}}
	one := replica(t, server.cache(), p, address)
	for i := range 3 {
		if _, err := one.Get("/{}", fmt.Sprint(i)).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	server.kill()
	if _, err := one.Get("/alone").Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.start()
	one.pool.link.pausedUntil.Store(0)

	// What this process has sent still counts, though the fleet has forgotten it.
	if _, err := one.Get("/fifth").Do(within(t, 10*time.Second)); !errors.Is(err, RateLimited) || hits.Load() != 4 {
		t.Errorf("%v, %d requests", err, hits.Load())
	}
	other := replica(t, server.cache(), p, address)
	if _, err := other.Get("/first").Do(t.Context()); err != nil {
		t.Error(err)
	}
	if n := askedInt(t, other.pool.fleet.store, "LLEN", other.pool.fleet.key("alpha", "quota")); n != 2 {
		t.Errorf("the fleet counts %d requests, want 2", n)
	}
}

// TestNonsenseInTheCacheIsNotThere: under every key of ours, of every type.
func TestNonsenseInTheCacheIsNotThere(t *testing.T) {
	server := startRedis(t)
	h, hits := counted(text("ok"))
	address := serve(t, h)
	p := Provider{TTL: time.Hour, RatePerMinute: 6000, Quotas: []Quota{{1000, time.Hour}}}
	c := replica(t, server.cache(), p, address)
	store := c.pool.fleet.store
	values := map[string][]any{
		"text":       {"SET", "garbage"},
		"empty":      {"SET", ""},
		"far":        {"SET", "9007199254740993"},
		"infinite":   {"SET", "inf"},
		"no number":  {"SET", "nan"},
		"negative":   {"SET", "-1"},
		"a list":     {"RPUSH", "x", "9e300", "inf"},
		"a hash":     {"HSET", "a", "b"},
		"many lines": append([]any{"RPUSH"}, many()...),
	}
	n := 0
	for what, value := range values {
		for _, of := range []string{"rate", "quota", "pause", "circuit", "members"} {
			n++
			asked(t, store, "FLUSHALL")
			key := c.pool.fleet.key("alpha", of)
			if of == "members" {
				key = c.pool.fleet.key("fleet", of)
			}
			asked(t, store, value[0].(string), append([]any{key}, value[1:]...)...)
			_, err := c.Get("/{}", fmt.Sprint(n)).Do(within(t, 20*time.Second))
			if err != nil || hits.Load() != int64(n) || !c.pool.link.up() {
				t.Fatalf("%s under %s: %v, %d requests, want %d; cache asked: %v",
					what, of, err, hits.Load(), n, c.pool.link.up())
			}
			if err := c.pool.fleet.beat(t.Context()); err != nil || c.pool.fleet.members.Load() != 1 {
				t.Fatalf("%s under %s: %d members, %v", what, of, c.pool.fleet.members.Load(), err)
			}
		}
	}
}

func many() []any {
	lines := make([]any, 2000)
	for i := range lines {
		lines[i] = "garbage"
	}
	return lines
}

// TestServerThatIsNoRedisIsLeftAlone: CACHE_URL leads to a web server.
func TestServerThatIsNoRedisIsLeftAlone(t *testing.T) {
	h, hits := counted(text("ok"))
	address := serve(t, h)
	c := replica(t, connect(t, "redis://user:hidden@"+address), Provider{TTL: time.Hour, RatePerMinute: 6000}, address)
	for i := range 5 {
		if _, err := c.Get("/{}", fmt.Sprint(i)).Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if hits.Load() < 5 || c.pool.link.up() {
		t.Errorf("%d requests, cache asked: %v", hits.Load(), c.pool.link.up())
	}
}

// TestEachTakesItsPartOfALimitWhileAlone: four replicas without their cache ask no more than they may together.
func TestEachTakesItsPartOfALimitWhileAlone(t *testing.T) {
	server := startRedis(t)
	h, hits := counted(text("ok"))
	address := serve(t, h)
	var replicas []*Client
	for range 4 {
		p := Provider{RatePerMinute: 0.5, Burst: 40, Quotas: []Quota{{20, time.Hour}}}
		replicas = append(replicas, replica(t, server.cache(), p, address))
	}
	for range 2 { // the first did not know of the last yet
		for _, c := range replicas {
			if err := c.pool.fleet.beat(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	server.kill()
	for i := range 40 {
		for _, c := range replicas {
			_, err := c.Get("/{}", fmt.Sprint(i)).Do(within(t, 20*time.Second))
			if err != nil && !errors.Is(err, RateLimited) {
				t.Fatal(err)
			}
		}
	}
	if hits.Load() != 20 {
		t.Errorf("%d requests of four replicas, want the 20 of the quota", hits.Load())
	}
}

func TestReplicasAreCounted(t *testing.T) {
	server := startRedis(t)
	one := server.cache().Fleet(plainName)
	two := server.cache().Fleet(plainName)
	for _, f := range []*Fleet{one, two, one} {
		if err := f.beat(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if one.members.Load() != 2 {
		t.Errorf("%d replicas, want 2", one.members.Load())
	}
	if err := two.goodbye(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := one.beat(t.Context()); err != nil || one.members.Load() != 1 {
		t.Errorf("%d replicas after one left, %v", one.members.Load(), err)
	}
}

// TestNothingButNamesAndTimesIsWithTheFleet: a question, an answer or a key of a provider is nowhere under its keys.
func TestNothingButNamesAndTimesIsWithTheFleet(t *testing.T) {
	server := startRedis(t)
	cache := server.cache()
	hashed := func(key string) string { return fmt.Sprintf("%x", len(key)) + strings.Repeat("0", len(key)%7) }
	pool := NewPool(Options{
		Fleet:     cache.Fleet(hashed),
		Transport: hosts(t, map[string]string{"a.test": serve(t, text("Wilhelmine"))}),
		Lookup:    settings(map[string]string{"ALPHA_KEY": "credential"}),
	})
	c := pool.Client(Provider{
		Name:          "alpha",
		BaseURL:       "http://a.test",
		TTL:           time.Hour,
		RatePerMinute: 60,
		Quotas:        []Quota{{5, time.Hour}},
		Keys:          []Key{{Env: "ALPHA_KEY", Header: "X-Key"}},
	})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	done := make(chan struct{})
	go func() {
		pool.RunFleet(ctx)
		close(done)
	}()
	if _, err := c.Get("/persons/{}", "Jane-Roe").Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	keys, err := redis.Strings(asked(t, cache.store, "KEYS", "*"), nil)
	if err != nil || len(keys) == 0 {
		t.Fatalf("nothing is there, %v", err)
	}
	for _, key := range keys {
		held, err := redis.String(asked(t, cache.store, "DUMP", key), nil)
		if err != nil {
			t.Fatal(err)
		}
		dump := key + held
		for _, hidden := range []string{"credential", "Wilhelmine", "Jane-Roe", "alpha", "persons"} {
			if strings.Contains(dump, hidden) {
				t.Errorf("%q holds %s", key, hidden)
			}
		}
		if askedInt(t, cache.store, "PTTL", key) <= 0 {
			t.Errorf("%q is kept for ever", key)
		}
	}
	stop()
	<-done
}
