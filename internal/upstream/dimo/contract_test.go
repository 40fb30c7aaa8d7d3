package dimo

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestVehiclesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			Method: "POST",
			URL:    "https://identity-api.dimo.zone/query",
			Body:   `{"data":{"vehicle":{"tokenId":7,"owner":"0x1","mintedAt":"2025-01-02T03:04:05Z","definition":{"make":"M","model":"X","year":2020},"earnings":{"totalTokens":"1.5"}}}}`,
		},
		Required: []string{
			"data", "data.vehicle", "data.vehicle.tokenId", "data.vehicle.owner",
			"data.vehicle.definition", "data.vehicle.earnings.totalTokens",
		},
		Optional: []string{
			"data.vehicle.mintedAt", "data.vehicle.definition.year",
		},
		NoRecord: []upstreamtest.Answer{{Status: 200, Body: `{"errors":[{"extensions":{"code":"NOT_FOUND"}}],"data":null}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Vehicle(ctx, 7)
			return err
		},
	}.Hold(t)
}

func TestHoldingsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			Method: "POST",
			URL:    "https://identity-api.dimo.zone/query",
			Body:   `{"data":{"vehicles":{"totalCount":1,"nodes":[{"tokenId":7,"owner":"0x1","definition":null}]},"rewards":{"totalTokens":"1.5"}}}`,
		},
		Required: []string{
			"data.vehicles", "data.vehicles.totalCount", "data.vehicles.nodes",
			"data.vehicles.nodes[].tokenId", "data.rewards", "data.rewards.totalTokens",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Holding(ctx, "0x1")
			return err
		},
	}.Hold(t)
}
