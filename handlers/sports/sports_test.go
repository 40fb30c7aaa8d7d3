package sports

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/sports/sportstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	return serviceWith(t, nil, answers...)
}

var serviceWith = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	return serveAt(t, sportstest.Now, env, world)
}

// serveAt is the same at another time.
func serveAt(t testing.TB, now time.Time, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h, err := New(world.Pool(t, env), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "sports", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, sportstest.Answers()...))
}
