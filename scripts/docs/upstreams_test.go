package main

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

func TestPageShowsWhatIsDeclared(t *testing.T) {
	got := upstreams([]upstream.Provider{
		{
			Name: "gleif", BaseURL: "https://api.gleif.org/api/v1", RatePerMinute: 60, TTL: 24 * time.Hour,
			Attribution: "GLEIF, CC0 1.0", Docs: "https://www.gleif.org/lei-data/gleif-api", Checked: "recorded 2026-10",
		},
		{Name: "own", Terms: "a|b", TTL: 90 * time.Minute, Keys: []upstream.Key{{Env: "OWN_KEY", Required: true, Gives: "everything"}}},
	})
	for _, want := range []string{
		"| [`gleif`](https://www.gleif.org/lei-data/gleif-api) | https://api.gleif.org/api/v1 | 60 a minute | 1 d | GLEIF, CC0 1.0 | recorded 2026-10 |\n",
		"| `own` | set by the operator | - | 90 min | a\\|b | - |\n",
		"| `UPSTREAM_GLEIF_URL` | `https://api.gleif.org/api/v1` | address of gleif; \"off\" switches it off |\n",
		"| `UPSTREAM_OWN_URL` | - | address of own; \"off\" switches it off (**required**) |\n",
		"| `OWN_KEY` | - | key of own: everything (**required**) |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing: %s\nin:\n%s", want, got)
		}
	}
	if empty := upstreams(nil); !strings.Contains(empty, "No provider") {
		t.Error(empty)
	}
}
