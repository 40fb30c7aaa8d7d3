package prediction

import (
	"strings"
	"testing"
)

func TestNamesOfMarkets(t *testing.T) {
	condition64 := "0x" + strings.Repeat("aB", 32)
	for text, want := range map[string]string{
		condition64:                 "polymarket:" + strings.ToLower(condition64),
		"polymarket:" + condition64: "polymarket:" + strings.ToLower(condition64),
		"540817":                    "polymarket:540817",
		"polymarket:540817":         "polymarket:540817",
		"polymarket:a-slug-2026":    "polymarket:a-slug-2026",
		"KXELONMARS-99":             "kalshi:KXELONMARS-99",
		" kalshi:kxelonmars-99 ":    "kalshi:KXELONMARS-99",
		"KXXRPD-26AUG2721-T2.1399":  "kalshi:KXXRPD-26AUG2721-T2.1399",
		"manifold:9t61v9e7x4":       "manifold:9t61v9e7x4",
		"manifold:what-is-good":     "manifold:what-is-good",
		"https://polymarket.com/event/who-wins/will-a-win?tid=1":        "polymarket:will-a-win",
		"polymarket.com/event/who-wins":                                 "polymarket:who-wins",
		"https://kalshi.com/markets/kxelonmars/elon-mars/kxelonmars-99": "kalshi:KXELONMARS-99",
		"https://manifold.markets/Angela/what-is-good":                  "manifold:what-is-good",
	} {
		got, err := marketReference("id", text, "")
		if err != nil || got.id() != want {
			t.Errorf("%q is %q, %v; want %q", text, got.id(), err, want)
		}
	}

	for _, text := range []string{
		"what-is-good", "9t61v9e7x4", "x", "0x12", "polymarket:", "polymarket:a b", "kalshi:../events", "kalshi:",
		"manifold:a'b",
		"https://kalshi.com/markets/kxelonmars", "https://example.com/event/a", "https://polymarket.com/", "https://polymarket.com.evil.com/event/a", "://",
		"a\nb",
		"polymarket:" + strings.Repeat("a", 300), "kalshi:%2e%2e", "12345678901234567890",
	} {
		if got, err := marketReference("id", text, ""); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}

	if got, err := marketReference("id", "what-is-good", "manifold"); err != nil ||
		got.id() != "manifold:what-is-good" {
		t.Errorf("with its venue: %+v %v", got, err)
	}
	if got, err := marketReference("id", "KXELONMARS-99", "polymarket"); err == nil {
		t.Errorf("of another venue: %+v", got)
	}
}
