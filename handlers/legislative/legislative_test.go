package legislative

import (
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legislative/legislativetest"
	"github.com/farebox/farebox/internal/upstream/federalregister"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// service serves the routes over a world of these answers.
func service(
	t testing.TB, env map[string]string, answers ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	listed := slices.ContainsFunc(answers, func(a upstreamtest.Answer) bool { return a.URL == agencies })
	return serve(t, env, world, listed), world
}

// serve is the routes over a world, with its list of agencies if it has one.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World, listed bool) *handlertest.Service {
	t.Helper()
	return serveAt(t, legislativetest.Now, env, world, listed)
}

func serveAt(
	t testing.TB, at time.Time, env map[string]string, world *upstreamtest.World, listed bool,
) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return at }
	pool := world.Pool(t, env, upstreamtest.SmallLists, upstreamtest.At(now))
	list := federalregister.NewDirectory(pool)
	h := New(pool, list, now)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	if listed {
		if err := list.Refresh(t.Context()); err != nil {
			t.Log(err)
		}
	}
	return handlertest.New(t, "legislative", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, legislativetest.Keys(), legislativetest.Answers()...))
}
