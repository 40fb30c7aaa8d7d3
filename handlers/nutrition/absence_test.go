package nutrition

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/nutrition/nutritiontest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAbsenceIsNoEvidence: what a provider leaves out is not known.
func TestAbsenceIsNoEvidence(t *testing.T) {
	handlertest.Absence{
		World: func(tb testing.TB) *upstreamtest.World { return upstreamtest.New(tb, nutritiontest.Answers()...) },
		Serve: func(tb testing.TB, world *upstreamtest.World) *handlertest.Service { return serve(tb, withKey, world) },
		Meant: map[string]string{
			"3017620422003.json product.nutriments.energy-kcal_100g": "kilocalories are computed from the kilojoules then",
		},
	}.Hold(t)
}
