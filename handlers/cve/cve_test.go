package cve

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/cve/cvetest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// service serves the routes over a world of these answers; the catalogue is loaded when the world has one.
var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	pool := world.Pool(t, env)
	h := New(pool, func() time.Time { return now })
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	_ = h.KEV().Datasets()[0].Refresh(t.Context())
	return handlertest.New(t, "cve", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, nil, cvetest.Answers()...))
}
