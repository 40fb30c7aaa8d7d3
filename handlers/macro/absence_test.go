package macro

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/macro/macrotest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: macrotest.Answers(),
		Serve:   serve,
	}.Hold(t)
}
