package env

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/env/envtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

// service serves the routes over a world of these answers.
var service = handlertest.Over(serve)

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return envtest.Now }
	pool := world.Pool(t, nil, upstreamtest.At(now))
	h := New(pool, engine, now)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "env", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, envtest.Answers()...))
}
