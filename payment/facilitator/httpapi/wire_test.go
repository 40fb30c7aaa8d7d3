package httpapi_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/x402"
)

// TestBodyIsTheCall whether or not the JSON of the item's extensions is at hand, to the byte.
func TestBodyIsTheCall(t *testing.T) {
	extensions := x402.Extensions{
		"bazaar": json.RawMessage(`{"info": {"input": "a < b & c"}, "schema": [1, 2]}`),
		"other":  json.RawMessage(`{}`),
	}
	ready, err := json.Marshal(extensions)
	if err != nil {
		t.Fatal(err)
	}
	plain := facilitator.Request{
		Payment: x402.Payment{
			X402Version: 2,
			Resource:    &x402.Resource{URL: "https://api.example/x?a=<b>", Description: "what it is"},
			Payload:     x402.ExactPayload{Signature: "0x12"},
		},
		Requirement: x402.Requirement{Scheme: x402.SchemeExact, Network: "eip155:8453", Amount: "1000"},
	}
	full := plain
	full.Payment.Extensions = extensions

	for name, c := range map[string]struct {
		request facilitator.Request
		wire    *facilitator.Wire
	}{
		"extensions ready":     {full, &facilitator.Wire{Extensions: ready}},
		"extensions not ready": {full, &facilitator.Wire{}},
		"nothing shared":       {full, nil},
		"no extensions":        {plain, &facilitator.Wire{}},
	} {
		t.Run(name, func(t *testing.T) {
			want, err := json.Marshal(httpapi.NewCall(c.request))
			if err != nil {
				t.Fatal(err)
			}
			c.request.Wire = c.wire
			got, err := httpapi.Body(c.request)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s\n%v, want\n%s", got, err, want)
			}
			again, err := httpapi.Body(c.request)
			if err != nil || c.wire != nil && &again[0] != &got[0] {
				t.Errorf("made once more, or %v", err)
			}
		})
	}
}

// TestRequestThatCouldNotBeWordedStaysSo: a settlement must not send what a verification failed to make.
func TestRequestThatCouldNotBeWordedStaysSo(t *testing.T) {
	var wire facilitator.Wire
	func() {
		defer func() { recover() }()
		wire.Body(func() ([]byte, error) { panic("a fault of ours") })
	}()
	if body, err := wire.Body(func() ([]byte, error) { return []byte("{}"), nil }); err == nil {
		t.Errorf("%q without an error", body)
	}
}
