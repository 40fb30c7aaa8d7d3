package remote

import (
	"errors"
	"fmt"
	"testing"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

func sponsoring(payer string) reply {
	return reply{status: 200, body: fmt.Sprintf(
		`{"kinds":[{"x402Version":2,"scheme":"exact","network":%q,"extra":{"feePayer":%q}}],"extensions":[],"signers":{}}`,
		x402.SolanaMainnet, payer)}
}

func onSolana(payer, transaction string) facilitator.Request {
	r := x402.Requirement{
		Scheme:  x402.SchemeExact,
		Network: x402.SolanaMainnet,
		Amount:  "2000",
		Extra:   x402.Extra{FeePayer: payer},
	}
	return facilitator.Request{
		Requirement: r,
		Payment: x402.Payment{
			X402Version: 2,
			Accepted:    r,
			Payload:     x402.ExactPayload{Transaction: transaction},
		},
	}
}

// TestPaymentOnSolanaGoesToWhoPaysItsFee: another facilitator would refuse it, and nobody could tell that refusal from
// one of the payer's.
func TestPaymentOnSolanaGoesToWhoPaysItsFee(t *testing.T) {
	id := svm.Signature{1}.String()
	first := serve(t, sponsoring("A"))
	second := serve(t, sponsoring("B"),
		reply{status: 200, body: `{"isValid":true}`},
		reply{status: 200, body: fmt.Sprintf(`{"success":true,"transaction":%q}`, id)})
	c, err := New(quick(first.URL, second.URL))
	if err != nil {
		t.Fatal(err)
	}

	if _, err := c.Verify(t.Context(), onSolana("B", "AA==")); !errors.Is(err, ErrUnreachable) {
		t.Errorf("before anybody was asked whose it is: %v", err)
	}
	supported, err := c.Supported(t.Context())
	if got := supported.Sponsors(x402.SolanaMainnet); err != nil || len(got) != 2 || got[0] != "A" || got[1] != "B" {
		t.Fatalf("together they have %q, %v", got, err)
	}

	request := onSolana("B", "AA==")
	if v, err := c.Verify(t.Context(), request); err != nil || !v.Valid {
		t.Errorf("%+v %v", v, err)
	}
	s, err := c.Settle(t.Context(), request)
	if err != nil || s.Outcome != facilitator.Settled || s.Transaction != id {
		t.Errorf("%+v %v", s, err)
	}
	if s, err := c.Settle(t.Context(), onSolana("C", "AQ==")); !errors.Is(err, ErrUnreachable) {
		t.Errorf("a fee payer of nobody's: %+v %v", s, err)
	}
	if n := len(first.calls()); n != 1 {
		t.Errorf("the other one was asked %d times", n)
	}
}

// TestSuccessOnSolanaNamesATransactionOfSolana: the payment could not be looked up by anything else.
func TestSuccessOnSolanaNamesATransactionOfSolana(t *testing.T) {
	for _, named := range []string{"", "true", testHash, svm.Signature{}.String()} {
		body := fmt.Sprintf(`{"success":true,"transaction":%q}`, named)
		s, err := readSettlement(answer{status: 200, body: []byte(body)}, x402.SolanaMainnet)
		if err != nil || s.Outcome != facilitator.Unknown || s.Transaction != "" {
			t.Errorf("%q: %+v %v", named, s, err)
		}
	}
}
