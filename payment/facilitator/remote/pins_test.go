package remote

import (
	"testing"
	"time"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// TestPinLastsAsLongAsItsAuthorizationMay, within a bound that no number of seconds can overflow.
func TestPinLastsAsLongAsItsAuthorizationMay(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for before, want := range map[string]time.Duration{
		"1800000060":          time.Minute,
		"1799999999":          0,
		"1900000000":          maxPinLife,
		"9223372036854775807": maxPinLife,
		"9223372036854775808": maxPinLife,
		"115792089237316195423570985008687907853269984665640564039457584007913129639935": maxPinLife,
	} {
		var req facilitator.Request
		req.Payment.Payload.Authorization = x402.Authorization{ValidBefore: before}
		pin, err := newPins().hold(t.Context(), req, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := pin.expires.Sub(now); got != want+pinGrace {
			t.Errorf("validBefore %s: %v, want %v", before, got, want+pinGrace)
		}
	}
}

// TestPinOfAPermitIsOfItsPayerAndNonce: two payments of one payer are two, and one lasts until its deadline.
func TestPinOfAPermitIsOfItsPayerAndNonce(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	permit := func(from, nonce string) facilitator.Request {
		var req facilitator.Request
		req.Payment.Payload.Permit2 = x402.Permit2Authorization{
			From:     from,
			Nonce:    nonce,
			Deadline: "1800000060",
		}
		return req
	}
	keys := map[string]bool{}
	for _, req := range []facilitator.Request{permit("0xA", "1"), permit("0xA", "2"), permit("0xB", "1"), permit("0xa", "1")} {
		key, life := pinned(req, now)
		keys[key] = true
		if life != time.Minute {
			t.Errorf("it lasts %v", life)
		}
	}
	if len(keys) != 3 {
		t.Errorf("four calls of three payments have %d names: %v", len(keys), keys)
	}
}
