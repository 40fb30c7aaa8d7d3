package realestate

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/realestate/realestatetest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: realestatetest.Answers(),
		Serve:   handlertest.Given(serve, realestatetest.Keys),
	}.Hold(t)
}
