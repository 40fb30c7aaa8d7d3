// Package x402 is the x402 payment protocol on the wire, versions 1 and 2, for the "exact" scheme
// with EIP-3009 authorizations and, in version 2, with permits of Permit2 and the "batch-settlement" scheme of payment
// channels: what a seller asks, what a buyer signs, what a settlement returns.
//
// Inside the service everything is in the version 2 form. A version 1 payment holds the same signed
// authorization, so it is rewrapped on the way in and only the answer speaks version 1 again.
// Source: x402 specification v1 and v2, transports-v1/http and transports-v2/http.
package x402

import (
	"cmp"
	"encoding/json"
)

// Header names of the two protocol generations (HTTP transport).
const (
	HeaderPaymentV1         = "X-PAYMENT"
	HeaderPaymentResponseV1 = "X-PAYMENT-RESPONSE"
	HeaderRequired          = "PAYMENT-REQUIRED"
	HeaderPayment           = "PAYMENT-SIGNATURE"
	HeaderPaymentResponse   = "PAYMENT-RESPONSE"
)

// SchemeExact is one fixed amount, paid by one token transfer.
const SchemeExact = "exact"

// Reasons a payment is refused with, in the words of the protocol and its reference facilitators.
// Facilitators may send others: treat a reason of theirs as opaque.
const (
	ReasonInvalidPayload      = "invalid_payload"
	ReasonInvalidVersion      = "invalid_x402_version"
	ReasonInvalidScheme       = "invalid_scheme"
	ReasonInvalidNetwork      = "invalid_network"
	ReasonInvalidRequirements = "invalid_payment_requirements"
	ReasonUnsupportedPayload  = "unsupported_payload_type"
	ReasonRecipientMismatch   = "invalid_exact_evm_payload_recipient_mismatch"
	ReasonValueMismatch       = "invalid_exact_evm_payload_authorization_value_mismatch"
	ReasonValidBefore         = "invalid_exact_evm_payload_authorization_valid_before"
	ReasonValidAfter          = "invalid_exact_evm_payload_authorization_valid_after"
	ReasonSignature           = "invalid_exact_evm_payload_signature"
	ReasonUndeployedWallet    = "invalid_exact_evm_payload_undeployed_smart_wallet"
	ReasonFactoryNotAllowed   = "eip6492_factory_not_allowed"
	ReasonDeploymentFailed    = "smart_wallet_deployment_failed"
	ReasonNonceUsed           = "invalid_exact_evm_nonce_already_used"
	ReasonInsufficientFunds   = "insufficient_funds"
	ReasonDuplicate           = "duplicate_settlement"
	ReasonPaymentExpired      = "payment_expired"
	ReasonReverted            = "settlement_reverted"
	ReasonSimulationFailed    = "invalid_exact_evm_transaction_simulation_failed"
	ReasonTransactionFailed   = "invalid_exact_evm_transaction_failed"
	ReasonSettlementPending   = "settlement_pending"
	ReasonUnexpectedVerify    = "unexpected_verify_error"
	ReasonUnexpectedSettle    = "unexpected_settle_error"
)

// ReasonTransferFails is our own facilitator's word: the chain was asked, the transfer fails there or its nonce
// went elsewhere, and no transaction that could still make it is under way.
const ReasonTransferFails = "invalid_exact_evm_transfer_fails"

// Extra is what a buyer needs to sign, beside the terms: the EIP-712 domain name and version of the asset on an EVM
// network, the fee payer on one of Solana, and for scheme batch-settlement the seller's part of the channel.
type Extra struct {
	// TransferMethod is how the asset moves on an EVM network: MethodPermit2, or "" for EIP-3009.
	TransferMethod string `json:"assetTransferMethod,omitempty"`
	Name           string `json:"name,omitempty"`
	Version        string `json:"version,omitempty"`

	// Of a network of Solana. FeePayer pays the fee of the transaction and stands first in it.
	FeePayer string `json:"feePayer,omitempty"`
	Memo     string `json:"memo,omitempty"` // the note that the transaction must hold; "" leaves it to the buyer

	ReceiverAuthorizer string `json:"receiverAuthorizer,omitempty"`
	WithdrawDelay      uint64 `json:"withdrawDelay,omitempty"` // seconds
	MinDeposit         string `json:"minDeposit,omitempty"`    // atomic units; a smaller deposit is refused
	// What the seller knows about the buyer's channel, when the buyer seems to know otherwise.
	ChannelState *ChannelState `json:"channelState,omitempty"`
	VoucherState *VoucherState `json:"voucherState,omitempty"`
}

// Requirement is one way to pay, as version 2 writes it in accepts[].
type Requirement struct {
	Scheme            string `json:"scheme"`
	Network           string `json:"network"` // CAIP-2, "eip155:8453"
	Amount            string `json:"amount"`  // atomic units of the asset, decimal integer
	Asset             string `json:"asset"`   // token contract, EIP-55 checksum case
	PayTo             string `json:"payTo"`   // receiver, EIP-55 checksum case
	MaxTimeoutSeconds int    `json:"maxTimeoutSeconds"`
	Extra             Extra  `json:"extra"`
}

