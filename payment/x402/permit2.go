package x402

// MethodPermit2 is the assetTransferMethod of a token without EIP-3009: Uniswap's Permit2 moves it.
const MethodPermit2 = "permit2"

// Reasons that payments by Permit2 are refused with, in the words of the reference facilitators.
const (
	ReasonPermit2Spender   = "invalid_permit2_spender"
	ReasonPermit2Recipient = "invalid_permit2_recipient_mismatch"
	ReasonPermit2Deadline  = "permit2_deadline_expired"
	ReasonPermit2Early     = "permit2_not_yet_valid"
	ReasonPermit2Amount    = "permit2_amount_mismatch"
	ReasonPermit2Token     = "permit2_token_mismatch"
	ReasonPermit2Signature = "invalid_permit2_signature"
	ReasonPermit2Allowance = "permit2_allowance_required"
	ReasonPermit2Balance   = "permit2_insufficient_balance"
	ReasonPermit2NoProxy   = "permit2_proxy_not_deployed"
	ReasonPermit2Nonce     = "permit2_invalid_nonce"
	ReasonPermit2Simulated = "permit2_simulation_failed"
)

// Permit2Authorization is a PermitWitnessTransferFrom message of Permit2. Numbers, the nonce among them, are decimal
// strings, addresses are 0x hex, as the protocol sends them.
type Permit2Authorization struct {
	Permitted Permit2Permitted `json:"permitted"`
	From      string           `json:"from"`
	Spender   string           `json:"spender"`
	Nonce     string           `json:"nonce"`
	Deadline  string           `json:"deadline"`
	Witness   Permit2Witness   `json:"witness"`
}

// Permit2Permitted is what a permit lets be moved.
type Permit2Permitted struct {
	Token  string `json:"token"`
	Amount string `json:"amount"`
}

// Permit2Witness is what the payer signs beside the permit: who is paid, and from when on.
type Permit2Witness struct {
	To         string `json:"to"`
	ValidAfter string `json:"validAfter"`
}
