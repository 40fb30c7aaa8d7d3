package freight

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/freight/freighttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

// service serves the routes over a world of these answers; key is the live system's, empty for none.
func service(t testing.TB, key string, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, append(answers, freighttest.Tables())...)
	return serve(t, key, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, key string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return freighttest.Now }
	pool := world.Pool(t, map[string]string{"FMCSA_WEBKEY": key}, upstreamtest.At(now))
	h := New(pool, engine, now)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "freight", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world := service(t, "", freighttest.Answers()...)
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what the providers do not have: %q", m)
	}
}
