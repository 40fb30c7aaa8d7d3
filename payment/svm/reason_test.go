package svm_test

import (
	"testing"

	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// TestBuyersOfVersion1ReadItsWords holds the table against what the reference of version 1 writes.
func TestBuyersOfVersion1ReadItsWords(t *testing.T) {
	for reason, want := range map[string]string{
		svm.ReasonScheme:             "unsupported_scheme",
		svm.ReasonNetwork:            "network_mismatch",
		svm.ReasonForeignFeePayer:    "fee_payer_not_managed_by_facilitator",
		svm.ReasonSimulation:         "transaction_simulation_failed",
		svm.ReasonTransactionFailed:  "transaction_failed",
		svm.ReasonTransferFails:      "transaction_failed",
		x402.ReasonSettlementPending: "settlement_pending",
		svm.ReasonLookup:             "invalid_exact_svm_payload_transaction_could_not_be_decoded",
		svm.ReasonSeventh:            "invalid_exact_svm_payload_transaction_instructions_length",
		svm.ReasonAmount:             svm.ReasonAmount,
		svm.ReasonMemo:               svm.ReasonMemo,
		x402.ReasonDuplicate:         "duplicate_settlement",
		x402.ReasonInsufficientFunds: "insufficient_funds",
	} {
		if got := svm.ReasonV1(reason); got != want {
			t.Errorf("%s is %s in version 1, want %s", reason, got, want)
		}
	}
}
