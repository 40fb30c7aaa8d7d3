package trials

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var service = handlertest.Over(serve)

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return trialstest.Now }
	return handlertest.New(t, "trials", New(world.Pool(t, nil, upstreamtest.At(now)), now).Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, trialstest.Answers()...))
}
