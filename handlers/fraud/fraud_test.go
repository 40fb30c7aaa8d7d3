package fraud

import (
	"net/http"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/fraud/fraudtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

type service struct {
	*handlertest.Service
	world *upstreamtest.World
	pool  *upstream.Pool

	h *Handlers
}

func poolOf(t testing.TB, world *upstreamtest.World, env map[string]string) *upstream.Pool {
	t.Helper()
	return world.Pool(t, env, upstreamtest.SmallLists, upstreamtest.At(clock))
}

// serve makes the routes over the answers, with a DNS of zone. The lists are not loaded yet.
func serve(t *testing.T, zone string, answers ...upstreamtest.Answer) *service {
	t.Helper()
	return serveWith(t, nil, zone, answers...)
}

func serveWith(t *testing.T, env map[string]string, zone string, answers ...upstreamtest.Answer) *service {
	t.Helper()
	return over(t, env, zone, upstreamtest.New(t, answers...))
}

func over(t testing.TB, env map[string]string, zone string, world *upstreamtest.World) *service {
	t.Helper()
	pool := poolOf(t, world, env)
	dns := dnslookuptest.Resolver(t, world.Zone(zone))
	tables, err := maildomain.New(pool)
	if err != nil {
		t.Fatal(err)
	}
	registry, err := rdap.New(pool, nil)
	if err != nil {
		t.Fatal(err)
	}
	squats, err := typosquat.Load()
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(Sources{
		Pool:     pool,
		Mail:     tables,
		DNS:      dns,
		Registry: registry,
		Squats:   squats,
	}, clock)
	if err != nil {
		t.Fatal(err)
	}
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return &service{handlertest.New(t, "fraud", h.Register), world, pool, h}
}

// loaded is serve with all lists loaded that have an answer.
func loaded(t *testing.T, zone string, answers ...upstreamtest.Answer) *service {
	t.Helper()
	s := serve(t, zone, append(answers, fraudtest.Disposable())...)
	s.load(t)
	return s
}

func (s *service) load(t *testing.T) {
	t.Helper()
	upstreamtest.LoadLists(t, s.pool)
}

func TestExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s := loaded(t, fraudtest.Zone, fraudtest.Answers()...)
	s.CheckExamples()
	if status, _ := s.Get("/fraud/score"); status != http.StatusBadRequest {
		t.Errorf("neither input: %d", status)
	}
}
