package govcon

import (
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

// service serves the family over answers, with the list of agencies loaded.
var service = handlertest.Over(serve)

// serve is the family over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()

	now := func() time.Time { return govcontest.Now }
	h := New(world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(now)), engine, now)
	_ = h.agencies.Refresh(t.Context()) // tests without a list are about that

	return handlertest.New(t, "govcon", func(e *echo.Echo) { h.Register(e) })
}

// examplesOnly is the service over what the provider says to the examples.
func examplesOnly(t testing.TB) (*handlertest.Service, *upstreamtest.World) {
	return service(t, govcontest.Answers()...)
}

func TestExamples(t *testing.T) {
	s, world := examplesOnly(t)
	s.CheckExamples("sources")
	if misses := world.Misses(); len(misses) > 0 {
		t.Errorf("asked for what the provider does not have: %q", misses)
	}
}

// asked are the requests after the list of agencies.
func asked(world *upstreamtest.World) []string {
	var list []string
	for _, line := range world.Asked() {
		if !strings.HasSuffix(line, "/toptier_agencies/") {
			list = append(list, line)
		}
	}
	return list
}
