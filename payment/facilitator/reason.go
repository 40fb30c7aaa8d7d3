package facilitator

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// Meaning is what a reason proves about a payment.
type Meaning int

const (
	// Open: the reason proves nothing about the chain. It is that of every reason that is not in the table,
	// because taking an unknown word for a refusal charges the buyer twice.
	Open Meaning = iota
	// Final: the payer's own payment is no good, and the facilitator says so before it sends anything.
	Final
	// OwnFault: the facilitator is in trouble, or does not serve the seller's terms. It says nothing about
	// the payment, so that nobody else is asked to answer for it.
	OwnFault
)

// OwnFaultError says that a verdict speaks only of the facilitator, and why.
type OwnFaultError struct{ Reason string }

func (e *OwnFaultError) Error() string {
	return fmt.Sprintf("facilitator could not judge: %.100s", e.Reason)
}

// Judge reads a facilitator's reason.
//
// The table knows each reason from where it is made: the x402 specification, the reference facilitators
// (Go, TypeScript and Python, versions 1 and 2, and those before), the error codes that Coinbase's documents,
// x402-rs, and our own. Words that one facilitator means as final and another as open are not in it. Left out
// on purpose, and therefore Open:
//
//   - invalid_exact_evm_transaction_failed, transaction_failed, ..._failed_to_execute_transfer: the default of
//     the reference facilitators for any error while sending, and in TypeScript and Python for one while waiting.
//   - ..._failed_to_get_receipt, settle_exact_node_failure, ..._confirmation_timed_out, settlement_pending: sent.
//   - nonce used, duplicate_settlement, invalid_payload: what a payment that is settled looks like when it is
//     settled again. Coinbase's says invalid_payload for it.
//   - ..._transaction_simulation_failed: reverted, for whatever cause, or the node did not answer.
//   - ..._verification_failed: Coinbase's documents call the outcome of it unsure.
func Judge(reason string) Meaning { return meanings[reason] }

// KnownReason says that reason is one of the words of the table or of the protocol: what may be a label of a
// metric, since the others are whatever a facilitator makes up.
func KnownReason(reason string) bool {
	return meanings[reason] != Open || openReasons[reason]
}

// Believed is s with a refusal that proves nothing turned into Unknown. A refusal is believed if its reason is final
// and it names no transaction: one that was sent may still reach the chain.
//
// A facilitator whose own key has no gas money is told so by its node with "insufficient funds for gas", and the
// reference one in TypeScript takes these words for the payer's balance. The message tells the two apart.
func (s Settlement) Believed() Settlement {
	if s.Outcome != Refused {
		return s
	}
	final := Judge(s.Reason) == Final && !strings.Contains(strings.ToLower(s.Message), "insufficient funds for gas")
	if s.Transaction != "" || !final {
		s.Outcome = Unknown
	}
	return s
}

// Believed is v, or an *OwnFaultError where v speaks of the facilitator and not of the payment.
func (v Verification) Believed() (Verification, error) {
	if !v.Valid && Judge(v.Reason) == OwnFault {
		return Verification{}, &OwnFaultError{v.Reason}
	}
	return v, nil
}

