package imf

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	address = "https://api.imf.org/external/sdmx/3.0/data/dataflow/IMF.RES/WEO/+/DEU.GGXWDG_NGDP.A?measures=all"
	header  = "STRUCTURE[;],STRUCTURE_ID,ACTION,COUNTRY,INDICATOR,FREQUENCY,TIME_PERIOD,OBS_VALUE," +
		"LATEST_ACTUAL_ANNUAL_DATA,SCALE\n"
	debt = header +
		"dataflow,IMF.RES:WEO(9.0.0),R,DEU,GGXWDG_NGDP,A,2024,63.9,2025,0\n" +
		"dataflow,IMF.RES:WEO(9.0.0),R,DEU,GGXWDG_NGDP,A,2025,64.4,2025,0\n" +
		"dataflow,IMF.RES:WEO(9.0.0),R,DEU,GGXWDG_NGDP,A,2026,,2025,0\n"
)

func TestSeriesAreThoseThatWereAskedFor(t *testing.T) {
	cases := []struct {
		name   string
		answer upstreamtest.Answer
		years  int
		kind   upstream.Kind
	}{
		{"a whole table", upstreamtest.Answer{Body: debt}, 2, ""},
		{"no line", upstreamtest.Answer{Body: header}, 0, upstream.NotFound},
		{"attributes alone", upstreamtest.Answer{Body: header + "dataflow,WEO,R,DEU,GGXWDG_NGDP,A,,,2025,0\n"},
			0, upstream.NotFound},
		{"another country", upstreamtest.Answer{Body: strings.ReplaceAll(debt, "DEU", "FRA")}, 0, upstream.BadResponse},
		{"another indicator", upstreamtest.Answer{Body: strings.ReplaceAll(debt, "GGXWDG", "GGXWDN")},
			0, upstream.BadResponse},
		{"quarters", upstreamtest.Answer{Body: strings.ReplaceAll(debt, ",A,2024", ",Q,2024-Q1")}, 0, upstream.BadResponse},
		{"a year twice", upstreamtest.Answer{Body: strings.ReplaceAll(debt, "2024", "2025")}, 0, upstream.BadResponse},
		{"a renamed column", upstreamtest.Answer{Body: strings.Replace(debt, "OBS_VALUE", "VALUE", 1)},
			0, upstream.BadResponse},
		{"a page", upstreamtest.Answer{Body: "<!DOCTYPE html><title>Access denied</title>"}, 0, upstream.BadResponse},
		{"nothing", upstreamtest.Answer{Body: ""}, 0, upstream.BadResponse},
		{"a refusal", upstreamtest.Answer{Status: http.StatusUnauthorized}, 0, upstream.Unauthorized},
		{"an unknown data set", upstreamtest.Answer{Status: http.StatusNotFound, Body: `{"status":404,"code":40400}`},
			0, upstream.BadResponse},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.answer.URL = address
			series, err := New(upstreamtest.New(t, c.answer).Pool(t, nil)).Series(t.Context(), "GGXWDG_NGDP", "DEU")
			if len(series) != c.years || upstream.KindOf(err) != c.kind {
				t.Errorf("%d years, %v", len(series), err)
			}
		})
	}
}
