package goplus

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var token = common.HexToAddress("0x00000000000000000000000000000000000AbCdE")

func ask(t *testing.T, status int, body string) (*Token, error) {
	t.Helper()
	w := upstreamtest.New(t, upstreamtest.Answer{
		URL: "https://api.gopluslabs.io/api/v1/token_security/8453?contract_addresses=" + strings.ToLower(token.Hex()), Status: status, Body: body,
	})
	return New(w.Pool(t, nil)).Token(t.Context(), 8453, token)
}

func TestMissingFlagsAreUnknownNotNo(t *testing.T) {
	got, err := ask(t, 200, `{"code":1,"message":"OK","result":{"`+strings.ToLower(token.Hex())+`":{"is_open_source":"1","is_honeypot":"1","is_proxy":"0","is_mintable":"","buy_tax":"0.05","sell_tax":"","holder_count":"12",
		"holders":[{"address":"0x01","percent":"1769801.01","is_contract":1,"is_locked":0,"tag":""}],"lp_holders":[{"address":"0x02","percent":0.5,"is_contract":0,"is_locked":1,"tag":null,"NFT_list":null}],"unknown_member":{}}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if got.Honeypot != (Flag{true, true}) || got.Proxy != (Flag{true, false}) || got.Mintable != (Flag{}) || got.HiddenOwner != (Flag{}) {
		t.Errorf("flags %+v", got)
	}
	if got.BuyTax.Decimal == nil || got.BuyTax.String() != "0.05" || got.SellTax.Decimal != nil || got.OwnerAddress != nil {
		t.Errorf("taxes %v %v", got.BuyTax, got.SellTax)
	}
	if got.LPHolders[0].Percent.String() != "0.5" || got.Holders[0].Address != "0x01" {
		t.Errorf("holders %+v", got.Holders)
	}
}

func TestFailuresHaveTheirKinds(t *testing.T) {
	for _, c := range []struct {
		why    string
		status int
		body   string
		kind   upstream.Kind
	}{
		{"unknown token", 200, `{"code":1,"message":"OK","result":{}}`, upstream.NotFound},
		{"limit inside 200", 200, `{"code":4029,"message":"too many requests","result":null}`, upstream.RateLimited},
		{"failure inside 200", 200, `{"code":5000,"message":"system error","result":null}`, upstream.Unavailable},
		{"another shape", 200, `{"code":1,"result":[]}`, upstream.BadResponse},
	} {
		if _, err := ask(t, c.status, c.body); !errors.Is(err, c.kind) {
			t.Errorf("%s: %v, want %v", c.why, err, c.kind)
		}
	}
}

// TestRealSamplesParse reads recorded answers where they are.
func TestRealSamplesParse(t *testing.T) {
	for _, f := range samples.Glob(t, "goplus/*.json") {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var a answer
		if err := json.Unmarshal(raw, &a); err != nil || a.Code != codeOK || len(a.Result) != 1 {
			t.Errorf("%s: %v", filepath.Base(f), err)
		}
		for _, tok := range a.Result {
			if tok.HolderCount.Decimal == nil || !tok.OpenSource.Known || tok.Symbol == "" {
				t.Errorf("%s: %+v", filepath.Base(f), tok)
			}
		}
	}
}