// meanings are the reasons that prove something.
var meanings = map[string]Meaning{
	// The payer's account.
	x402.ReasonInsufficientFunds:                                 Final, // specification, Coinbase's, x402-rs
	"invalid_exact_evm_insufficient_balance":                     Final, // reference v2
	"invalid_exact_evm_insufficient_funds":                       Final, // reference Go v1
	"kyt_risk_detected":                                          Final, // Coinbase's: screened
	"invalid_exact_evm_payload_authorization_from_address_kyt":   Final, // Coinbase's, older
	"self_send_not_allowed":                                      Final, // Coinbase's: the payer is the receiver
	x402.ReasonUndeployedWallet:                                  Final, // reference, Coinbase's
	x402.ReasonTransferFails:                                     Final, // our own: the chain was asked
	"eip6492_factory_not_allowed":                                Final, // reference TypeScript
	"smart_wallet_deployment_failed":                             Final, // reference, Coinbase's: before the transfer
	"invalid_exact_evm_payload_authorization_typed_data_message": Final, // Coinbase's, older

	// The signature.
	x402.ReasonSignature:                          Final, // specification, reference v1, Python, Coinbase's
	"invalid_exact_evm_signature":                 Final, // reference v2
	"invalid_exact_evm_signature_format":          Final, // reference Go
	"invalid_exact_evm_payload_missing_signature": Final, // reference Go
	"invalid_exact_evm_payload_signature_address": Final, // Coinbase's
	"invalid_signature":                           Final, // x402-rs

	// The time in which the authorization is valid.
	x402.ReasonValidBefore:    Final, // specification and all of the reference
	x402.ReasonValidAfter:     Final, // likewise
	x402.ReasonPaymentExpired: Final, // reference before v2
	"invalid_payment_expired": Final, // x402-rs
	"invalid_payment_early":   Final, // x402-rs

	// A permit of Permit2. A nonce that is spent, and a simulation that failed, are left out as they are above.
	x402.ReasonPermit2Spender:     Final, // reference v2
	x402.ReasonPermit2Recipient:   Final, // reference v2
	x402.ReasonPermit2Deadline:    Final, // reference v2
	x402.ReasonPermit2Early:       Final, // reference v2
	x402.ReasonPermit2Amount:      Final, // reference v2
	x402.ReasonPermit2Token:       Final, // reference v2
	x402.ReasonPermit2Signature:   Final, // reference v2
	x402.ReasonPermit2Allowance:   Final, // reference v2
	x402.ReasonPermit2Balance:     Final, // reference v2
	"permit2_invalid_amount":      Final, // reference v2: the amount is 0
	"permit2_invalid_destination": Final, // reference v2: the receiver is 0
	"permit2_invalid_owner":       Final, // reference v2: the payer is 0
	"permit2_payment_too_early":   Final, // reference v2

	// A transaction of Solana: what is read from its bytes, and what our own facilitator has asked the chain.
	svm.ReasonUndecodable:   Final, // reference
	svm.ReasonSigners:       Final, // reference, and our own
	svm.ReasonFeePayer:      Final, // reference
	svm.ReasonSignature:     Final, // reference
	svm.ReasonLookup:        Final, // reference, and our own
	svm.ReasonLength:        Final, // reference
	svm.ReasonUnits:         Final, // reference
	svm.ReasonUnitsTooHigh:  Final, // reference
	svm.ReasonPrice:         Final, // reference
	svm.ReasonPriceTooHigh:  Final, // reference
	svm.ReasonNoTransfer:    Final, // reference
	svm.ReasonSponsorPays:   Final, // reference
	svm.ReasonSponsorNamed:  Final, // reference for contract wallets, and our own
	svm.ReasonMint:          Final, // reference
	svm.ReasonReceiver:      Final, // reference
	svm.ReasonAmount:        Final, // reference
	svm.ReasonFourth:        Final, // reference
	svm.ReasonFifth:         Final, // reference
	svm.ReasonSixth:         Final, // reference
	svm.ReasonSeventh:       Final, // reference
	svm.ReasonMemo:          Final, // reference
	svm.ReasonMemoCount:     Final, // reference
	svm.ReasonTransferFails: Final, // our own: the chain was asked

	// Trouble of the facilitator's own, before it sends anything.
	x402.ReasonUnexpectedVerify:                      OwnFault, // specification
	"unexpected_error":                               OwnFault, // x402-rs: any error of its node
	"unknown_error":                                  OwnFault, // Coinbase's
	"invalid_exact_evm_failed_to_get_network_config": OwnFault, // reference Go, Python
	"invalid_exact_evm_failed_to_get_asset_info":     OwnFault, // reference Python
	"invalid_exact_evm_failed_to_check_nonce":        OwnFault, // reference Go
	"invalid_exact_evm_failed_to_get_balance":        OwnFault, // reference Go
	"invalid_exact_evm_failed_to_verify_signature":   OwnFault, // reference Go, Python: its node
	"invalid_exact_evm_failed_to_check_deployment":   OwnFault, // reference Go
	"balance_check_failed":                           OwnFault, // reference
	"no_facilitator_for_network":                     OwnFault, // reference Go
	"request_blocked_by_location":                    OwnFault, // Coinbase's: where the request comes from is ours
	"preflight_validation_failed":                    OwnFault, // Coinbase's: before the payment is looked at
	"invalid_bazaar_extension":                       OwnFault, // Coinbase's: the seller's own extension

	// The seller's terms, which the gate has held the payment against: the facilitator does not serve them.
	x402.ReasonInvalidVersion:                                OwnFault, // specification
	x402.ReasonInvalidScheme:                                 OwnFault, // specification
	x402.ReasonInvalidNetwork:                                OwnFault, // specification
	x402.ReasonInvalidRequirements:                           OwnFault, // specification
	"unsupported_scheme":                                     OwnFault, // specification, reference, x402-rs
	"unsupported_chain":                                      OwnFault, // x402-rs
	"chain_id_mismatch":                                      OwnFault, // x402-rs
	"asset_mismatch":                                         OwnFault, // x402-rs
	"accepted_requirements_mismatch":                         OwnFault, // x402-rs
	"network_mismatch":                                       OwnFault, // reference Python
	"missing_eip712_domain":                                  OwnFault, // reference Python
	"invalid_exact_evm_scheme":                               OwnFault, // reference v2
	"invalid_exact_evm_unsupported_scheme":                   OwnFault, // reference Go v1
	"invalid_exact_evm_network_mismatch":                     OwnFault, // reference
	"invalid_exact_evm_missing_eip712_domain":                OwnFault, // reference
	"invalid_exact_evm_extra_field":                          OwnFault, // reference Go v1
	"invalid_exact_evm_required_amount":                      OwnFault, // reference Go
	"invalid_exact_evm_token_name_mismatch":                  OwnFault, // reference v2
	"invalid_exact_evm_token_version_mismatch":               OwnFault, // reference v2
	"invalid_exact_evm_eip3009_not_supported":                OwnFault, // reference v2
	x402.ReasonPermit2NoProxy:                                OwnFault, // reference v2
	svm.ReasonScheme:                                         OwnFault, // reference v2
	svm.ReasonNetwork:                                        OwnFault, // reference v2
	svm.ReasonNoFeePayer:                                     OwnFault, // reference
	svm.ReasonForeignFeePayer:                                OwnFault, // reference v2
	"fee_payer_not_managed_by_facilitator":                   OwnFault, // reference v1
	"asset_not_deployed_contract":                            OwnFault, // reference TypeScript
	"missing_facilitator":                                    OwnFault, // reference TypeScript
	"missing_scheme":                                         OwnFault, // reference TypeScript
	"unsupported_asset_transfer_method":                      OwnFault, // reference TypeScript
	"invalid_exact_evm_payload_authorization_to_address_kyt": OwnFault, // Coinbase's: the receiver was screened
	"invalid_amount":                                         OwnFault, // Coinbase's
	"amount_too_low":                                         OwnFault, // Coinbase's
	"invalid_exact_evm_payload_authorization_value_too_low":  OwnFault, // Coinbase's
}

