package buyer

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Payments by channel (scheme batch-settlement): one deposit on the chain, then a signed sum for each call.
//
// What the seller says of a channel is believed as far as it proves it: a sum that it says was charged must be on a
// voucher of our own. A balance needs no proof, because a voucher is worth no more than the channel holds.

// ownChannel is a channel that this client pays by. Its calls come one after the other.
type ownChannel struct {
	mu      sync.Mutex
	config  channel.Config
	id      common.Hash
	domain  common.Hash
	known   bool // what follows is what the seller has, as far as is known
	charged uint256.Int
	balance uint256.Int
}

// ErrUnproven says that a seller wants more for the past than it can show a voucher for. No more is signed.
var ErrUnproven = errors.New("the seller says that more was charged than it can prove")

// byChannel is the offer to pay by channel on the first of networks that has one.
func (q *Quote) byChannel(networks []x402.Network) (Offer, bool) {
	for _, n := range networks {
		for _, o := range q.Offers {
			if o.channel != nil && o.network.CAIP2 == n.CAIP2 {
				return o, true
			}
		}
	}
	return Offer{}, false
}

// channelOf is the channel for an offer: there is one for each seller, its terms and token.
func (c *Client) channelOf(offer Offer) *ownChannel {
	payer := crypto.PubkeyToAddress(c.key.PublicKey)
	config := channel.Config{
		Payer:              payer,
		PayerAuthorizer:    payer,
		Receiver:           offer.payTo,
		ReceiverAuthorizer: common.HexToAddress(offer.channel.ReceiverAuthorizer),
		Token:              offer.network.Asset,
		WithdrawDelay:      offer.channel.WithdrawDelay,
	}
	domain := channel.Domain(offer.network.ChainID)
	id := config.ID(domain)
	fresh := &ownChannel{
		config: config,
		id:     id,
		domain: domain,
	}
	known, _ := c.channels.LoadOrStore(id, fresh)
	return known.(*ownChannel)
}

// maxCorrections is how often a seller may set the sum of a voucher right before it is given up.
const maxCorrections = 3

// doByChannel pays a call by channel.
func (c *Client) doByChannel(ctx context.Context, call *call, quote *Quote, offer Offer) (*Response, error) {
	own := c.channelOf(offer)
	own.mu.Lock()
	defer own.mu.Unlock()

	var resp *Response
	for range maxCorrections {
		payment, err := c.signVoucher(own, quote, offer)
		if err != nil {
			return nil, err
		}
		if resp, err = c.redeem(ctx, call, quote, payment.Payment); err != nil {
			own.known = false // what became of it is for the seller to say
			return resp, err
		}
		if resp.Status != http.StatusPaymentRequired {
			return resp, own.learn(resp, payment, &offer.amount)
		}
		again, err := own.correct(resp, quote.Version)
		if err != nil || !again {
			return resp, err
		}
	}
	return resp, nil
}

// signed is a payment by channel that was signed.
type signed struct {
	*Payment
	deposit uint256.Int // zero when there is none
}

// signVoucher signs for what was charged and the price, with a deposit where the channel does not hold that much. Of a
// channel that is not known the seller is asked first, by a voucher for the price alone.
func (c *Client) signVoucher(own *ownChannel, quote *Quote, offer Offer) (*signed, error) {
	most, overflow := new(uint256.Int).AddOverflow(&own.charged, &offer.amount)
	if overflow || most.BitLen() > 128 {
		return nil, errors.New("sign the voucher: the sum has more than 128 bits")
	}
	payload := x402.ChannelPayload{
		Type:          channel.KindVoucher,
		ChannelConfig: own.config.Wire(),
	}
	var err error
	if payload.Voucher, err = c.voucher(own, most); err != nil {
		return nil, err
	}

	out := &signed{}
	if own.known && own.balance.Lt(most) {
		missing := new(uint256.Int).Sub(most, &own.balance)
		out.deposit = *c.depositOf(offer, missing)
		payload.Type = channel.KindDeposit
		if payload.Deposit, err = c.deposit(own, offer, &out.deposit); err != nil {
			return nil, err
		}
	}
	out.Payment, err = c.encodeChannel(quote, offer, payload)
	return out, err
}

