package relay

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestHotspotsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.relaywireless.com/v1/helium/l2/hotspots/A",
			Body: `{"asset_id":"A","ecc_key":"E","owner":"O","name":"N","maker":{"name":"M"}}`,
		},
		Env: map[string]string{"RELAY_API_KEY": "k"},
		Required: []string{
			"asset_id", "ecc_key",
		},
		Optional: []string{
			"owner", "name", "maker",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"code":"not_found","message":"no such hotspot","doc_url":"x"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Hotspot(ctx, "A")
			return err
		},
	}.Hold(t)
}
