package env

import (
	"testing"

	"github.com/farebox/farebox/handlers/env/envtest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: envtest.Answers(),
		Serve:   serve,
		Meant: map[string]string{
			"get_qid Results.Facilities[].FacInformalCount": "the coverage of the facility, and no category",
			"get_qid Results.Facilities[].FacQtrsWithNC":    "the same",
		},
	}.Hold(t)
}
