package validator

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	vt "github.com/farebox/farebox/handlers/validator/validatortest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: vt.Answers(),
		Serve:   handlertest.Given(serve, t.TempDir()),
		Meant:   map[string]string{"getBlockProduction result.value.byIdentity.": "validators are data"},
	}.Hold(t)
}
