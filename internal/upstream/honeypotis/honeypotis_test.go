package honeypotis

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var token = common.HexToAddress("0x00000000000000000000000000000000000AbCdE")

func ask(t *testing.T, status int, body string) (*Result, error) {
	t.Helper()
	w := upstreamtest.New(t, upstreamtest.Answer{URL: "https://api.honeypot.is/v2/IsHoneypot?address=" + token.Hex() + "&chainID=8453", Status: status, Body: body})
	return New(w.Pool(t, nil)).Check(t.Context(), 8453, token)
}

func TestNumbersMayBeTextAndMayBeMissing(t *testing.T) {
	got, err := ask(t, 200, `{"honeypotResult":{"isHoneypot":true,"honeypotReason":"execution reverted"},"simulationResult":{"buyTax":"1.5","sellTax":100},"token":{},"pair":{"pair":{"address":"0x01","type":"UniswapV2"},"liquidity":"12.25","createdAtTimestamp":"1698160000"}}`)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Honeypot.Is || got.Simulation.BuyTax.String() != "1.5" || got.Simulation.SellTax.String() != "100" || got.Simulation.TransferTax.Decimal != nil {
		t.Errorf("%+v", got)
	}
	if got.Pair.Liquidity.String() != "12.25" || got.Pair.Created.String() != "1698160000" || got.Simulated != nil || got.Code != nil {
		t.Errorf("%+v", got)
	}
}

func TestUnknownTokenIsNotFound(t *testing.T) {
	if _, err := ask(t, 404, `{"error":"Token not found"}`); !errors.Is(err, upstream.NotFound) {
		t.Error(err)
	}
	if _, err := ask(t, 200, `<html>`); !errors.Is(err, upstream.BadResponse) {
		t.Error(err)
	}
}

// TestRealSamplesParse reads recorded answers where they are.
func TestRealSamplesParse(t *testing.T) {
	for name, honeypot := range map[string]bool{"ishoneypot-nitro.json": true, "ishoneypot-weth-2026-10.json": false} {
		raw := samples.Read(t, "honeypot-is/"+name)
		var r Result
		if err := json.Unmarshal(raw, &r); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		told := r.Simulation.SellTax.Decimal != nil && r.Pair.Created.Decimal != nil && r.Pair.Liquidity.Decimal != nil
		if r.Honeypot == nil || r.Honeypot.Is != honeypot || !told {
			t.Errorf("%s: %+v", name, r)
		}
	}
	raw := samples.Read(t, "honeypot-is/ishoneypot-short-2026-10.json")
	var list []Result
	if err := json.Unmarshal(raw, &list); err != nil || len(list) != 3 || list[2].Honeypot != nil {
		t.Errorf("%v %+v", err, list)
	}
}
