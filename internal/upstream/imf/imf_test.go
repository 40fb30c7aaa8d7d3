package imf

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestSeriesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://www.imf.org/external/datamapper/api/v1/GGXWDG_NGDP/DEU",
			Body: `{"values":{"GGXWDG_NGDP":{"DEU":{"2024":63.9,"2025":64.4,"2026":null}}},"api":{"version":"1"}}`,
		},
		Required: []string{"values", "values.GGXWDG_NGDP", "values.GGXWDG_NGDP.DEU", "values.GGXWDG_NGDP.DEU.2024"},
		NoRecord: []upstreamtest.Answer{
			{Body: `{"values":{}}`},
			{Body: `{"values":{"GGXWDG_NGDP":{}}}`},
			{Body: `{"values":{"GGXWDG_NGDP":{"DEU":{"2024":null}}}}`},
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Series(ctx, "GGXWDG_NGDP", "DEU")
			return err
		},
	}.Hold(t)
}
