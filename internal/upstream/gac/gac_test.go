package gac

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestListIsHeldToItsContract(t *testing.T) { samples.Each(t, listIsHeldToItsContract) }

func listIsHeldToItsContract(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://data.international.gc.ca/travel-voyage/index-alpha-eng.json",
			Body: read("ca-gac/index_2026-09.json"),
		},
		Required: []string{
			"data", "data.*.country-eng", "data.*.advisory-state", "data.*.date-published", "data.*.eng",
			"data.*.eng.advisory-text",
		},
		Optional: []string{"data.*.has-regional-advisory", "data.*.date-published.date", "data.*.eng.url-slug"},
		Call:     func(ctx context.Context, pool *upstream.Pool) error { return New(pool).List.Refresh(ctx) },
	}.Hold(t)
}

func TestRegionalFlag(t *testing.T) {
	for _, c := range []struct {
		flag, words string
		want        any
	}{
		{"1", "Avoid non-essential travel", true},
		{"0", "Avoid all travel", false},
		{"", "Avoid non-essential travel (with regional advisories)", true},
		{"", "Avoid all travel", nil},
		{"perhaps", "Avoid all travel", nil},
	} {
		var e entry
		e.Regional = scalar.Text(c.flag)
		e.English.Words = c.words
		var got any
		if flag := e.regional(); flag != nil {
			got = *flag
		}
		if got != c.want {
			t.Errorf("flag %q with %q is %v, want %v", c.flag, c.words, got, c.want)
		}
	}
}
