package fcdo

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://www.gov.uk/api/content/foreign-travel-advice"

func TestPagesAreHeldToTheirContract(t *testing.T) { samples.Each(t, pagesAreHeldToTheirContract) }

func pagesAreHeldToTheirContract(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "/albania",
			Body: read("gov-uk/travel_advice_albania_full.json"),
		},
		Required: []string{
			"public_updated_at", "details", "details.country", "details.country.slug", "details.country.name",
			"details.alert_status", "details.parts", "details.parts[].slug", "details.parts[].body",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Advice(ctx, "albania")
			return err
		},
	}.Hold(t)
}

func TestIndexIsHeldToItsContract(t *testing.T) { samples.Each(t, indexIsHeldToItsContract) }

func indexIsHeldToItsContract(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base,
			Body: read("gov-uk/travel_advice_index.json"),
		},
		Required: []string{
			"links", "links.children", "links.children[].withdrawn", "links.children[].details.country.slug",
			"links.children[].details.country.name", "links.children[].details.country.synonyms",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error { return New(pool).Index.Refresh(ctx) },
	}.Hold(t)
}
