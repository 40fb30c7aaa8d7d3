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
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// reasonScreened is Coinbase's word for a payer, or a receiver, that its screening declined. It comes with 403,
// which is about our credentials otherwise.
const reasonScreened = "kyt_risk_detected"

// readVerification reads a verdict from the JSON, whatever the HTTP status: some facilitators refuse
// with 400 or 412, and a 500 with the members is a verdict too.
func readVerification(ans answer) (facilitator.Verification, error) {
	var v httpapi.VerifyAnswer
	err := json.Unmarshal(ans.body, &v)
	if err != nil || v.IsValid == nil || refusesCredentials(ans, v.InvalidReason) {
		return facilitator.Verification{}, noVerdict(ans)
	}
	if *v.IsValid {
		if ans.status/100 != 2 {
			return facilitator.Verification{}, noVerdict(ans)
		}
		return facilitator.Verification{Valid: true, Payer: v.Payer}, nil
	}

	believed, err := facilitator.Verification{
		Reason:  v.InvalidReason,
		Message: v.InvalidMessage,
		Payer:   v.Payer,
	}.Believed()
	if err != nil {
		return facilitator.Verification{}, fmt.Errorf("%w: HTTP %d: %w", ErrNoVerdict, ans.status, err)
	}
	return believed, nil
}

// readSettlement is readVerification for a settlement. Success needs a transaction hash: a payment
// cannot be looked up by the word "true". A refusal needs a reason that is final and no transaction, see
// [facilitator.Settlement.Believed].
func readSettlement(ans answer, network string) (facilitator.Settlement, error) {
	var a httpapi.SettleAnswer
	err := json.Unmarshal(ans.body, &a)
	if err != nil || a.Success == nil || refusesCredentials(ans, a.ErrorReason) {
		return facilitator.Settlement{}, noVerdict(ans)
	}

	s := facilitator.Settlement{
		Payer:   a.Payer,
		Reason:  a.ErrorReason,
		Message: a.ErrorMessage,
	}
	if namesTransaction(network, a.Transaction) {
		s.Transaction = a.Transaction
	}
	sent := a.Transaction != "" && a.Transaction != noHash // in whatever form

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
	case sent:
		s.Outcome = facilitator.Unknown
		s.Reason = cmp.Or(s.Reason, x402.ReasonSettlementPending)
	default:
		s.Outcome = facilitator.Refused
		s.Reason = cmp.Or(s.Reason, x402.ReasonSettlementPending)
	}
	return s.Believed(), nil
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

// refusesCredentials is about us, whatever the body says about the payment. The one reason that is known to come with
// 403 is about the payer.
func refusesCredentials(ans answer, reason string) bool {
	return ans.status == http.StatusUnauthorized ||
		ans.status == http.StatusForbidden && reason != reasonScreened
}

// noVerdict says what came instead of one. The body is not quoted: an error page may echo our headers. Coinbase answers
// 402 when our account there has used up what is free and has no means of payment.
func noVerdict(ans answer) error {
	if refusesCredentials(ans, "") || ans.status == http.StatusPaymentRequired {
		return fmt.Errorf("%w: HTTP %d", ErrCredentials, ans.status)
	}
	return fmt.Errorf("%w: HTTP %d with %d bytes that are not one", ErrNoVerdict, ans.status, len(ans.body))
}

// noHash is what some write where there is no transaction.
const noHash = "0x0000000000000000000000000000000000000000000000000000000000000000"

// namesTransaction says that a text is the name of a transaction on a network.
func namesTransaction(network, text string) bool {
	if strings.HasPrefix(network, svm.Namespace) {
		id, err := svm.ParseSignature(text)
		return err == nil && id != svm.Signature{}
	}
	return isHash(text)
}

func isHash(s string) bool {
	raw, err := hex.DecodeString(strings.TrimPrefix(s, "0x"))
	return err == nil && len(raw) == 32 && len(s) == 66 && s != noHash
}
