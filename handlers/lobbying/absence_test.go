package lobbying

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/lobbying/lobbyingtest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, lobbyingtest.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service { return serve(tb, nil, world) },
		Meant: map[string]string{
			"filings/ results[].expenses": "below the threshold, or a report of income",
			"filings/ results[].income":   "below the threshold, or a report of expenses",
		},
	}.Hold(t)
}
