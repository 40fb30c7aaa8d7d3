package edgar

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: append(all(), nothingElse),
		Serve:   serve,
		Meant: map[string]string{
			".json facts":            "tags are data: what is not there was not reported",
			"company_tickers.json 1": "companies are data",
		},
	}.Hold(t)
}