// openReasons are known and prove nothing.
var openReasons = map[string]bool{
	"":                                                    true,
	x402.ReasonSettlementPending:                          true,
	x402.ReasonUnexpectedSettle:                           true,
	x402.ReasonNonceUsed:                                  true,
	x402.ReasonDuplicate:                                  true,
	x402.ReasonInvalidPayload:                             true,
	x402.ReasonUnsupportedPayload:                         true,
	x402.ReasonPermit2Nonce:                               true,
	x402.ReasonPermit2Simulated:                           true,
	x402.ReasonRecipientMismatch:                          true,
	x402.ReasonValueMismatch:                              true,
	x402.ReasonSimulationFailed:                           true,
	x402.ReasonTransactionFailed:                          true,
	"transaction_failed":                                  true,
	"transaction_simulation":                              true,
	"invalid_transaction_state":                           true,
	"invalid_exact_evm_transaction_state":                 true,
	"invalid_exact_evm_transfer_event_mismatch":           true,
	"invalid_exact_evm_failed_to_execute_transfer":        true,
	"invalid_exact_evm_failed_to_get_receipt":             true,
	"invalid_exact_evm_verification_failed":               true,
	"settle_failed":                                       true,
	"settlement_failed":                                   true,
	"settle_exact_evm_transaction_confirmation_timed_out": true,
	"settle_exact_node_failure":                           true,
	"settle_exact_failed_onchain":                         true,
	svm.ReasonSimulation:                                  true,
	svm.ReasonTransactionFailed:                           true,
	"transaction_simulation_failed":                       true,
}
