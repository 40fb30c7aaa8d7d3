package energy

import (
	"testing"

	"github.com/farebox/farebox/handlers/energy/energytest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{Answers: energytest.Answers(), Serve: handlertest.Given(serve, withKey)}.Hold(t)
}
