package heliumentity

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestHotspotsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://entities.nft.helium.io/E",
			Body: `{"name":"Able","asset_id":"A","key_to_asset_key":"K","entity_key_str":"E","hotspot_infos":{"iot":{"asset":"A","location":"8c2aa86a65157ff","lat":38.7,"long":-77.1,"street":null,"city":"C","elevation":"10","gain":"23"},"mobile":{"location":null}}}`,
		},
		Required: []string{
			"name", "asset_id", "key_to_asset_key", "entity_key_str", "hotspot_infos", "hotspot_infos.iot",
			"hotspot_infos.mobile", "hotspot_infos.iot.asset",
		},
		Optional: []string{
			"hotspot_infos.iot.city", "hotspot_infos.iot.lat", "hotspot_infos.mobile.location",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"statusCode":404,"error":"Not Found","message":"Hotspot not found"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).ByEntityKey(ctx, "E")
			return err
		},
	}.Hold(t)
}

func TestWalletsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://entities.nft.helium.io/v2/wallet/W",
			Body: `{"hotspots_count":1,"hotspots":[{"name":"Able","asset_id":"A","key_to_asset_key":"K","entity_key_str":"E","hotspot_infos":{"iot":{"asset":"A","location":"8c2aa86a65157ff","lat":38.7,"long":-77.1,"street":null,"city":"C","elevation":"10","gain":"23"},"mobile":{"location":null}}}],"balances":[{"mint":"M","balance":"0"}]}`,
		},
		Required: []string{
			"hotspots_count", "hotspots", "hotspots[].entity_key_str",
			"hotspots[].hotspot_infos.iot.asset", "balances", "balances[].mint", "balances[].balance",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Wallet(ctx, "W")
			return err
		},
	}.Hold(t)
}
