package nutrition

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/nutrition/nutritiontest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		Answers: nutritiontest.Answers(),
		Serve:   handlertest.Given(serve, withKey),
		Meant: map[string]string{
			"3017620422003.json product.nutriments.energy-kcal_100g": "kilocalories are computed from the kilojoules then",
		},
	}.Hold(t)
}