// Resource says what is being paid for.
type Resource struct {
	URL         string   `json:"url"`
	Description string   `json:"description,omitempty"`
	MimeType    string   `json:"mimeType,omitempty"`
	ServiceName string   `json:"serviceName,omitempty"`
	Tags        []string `json:"tags,omitempty"`
	IconURL     string   `json:"iconUrl,omitempty"`
}

// Extensions are the protocol extensions of a quote or a payment, by name, kept as they came.
type Extensions map[string]json.RawMessage

// Required is the version 2 quote: the decoded PAYMENT-REQUIRED header.
type Required struct {
	X402Version int           `json:"x402Version"` // 2
	Error       string        `json:"error,omitempty"`
	Resource    Resource      `json:"resource"`
	Accepts     []Requirement `json:"accepts"`
	Extensions  Extensions    `json:"extensions,omitempty"`
}

// RequirementV1 is one way to pay, as version 1 writes it in the body of a 402.
type RequirementV1 struct {
	Scheme            string          `json:"scheme"`
	Network           string          `json:"network"` // version 1 name, "base"
	MaxAmountRequired string          `json:"maxAmountRequired"`
	Asset             string          `json:"asset"`
	PayTo             string          `json:"payTo"`
	Resource          string          `json:"resource"`
	Description       string          `json:"description"`
	MimeType          string          `json:"mimeType"`
	MaxTimeoutSeconds int             `json:"maxTimeoutSeconds"`
	OutputSchema      json.RawMessage `json:"outputSchema,omitempty"` // never null: clients refuse it
	Extra             Extra           `json:"extra"`
}

// RequiredV1 is the version 1 quote: the JSON body of a 402.
type RequiredV1 struct {
	X402Version int             `json:"x402Version"` // 1
	Error       string          `json:"error"`
	Accepts     []RequirementV1 `json:"accepts"`
}

// Authorization is an EIP-3009 TransferWithAuthorization message. Numbers are decimal strings,
// addresses and the nonce (32 bytes) are 0x hex, as the protocol sends them.
type Authorization struct {
	From        string `json:"from"`
	To          string `json:"to"`
	Value       string `json:"value"`
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Nonce       string `json:"nonce"`
}

// ExactPayload is the signed authorization, of EIP-3009 or of Permit2. The signature is 65 bytes for a key (r, s, v)
// and of any length for a contract wallet (EIP-1271, EIP-6492). On Solana it is a transaction and nothing else: base64
// of its bytes, with the payer's signature and without the fee payer's.
type ExactPayload struct {
	Signature     string               `json:"signature,omitempty"`
	Authorization Authorization        `json:"authorization,omitzero"`
	Permit2       Permit2Authorization `json:"permit2Authorization,omitzero"`
	Transaction   string               `json:"transaction,omitempty"`
}

// From is whom an EVM payload names as the payer; "" where it names nobody.
func (p ExactPayload) From() string { return cmp.Or(p.Authorization.From, p.Permit2.From) }

// Payment is what the buyer sends, in the version 2 form whatever version it came in.
type Payment struct {
	X402Version int          `json:"x402Version"` // 2
	Resource    *Resource    `json:"resource,omitempty"`
	Accepted    Requirement  `json:"accepted"`
	Payload     ExactPayload `json:"payload"`
	Extensions  Extensions   `json:"extensions,omitempty"`
}

// PaymentV1 is what a version 1 buyer sends in X-PAYMENT.
type PaymentV1 struct {
	X402Version int          `json:"x402Version"` // 1
	Scheme      string       `json:"scheme"`
	Network     string       `json:"network"`
	Payload     ExactPayload `json:"payload"`
}

// Receipt is the decoded PAYMENT-RESPONSE or X-PAYMENT-RESPONSE header.
type Receipt struct {
	Success     bool   `json:"success"`
	Transaction string `json:"transaction"` // hash, or "" when there is none
	Network     string `json:"network"`     // CAIP-2 in version 2, the short name in version 1
	Payer       string `json:"payer,omitempty"`
	Amount      string `json:"amount,omitempty"`
	ErrorReason string `json:"errorReason,omitempty"`

	Extra      *ReceiptExtra `json:"extra,omitempty"` // of a payment by channel
	Extensions Extensions    `json:"extensions,omitempty"`
}

// ValidPaymentID is the rule of the payment-identifier extension for info.id: 16 to 128 of A-Z a-z 0-9 _ -.
func ValidPaymentID(id string) bool {
	if len(id) < 16 || len(id) > 128 {
		return false
	}
	for _, r := range id {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-') {
			return false
		}
	}
	return true
}
