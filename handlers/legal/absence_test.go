package legal

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: legaltest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			h := over(tb, legaltest.Keys, world)
			if err := h.agencies.Refresh(tb.Context()); err != nil {
				tb.Log(err)
			}
			return handlertest.New(tb, "legal", h.Register)
		},
	}.Hold(t)
}
