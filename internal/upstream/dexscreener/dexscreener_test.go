package dexscreener

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var token = common.HexToAddress("0x00000000000000000000000000000000000AbCdE")

func ask(t *testing.T, status int, body string) ([]Pair, error) {
	t.Helper()
	w := upstreamtest.New(t, upstreamtest.Answer{URL: "https://api.dexscreener.com/token-pairs/v1/base/" + token.Hex(), Status: status, Body: body})
	return New(w.Pool(t, nil)).Pairs(t.Context(), "base", token)
}

func TestPoolsWithoutLiquidityOrAgeAreKept(t *testing.T) {
	pairs, err := ask(t, 200, `[{"chainId":"base","dexId":"aerodrome","pairAddress":"0x01","liquidity":{"usd":1234.56},"pairCreatedAt":1704710000000},{"chainId":"base","dexId":"uniswap","pairAddress":"0x02"}]`)
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) != 2 || pairs[0].Liquidity.USD.String() != "1234.56" || pairs[1].Liquidity != nil {
		t.Errorf("%+v", pairs)
	}
	if at, ok := pairs[0].Created(); !ok || !at.Equal(time.Date(2024, 1, 8, 10, 33, 20, 0, time.UTC)) {
		t.Errorf("created %v", at)
	}
	if _, ok := pairs[1].Created(); ok {
		t.Error("an unknown age is known")
	}
}

func TestTokenWithoutPoolsIsAnEmptyAnswer(t *testing.T) {
	if pairs, err := ask(t, 200, `[]`); err != nil || len(pairs) != 0 {
		t.Errorf("%v %v", pairs, err)
	}
	if _, err := ask(t, 429, ``); !errors.Is(err, upstream.RateLimited) {
		t.Error(err)
	}
	if _, err := ask(t, 200, `{"pairs":`); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
}

// TestRealSampleParses reads a recorded answer of the pairs call, whose pools have the same shape.
func TestRealSampleParses(t *testing.T) {
	raw := samples.Read(t, "dexscreener/pairs_ethereum_weth_usdc.json")
	var a struct{ Pairs []Pair }
	if err := json.Unmarshal(raw, &a); err != nil || len(a.Pairs) != 1 || a.Pairs[0].Liquidity == nil {
		t.Errorf("%v %+v", err, a)
	}
	if at, ok := a.Pairs[0].Created(); !ok || at.Year() != 2021 {
		t.Errorf("created %v", at)
	}
}
