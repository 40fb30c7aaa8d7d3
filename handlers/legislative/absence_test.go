package legislative

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legislative/legislativetest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: legislativetest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return serve(tb, legislativetest.Keys(), world, true)
		},
	}.Hold(t)
}
