package trials

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: trialstest.Answers(),
		Serve:   serve,
		Meant: map[string]string{
			"studies/NCT01720446 without the rows that it counts": "a study whose results list no outcomes",
		},
	}.Hold(t)
}
