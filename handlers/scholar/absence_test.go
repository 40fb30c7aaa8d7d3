package scholar

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/scholar/scholartest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: scholartest.Answers(),
		Serve:   handlertest.Given(serve, withMail),
		Meant: map[string]string{
			"0000-0001-6187-6610 without the rows that it counts":      "other names, years and topics may be empty beside a count of works",
			"doi:10.7717%2Fpeerj.4375 without the rows that it counts": "a work without copies beside a count of citations",
		},
	}.Hold(t)
}
