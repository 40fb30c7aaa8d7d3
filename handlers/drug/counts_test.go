package drug

import "testing"

// TestShareOfReportsIsAtMostAll: a count from another day, or of another drug, can be above the total.
func TestShareOfReportsIsAtMostAll(t *testing.T) {
	if got := reportsPct(11, 10); got != nil {
		t.Errorf("%v %% of the reports", *got)
	}
	if got := reportsPct(130488, 181234); got == nil || *got != 72 {
		t.Errorf("%v", got)
	}
}
