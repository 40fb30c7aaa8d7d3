package auswaertigesamt

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestWarningsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://www.auswaertiges-amt.de/opendata/travelwarning",
			Body: string(samples.Read(t, "de-aa/travelwarning.json")),
		},
		Required: []string{
			"response", "response.213032.countryCode", "response.213032.countryName", "response.213032.warning",
			"response.213032.partialWarning", "response.213032.situationWarning",
			"response.213032.situationPartWarning", "response.213032.lastModified",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error { return New(pool).List.Refresh(ctx) },
	}.Hold(t)
}
