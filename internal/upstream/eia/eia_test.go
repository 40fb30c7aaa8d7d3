package eia

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestTablesAreHeldToTheirContract(t *testing.T) {
	for _, c := range []struct {
		file     string
		required []string
		optional []string
		rows     func(context.Context, *Client, Query) error
	}{
		{
			file:     "petroleum_pri_gnd",
			required: []string{"period", "series", "units", "value"},
			optional: []string{"series-description"},
			rows:     rowsOf[Observation],
		},
		{
			file:     "electricity_rto_fuel_type_data",
			required: []string{"period", "respondent", "fueltype", "value", "value-units"},
			optional: []string{"respondent-name", "type-name"},
			rows:     rowsOf[Output],
		},
		{
			file: "electricity_retail_sales",
			required: []string{
				"period", "stateid", "sectorid", "sectorName", "price", "price-units", "sales", "revenue", "customers",
			},
			optional: []string{"stateDescription"},
			rows:     rowsOf[Sale],
		},
	} {
		hold := func(t *testing.T, read func(name string) string) {
			upstreamtest.Contract{
				Answer: upstreamtest.Answer{
					URL:  "https://api.eia.gov/v2/table/data/",
					Body: read("eia/" + c.file + ".json"),
				},
				Env:      map[string]string{"EIA_API_KEY": "key"},
				Required: append(inRows(c.required), "response.total", "response.data"),
				Optional: inRows(c.optional),
				NoRecord: []upstreamtest.Answer{{Body: `{"response":{"total":"0","data":[]}}`}},
				Call: func(ctx context.Context, pool *upstream.Pool) error {
					return c.rows(ctx, New(pool), Query{
						Route: "table",
						Rows:  1,
					})
				},
			}.Hold(t)
		}
		t.Run(c.file, func(t *testing.T) { samples.Each(t, hold) })
	}
}

func rowsOf[T any](ctx context.Context, c *Client, q Query) error {
	_, err := Rows[T](ctx, c, q)
	return err
}

func inRows(members []string) []string {
	var paths []string
	for _, m := range members {
		paths = append(paths, "response.data[]."+m)
	}
	return paths
}

func TestAmountsAreNumbersOrSignsOfEIA(t *testing.T) {
	for raw, want := range map[string]string{
		`"9.97"`: "9.97", `9.97`: "9.97", `"-3"`: "-3", `null`: "none", `"W"`: "none", `"--"`: "none", `""`: "none",
		`"n.a."`: "refused", `{"value":3}`: "refused", `[3]`: "refused", `true`: "refused", `1e400`: "refused",
	} {
		var a Amount
		got := "none"
		switch err := a.UnmarshalJSON([]byte(raw)); {
		case err != nil:
			got = "refused"
		case a.Number != nil:
			got = a.Number.String()
		}
		if got != want {
			t.Errorf("%s is %s, want %s", raw, got, want)
		}
	}
}
