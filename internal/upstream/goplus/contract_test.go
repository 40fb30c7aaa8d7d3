package goplus

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestTokensAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.gopluslabs.io/api/v1/token_security/8453",
			Body: `{"code":1,"result":{"0x00000000000000000000000000000000000abcde":{"is_open_source":"1","is_in_dex":"1","dex":[{"liquidity_type":"UniV2","pair":"0x01","liquidity":"12.5"}],"holders":[{"address":"0x02","tag":"","is_contract":0,"is_locked":0,"percent":"0.5"}],"is_honeypot":"0"}}}`,
		},
		Required: []string{
			"code", "result", "result.*.is_open_source", "result.*.dex[].liquidity",
			"result.*.dex[].pair", "result.*.dex[].liquidity_type", "result.*.holders[].percent",
			"result.*.holders[].address", "result.*.holders[].tag", "result.*.holders[].is_locked",
		},
		Optional: []string{
			"result.*.is_honeypot", "result.*.holders", "result.*.dex",
		},
		NoRecord: []upstreamtest.Answer{{Status: 200, Body: `{"code":1,"result":{}}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Token(ctx, 8453, token)
			return err
		},
	}.Hold(t)
}
