package server

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/pricing"
	"github.com/farebox/farebox/server/discovery"
)

// TestQuoteOfTwoNetworksFitsThroughCommonProxies asks every paid route of a service with a long name.
func TestQuoteOfTwoNetworksFitsThroughCommonProxies(t *testing.T) {
	s := start(t, newKey(t), map[string]string{
		"PAYMENT_NETWORKS": "eip155:8453,eip155:84532", "PUBLIC_BASE_URL": "https://farebox.agents-and-tools.example.com",
	}, (&scripted{}).with(false))
	for _, op := range s.spec.Operations {
		if !op.Paid {
			continue
		}
		a := s.do(s.request(op.Method, op.Path, nil))
		header := a.header.Get(x402.HeaderRequired)
		var quote x402.Required
		text, err := base64.StdEncoding.DecodeString(header)
		if err != nil || json.Unmarshal(text, &quote) != nil || len(quote.Accepts) != 2 || quote.Extensions["bazaar"] == nil {
			t.Errorf("%s: %s", op.Name(), text)
		}
		least, err := discovery.BazaarWithin(op, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(header) > 4<<10 && len(quote.Extensions["bazaar"]) > len(least) {
			t.Errorf("%s: PAYMENT-REQUIRED has %d bytes", op.Name(), len(header))
		}
	}
}

func TestEveryPriceIsPayableInUSDC(t *testing.T) {
	loaded, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}

	for _, op := range loaded.Operations {
		if !op.Paid {
			continue
		}
		if _, err := pricing.Atomic(op.Price, 6); err != nil {
			t.Errorf("%s: %v", op.Name(), err)
		}
	}
}
