package x402

// SchemeBatch is the scheme of payment channels: one deposit, then a signed total for each request.
const SchemeBatch = "batch-settlement"

// Reasons for refusing payments by channel, in the protocol's words.
const (
	ReasonCumulative         = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
	ReasonBelowClaimed       = "invalid_batch_settlement_evm_cumulative_below_claimed"
	ReasonExceedsBalance     = "invalid_batch_settlement_evm_cumulative_exceeds_balance"
	ReasonChannelNotFound    = "invalid_batch_settlement_evm_channel_not_found"
	ReasonChannelPayload     = "invalid_batch_settlement_evm_payload_type"
	ReasonChannelID          = "invalid_batch_settlement_evm_channel_id_mismatch"
	ReasonChannelIDInvalid   = "invalid_batch_settlement_evm_channel_id_invalid"
	ReasonChannelToken       = "invalid_batch_settlement_evm_token_mismatch"
	ReasonChannelReceiver    = "invalid_batch_settlement_evm_receiver_mismatch"
	ReasonChannelAuthorizer  = "invalid_batch_settlement_evm_receiver_authorizer_mismatch"
	ReasonChannelDelay       = "invalid_batch_settlement_evm_withdraw_delay_mismatch"
	ReasonVoucherSignature   = "invalid_batch_settlement_evm_voucher_signature"
	ReasonDepositSignature   = "invalid_batch_settlement_evm_receive_authorization_signature"
	ReasonDepositUnsupported = "invalid_batch_settlement_evm_erc3009_authorization_required"
	ReasonDepositExpired     = "invalid_batch_settlement_evm_payload_authorization_valid_before"
	ReasonDepositEarly       = "invalid_batch_settlement_evm_payload_authorization_valid_after"
	ReasonDepositMoney       = "invalid_batch_settlement_evm_insufficient_balance"
	ReasonDepositSimulation  = "invalid_batch_settlement_evm_deposit_simulation_failed"
	ReasonDepositSmall       = "invalid_batch_settlement_evm_deposit_below_min_deposit" // see [Extra]
	ReasonDepositFailed      = "invalid_batch_settlement_evm_deposit_transaction_failed"
	ReasonRefundNoBalance    = "invalid_batch_settlement_evm_refund_no_balance"
	ReasonRefundAmount       = "invalid_batch_settlement_evm_refund_amount_invalid"
)

// ReasonChannelWithdrawing is specific to this seller: the payer is withdrawing the money of the channel, and until
// that has ended no voucher of it is worth anything.
const ReasonChannelWithdrawing = "channel_is_being_withdrawn"

// ReasonChannelElsewhere is specific to this seller: the channel was funded through another service, which may have
// sold for it under the same vouchers.
const ReasonChannelElsewhere = "channel_opened_elsewhere"

// ReasonRefundUnearned is specific to this seller: the channel has earned less than the gas of a refund is worth. Its
// payer can withdraw without the seller.
const ReasonRefundUnearned = "refund_not_earned_yet"

// ChannelConfig defines a payment channel. Addresses and the salt (32 bytes) are 0x hex.
type ChannelConfig struct {
	Payer              string `json:"payer"`
	PayerAuthorizer    string `json:"payerAuthorizer"`
	Receiver           string `json:"receiver"`
	ReceiverAuthorizer string `json:"receiverAuthorizer"`
	Token              string `json:"token"`
	WithdrawDelay      uint64 `json:"withdrawDelay"` // seconds
	Salt               string `json:"salt"`
}

// Voucher lets the seller claim up to MaxClaimableAmount of a channel in total.
type Voucher struct {
	ChannelID          string `json:"channelId"`
	MaxClaimableAmount string `json:"maxClaimableAmount"` // atomic units, decimal
	Signature          string `json:"signature"`
}

// ChannelDeposit is money for a channel. This service only accepts EIP-3009 authorizations.
type ChannelDeposit struct {
	Amount        string               `json:"amount"`
	Authorization DepositAuthorization `json:"authorization"`
}

// DepositAuthorization holds one of the ways to move the money of a deposit.
type DepositAuthorization struct {
	ERC3009 *ReceiveAuthorization `json:"erc3009Authorization,omitempty"`
}

// ReceiveAuthorization is what a deposit's ReceiveWithAuthorization message has in addition to the channel's own data.
type ReceiveAuthorization struct {
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Salt        string `json:"salt"`
	Signature   string `json:"signature"`
}

// ChannelPayload is a payment by channel.
type ChannelPayload struct {
	Type          string          `json:"type"` // deposit, voucher or refund
	ChannelConfig ChannelConfig   `json:"channelConfig"`
	Voucher       Voucher         `json:"voucher"`
	Deposit       *ChannelDeposit `json:"deposit,omitempty"`
	Amount        string          `json:"amount,omitempty"` // of a refund; empty is all that is left
}

// ChannelState is what the seller knows about a channel. Amounts are atomic units, decimal.
type ChannelState struct {
	ChannelID               string `json:"channelId"`
	Balance                 string `json:"balance"`
	TotalClaimed            string `json:"totalClaimed"`
	WithdrawRequestedAt     int64  `json:"withdrawRequestedAt"` // Unix seconds; 0 when nothing is withdrawn
	RefundNonce             string `json:"refundNonce"`
	ChargedCumulativeAmount string `json:"chargedCumulativeAmount"`
}

// VoucherState is the last voucher of a channel that the seller has, which proves what was charged.
type VoucherState struct {
	SignedMaxClaimable string `json:"signedMaxClaimable"`
	Signature          string `json:"signature"`
}

// ReceiptExtra is what a receipt says about a payment by channel.
type ReceiptExtra struct {
	ChargedAmount string        `json:"chargedAmount,omitempty"`
	ChannelState  *ChannelState `json:"channelState,omitempty"`
}
