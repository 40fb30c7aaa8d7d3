package femanri

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestAreaIsHeldToItsContract(t *testing.T) {
	const row = "features[].attributes."
	var members []string
	for _, column := range columns() {
		name, _, _ := strings.Cut(column, "|")
		if name != "RISK_RATNG" {
			members = append(members, `"`+name+`":null`)
		}
	}
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  Provider.BaseURL + counties,
			Body: `{"features":[{"attributes":{"STCOFIPS":"53053","RISK_RATNG":"Very Low",` + strings.Join(members, ",") + `}}]}`,
		},
		Required: []string{
			"features", "features[].attributes", row + "STCOFIPS", row + "COUNTY", row + "STATEABBRV",
			row + "RISK_SCORE", row + "RISK_RATNG", row + "EAL_SCORE", row + "WFIR_RISKR", row + "IFLD_EALT",
		},
		NoRecord: []upstreamtest.Answer{{Body: `{"features":[]}`}},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).County(t.Context(), "53053")
			return err
		},
	}.Hold(t)
}
