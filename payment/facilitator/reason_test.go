package facilitator

import (
	"testing"

	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// TestRefusalIsBelievedOnlyWhenNothingCanComeOfIt holds the rule that keeps a buyer from paying twice.
func TestRefusalIsBelievedOnlyWhenNothingCanComeOfIt(t *testing.T) {
	const hash = "0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef"
	for _, c := range []struct {
		reason      string
		transaction string
		want        Outcome
		why         string
	}{
		{x402.ReasonInsufficientFunds, "", Refused, "every facilitator looks at the balance before it sends"},
		{x402.ReasonInsufficientFunds, hash, Unknown, "something was sent"},
		{x402.ReasonSignature, "", Refused, "likewise"},
		{x402.ReasonTransferFails, "", Refused, "ours has asked the chain"},
		{"invalid_exact_evm_failed_to_get_receipt", hash, Unknown, "sent, and the receipt is late"},
		{"invalid_exact_evm_failed_to_get_receipt", "", Unknown, "sent"},
		{"invalid_exact_evm_failed_to_execute_transfer", "", Unknown, "the node may have taken it"},
		{"invalid_exact_evm_failed_to_check_nonce", "", Unknown, "its own trouble proves nothing"},
		{x402.ReasonNonceUsed, "", Unknown, "perhaps by this payment"},
		{x402.ReasonInvalidPayload, "", Unknown, "one facilitator says so of a payment that is settled"},
		{x402.ReasonInvalidNetwork, "", Unknown, "the terms are ours: the buyer cannot sign better ones"},
		{svm.ReasonAmount, "", Refused, "read from the bytes that the payer signed"},
		{svm.ReasonTransferFails, "", Refused, "ours has asked the chain"},
		{svm.ReasonSimulation, "", Unknown, "a transaction that has landed fails in a trial too"},
		{svm.ReasonTransactionFailed, "", Unknown, "the reference says so of any error while sending"},
		{svm.ReasonForeignFeePayer, "", Unknown, "the terms are ours: the buyer cannot sign better ones"},
		{"", "", Unknown, "no reason"},
		{"Insufficient funds", "", Unknown, "only exact words are known"},
		{"unheard_of", "", Unknown, "an unknown word"},
	} {
		got := Settlement{Outcome: Refused, Reason: c.reason, Transaction: c.transaction}.Believed()
		if got.Outcome != c.want || got.Reason != c.reason || got.Transaction != c.transaction {
			t.Errorf("%q with %q: %+v, want outcome %d: %s", c.reason, c.transaction, got, c.want, c.why)
		}
	}
	gas := Settlement{
		Outcome: Refused,
		Reason:  "invalid_exact_evm_insufficient_balance",
		Message: "Details: insufficient funds for gas * price + value: balance 0, tx cost 21000",
	}
	if got := gas.Believed(); got.Outcome != Unknown {
		t.Errorf("the facilitator's own key is empty: %+v", got)
	}
	if got := (Settlement{Outcome: Settled, Transaction: hash}).Believed(); got.Outcome != Settled {
		t.Errorf("settled: %+v", got)
	}
}

func TestFacilitatorsOwnTroubleIsNoVerdictOnThePayment(t *testing.T) {
	for reason, own := range map[string]bool{
		"":                             false,
		"unheard_of":                   false,
		x402.ReasonInsufficientFunds:   false,
		x402.ReasonNonceUsed:           false,
		x402.ReasonSimulationFailed:    false,
		x402.ReasonUnexpectedVerify:    true,
		"unexpected_error":             true,
		"unknown_error":                true,
		x402.ReasonInvalidRequirements: true,
		"invalid_exact_evm_failed_to_get_network_config": true,
	} {
		v, err := Verification{Reason: reason}.Believed()
		if (err != nil) != own || !own && v.Reason != reason {
			t.Errorf("%q: %+v, %v", reason, v, err)
		}
	}
	if v, err := (Verification{Valid: true}).Believed(); err != nil || !v.Valid {
		t.Errorf("valid: %+v, %v", v, err)
	}
}

// TestNoReasonIsInBothTables: a reason that proves something is not open.
func TestNoReasonIsInBothTables(t *testing.T) {
	for reason := range meanings {
		if openReasons[reason] {
			t.Errorf("%s", reason)
		}
	}
}
