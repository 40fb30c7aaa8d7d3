package comtrade

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const preview = "https://comtradeapi.un.org/public/v1/preview/C/A/HS"

func imports(ctx context.Context, pool *upstream.Pool) error {
	_, _, err := New(pool).Rows(ctx, Question{
		Reporter: 156,
		Year:     2010,
		HS:       "TOTAL",
		Flows:    []string{Imports},
	})
	return err
}

func TestTradeIsHeldToItsContract(t *testing.T) { samples.Each(t, tradeIsHeldToItsContract) }

func tradeIsHeldToItsContract(t *testing.T, read func(name string) string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  preview,
			Body: read("comtrade/final_data_C_A_HS.json"),
		},
		Required: []string{
			"count", "data", "error", "data[].refYear", "data[].flowCode", "data[].reporterCode", "data[].partnerCode",
			"data[].partnerISO", "data[].partnerDesc", "data[].partner2Code", "data[].customsCode", "data[].motCode",
			"data[].classificationCode", "data[].qty", "data[].qtyUnitAbbr", "data[].isQtyEstimated", "data[].netWgt",
			"data[].cifvalue", "data[].fobvalue", "data[].primaryValue",
		},
		Optional: []string{"data[].cmdDesc"},
		NoRecord: []upstreamtest.Answer{{Body: read("comtrade/bulk_error.json")}},
		Call:     imports,
	}.Hold(t)
}

func TestRowsThatWereNotAskedForAreNotNone(t *testing.T) {
	samples.Each(t, rowsThatWereNotAskedForAreNotNone)
}

func rowsThatWereNotAskedForAreNotNone(t *testing.T, read func(name string) string) {
	t.Helper()
	whole := read("comtrade/final_data_C_A_HS.json")
	for why, change := range map[string][2]string{
		"another year":    {`"refYear": 2010`, `"refYear": 2011`},
		"another country": {`"reporterCode": 156`, `"reporterCode": 157`},
		"another flow":    {`"flowCode": "M"`, `"flowCode": "RM"`},
		"one procedure":   {`"customsCode": "C00"`, `"customsCode": "C01"`},
	} {
		t.Run(why, func(t *testing.T) {
			world := upstreamtest.New(t, upstreamtest.Answer{
				URL:  preview,
				Body: strings.ReplaceAll(whole, change[0], change[1]),
			})
			if err := imports(t.Context(), world.Pool(t, nil)); upstream.KindOf(err) != upstream.BadResponse {
				t.Errorf("%v, want %s", err, upstream.BadResponse)
			}
		})
	}
}
