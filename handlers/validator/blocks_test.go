package validator

import (
	"testing"

	vt "github.com/farebox/farebox/handlers/validator/validatortest"

	"github.com/farebox/farebox/handlers/handlertest"
)

// TestMoreBlocksThanLeaderSlotsSayNothing: nobody makes a block in a slot that is not theirs.
func TestMoreBlocksThanLeaderSlotsSayNothing(t *testing.T) {
	s, _ := service(t, with(vt.Call("getBlockProduction", map[string]any{
		"context": map[string]int{"slot": vt.Slot},
		"value": map[string]any{
			"byIdentity": map[string][]int{vt.LargeID: {8000, 7960}, vt.Identity: {232, 240}},
			"range":      map[string]int{"firstSlot": vt.Slot - 200_000, "lastSlot": vt.Slot},
		},
	}))...)
	_, got := s.Get("/validator/vet", "vote", vt.Vote)
	handlertest.Holds(t, got, map[string]any{
		"skip_rate_pct": nil, "leader_slots": nil, "partial": true, "sources.3.status": "error", "score": 99,
	})
}
