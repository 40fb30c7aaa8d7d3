package stakewiz

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestValidatorsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.stakewiz.com/validator/V",
			Body: `{"identity":"I","vote_identity":"V","name":"N","wiz_score":72.8}`,
		},
		Required: []string{
			"identity", "vote_identity",
		},
		Optional: []string{
			"name", "wiz_score",
		},
		NoRecord: []upstreamtest.Answer{{Status: 200, Body: `false`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Validator(ctx, "V")
			return err
		},
	}.Hold(t)
}
