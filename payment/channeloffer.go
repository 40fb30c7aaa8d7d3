package payment

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// The offer to pay by channel, and how a payment that accepts it is read.

// channelOffer is what a quote offers to channels on a network.
type channelOffer struct {
	requirement x402.Requirement
	terms       channel.Terms
	minDeposit  uint256.Int // atomic units
}

// channelLife is how long a deposit's authorization should be valid, in seconds. It is the specification's.
const channelLife = 3600

// channelOffers are the ways to pay by channel on networks, beside requirements of the same item.
func channelOffers(terms *ChannelTerms, networks []x402.Network, exact []x402.Requirement) ([]channelOffer, error) {
	if terms == nil {
		return nil, nil
	}

	var offers []channelOffer
	for i, n := range networks {
		if n.Kind != x402.EVM || n.Permit2 { // deposits are taken by EIP-3009 alone
			continue
		}
		r := exact[i]
		r.Scheme = x402.SchemeBatch
		r.MaxTimeoutSeconds = channelLife
		r.Extra.ReceiverAuthorizer = terms.Authorizer.Hex()
		r.Extra.WithdrawDelay = terms.WithdrawDelay
		least, overflow := uint256.FromBig(terms.MinDepositUSD.Shift(n.Decimals).Ceil().BigInt())
		if overflow || least.BitLen() > channel.MaxAmountBits {
			return nil, fmt.Errorf("the least deposit of $%s is more than a channel holds",
				terms.MinDepositUSD)
		}
		if !least.IsZero() {
			r.Extra.MinDeposit = least.Dec()
		}
		offers = append(offers, channelOffer{
			requirement: r,
			minDeposit:  *least,
			terms: channel.Terms{
				Receiver:      common.HexToAddress(n.PayTo),
				Authorizer:    terms.Authorizer,
				Token:         n.Asset,
				WithdrawDelay: terms.WithdrawDelay,
				Domain:        channel.Domain(n.ChainID),
				TokenDomain:   eip3009.DomainOf(n).Separator(),
			},
		})
	}

	return offers, nil
}

// ChannelTerms are a seller's requirements for payment channels.
type ChannelTerms struct {
	Authorizer    common.Address // whose signature claims and refunds carry
	WithdrawDelay uint64         // seconds
	// MinDepositUSD is the least deposit. Each deposit, and the claim of what it pays for, costs the seller gas.
	MinDepositUSD decimal.Decimal
}

// readChannel reads a payment by channel and checks all that needs neither the chain nor the ledger.
func (o *offer) readChannel(came *sent, accepted x402.Requirement, channels []channelOffer, now time.Time) string {
	var payload x402.ChannelPayload
	p, err := came.asV2(accepted, &payload)
	if err != nil {
		return x402.ReasonInvalidPayload
	}

	for i := range channels {
		of := &channels[i]
		if of.requirement.Network != p.Accepted.Network {
			continue
		}
		o.requirement = of.requirement
		if !accepts(p.Accepted, of.requirement) {
			return x402.ReasonInvalidRequirements
		}
		read, err := channel.Read(&payload, &of.terms)
		if read != nil {
			o.takeChannel(read, p.Extensions, now)
		}
		var refused channel.Refusal
		if errors.As(err, &refused) {
			return string(refused)
		}
		if reason := depositWindow(read.Deposit, now); reason != "" {
			return reason
		}
		return of.depositSize(read.Deposit)
	}
	return x402.ReasonInvalidNetwork
}

// takeChannel makes the offer that of a voucher, which the payer's own authorizer has signed.
func (o *offer) takeChannel(p *channel.Payment, extensions x402.Extensions, now time.Time) {
	o.channel = p
	o.proven = true
	o.validBefore = now

	o.payment = x402.Payment{
		X402Version: 2,
		Extensions:  extensions,
		Payload: x402.ExactPayload{
			Signature:     hexutil.Encode(p.Signature),
			Authorization: x402.Authorization{From: p.Config.Payer.Hex()},
		},
	}

	if p.Kind == channel.KindRefund {
		return // which buys nothing
	}

	o.key = Key{
		Network: o.requirement.Network,
		Payer:   strings.ToLower(p.Config.Payer.Hex()),
		Nonce:   p.Digest.Hex(),
	}
}

// depositWindow judges when a deposit can be made.
func depositWindow(d *channel.Deposit, now time.Time) string {
	switch {
	case d == nil:
		return ""
	case d.ValidBefore.CmpUint64(uint64(now.Add(settleMargin).Unix())) < 0:
		return x402.ReasonDepositExpired
	case d.ValidAfter.CmpUint64(uint64(now.Unix())) > 0:
		return x402.ReasonDepositEarly
	}
	return ""
}

// depositSize refuses a deposit that is less than the seller wants to be troubled with.
func (of *channelOffer) depositSize(d *channel.Deposit) string {
	if d != nil && d.Amount.Lt(&of.minDeposit) {
		return x402.ReasonDepositSmall
	}
	return ""
}

// signer is who has proven to be the caller: the payer, or the key that it lets sign its vouchers. Anyone can open a
// channel in another's name, with money and a key of its own: such a one must not be taken for the payer.
func (o *offer) signer() string {
	if o.channel == nil {
		return o.key.Payer
	}
	return strings.ToLower(o.channel.Config.PayerAuthorizer.Hex())
}

// buyer is whose names for purchases count: the payer's if it has signed itself, else the channel's own.
func (o *offer) buyer() string {
	if o.channel == nil || o.channel.Config.PayerAuthorizer == o.channel.Config.Payer {
		return o.key.Payer
	}
	return o.channel.ID.Hex()
}

// wantsRefund says that the payment buys nothing and wants money back.
func (o *offer) wantsRefund() bool { return o.channel != nil && o.channel.Kind == channel.KindRefund }
