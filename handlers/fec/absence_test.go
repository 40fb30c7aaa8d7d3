package fec

import (
	"testing"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: fectest.Answers(),
		Serve:   serve,
		Meant: map[string]string{
			"schedules/schedule_a/ results[].contribution_receipt_amount": "the row does not count, and sums are null",
		},
	}.Hold(t)
}
