package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/hnalgolia"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// probedPair are two providers, alpha and beta, whose answers a test chooses, and the routes that rest on them.
type probedPair struct {
	*closures
	pool    *upstream.Pool
	world   *upstreamtest.World
	clock   time.Time
	answers map[string]int // status by provider
	probes  map[string]int // by provider
	soldAt  time.Time
}

// turnOf gives a turn, or does not.
type turnOf bool

func (t turnOf) TakeTurn(context.Context, string, string, time.Duration) (bool, error) {
	return bool(t), nil
}
func (turnOf) EndTurn(context.Context, string, string) error { return nil }

func newProbedPair(t *testing.T, mine bool) *probedPair {
	t.Helper()
	p := &probedPair{
		clock:   time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC),
		answers: map[string]int{},
		probes:  map[string]int{},
	}
	world := upstreamtest.New(t)
	for _, name := range []string{"alpha", "beta"} {
		world.Handle(name+".test", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if status := p.answers[name]; status > 0 {
				w.WriteHeader(status)
			}
			_, _ = w.Write([]byte(`{}`))
		}))
	}
	now := func() time.Time { return p.clock }
	p.world = world
	p.pool = world.Pool(t, nil, upstreamtest.At(now))
	for _, name := range []string{"alpha", "beta"} {
		client := p.pool.Client(upstream.Provider{
			Name:    name,
			BaseURL: "https://" + name + ".test",
			Retries: -1,
		})
		client.Probe(func(ctx context.Context) error {
			p.probes[name]++
			_, err := client.Get("/law").JSON(ctx, &struct{}{})
			return err
		})
	}

	c := newClosures(Parts{
		Config:    Config{CheckEvery: 6 * time.Hour},
		Upstreams: p.pool,
		Turns:     turnOf(mine),
		Now:       now,
		Log:       slog.New(slog.DiscardHandler),
		Metrics:   prometheus.NewRegistry(),
	}, func(string) time.Time { return p.soldAt })
	c.rand = func() float64 { return 0.5 }
	c.table = map[string]routeSources{
		"GET /alone":  {Uses: []string{"alpha"}, Needs: [][]string{{"alpha"}}},
		"GET /either": {Uses: []string{"alpha", "beta"}, Needs: [][]string{{"alpha", "beta"}}},
	}
	p.closures = c
	return p
}

// budgetOfOne is a pool in which alpha may be asked once a day.
func (p *probedPair) budgetOfOne(t *testing.T) *upstream.Pool {
	t.Helper()
	now := func() time.Time { return p.clock }
	return p.world.Pool(t, map[string]string{"UPSTREAM_ALPHA_BUDGET": "1"}, upstreamtest.At(now))
}

// called lets a caller meet a provider once.
func (p *probedPair) called(t *testing.T, provider string) {
	t.Helper()
	client := p.pool.Client(upstream.Provider{
		Name:    provider,
		BaseURL: "https://" + provider + ".test",
		Retries: -1,
	})
	_, err := client.Get("/page").JSON(t.Context(), &struct{}{})
	if (err != nil) != (p.answers[provider] > 0) {
		t.Fatal(err)
	}
}

// minutes ticks every minute for so long.
func (p *probedPair) minutes(t *testing.T, n int) {
	t.Helper()
	for range n {
		p.clock = p.clock.Add(time.Minute)
		p.tick(t.Context())
	}
}

func TestRouteClosesOnTwoFailedProbesAndAFailedCall(t *testing.T) {
	p := newProbedPair(t, true)
	p.answers["alpha"] = http.StatusServiceUnavailable
	p.called(t, "alpha")
	p.minutes(t, 2)
	if p.probes["alpha"] != 1 || p.of("GET /alone") != nil {
		t.Fatalf("after %d probes: %v", p.probes["alpha"], p.of("GET /alone"))
	}

	p.minutes(t, 5)
	closed := p.of("GET /alone")
	if closed == nil || closed.Code != problem.CodeProviderUnavailable || closed.Status != 503 {
		t.Fatalf("after %d probes: %v", p.probes["alpha"], closed)
	}
	if p.of("GET /either") != nil {
		t.Error("a route is closed although beta is well")
	}

	p.answers["alpha"] = 0
	p.minutes(t, 6)
	if p.of("GET /alone") != nil {
		t.Error("still closed after a probe that came back well")
	}
}

func TestRouteThatDriftClosesSaysThatTheProviderHasChanged(t *testing.T) {
	p := newProbedPair(t, true)
	p.answers["alpha"] = http.StatusNotFound
	p.called(t, "alpha")
	p.minutes(t, 10)
	if closed := p.of("GET /alone"); closed == nil || closed.Code != problem.CodeProviderChanged {
		t.Errorf("%v", closed)
	}
}

