package trade

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trade/tradetest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	return serviceAt(t, tradetest.Now, answers...)
}

var serviceAt = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, now time.Time, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h, err := New(world.Pool(t, nil), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "trade", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, tradetest.Answers()...))
}
