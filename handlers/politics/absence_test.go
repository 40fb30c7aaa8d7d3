package politics

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: examples(),
		Serve:   serve,
		Meant: map[string]string{
			"schedules/schedule_a/ results[].contribution_receipt_amount": "the row does not count",
			"filings/ results[].expenses":                                 "below the threshold, or a report of income",
			"filings/ results[].income":                                   "below the threshold, or a report of expenses",
		},
	}.Hold(t)
}