// voucher signs that the seller may claim up to most.
func (c *Client) voucher(own *ownChannel, most *uint256.Int) (x402.Voucher, error) {
	signature, err := eip3009.Sign(c.key, channel.VoucherDigest(own.domain, own.id, most))
	if err != nil {
		return x402.Voucher{}, fmt.Errorf("sign the voucher: %w", err)
	}
	return x402.Voucher{
		ChannelID:          own.id.Hex(),
		MaxClaimableAmount: most.Dec(),
		Signature:          hexutil.Encode(signature),
	}, nil
}

// depositOf is how much is deposited when so much is missing.
func (c *Client) depositOf(offer Offer, missing *uint256.Int) *uint256.Int {
	wanted := c.opts.DepositUSD.Shift(offer.network.Decimals).Floor().BigInt()
	amount, overflow := uint256.FromBig(wanted)
	if overflow || amount.Lt(missing) {
		return missing
	}
	return amount
}

// deposit signs for money that the seller puts into the channel.
func (c *Client) deposit(own *ownChannel, offer Offer, amount *uint256.Int) (*x402.ChannelDeposit, error) {
	d := channel.Deposit{
		Amount:      *amount,
		ValidBefore: *uint256.NewInt(uint64(c.opts.Now().Add(validity(offer)).Unix())),
	}
	if _, err := io.ReadFull(c.opts.Random, d.Salt[:]); err != nil {
		return nil, fmt.Errorf("sign the deposit: salt: %w", err)
	}
	authorization := d.Authorization(own.config.Payer, own.id)
	digest := channel.DepositDigest(eip3009.DomainOf(offer.network).Separator(), &authorization)
	signature, err := eip3009.Sign(c.key, digest)
	if err != nil {
		return nil, fmt.Errorf("sign the deposit: %w", err)
	}
	return &x402.ChannelDeposit{
		Amount: amount.Dec(),
		Authorization: x402.DepositAuthorization{ERC3009: &x402.ReceiveAuthorization{
			ValidAfter:  "0",
			ValidBefore: d.ValidBefore.Dec(),
			Salt:        d.Salt.Hex(),
			Signature:   hexutil.Encode(signature),
		}},
	}, nil
}

// channelPayment is a payment by channel with the seller's own JSON echoed byte for byte.
type channelPayment struct {
	X402Version int                 `json:"x402Version"`
	Resource    json.RawMessage     `json:"resource,omitempty"`
	Accepted    json.RawMessage     `json:"accepted"`
	Payload     x402.ChannelPayload `json:"payload"`
}

func (c *Client) encodeChannel(quote *Quote, offer Offer, payload x402.ChannelPayload) (*Payment, error) {
	data, err := json.Marshal(channelPayment{
		X402Version: 2,
		Resource:    quote.resource,
		Accepted:    offer.raw,
		Payload:     payload,
	})
	if err != nil {
		return nil, fmt.Errorf("encode the payment: %w", err)
	}
	return &Payment{
		Version:     V2,
		Header:      x402.HeaderPayment,
		Value:       base64.StdEncoding.EncodeToString(data),
		Network:     offer.Network,
		Payer:       payload.ChannelConfig.Payer,
		PayTo:       offer.PayTo,
		Amount:      offer.Amount,
		Nonce:       payload.Voucher.ChannelID + ":" + payload.Voucher.MaxClaimableAmount,
		ValidBefore: c.opts.Now().Add(validity(offer)).UTC(),
	}, nil
}

// learn takes in what the seller says of a call that it answered, as far as it is what was signed.
func (own *ownChannel) learn(resp *Response, payment *signed, price *uint256.Int) error {
	if resp.Receipt == nil || !resp.Receipt.Success || resp.Receipt.Extra == nil {
		own.known = own.known && payment.deposit.IsZero() // nothing was charged, or nobody says
		return nil
	}
	extra := resp.Receipt.Extra
	charged, err := channel.ParseAmount("chargedAmount", extra.ChargedAmount)
	if err != nil || charged.Gt(price) {
		own.known = false
		return fmt.Errorf("%w: %q for a call of %s", ErrUnproven, extra.ChargedAmount, price.Dec())
	}

	own.charged.Add(&own.charged, &charged)
	own.balance.Add(&own.balance, &payment.deposit)
	if state := extra.ChannelState; state != nil {
		if state.ChargedCumulativeAmount != own.charged.Dec() {
			own.known = false
			return fmt.Errorf("%w: %s, signed were %s", ErrUnproven, state.ChargedCumulativeAmount, own.charged.Dec())
		}
		if balance, err := channel.ParseAmount("balance", state.Balance); err == nil {
			own.balance = balance
		}
	}
	own.known = true
	return nil
}

