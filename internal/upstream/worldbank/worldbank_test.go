package worldbank

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api.worldbank.org/v2/country/"

func TestObservationsAreHeldToTheirContract(t *testing.T) {
	const one = `[{"page":1,"pages":1,"per_page":10000,"total":1,"lastupdated":"2026-07-13"},
[{"indicator":{"id":"SP.POP.TOTL","value":"Population, total"},"country":{"id":"DE","value":"Germany"},
"countryiso3code":"DEU","date":"2025","value":83500000}]]`

	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "DEU/indicator/SP.POP.TOTL", Body: one},
		Required: []string{
			"[].pages", "[].total", "[][].indicator", "[][].indicator.id", "[][].indicator.value", "[][].country",
			"[][].country.value", "[][].countryiso3code", "[][].date", "[][].value",
		},
		Optional: []string{"[].lastupdated"},
		NoRecord: []upstreamtest.Answer{
			{Body: string(samples.Read(t, "worldbank/error_invalid_value_http200.json"))},
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, _, err := New(pool).Observations(ctx, []string{"DEU"}, []string{"SP.POP.TOTL"}, Years{Latest: 1})
			return err
		},
	}.Hold(t)
}

func TestEconomiesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "COL",
			Body: string(samples.Read(t, "worldbank/country_COL.json")),
		},
		Required: []string{"[].pages", "[].total", "[][].id", "[][].iso2Code", "[][].name"},
		Optional: []string{"[][].region", "[][].region.value", "[][].incomeLevel", "[][].capitalCity"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Economy(ctx, "COL")
			return err
		},
	}.Hold(t)
}
