package upstream

import (
	"errors"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/problem"
)

// TestAProblemNamesAProviderEvenWhereTheFailureDoesNot: no sentence begins with a blank or has a hole.
func TestAProblemNamesAProviderEvenWhereTheFailureDoesNot(t *testing.T) {
	for _, kind := range []Kind{
		NotFound, NotCovered, RateLimited, Unauthorized, Unavailable, BadResponse, NotConfigured, Invalid, Warming,
		Unloaded, Outdated,
	} {
		for _, provider := range []string{"", "treasury"} {
			var p *problem.Problem
			if err := Problem(&Error{Kind: kind, Provider: provider, Cause: errors.New("a cause")}); !errors.As(err, &p) {
				t.Fatalf("%s: %v", kind, err)
			}
			if p.Detail == "" || p.Detail != strings.TrimSpace(p.Detail) || strings.Contains(p.Detail, "  ") {
				t.Errorf("%s of %q: %q", kind, provider, p.Detail)
			}
		}
	}
	var p *problem.Problem
	if errors.As(Problem(&Error{Kind: BadResponse}), &p); !strings.HasPrefix(p.Detail, "a provider gave") {
		t.Errorf("%q", p.Detail)
	}
}
