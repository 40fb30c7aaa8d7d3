package lobbying

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/lobbying/lobbyingtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: lobbyingtest.Answers(),
		Serve:   handlertest.Given(serve, nil),
		Meant: map[string]string{
			"filings/ results[].expenses": "below the threshold, or a report of income",
			"filings/ results[].income":   "below the threshold, or a report of expenses",
		},
	}.Hold(t)
}
