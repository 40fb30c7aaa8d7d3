package agri

import (
	"testing"

	"github.com/farebox/farebox/handlers/agri/agritest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{Answers: agritest.Answers(), Serve: handlertest.Given(serve, withKeys)}.Hold(t)
}
