package scholar

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/scholar/scholartest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, scholartest.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return serve(tb, withMail, world)
		},
		Meant: map[string]string{
			"0000-0001-6187-6610 without the rows that it counts":      "other names, years and topics may be empty beside a count of works",
			"doi:10.7717%2Fpeerj.4375 without the rows that it counts": "a work without copies beside a count of citations",
		},
	}.Hold(t)
}
