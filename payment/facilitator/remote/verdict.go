package remote

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/x402"
)

// openReasons are refusals of a settlement that do not prove that the money stayed where it was.
// Seen from the reference facilitators and CDP (x402 specification, CDP API enums):
//   - the transaction was sent and its confirmation is missing, or the facilitator failed at a point
//     that it does not tell;
//   - the nonce is used, or the transfer reverted: that is also what a payment which has been settled
//     looks like when it is settled again. The chain knows; a facilitator's word does not decide.
var openReasons = map[string]bool{
	x402.ReasonSettlementPending:                          true,
	x402.ReasonUnexpectedSettle:                           true,
	x402.ReasonNonceUsed:                                  true,
	x402.ReasonDuplicate:                                  true,
	x402.ReasonTransactionFailed:                          true,
	"invalid_transaction_state":                           true,
	"invalid_exact_evm_transfer_event_mismatch":           true,
	"settle_failed":                                       true,
	"settle_exact_evm_transaction_confirmation_timed_out": true,
	"settle_exact_node_failure":                           true,
	"settle_exact_failed_onchain":                         true,
	reasonUnknown:                                         true,
}

// reasonUnknown is CDP's word for a fault of its own.
const reasonUnknown = "unknown_error"

// readVerification reads a verdict from the JSON, whatever the HTTP status: some facilitators refuse
// with 400 or 412, and a 500 with the members is a verdict too.
func readVerification(ans answer) (facilitator.Verification, error) {
	var v httpapi.VerifyAnswer
	if err := json.Unmarshal(ans.body, &v); err != nil || v.IsValid == nil || refusesCredentials(ans) {
		return facilitator.Verification{}, noVerdict(ans)
	}
	if *v.IsValid {
		if ans.status/100 != 2 {
			return facilitator.Verification{}, noVerdict(ans)
		}
		return facilitator.Verification{Valid: true, Payer: v.Payer}, nil
	}

	v.InvalidReason = cmp.Or(v.InvalidReason, x402.ReasonUnexpectedVerify)
	if ans.status >= 500 && (v.InvalidReason == x402.ReasonUnexpectedVerify || v.InvalidReason == reasonUnknown) {
		return facilitator.Verification{}, fmt.Errorf("%w: HTTP %d %s", ErrNoVerdict, ans.status, v.InvalidReason)
	}
	return facilitator.Verification{
		Reason:  v.InvalidReason,
		Message: v.InvalidMessage,
		Payer:   v.Payer,
	}, nil
}

// readSettlement is readVerification for a settlement. Success needs a transaction hash: a payment
// cannot be looked up by the word "true".
func readSettlement(ans answer) (facilitator.Settlement, error) {
	var a httpapi.SettleAnswer
	if err := json.Unmarshal(ans.body, &a); err != nil || a.Success == nil || refusesCredentials(ans) {
		return facilitator.Settlement{}, noVerdict(ans)
	}

	s := facilitator.Settlement{
		Payer:   a.Payer,
		Reason:  a.ErrorReason,
		Message: a.ErrorMessage,
	}
	if isHash(a.Transaction) {
		s.Transaction = a.Transaction
	}
	switch {
	case *a.Success && ans.status/100 == 2 && s.Transaction != "":
		s.Outcome = facilitator.Settled
		s.Reason = ""
		s.Message = ""
	case *a.Success:
		s.Outcome = facilitator.Unknown
		s.Reason = x402.ReasonSettlementPending
		s.Message = fmt.Sprintf("the facilitator claims success with HTTP %d and transaction %.80q",
			ans.status, a.Transaction)
	case a.ErrorReason == "" || openReasons[a.ErrorReason]:
		s.Outcome = facilitator.Unknown
		s.Reason = cmp.Or(s.Reason, x402.ReasonSettlementPending)
	default:
		s.Outcome = facilitator.Refused
	}
	return s, nil
}

// readSupported takes each kind that has the protocol's members and skips the others.
func readSupported(ans answer) (facilitator.Supported, error) {
	var raw struct {
		Kinds      []json.RawMessage `json:"kinds"`
		Extensions json.RawMessage   `json:"extensions"`
		Signers    json.RawMessage   `json:"signers"`
	}
	if ans.status/100 != 2 {
		return facilitator.Supported{}, noVerdict(ans)
	}
	if err := json.Unmarshal(ans.body, &raw); err != nil || raw.Kinds == nil {
		return facilitator.Supported{}, ErrSupportedUnknown
	}

	var s facilitator.Supported
	for _, k := range raw.Kinds {
		var kind facilitator.Kind
		if json.Unmarshal(k, &kind) == nil && kind.Scheme != "" && kind.Network != "" {
			s.Kinds = append(s.Kinds, kind)
		}
	}
	if len(s.Kinds) == 0 && len(raw.Kinds) > 0 {
		return facilitator.Supported{}, ErrSupportedUnknown
	}

	// Version 1 has only kinds, and others write these two in their own ways: they decide nothing here.
	if json.Unmarshal(raw.Extensions, &s.Extensions) != nil {
		s.Extensions = nil
	}
	if json.Unmarshal(raw.Signers, &s.Signers) != nil {
		s.Signers = nil
	}
	return s, nil
}

// refusesCredentials is about us, whatever the body says of the payment.
func refusesCredentials(ans answer) bool {
	return ans.status == http.StatusUnauthorized || ans.status == http.StatusForbidden
}

// noVerdict says what came instead of one. The body is not quoted: an error page may echo our headers.
func noVerdict(ans answer) error {
	if refusesCredentials(ans) {
		return fmt.Errorf("%w: HTTP %d", ErrCredentials, ans.status)
	}
	return fmt.Errorf("%w: HTTP %d with %d bytes that are none", ErrNoVerdict, ans.status, len(ans.body))
}

func isHash(s string) bool {
	raw, err := hex.DecodeString(strings.TrimPrefix(s, "0x"))
	return err == nil && len(raw) == 32 && len(s) == 66
}
