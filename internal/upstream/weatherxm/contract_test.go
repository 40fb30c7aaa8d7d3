package weatherxm

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestCellsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.weatherxm.com/api/v1/cells",
			Body: `[{"index":"872aaa945ffffff","device_count":10,"active_device_count":8,"center":{"lat":1.5,"lon":2.5}}]`,
		},
		Required: []string{
			"[].index", "[].device_count", "[].active_device_count", "[].center", "[].center.lat",
			"[].center.lon",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Cells(ctx)
			return err
		},
	}.Hold(t)
}

func TestStationsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.weatherxm.com/api/v1/cells/872aaa945ffffff/devices",
			Body: `[{"id":"i","cellIndex":"872aaa945ffffff","cellCenter":{"lat":1.5,"lon":2.5},"name":"N","isActive":true}]`,
		},
		Required: []string{
			"[].id", "[].cellIndex", "[].cellCenter", "[].cellCenter.lat", "[].cellCenter.lon",
		},
		Optional: []string{
			"[].name", "[].isActive",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Devices(ctx, "872aaa945ffffff")
			return err
		},
	}.Hold(t)
}

func TestSearchesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.weatherxm.com/api/v1/network/search",
			Body: `{"devices":[{"id":"i","name":"N","cell_index":"872aaa945ffffff"}]}`,
		},
		Required: []string{
			"devices", "devices[].id", "devices[].name", "devices[].cell_index",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Named(ctx, "N")
			return err
		},
	}.Hold(t)
}

func TestRewardsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.weatherxm.com/api/v1/network/rewards/withdraw",
			Body: `{"cumulative_amount":"900","available":"800","total_claimed":"100"}`,
		},
		Required: []string{
			"cumulative_amount",
		},
		Optional: []string{
			"available", "total_claimed",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"code":"WalletAddressNotFound","message":"no such wallet"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Wallet(ctx, "0x1")
			return err
		},
	}.Hold(t)
}

func TestStatisticsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.weatherxm.com/api/v1/network/stats",
			Body: `{"rewards":{"last_30days":1250000.5,"token_metrics":{"token":{"total_supply":100000000}}},"last_updated":"2026-11-20T11:00:00Z"}`,
		},
		Required: []string{
			"rewards", "rewards.last_30days", "rewards.token_metrics",
			"rewards.token_metrics.token.total_supply", "last_updated",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Paid(ctx)
			return err
		},
	}.Hold(t)
}
