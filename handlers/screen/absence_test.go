package screen

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a list leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: sanctionstest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return service(tb, over(tb, nil, world))
		},
	}.Hold(t)
}
