package validator

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	vt "github.com/farebox/farebox/handlers/validator/validatortest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, vt.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return serve(tb, tb.TempDir(), world)
		},
	}.Hold(t)
}
