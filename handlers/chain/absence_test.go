package chain_test

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/chain/chaintest"
)

// TestAbsenceIsNoEvidence: what an endpoint leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: chaintest.ExplainAnswers(),
		Serve:   startMarket(t, wednesday).over,
	}.Hold(t)
}
