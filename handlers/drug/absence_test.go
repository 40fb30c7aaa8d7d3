package drug

import (
	"testing"

	"github.com/farebox/farebox/handlers/drug/drugtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, drugtest.Examples()...) },
		Serve: serve,
		Meant: map[string]string{
			"rxcui.json idGroup.rxnormId":                                "RxNorm does not know the name; resolved_via and synonyms_checked say what was used",
			"related.json relatedGroup.conceptGroup[].conceptProperties": "a kind without names; synonyms_checked lists those used",
			"drug/label.json results[].drug_interactions":                "a label without that section",
			"drug/label.json results[].warnings_and_cautions":            "the same",
		},
	}.Hold(t)
}
