package cryptonews

import (
	"testing"

	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: cryptonewstest.AnswersAt(cryptonewstest.Now),
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
			return over(tb, atNow, cryptonewstest.PagesAt(atNow), world)
		},
	}.Hold(t)
}
