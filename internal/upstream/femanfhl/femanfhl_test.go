package femanfhl

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestZoneIsHeldToItsContract(t *testing.T) {
	const row = "features[].attributes."
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: Provider.BaseURL + zones,
			Body: `{"features":[{"attributes":{"FLD_ZONE":"AE","ZONE_SUBTY":null,"SFHA_TF":"T","STATIC_BFE":12.5,
"LEN_UNIT":"Feet"}}]}`,
		},
		Required: []string{"features", row + "FLD_ZONE", row + "ZONE_SUBTY", row + "SFHA_TF"},
		Optional: []string{row + "STATIC_BFE", row + "LEN_UNIT"},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Zones(t.Context(), 40, -86)
			return err
		},
	}.Hold(t)
}
