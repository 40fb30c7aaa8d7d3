package worldbank

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://api.worldbank.org/v2/country/"

// Answers in the bank's form, with values of our own.
const (
	madeRefusal = `[{"message":[{"id":"120","key":"Invalid value",
"value":"The provided parameter value is not valid"}]}]`
	madeEconomy = `[{"page":1,"pages":1,"per_page":"50","total":1},[{"id":"COL","iso2Code":"CO","name":"Colombia",
"region":{"id":"LCN","iso2code":"ZJ","value":"Latin America & Caribbean "},
"adminregion":{"id":"","iso2code":"","value":""},
"incomeLevel":{"id":"UMC","iso2code":"XT","value":"Upper middle income"},
"lendingType":{"id":"IBD","iso2code":"XF","value":"IBRD"},"capitalCity":"Bogota",
"longitude":"-74.1","latitude":"4.6"}]]`
)

func TestObservationsAreHeldToTheirContract(t *testing.T) {
	t.Run("made", func(t *testing.T) { holdObservations(t, madeRefusal) })
	t.Run("recorded", func(t *testing.T) {
		holdObservations(t, string(samples.Read(t, "worldbank/error_invalid_value_http200.json")))
	})
}

func holdObservations(t *testing.T, refused string) {
	t.Helper()
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
			{Body: refused},
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, _, err := New(pool).Observations(ctx, []string{"DEU"}, []string{"SP.POP.TOTL"}, Years{Latest: 1})
			return err
		},
	}.Hold(t)
}

func TestEconomiesAreHeldToTheirContract(t *testing.T) {
	t.Run("made", func(t *testing.T) { holdEconomy(t, madeEconomy) })
	t.Run("recorded", func(t *testing.T) { holdEconomy(t, string(samples.Read(t, "worldbank/country_COL.json"))) })
}

func holdEconomy(t *testing.T, body string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  base + "COL",
			Body: body,
		},
		Required: []string{"[].pages", "[].total", "[][].id", "[][].name"},
		Optional: []string{"[][].region", "[][].region.value", "[][].incomeLevel", "[][].capitalCity"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Economy(ctx, "COL")
			return err
		},
	}.Hold(t)
}
