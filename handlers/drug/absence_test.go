package drug

import (
	"testing"

	"github.com/farebox/farebox/handlers/drug/drugtest"
	"github.com/farebox/farebox/handlers/handlertest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: drugtest.Examples(),
		Serve:   serve,
		Meant: map[string]string{
			"rxcui.json idGroup.rxnormId":                                "RxNorm does not know the name; resolved_via and synonyms_checked say what was used",
			"related.json relatedGroup.conceptGroup[].conceptProperties": "a kind without names; synonyms_checked lists those used",
			"drug/label.json results[].drug_interactions":                "a label without that section",
			"drug/label.json results[].warnings_and_cautions":            "the same",
		},
	}.Hold(t)
}
