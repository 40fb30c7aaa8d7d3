package svm

import "strings"

// Reasons that payments are refused with, in the words of version 2. [ReasonV1] has those of version 1.
// Source: @x402/svm 2.27.0, exact/facilitator/errors.
const (
	ReasonScheme            = "invalid_exact_svm_unsupported_scheme"
	ReasonNetwork           = "invalid_exact_svm_network_mismatch"
	ReasonNoFeePayer        = "invalid_exact_svm_payload_missing_fee_payer"
	ReasonForeignFeePayer   = "invalid_exact_svm_fee_payer_not_managed_by_facilitator"
	ReasonUndecodable       = "invalid_exact_svm_payload_transaction_could_not_be_decoded"
	ReasonSigners           = "invalid_exact_svm_payload_excessive_signers"
	ReasonFeePayer          = "invalid_exact_svm_fee_payer_mismatch"
	ReasonSignature         = "invalid_exact_svm_payload_signature_invalid"
	ReasonLookup            = "invalid_exact_svm_smart_wallet_alt_resolution_not_available"
	ReasonLength            = "invalid_exact_svm_payload_transaction_instructions_length"
	ReasonUnits             = "invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction"
	ReasonUnitsTooHigh      = "invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction_too_high"
	ReasonPrice             = "invalid_exact_svm_payload_transaction_instructions_compute_price_instruction"
	ReasonPriceTooHigh      = "invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high"
	ReasonNoTransfer        = "invalid_exact_svm_payload_no_transfer_instruction"
	ReasonSponsorPays       = "invalid_exact_svm_payload_transaction_fee_payer_transferring_funds"
	ReasonMint              = "invalid_exact_svm_payload_mint_mismatch"
	ReasonReceiver          = "invalid_exact_svm_payload_recipient_mismatch"
	ReasonAmount            = "invalid_exact_svm_payload_amount_mismatch"
	ReasonFourth            = "invalid_exact_svm_payload_unknown_fourth_instruction"
	ReasonFifth             = "invalid_exact_svm_payload_unknown_fifth_instruction"
	ReasonSixth             = "invalid_exact_svm_payload_unknown_sixth_instruction"
	ReasonSeventh           = "invalid_exact_svm_payload_unknown_seventh_instruction"
	ReasonMemoCount         = "invalid_exact_svm_payload_memo_count"
	ReasonMemo              = "invalid_exact_svm_payload_memo_mismatch"
	ReasonSimulation        = "invalid_exact_svm_transaction_simulation_failed"
	ReasonTransactionFailed = "invalid_exact_svm_transaction_failed"
)

// ReasonSponsorNamed is a word of this facilitator's. The specification has the rule, its reference does not check it:
// the fee payer is not in any instruction's accounts.
const ReasonSponsorNamed = "invalid_exact_svm_smart_wallet_fee_payer_not_isolated"

// ReasonSelf is Coinbase's word for a payment whose payer is the receiver. No money moves.
const ReasonSelf = "self_send_not_allowed"

// ReasonTransferFails is our own facilitator's word: the chain was asked, and the transaction has failed there or can
// never come there any more.
const ReasonTransferFails = "invalid_exact_svm_transfer_fails"

// ReasonV1 is what version 1 calls a reason. Most are the same in both. What version 1 has no word for is called by
// the nearest that it has. A payment whose outcome is not known keeps the word of version 2: all that version 1 has
// says that it has failed, and would make a buyer pay again.
func ReasonV1(reason string) string {
	switch reason {
	case ReasonScheme, ReasonNetwork, ReasonForeignFeePayer, ReasonSimulation, ReasonTransactionFailed:
		return strings.TrimPrefix(reason, "invalid_exact_svm_")
	case ReasonLookup:
		return ReasonUndecodable
	case ReasonSeventh:
		return ReasonLength
	case ReasonTransferFails:
		return "transaction_failed"
	}
	return reason
}
