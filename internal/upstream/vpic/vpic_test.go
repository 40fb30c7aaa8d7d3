package vpic

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestVehicleIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL: Provider.BaseURL + "/DecodeVinValues/WA1A4AFY2J2008189",
			Body: `{"Results":[{"Make":"AUDI","Model":"SQ5","ModelYear":"2018","Manufacturer":"AUDI AG","ErrorCode":"0",
"Trim":""}]}`,
		},
		Required: []string{
			"Results", "Results[].Make", "Results[].Model", "Results[].ModelYear", "Results[].Manufacturer",
			"Results[].ErrorCode",
		},
		Optional: []string{"Results[].Trim"},
		Call: func(_ context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Decode(t.Context(), "WA1A4AFY2J2008189", 0)
			return err
		},
	}.Hold(t)
}
