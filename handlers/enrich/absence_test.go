package enrich

import (
	"testing"

	"github.com/farebox/farebox/handlers/enrich/enrichtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: enrichtest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			w := setting{}.over(tb, world)
			w.load(tb)
			return w.Service
		},
	}.Hold(t)
}
