package httpapi_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/x402"
)

// permitCall is what a seller of a token without EIP-3009 sends, and the network that it is for.
func permitCall() (x402.Network, facilitator.Request) {
	n := x402.Builtin()[0]
	n.Permit2 = true
	n.V1Name = ""
	want := x402.Requirement{
		Scheme:            x402.SchemeExact,
		Network:           n.CAIP2,
		Amount:            "2000",
		Asset:             n.Asset.Hex(),
		PayTo:             "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
		MaxTimeoutSeconds: 120,
		Extra:             n.Extra(),
	}
	return n, facilitator.Request{
		Requirement: want,
		Payment: x402.Payment{
			X402Version: 2,
			Accepted:    want,
			Payload: x402.ExactPayload{
				Signature: "0x01",
				Permit2: x402.Permit2Authorization{
					Permitted: x402.Permit2Permitted{
						Token:  want.Asset,
						Amount: want.Amount,
					},
					From:     "0x857b06519E91e3A54538791bDbb0E22373e36b66",
					Spender:  "0x402085c248EeA27D92E8b30b2C58ed07f9E20001",
					Nonce:    "7",
					Deadline: "1740672154",
					Witness: x402.Permit2Witness{
						To:         want.PayTo,
						ValidAfter: "0",
					},
				},
			},
		},
	}
}

// What the client of other facilitators sends, the API reads as it was.
func TestPermitIsSentAndReadAsItIs(t *testing.T) {
	n, req := permitCall()
	body, err := httpapi.Body(req)
	if err != nil {
		t.Fatal(err)
	}
	var sent struct {
		PaymentPayload struct {
			Payload map[string]json.RawMessage `json:"payload"`
		} `json:"paymentPayload"`
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		t.Fatal(err)
	}
	if payload := sent.PaymentPayload.Payload; len(payload) != 2 || payload["permit2Authorization"] == nil {
		t.Errorf("the payload has other members than signature and permit2Authorization: %s", body)
	}

	got, version, err := httpapi.DecodeCall(body, []x402.Network{n})
	if err != nil || version != 2 || got.Payment.Payload != req.Payment.Payload || got.Requirement != req.Requirement {
		t.Errorf("version %d, %+v, %v", version, got, err)
	}
}

func TestPermitWithoutAMemberIsRefusedByItsName(t *testing.T) {
	for name, change := range map[string]func(*x402.ExactPayload){
		"signature":                            func(p *x402.ExactPayload) { p.Signature = "" },
		"permit2Authorization.from":            func(p *x402.ExactPayload) { p.Permit2 = x402.Permit2Authorization{} },
		"permit2Authorization.nonce":           func(p *x402.ExactPayload) { p.Permit2.Nonce = "" },
		"permit2Authorization.witness.to":      func(p *x402.ExactPayload) { p.Permit2.Witness.To = "" },
		"permit2Authorization.deadline":        func(p *x402.ExactPayload) { p.Permit2.Deadline = "" },
		"permit2Authorization.spender":         func(p *x402.ExactPayload) { p.Permit2.Spender = "" },
		"permit2Authorization.permitted.token": func(p *x402.ExactPayload) { p.Permit2.Permitted.Token = "" },
	} {
		n, req := permitCall()
		change(&req.Payment.Payload)
		body, err := httpapi.Body(req)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = httpapi.DecodeCall(body, []x402.Network{n})
		var bad *httpapi.BadCall
		want := "paymentPayload.payload." + name + " is missing: only permits of Permit2 are served on eip155:8453"
		if !errors.As(err, &bad) || bad.Reason != x402.ReasonUnsupportedPayload || bad.Message != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
