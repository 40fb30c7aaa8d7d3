package imf

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	address = "https://api.imf.org/external/sdmx/3.0/data/dataflow/IMF.RES/WEO/+/DEU.GGXWDG_NGDP.A?measures=all"
	debt    = `{"meta":{"id":"DS1"},"data":{"dataSets":[{"structure":0,"action":"Replace",` +
		`"dimensionGroupAttributes":{"0:0::":[["2025"]]},"series":{"0:0:0":{"observations":` +
		`{"0":["63.9"],"1":["64.4"],"2":[null]}}}}],"structures":[{"dimensions":{"series":[` +
		`{"id":"COUNTRY","values":[{"id":"DEU"}]},{"id":"INDICATOR","values":[{"id":"GGXWDG_NGDP"}]},` +
		`{"id":"FREQUENCY","values":[{"id":"A"}]}],"observation":[{"id":"TIME_PERIOD","values":` +
		`[{"value":"2024"},{"value":"2025"},{"value":"2026"}]}]}}]}}`
	nothing = `{"data":{"dataSets":[{"structure":0}],"structures":[{"dimensions":{"series":[` +
		`{"id":"COUNTRY","values":[]}],"observation":[{"id":"TIME_PERIOD","values":[]}]}}]}}`
)

func TestSeriesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  address,
			Body: debt,
		},
		Required: []string{
			"data", "data.dataSets", "data.structures", "data.structures[].dimensions",
			"data.structures[].dimensions.series", "data.structures[].dimensions.observation",
			"data.structures[].dimensions.series[].values",
		},
		NoRecord: []upstreamtest.Answer{
			{Body: nothing},
			{Body: strings.Replace(debt, `{"0":["63.9"],"1":["64.4"],"2":[null]}`, `{}`, 1)},
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Series(ctx, "GGXWDG_NGDP", "DEU")
			return err
		},
	}.Hold(t)
}

func TestSeriesAreThoseThatWereAskedFor(t *testing.T) {
	cases := []struct {
		name  string
		body  string
		years int
		kind  upstream.Kind
	}{
		{"a whole answer", debt, 2, ""},
		{"a year that is forecast", strings.Replace(debt, `[["2025"]]`, `[["2024"]]`, 1), 1, ""},
		{"a fiscal year", strings.Replace(debt, `[["2025"]]`, `[["FY2024/25"]]`, 1), 1, ""},
		{"all estimated", strings.Replace(debt, `[["2025"]]`, `[["0"]]`, 1), 0, upstream.NotFound},
		{"no year at all", strings.Replace(debt, `[["2025"]]`, `[["n/a"]]`, 1), 2, ""},
		{"no last year", strings.Replace(debt, `"dimensionGroupAttributes":{"0:0::":[["2025"]]},`, "", 1), 2, ""},
		{"years by their ids", strings.ReplaceAll(debt, `"value"`, `"id"`), 2, ""},
		{"another country", strings.ReplaceAll(debt, "DEU", "FRA"), 0, upstream.BadResponse},
		{"another indicator", strings.ReplaceAll(debt, "GGXWDG", "GGXWDN"), 0, upstream.BadResponse},
		{"quarters", strings.ReplaceAll(debt, `"A"`, `"Q"`), 0, upstream.BadResponse},
		{"a dimension more", strings.ReplaceAll(debt, `,"observation":[`, `,"observation":[{"id":"X","values":[]},`),
			0, upstream.BadResponse},
		{"a year that is none", strings.ReplaceAll(debt, "2024", "2024-Q1"), 0, upstream.BadResponse},
		{"a place behind the last", strings.ReplaceAll(debt, `"1":["64.4"]`, `"7":["64.4"]`), 0, upstream.BadResponse},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			world := upstreamtest.New(t, upstreamtest.Answer{URL: address, Body: c.body})
			series, err := New(world.Pool(t, nil)).Series(t.Context(), "GGXWDG_NGDP", "DEU")
			if len(series) != c.years || upstream.KindOf(err) != c.kind {
				t.Errorf("%d years, %v", len(series), err)
			}
		})
	}

	t.Run("a refusal without a key", func(t *testing.T) {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: address, Status: http.StatusUnauthorized})
		_, err := New(world.Pool(t, nil)).Series(t.Context(), "GGXWDG_NGDP", "DEU")
		if upstream.KindOf(err) != upstream.Unauthorized {
			t.Error(err)
		}
	})
}
