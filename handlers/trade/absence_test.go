package trade

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trade/tradetest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{Answers: tradetest.Answers(), Serve: handlertest.Given(serve, tradetest.Now)}.Hold(t)
}
