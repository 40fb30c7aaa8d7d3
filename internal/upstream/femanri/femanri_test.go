package femanri

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestAreaIsHeldToItsContract(t *testing.T) {
	const row = "features[].attributes."
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: Provider.BaseURL + counties,
			Body: `{"features":[{"attributes":{"STCOFIPS":"53053","COUNTY":"Pierce","STATEABBRV":"WA","RISK_SCORE":98.5,
"RISK_RATNG":"Relatively High","EAL_SCORE":99,"EAL_RATNG":null,"WFIR_RISKS":76.8,"WFIR_RISKR":"Relatively Low"}}]}`,
		},
		Required: []string{
			"features", "features[].attributes", row + "STCOFIPS", row + "COUNTY", row + "STATEABBRV",
			row + "RISK_SCORE", row + "RISK_RATNG",
		},
		Optional: []string{row + "EAL_SCORE"},
		NoRecord: []upstreamtest.Answer{{Body: `{"features":[]}`}},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).County(t.Context(), "53053")
			return err
		},
	}.Hold(t)
}
