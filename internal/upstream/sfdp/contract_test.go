package sfdp

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestParticipantsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.solana.org/api/community/v1/sfdp_participants",
			Body: `[{"mainnetBetaPubkey":"P","state":"Approved"}]`,
		},
		Required: []string{
			"[].mainnetBetaPubkey", "[].state",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Participants(ctx)
			return err
		},
	}.Hold(t)
}

func TestRequirementsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.solana.org/api/community/v1/sfdp_required_versions",
			Body: `{"data":[{"epoch":800,"agave_min_version":"2.0.0","firedancer_min_version":"0.1.0","firedancer_full_min_version":"26.8.5"}]}`,
		},
		Required: []string{
			"data", "data[].epoch", "data[].agave_min_version",
		},
		Optional: []string{
			"data[].firedancer_min_version", "data[].firedancer_full_min_version",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Requirements(ctx)
			return err
		},
	}.Hold(t)
}
