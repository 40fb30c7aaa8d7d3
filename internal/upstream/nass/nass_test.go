package nass

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://quickstats.nass.usda.gov/api/api_GET/"

const row = `{"short_desc":"CORN - ACRES PLANTED","source_desc":"SURVEY","agg_level_desc":"NATIONAL",
"state_alpha":"US","domain_desc":"TOTAL","freq_desc":"ANNUAL","reference_period_desc":"YEAR","week_ending":"",
"year":"2025","unit_desc":"ACRES","Value":"98,700,000","load_time":"2026-01-12 12:00:00"}`

func planted(ctx context.Context, pool *upstream.Pool) error {
	_, err := New(pool).Rows(ctx, Query{
		Series:    "CORN - ACRES PLANTED",
		Frequency: "ANNUAL",
		From:      2020,
	})
	return err
}

func TestSeriesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base, Body: `{"data":[` + row + `]}`},
		Env:    map[string]string{"NASS_API_KEY": "key"},
		Required: []string{
			"data", "data[].short_desc", "data[].source_desc", "data[].agg_level_desc", "data[].state_alpha",
			"data[].domain_desc", "data[].freq_desc", "data[].reference_period_desc", "data[].week_ending",
			"data[].year", "data[].unit_desc", "data[].Value", "data[].load_time",
		},
		NoRecord: []upstreamtest.Answer{
			{Status: 400, Body: `{"error":["bad request - invalid query"]}`},
			{Body: `{"data":[]}`},
		},
		Call: planted,
	}.Hold(t)
}

func TestRowsThatWereNotAskedForAreNotNone(t *testing.T) {
	for why, change := range map[string][2]string{
		"another series":  {"CORN - ACRES", "SOYBEANS - ACRES"},
		"a census":        {"SURVEY", "CENSUS"},
		"an invalid year": {`"2025"`, `"MARKETING YEAR"`},
	} {
		t.Run(why, func(t *testing.T) {
			world := upstreamtest.New(t, upstreamtest.Answer{
				URL:  base,
				Body: `{"data":[` + strings.Replace(row, change[0], change[1], 1) + `]}`,
			})
			err := planted(t.Context(), world.Pool(t, map[string]string{"NASS_API_KEY": "key"}))
			if upstream.KindOf(err) != upstream.BadResponse {
				t.Errorf("%v, want %s", err, upstream.BadResponse)
			}
		})
	}
}
