package macro

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/macro/macrotest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: macrotest.Answers(),
		Serve:   serve,
		Meant: map[string]string{
			"DEU.GGXWDG_NGDP.A data.dataSets[].series": "the newest year that is there, named beside the value",
		},
	}.Hold(t)
}
