package projectsites_test

import (
	"testing"

	"github.com/farebox/farebox/internal/chain/projectsites"
)

// TestSitesAreOfTheirProjects: what is below a project's domain is its own, a page at a host of many is not.
func TestSitesAreOfTheirProjects(t *testing.T) {
	for host, want := range map[string]bool{
		"gmx.io": true, "app.gmx.io": true, "gmx.io.evil.example": false, "notgmx.io": false,
		"github.com": false, "linktr.ee": false, "gmx.vercel.app": false, "eth.limo": false, "": false, "localhost": false,
	} {
		if listed := projectsites.Listed(host); listed != want {
			t.Errorf("%q: listed is %v", host, listed)
		}
	}
}

// TestPosing is to have the name of the project that a text names as a part of one's own.
func TestPosing(t *testing.T) {
	for _, c := range []struct{ why, host, text, want string }{
		{"a word beside it", "gmx-trading.app", "GMX order", "gmx.io"},
		{"below another host", "app.gmx-trading.app", "GMX order", "gmx.io"},
		{"a long name within", "hyperliquidseason.xyz", "Hyperliquid", "hyperliquid.xyz"},
		{"a short name within", "gmxtrading.app", "GMX order", ""},
		{"the same name", "gmx.claims", "GMX order", ""},
		{"its own site", "app.gmx.io", "GMX order", ""},
		{"a project's site", "aave.com", "Aave and GMX", ""},
		{"a text that names none", "gmx-trading.app", "an order", ""},
		{"no host", "", "GMX order", ""},
	} {
		if got := projectsites.Posed(c.host, c.text); got != c.want {
			t.Errorf("%s: %q, not %q", c.why, got, c.want)
		}
	}
}
