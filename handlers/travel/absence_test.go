package travel

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/travel/traveltest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: traveltest.Answers(),
		Serve:   handlertest.Given(serve, now),
		Meant: map[string]string{
			"cadataapi.state.gov/api/TravelAdvisories ": "the department's feed instead, whose notice is older here",
		},
	}.Hold(t)
}
