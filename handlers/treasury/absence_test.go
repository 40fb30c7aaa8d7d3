package treasury

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/treasury/treasurytest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{Answers: treasurytest.Answers(), Serve: handlertest.Given(serve, treasurytest.Now)}.Hold(t)
}