// correct takes in why a voucher was refused. again says that another one may do.
func (own *ownChannel) correct(resp *Response, version Version) (again bool, err error) {
	switch resp.Refusal {
	case x402.ReasonChannelNotFound:
		again = !own.known
		own.known = true
		own.charged.Clear()
		own.balance.Clear()
	case x402.ReasonExceedsBalance:
		again = true
		own.known = true
		own.balance = own.charged // so that a deposit is made
	case x402.ReasonCumulative:
		return true, own.adopt(resp, version)
	}
	return again, nil
}

// adopt takes over what the seller says was charged, if a voucher of ours proves it.
func (own *ownChannel) adopt(resp *Response, version Version) error {
	quote, err := ParseQuote(resp.Header, resp.Body, version, nil)
	if err != nil {
		return err
	}
	for _, o := range quote.Offers {
		if o.channel == nil || o.channel.ChannelState == nil || o.channel.ChannelState.ChannelID != own.id.Hex() {
			continue
		}
		state := o.channel.ChannelState
		charged, err1 := channel.ParseAmount("chargedCumulativeAmount", state.ChargedCumulativeAmount)
		balance, err2 := channel.ParseAmount("balance", state.Balance)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		if !charged.IsZero() && !own.proves(o.channel.VoucherState, &charged) {
			return fmt.Errorf("%w: %s", ErrUnproven, charged.Dec())
		}
		own.charged = charged
		own.balance = balance
		own.known = true
		return nil
	}
	return fmt.Errorf("%w: it does not say how the channel stands", ErrUnproven)
}

// proves says that a voucher of ours is for at least charged.
func (own *ownChannel) proves(v *x402.VoucherState, charged *uint256.Int) bool {
	if v == nil {
		return false
	}
	most, err := channel.ParseAmount("signedMaxClaimable", v.SignedMaxClaimable)
	if err != nil || most.Lt(charged) {
		return false
	}
	signature, err := hex.DecodeString(trimHex(v.Signature))
	if err != nil {
		return false
	}
	signer, err := eip3009.Recover(channel.VoucherDigest(own.domain, own.id, &most), signature)
	return err == nil && signer == own.config.PayerAuthorizer
}

// Refund asks a seller for what is left in the channel that pays for calls of req, which is not made. The response
// holds the seller's receipt; it is a 402 when there is nothing to give back.
func (c *Client) Refund(ctx context.Context, req *http.Request) (*Response, error) {
	call, err := newCall(ctx, req)
	if err != nil {
		return nil, err
	}
	resp, _, err := c.send(ctx, call, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for the price: %w", err)
	}
	quote, err := ParseQuote(resp.Header, resp.Body, V2, c.opts.Networks)
	if err != nil {
		return resp, err
	}
	offer, ok := quote.byChannel(c.opts.Networks)
	if !ok {
		return resp, &UnpayableError{Quote: quote}
	}

	own := c.channelOf(offer)
	own.mu.Lock()
	defer own.mu.Unlock()
	for range maxCorrections {
		payload := x402.ChannelPayload{
			Type:          channel.KindRefund,
			ChannelConfig: own.config.Wire(),
		}
		if payload.Voucher, err = c.voucher(own, &own.charged); err != nil {
			return nil, err
		}
		payment, err := c.encodeChannel(quote, offer, payload)
		if err != nil {
			return nil, err
		}
		if resp, err = c.redeem(ctx, call, quote, payment); err != nil {
			return resp, err
		}
		if resp.Status != http.StatusPaymentRequired || resp.Refusal != x402.ReasonCumulative {
			own.known = false
			return resp, nil
		}
		if err := own.adopt(resp, V2); err != nil {
			return resp, err
		}
	}
	return resp, nil
}

// validity is how long what is signed for an offer is good.
func validity(offer Offer) time.Duration {
	if offer.MaxTimeoutSeconds <= 0 {
		return defaultValidity
	}
	return min(time.Duration(min(offer.MaxTimeoutSeconds, int(maxValidity/time.Second)))*time.Second, maxValidity)
}

func trimHex(text string) string {
	if len(text) > 2 && text[:2] == "0x" {
		return text[2:]
	}
	return text
}

// deposits says that channels are used.
func (o *Options) deposits() bool { return o.DepositUSD.GreaterThan(decimal.Zero) }
