package validator

import "testing"

// TestMoreBlocksThanLeaderSlotsSayNothing: no validator makes them.
func TestMoreBlocksThanLeaderSlotsSayNothing(t *testing.T) {
	if got := (blocks{slots: 100, made: 200}).skipPct(); got != nil {
		t.Errorf("skip rate %v", *got)
	}
	if got := (blocks{slots: 232, made: 230}).skipPct(); got == nil || *got != 0.862 {
		t.Errorf("skip rate %v", got)
	}
}
