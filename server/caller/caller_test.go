package caller

import (
	"fmt"
	"testing"
	"time"
)

// TestLimiterForgets: a flood from many addresses does not grow the memory.
func TestLimiterForgets(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	l := NewLimiter(1, func() time.Time { return now })
	for i := range 3 * maxCallers {
		l.Take(fmt.Sprint(i))
	}
	if len(l.free) > maxCallers {
		t.Errorf("%d callers are remembered", len(l.free))
	}
}
