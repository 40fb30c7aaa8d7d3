package govcon

import (
	"testing"

	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: govcontest.Answers(),
		Serve:   serve,
		Meant: map[string]string{
			"references/toptier_agencies/ results[].abbreviation": "an agency without one is found by name or code",
			"search/spending_by_award/ results[].Award Amount":    "amounts_missing",
		},
	}.Hold(t)
}
