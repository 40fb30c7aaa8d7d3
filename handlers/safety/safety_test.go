package safety

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/safety/safetytest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

var service = handlertest.Over(serve)

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h := New(world.Pool(t, nil, upstreamtest.At(handlertest.Now)), engine, handlertest.Now)
	return handlertest.New(t, "safety", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, safetytest.Answers()...))
}
