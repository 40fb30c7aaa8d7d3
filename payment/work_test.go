package payment

import (
	"context"
	"testing"
	"time"
)

// TestWorkEndsBeforeItsCallerStopsWaiting: an answer that comes later would be thrown away.
func TestWorkEndsBeforeItsCallerStopsWaiting(t *testing.T) {
	patient, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	hasty, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	over, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()

	for _, c := range []struct {
		why    string
		client context.Context
		max    time.Duration
	}{
		{"who says nothing waits", t.Context(), 10 * time.Minute},
		{"who waits longer gets the item's", patient, 10 * time.Minute},
		{"who waits for less", hasty, time.Minute - answerMargin},
		{"who waits no more", over, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := budget(c.client, 10*time.Minute)
			if got > c.max || c.max == 10*time.Minute && got != c.max {
				t.Errorf("%v, want at most %v", got, c.max)
			}
		})
	}
}
