package remote

import (
	"errors"
	"fmt"
	"testing"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

const (
	executeFailed = "invalid_exact_evm_failed_to_execute_transfer"
	receiptLate   = "invalid_exact_evm_failed_to_get_receipt"
	envelope      = `{"errorType":"invalid_request","errorMessage":"x","correlationId":"y"}`
)

func invalid(reason string) string {
	return fmt.Sprintf(`{"isValid":false,"invalidReason":%q}`, reason)
}

func failed(reason, transaction string) string {
	return fmt.Sprintf(`{"success":false,"errorReason":%q,"transaction":%q}`, reason, transaction)
}

func TestVerdictOnThePaymentIsToldFromOneOnTheFacilitator(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		body   string
		reason string
		err    error
	}{
		{"its own fault", 200, invalid("unknown_error"), "", ErrNoVerdict},
		{"its node does not answer", 200, invalid("invalid_exact_evm_failed_to_get_balance"), "", ErrNoVerdict},
		{"does not serve the terms", 400, invalid("unsupported_scheme"), "", ErrNoVerdict},
		{"a word that nobody knows", 200, invalid("Gremlins"), "Gremlins", nil},
		{"payer screened", 403, invalid("kyt_risk_detected"), "kyt_risk_detected", nil},
		{"our place screened", 403, invalid("request_blocked_by_location"), "", ErrCredentials},
		{"error envelope", 400, envelope, "", ErrNoVerdict},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := readVerification(answer{status: c.status, body: []byte(c.body)})
			if !errors.Is(err, c.err) || v.Valid || v.Reason != c.reason {
				t.Errorf("got %+v, %v", v, err)
			}
		})
	}
}

func TestSettlementIsRefusedOnlyWhenNothingCanComeOfIt(t *testing.T) {
	const pending = x402.ReasonSettlementPending
	const success = `{"success":true,"transaction":"` + noHash + `"}`
	const noFunds = x402.ReasonInsufficientFunds
	for _, c := range []struct {
		name    string
		status  int
		body    string
		outcome facilitator.Outcome
		tx      string
		reason  string
	}{
		{"no funds", 200, failed(noFunds, ""), facilitator.Refused, "", noFunds},
		{"a hash of zeros", 200, failed(noFunds, noHash), facilitator.Refused, "", noFunds},
		{"payer screened", 403, failed("kyt_risk_detected", ""), facilitator.Refused, "", "kyt_risk_detected"},

		{"late receipt", 200, failed(receiptLate, testHash), facilitator.Unknown, testHash, receiptLate},
		{"beside a hash", 200, failed(noFunds, testHash), facilitator.Unknown, testHash, noFunds},
		{"beside an id", 200, failed(noFunds, "queue-17"), facilitator.Unknown, "", noFunds},
		{"sending failed", 200, failed(executeFailed, ""), facilitator.Unknown, "", executeFailed},
		{"Coinbase's catch-all", 400, failed("invalid_payload", ""), facilitator.Unknown, "", "invalid_payload"},
		{"an unknown word", 200, failed("Settlement failed", ""), facilitator.Unknown, "", "Settlement failed"},
		{"its node failed", 500, failed("unexpected_error", ""), facilitator.Unknown, "", "unexpected_error"},
		{"no reason", 200, `{"success":false}`, facilitator.Unknown, "", pending},
		{"success without a hash", 200, success, facilitator.Unknown, "", pending},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := readSettlement(answer{status: c.status, body: []byte(c.body)}, "eip155:8453")
			if err != nil || got.Outcome != c.outcome || got.Transaction != c.tx || got.Reason != c.reason {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}

	if s, err := readSettlement(answer{status: 400, body: []byte(envelope)}, "eip155:8453"); !errors.Is(err, ErrNoVerdict) {
		t.Errorf("error envelope: %+v, %v", s, err)
	}
}

// TestFirstHashIsRemembered: asked again, the reference facilitators send a second transaction, which fails.
func TestFirstHashIsRemembered(t *testing.T) {
	pending, second := fixture(t, "settle_pending.json"), fixture(t, "settle_again.json")
	s := serve(t, reply{status: 500, body: pending}, reply{status: 200, body: second})
	got, err := client(t, s.URL).Settle(t.Context(), testRequest("0x05"))
	if err != nil || got.Outcome != facilitator.Unknown || got.Transaction != testHash {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestOwnFaultOfAFacilitatorIsAskedOfTheNext: a verification has no effect, so that anybody may judge.
func TestOwnFaultOfAFacilitatorIsAskedOfTheNext(t *testing.T) {
	first := serve(t, reply{status: 200, body: invalid(x402.ReasonUnexpectedVerify)})
	next := serve(t, reply{status: 200, body: fixture(t, "verify_valid.json")})
	v, err := client(t, first.URL, next.URL).Verify(t.Context(), testRequest("0x06"))
	if err != nil || !v.Valid {
		t.Errorf("got %+v, %v", v, err)
	}
}

// TestOpenReasonDoesNotFailOver: the first facilitator may have sent the payment.
func TestOpenReasonDoesNotFailOver(t *testing.T) {
	first := serve(t, reply{status: 200, body: failed(executeFailed, "")})
	next := serve(t, reply{status: 200, body: fixture(t, "settle_ok.json")})
	got, err := client(t, first.URL, next.URL).Settle(t.Context(), testRequest("0x07"))
	if err != nil || got.Outcome != facilitator.Unknown || len(next.calls()) != 0 {
		t.Errorf("got %+v, %v, %d calls of the other", got, err, len(next.calls()))
	}
}
