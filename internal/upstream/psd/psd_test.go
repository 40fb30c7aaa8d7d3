package psd

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const line = `{"commodityCode":"0440000","countryCode":"US","marketYear":"2026","calendarYear":"2026","month":"11",
"attributeId":176,"unitId":8,"value":58600}`

func TestBalancesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.fas.usda.gov/api/psd/commodity/0440000/country/US/year/2026",
			Body: "[" + line + "]",
		},
		Env: map[string]string{"FAS_API_KEY": "key"},
		Required: []string{
			"[].commodityCode", "[].countryCode", "[].marketYear", "[].calendarYear", "[].month", "[].attributeId",
			"[].unitId", "[].value",
		},
		NoRecord: []upstreamtest.Answer{{Body: `[]`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Rows(ctx, "0440000", 2026)
			return err
		},
	}.Hold(t)
}
