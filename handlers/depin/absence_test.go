package depin

import (
	"testing"

	dt "github.com/farebox/farebox/handlers/depin/depintest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{Answers: dt.Answers(), Serve: handlertest.Given(serve, nil)}.Hold(t)
}
