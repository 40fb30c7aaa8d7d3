package gdelt

import (
	"testing"

	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: gdelttest.Answers(),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			s, _ := serve(tb, gdelttest.Now, world)
			return s
		},
		Meant: map[string]string{
			"doc/doc an object without members": "GDELT says so, twice, that nothing matches",
			"doc/doc articles":                  "the same",
		},
	}.Hold(t)
}
