package travel

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/travel/traveltest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, traveltest.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service { return serve(tb, now, world) },
		Meant: map[string]string{
			"cadataapi.state.gov/api/TravelAdvisories ": "the department's feed instead, whose notice is older here",
		},
	}.Hold(t)
}
