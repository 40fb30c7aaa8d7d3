package main

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

func TestPageShowsWhatIsDeclared(t *testing.T) {
	endpoint := upstream.Provider{
		Name:    "rpc-base-one",
		BaseURL: "https://base.one.example",
		Checked: "recorded 2026-11",
	}
	got := upstreams([]upstream.Provider{
		{
			Name:          "gleif",
			BaseURL:       "https://api.gleif.org/api/v1",
			Hosts:         map[string]string{"files": "https://files.gleif.org"},
			RatePerMinute: 60,
			TTL:           24 * time.Hour,
			Attribution:   "GLEIF, CC0 1.0",
			Docs:          "https://www.gleif.org/lei-data/gleif-api",
			Checked:       "recorded 2026-10",
			Keys:          []upstream.Key{{Env: "SHARED_KEY", Default: "demo", Gives: "more"}},
		},
		{
			Name:        "gleif-search",
			BaseURL:     "https://api.gleif.org/api/v1",
			Attribution: "GLEIF, CC0 1.0",
			Keys:        []upstream.Key{{Env: "SHARED_KEY", Default: "demo", Gives: "more"}},
		},
		{
			Name:  "own",
			Terms: "a|b",
			TTL:   90 * time.Minute,
			Keys:  []upstream.Key{{Env: "OWN_KEY", Required: true, Gives: "everything"}},
		},
		endpoint,
	}, []upstream.Provider{endpoint})

	for _, c := range []struct{ why, row string }{
		{"a documented provider", "| [`gleif`][gleif] | 60 a minute | 1 d | recorded 2026-10 |"},
		{"its documentation", "[gleif]: https://www.gleif.org/lei-data/gleif-api"},
		{"a provider without documentation", "| `own` | - | 90 min | - |"},
		{"one row for equal terms", "| `gleif`, `gleif-search` | GLEIF, CC0 1.0 | - |"},
		{"a bar within a cell", "| `own` | - | a\\|b |"},
		{"an address", "| `UPSTREAM_GLEIF_URL` | `https://api.gleif.org/api/v1` |"},
		{"a second address", "| `UPSTREAM_GLEIF_FILES_URL` | `https://files.gleif.org` |"},
		{"an address that the operator gives", "| `UPSTREAM_OWN_URL` | - |"},
		{"a key that is needed", "| `OWN_KEY` | - | `own` | everything (**required**) |"},
		{"one row for a key of two providers", "| `SHARED_KEY` | `demo` | `gleif`, `gleif-search` | more |"},
		{
			"an endpoint",
			"| `rpc-base-one` | `UPSTREAM_RPC_BASE_ONE_URL` | `https://base.one.example` | recorded 2026-11 |",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			if strings.Count(got, "\n"+c.row+"\n") != 1 {
				t.Errorf("not there, or not once: %s\nin:\n%s", c.row, got)
			}
		})
	}

	if n := strings.Count(got, "rpc-base-one"); n != 1 {
		t.Errorf("the endpoint stands in %d rows, want its own only", n)
	}
}

func TestPageWithoutProvidersSaysSo(t *testing.T) {
	if empty := upstreams(nil, nil); !strings.Contains(empty, "No provider") {
		t.Error(empty)
	}
}
