package channel

import (
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Kinds of payment, as the wire names them.
const (
	KindDeposit = "deposit"
	KindVoucher = "voucher"
	KindRefund  = "refund"
)

// Payment is a parsed payment of the scheme: a voucher, perhaps with a deposit, or a request for a refund.
type Payment struct {
	Kind      string
	Config    Config
	ID        common.Hash // of the channel
	Most      uint256.Int // of the voucher
	Signature []byte      // of the voucher, in the form that the contract takes
	Digest    common.Hash // of the voucher: one for each channel and sum
	Deposit   *Deposit    // of KindDeposit
	// Refund is how much of KindRefund; nil is all that is left.
	Refund *uint256.Int
	// Other is why the channel takes no more vouchers: it was opened under terms that the seller has changed since. Of
	// such a channel only refunds are read.
	Other Refusal
}

// Terms are what a seller requires of a channel to accept its vouchers.
type Terms struct {
	Receiver      common.Address
	Authorizer    common.Address // of claims and refunds
	Token         common.Address
	WithdrawDelay uint64      // seconds
	Domain        common.Hash // see [Domain]
	TokenDomain   common.Hash // separator of the token
}

// Refusal is why a payment is not acceptable, in the protocol's words.
type Refusal string

// Error is the name.
func (r Refusal) Error() string { return string(r) }

func errOr(err error, reason string) error {
	if err != nil {
		return Refusal(reason)
	}
	return nil
}

// Read parses a payment and checks everything that does not need the chain: that the channel is one with the seller,
// under its terms, and that the voucher and the deposit are signed by whom the channel says. The error is a [Refusal].
// The payment is nil when it cannot be told who sent it.
func Read(in *x402.ChannelPayload, terms *Terms) (*Payment, error) {
	if in.Type != KindDeposit && in.Type != KindVoucher && in.Type != KindRefund {
		return nil, Refusal(x402.ReasonChannelPayload)
	}
	config, err := ParseConfig(in.ChannelConfig)
	if err != nil {
		return nil, Refusal(x402.ReasonInvalidPayload)
	}
	p := &Payment{Kind: in.Type, Config: config}
	if err := terms.check(&config); err != nil {
		return nil, err
	}
	if p.Other = terms.differ(&config); p.Other != "" && p.Kind != KindRefund {
		return nil, p.Other
	}
	if err := p.readVoucher(&in.Voucher, terms); err != nil {
		return nil, err
	}

	switch {
	case p.Kind == KindDeposit:
		return p, p.readDeposit(in.Deposit, terms)
	case p.Kind == KindRefund && in.Amount != "":
		amount, err := ParseAmount("amount", in.Amount)
		if err != nil || amount.IsZero() {
			return p, Refusal(x402.ReasonRefundAmount)
		}
		p.Refund = &amount
	}
	return p, nil
}

// differ compares a channel with the terms that a seller may change while channels are open: "" if they are the current
// ones.
func (t *Terms) differ(c *Config) Refusal {
	switch {
	case c.Receiver != t.Receiver:
		return Refusal(x402.ReasonChannelReceiver)
	case c.WithdrawDelay != t.WithdrawDelay:
		return Refusal(x402.ReasonChannelDelay)
	}
	return ""
}

// check compares a channel with the rest of the terms.
func (t *Terms) check(c *Config) error {
	switch {
	case c.Token != t.Token:
		return Refusal(x402.ReasonChannelToken)
	case c.ReceiverAuthorizer != t.Authorizer:
		return Refusal(x402.ReasonChannelAuthorizer)
	case c.Payer == (common.Address{}):
		return Refusal(x402.ReasonInvalidPayload)
	case c.PayerAuthorizer == (common.Address{}): // vouchers of contract wallets: only the chain could check them
		return Refusal(x402.ReasonUnsupportedPayload)
	}
	return nil
}

// readVoucher reads the voucher and checks whose it is.
func (p *Payment) readVoucher(in *x402.Voucher, terms *Terms) error {
	named, err := parseHash("channelId", in.ChannelID)
	if err != nil {
		return Refusal(x402.ReasonChannelIDInvalid)
	}
	p.ID = p.Config.ID(terms.Domain)
	if named != p.ID {
		return Refusal(x402.ReasonChannelID)
	}
	if p.Most, err = ParseAmount("maxClaimableAmount", in.MaxClaimableAmount); err != nil {
		return Refusal(x402.ReasonInvalidPayload)
	}
	p.Digest = VoucherDigest(terms.Domain, p.ID, &p.Most)
	p.Signature, err = signedBy(p.Config.PayerAuthorizer, p.Digest, in.Signature)
	return errOr(err, x402.ReasonVoucherSignature)
}

// readDeposit reads the deposit and checks whose it is.
func (p *Payment) readDeposit(in *x402.ChannelDeposit, terms *Terms) error {
	if in == nil {
		return Refusal(x402.ReasonChannelPayload)
	}
	signed := in.Authorization.ERC3009
	if signed == nil {
		return Refusal(x402.ReasonDepositUnsupported)
	}

	d := &Deposit{}
	var errs [4]error
	d.Amount, errs[0] = ParseAmount("amount", in.Amount)
	d.ValidAfter, errs[1] = eip3009.ParseUint("validAfter", signed.ValidAfter)
	d.ValidBefore, errs[2] = eip3009.ParseUint("validBefore", signed.ValidBefore)
	d.Salt, errs[3] = parseHash("salt", signed.Salt)
	if errors.Join(errs[:]...) != nil || d.Amount.IsZero() {
		return Refusal(x402.ReasonInvalidPayload)
	}

	authorization := d.Authorization(p.Config.Payer, p.ID)
	signature, err := signedBy(p.Config.Payer, DepositDigest(terms.TokenDomain, &authorization), signed.Signature)
	if err != nil {
		return Refusal(x402.ReasonDepositSignature)
	}
	d.Signature = signature
	p.Deposit = d
	return nil
}

// errSigner says that a signature is another key's.
var errSigner = errors.New("the signature is another key's")

// signedBy reads the signature of a key, in the form that contracts take.
func signedBy(signer common.Address, digest common.Hash, text string) ([]byte, error) {
	signature, err := eip3009.ParseSignature(text)
	if err != nil {
		return nil, err
	}
	found, err := eip3009.Recover(digest, signature)
	if err != nil {
		return nil, err
	}
	if found != signer {
		return nil, errSigner
	}
	return eip3009.Normalize(signature)
}