// A probe may be at fault itself.
func TestFailedProbesAloneCloseNothing(t *testing.T) {
	p := newProbedPair(t, true)
	p.answers["alpha"] = http.StatusServiceUnavailable
	p.minutes(t, 12*60)
	if p.probes["alpha"] < 3 || len(p.codes()) > 0 {
		t.Errorf("after %d probes: %v", p.probes["alpha"], p.codes())
	}
	if failing := p.failing(); len(failing) != 1 || failing[0].Provider != "alpha" {
		t.Errorf("failing: %v", failing)
	}
}

// The table knows the inputs of the examples; others may rest on other providers.
func TestRouteThatIsSoldAllTheSameStaysOpen(t *testing.T) {
	p := newProbedPair(t, true)
	p.answers["alpha"] = http.StatusServiceUnavailable
	p.called(t, "alpha")
	p.soldAt = p.clock.Add(3 * time.Minute)
	p.minutes(t, 20)
	if p.of("GET /alone") != nil {
		t.Error("closed, although it was sold after the first failed probe")
	}
}

func TestProvidersThatAreWellAreAskedOnceInAnInterval(t *testing.T) {
	p := newProbedPair(t, true)
	p.minutes(t, 24*60)
	for provider, n := range p.probes {
		if n < 3 || n > 5 {
			t.Errorf("%s was probed %d times in a day, every 6 hours", provider, n)
		}
	}
	if len(p.probes) != 2 {
		t.Errorf("probed %v", p.probes)
	}
}

func TestReplicaWithoutTheTurnProbesWhatFailsItsCallersOnly(t *testing.T) {
	p := newProbedPair(t, false)
	p.minutes(t, 24*60)
	if len(p.probes) > 0 {
		t.Fatalf("probed %v", p.probes)
	}
	p.answers["alpha"] = http.StatusServiceUnavailable
	p.called(t, "alpha")
	p.minutes(t, 10)
	if p.probes["alpha"] != 2 || p.probes["beta"] > 0 || p.of("GET /alone") == nil {
		t.Errorf("probed %v, closed %v", p.probes, p.codes())
	}
}

func TestClosedRouteIsNotQuoted(t *testing.T) {
	var down atomic.Bool
	clock := time.Now()
	world := upstreamtest.New(t)
	world.Handle("hn.algolia.com", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if down.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte(`{"hits":[{"objectID":"1","title":"A","url":"https://a.test","author":"b","created_at":"2011-03-13T07:06:40Z",
			"points":1,"num_comments":0}],"nbHits":1,"exhaustiveNbHits":true}`))
	}))
	s := start(t, newKey(t), nil, func(p *Parts) {
		p.Upstreams = world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(func() time.Time { return clock }))
	})
	closures := s.server.closures
	closures.now = func() time.Time { return clock }
	ticks := func(n int) {
		for range n {
			clock = clock.Add(time.Minute)
			closures.note(s.server.parts.Upstreams.Check(t.Context(), "hn-algolia"))
			closures.judge()
		}
	}
	closures.state["hn-algolia"] = &probeState{}

	if r := s.get("/dev/hn"); r.status != http.StatusPaymentRequired {
		t.Fatalf("before: %d", r.status)
	}
	down.Store(true)
	_, _, err := hnalgolia.New(s.server.parts.Upstreams).Stories(t.Context(), "farebox", time.Unix(1, 0))
	if !errors.Is(err, upstream.Unavailable) {
		t.Fatal(err)
	}
	ticks(2)
	r := s.get("/dev/hn")
	body := r.json(t)
	if r.status != 503 || body["code"] != problem.CodeProviderUnavailable || body["charged"] != false {
		t.Errorf("closed: %d %s", r.status, r.body)
	}
	if r := s.get("/dev/github"); r.status != http.StatusPaymentRequired {
		t.Errorf("another route: %d", r.status)
	}
	health := string(s.get("/health").body)
	for _, name := range []string{"route:GET /dev/hn", "probe:hn-algolia"} {
		if !strings.Contains(health, name) {
			t.Errorf("health does not tell of %s: %s", name, health)
		}
	}

	if found := string(s.get("/find?q=hacker+news+stories").body); strings.Contains(found, `/dev/hn`) {
		t.Errorf("/find names it: %s", found)
	}
	catalogue := s.get("/.well-known/x402").json(t)
	endpoint := catalogue["endpoints"].(map[string]any)["GET /dev/hn"].(map[string]any)
	if endpoint["unavailable"] != problem.CodeProviderUnavailable {
		t.Errorf("the catalogue does not mark it: %v", endpoint)
	}
	for _, resource := range catalogue["resources"].([]any) {
		if strings.HasSuffix(resource.(string), "/dev/hn") {
			t.Error("it is among the resources of the catalogue")
		}
	}

	down.Store(false)
	ticks(1)
	if found := string(s.get("/find?q=hacker+news+stories").body); !strings.Contains(found, `/dev/hn`) {
		t.Errorf("/find does not name it again: %s", found)
	}
	if r := s.get("/dev/hn"); r.status != http.StatusPaymentRequired {
		t.Errorf("after: %d %s", r.status, r.body)
	}
}
