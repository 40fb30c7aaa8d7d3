package polymarket

import (
	"testing"

	"github.com/farebox/farebox/internal/upstream/scalar"
)

// TestASpreadTellsOfBothOffers: an offer that is left out may be none, or one under another name.
func TestASpreadTellsOfBothOffers(t *testing.T) {
	for _, c := range []struct {
		why              string
		bid, ask, spread scalar.Text
		ok               bool
	}{
		{"both", "0.5", "0.52", "0.02", true},
		{"nobody buys", "", "0.01", "0.01", true},
		{"nobody sells", "0.99", "", "0.01", true},
		{"no spread", "0.5", "", "", true},
		{"an empty book", "", "", "1", true},
		{"the bid has gone", "", "0.52", "0.02", false},
		{"a small bid has gone", "", "0.011", "0.001", false},
		{"the ask has gone", "0.5", "", "0.02", false},
	} {
		page := marketPage{markets{{BestBid: c.bid, BestAsk: c.ask, Spread: c.spread}}}
		if err := page.Hold(); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}
