package mempoolspace

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	base  = "https://mempool.space/api"
	block = "00000000000000000000000000000000000000000000000000000000000000aa"
)

func TestExplorerIsHeldToItsContract(t *testing.T) {
	rates := []string{"fastestFee", "halfHourFee", "hourFee", "economyFee", "minimumFee"}
	for name, c := range map[string]upstreamtest.Contract{
		"fees": {
			Answer: upstreamtest.Answer{
				URL:  base + "/v1/fees/precise",
				Body: `{"fastestFee":3.1,"halfHourFee":2.2,"hourFee":1.5,"economyFee":0.4,"minimumFee":0.1}`,
			},
			Required: rates,
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Fees(ctx)
				return err
			},
		},
		"projected": {
			Answer: upstreamtest.Answer{
				URL:  base + "/v1/fees/mempool-blocks",
				Body: `[{"blockVSize":997000,"nTx":3,"totalFees":900,"medianFee":1.5,"feeRange":[1,2]}]`,
			},
			Required: []string{"[].blockVSize", "[].nTx", "[].totalFees", "[].medianFee", "[].feeRange"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Projected(ctx)
				return err
			},
		},
		"difficulty": {
			Answer: upstreamtest.Answer{
				URL: base + "/v1/difficulty-adjustment",
				Body: `{"progressPercent":4.5,"difficultyChange":-1.2,"estimatedRetargetDate":1795842478000,
"remainingBlocks":12,"previousRetarget":0.3,"nextRetargetHeight":925344}`,
			},
			Required: []string{
				"progressPercent", "difficultyChange", "estimatedRetargetDate", "remainingBlocks", "previousRetarget",
				"nextRetargetHeight",
			},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Difficulty(ctx)
				return err
			},
		},
		"price": {
			Answer:   upstreamtest.Answer{URL: base + "/v1/prices", Body: `{"time":1795175700,"USD":93418}`},
			Required: []string{"time", "USD"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Price(ctx)
				return err
			},
		},
		"package": {
			Answer: upstreamtest.Answer{
				URL: base + "/v1/cpfp/ab",
				Body: `{"ancestors":[{"fee":1,"weight":400}],"descendants":[{"fee":2,"weight":500}],
"effectiveFeePerVsize":1.5}`,
			},
			Required: []string{
				"ancestors", "ancestors[].fee", "ancestors[].weight", "descendants[].fee", "descendants[].weight",
			},
			Optional: []string{"descendants", "effectiveFeePerVsize"},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Package(ctx, "ab")
				return err
			},
		},
		"block": {
			Answer: upstreamtest.Answer{
				URL: base + "/v1/block/" + block,
				Body: `{"id":"` + block + `","height":0,"version":1,"timestamp":1231006505,"nonce":1,"difficulty":1,
"merkle_root":"aa","tx_count":1,"size":285,"weight":1140,"mediantime":1231006505,
"extras":{"totalFees":0,"medianFee":0,"feeRange":[0],"reward":5000000000,"avgFee":0,"pool":{"name":"Unknown"}}}`,
			},
			Required: []string{
				"id", "height", "difficulty", "extras.totalFees", "extras.medianFee", "extras.feeRange", "extras.reward",
				"extras.avgFee", "extras.pool", "extras.pool.name",
			},
			Optional: []string{"extras"},
			NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"error":"Block not found"}`}},
			Call: func(ctx context.Context, pool *upstream.Pool) error {
				_, err := New(pool).BlockWithExtras(ctx, block)
				return err
			},
		},
	} {
		t.Run(name, c.Hold)
	}
}
