package pay

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Payments by channel (x402 scheme batch-settlement): one deposit into a contract, and then a signed sum for each call.
// What a seller says of a channel is believed as far as it proves it: a sum that it says was charged must be on a
// voucher of this wallet. A balance needs no proof, because a voucher is worth no more than the channel holds.

const (
	schemeExact   = "exact"
	schemeChannel = "batch-settlement"
)

// Contracts of the scheme, the same on every chain. Source: x402 reference constants.
const (
	settlementContract = "0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003"
	collectorContract  = "0x4020806089470a89826cB9fB1f4059150b550004"
)

// Types of EIP-712.
var (
	configType = keccak([]byte("ChannelConfig(address payer,address payerAuthorizer,address receiver," +
		"address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)"))
	voucherType = keccak([]byte("Voucher(bytes32 channelId,uint128 maxClaimableAmount)"))
	receiveType = keccak([]byte("ReceiveWithAuthorization(address from,address to,uint256 value," +
		"uint256 validAfter,uint256 validBefore,bytes32 nonce)"))
)

// Reasons for which a seller refuses a voucher that another one may stand in for.
const (
	reasonCumulative    = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
	reasonNoChannel     = "invalid_batch_settlement_evm_channel_not_found"
	reasonBeyondBalance = "invalid_batch_settlement_evm_cumulative_exceeds_balance"
	reasonDepositSmall  = "channel_deposit_below_minimum"
)

// channelConfig is what a channel is: its hash is the channel's name. The salt is zero, so that a wallet has one channel
// with a seller, and finds it again.
type channelConfig struct {
	Payer              string `json:"payer"`
	PayerAuthorizer    string `json:"payerAuthorizer"`
	Receiver           string `json:"receiver"`
	ReceiverAuthorizer string `json:"receiverAuthorizer"`
	Token              string `json:"token"`
	WithdrawDelay      uint64 `json:"withdrawDelay"`
	Salt               string `json:"salt"`
}

type voucher struct {
	ChannelID          string `json:"channelId"`
	MaxClaimableAmount string `json:"maxClaimableAmount"`
	Signature          string `json:"signature"`
}

type receiveAuthorization struct {
	ValidAfter  string `json:"validAfter"`
	ValidBefore string `json:"validBefore"`
	Salt        string `json:"salt"`
	Signature   string `json:"signature"`
}

type depositAuthorization struct {
	ERC3009 receiveAuthorization `json:"erc3009Authorization"`
}

type channelDeposit struct {
	Amount        string               `json:"amount"`
	Authorization depositAuthorization `json:"authorization"`
}

// channelPayload is the scheme's part of a payment.
type channelPayload struct {
	Type          string          `json:"type"` // deposit, voucher or refund
	ChannelConfig channelConfig   `json:"channelConfig"`
	Voucher       voucher         `json:"voucher"`
	Deposit       *channelDeposit `json:"deposit,omitempty"`
}

// channelMessage is a payment by channel, with the seller's own JSON echoed byte for byte.
type channelMessage struct {
	X402Version int                        `json:"x402Version"`
	Resource    json.RawMessage            `json:"resource,omitempty"`
	Accepted    json.RawMessage            `json:"accepted"`
	Payload     channelPayload             `json:"payload"`
	Extensions  map[string]json.RawMessage `json:"extensions,omitempty"`
}

// channelState is what a seller says of a channel, in a receipt or in an offer.
type channelState struct {
	ChannelID string `json:"channelId"`
	Balance   string `json:"balance"`
	Charged   string `json:"chargedCumulativeAmount"`
}

type voucherState struct {
	SignedMaxClaimable string `json:"signedMaxClaimable"`
	Signature          string `json:"signature"`
}

// channelExtra is what an offer to pay by channel says beyond others.
type channelExtra struct {
	ReceiverAuthorizer string        `json:"receiverAuthorizer"`
	WithdrawDelay      uint64        `json:"withdrawDelay"`
	MinDeposit         string        `json:"minDeposit"`
	ChannelState       *channelState `json:"channelState"`
	VoucherState       *voucherState `json:"voucherState"`
}

// readChannelExtra reads it from an entry of accepts.
func readChannelExtra(entry json.RawMessage) (channelExtra, error) {
	var read struct {
		Extra channelExtra `json:"extra"`
	}
	if err := json.Unmarshal(entry, &read); err != nil {
		return channelExtra{}, errors.New("an offer to pay by channel is malformed")
	}
	return read.Extra, nil
}

// receiptOfChannel is what a receipt says of a payment by channel beyond others.
type receiptOfChannel struct {
	Amount string `json:"amount"` // of a deposit or a refund, in atomic units
	Extra  *struct {
		ChargedAmount string        `json:"chargedAmount"`
		ChannelState  *channelState `json:"channelState"`
	} `json:"extra"`
}

func (r receiptOfChannel) uncharged() bool { return r.Extra != nil && r.Extra.ChargedAmount == "0" }

// ChannelStore keeps what is known of payment channels for the next process, by the channels' ids. Without it, or when
// it fails, the seller is asked, and has to prove what it says was charged.
type ChannelStore interface {
	// Load is what was saved; nil when nothing was.
	Load(id string) (state []byte, err error)
	Save(id string, state []byte) error
}

// ownChannel is a channel of the wallet's. Its calls come one after the other: each voucher is for the sum of all.
type ownChannel struct {
	turn   chan struct{} // holds one token, which a call takes
	config channelConfig
	id     [32]byte
	domain [32]byte

	known   bool // what follows is what the seller has, as far as is known
	charged micro
	balance micro
}

// channelKept is what a ChannelStore keeps of it.
type channelKept struct {
	Charged int64 `json:"charged"` // atomic units
	Balance int64 `json:"balance"`
}

// channelOf is the channel that an offer leads to.
func (t *Transport) channelOf(o offer) (*ownChannel, error) {
	config := channelConfig{
		Payer:              t.opts.Wallet.Address(),
		PayerAuthorizer:    t.opts.Wallet.Address(),
		Receiver:           o.PayTo,
		ReceiverAuthorizer: o.channel.ReceiverAuthorizer,
		Token:              o.asset.Contract,
		WithdrawDelay:      o.channel.WithdrawDelay,
		Salt:               "0x" + strings.Repeat("0", 64),
	}
	own, err := newChannel(config, o.asset.ChainID)
	if err != nil {
		return nil, err
	}

	t.channelsMu.Lock()
	defer t.channelsMu.Unlock()
	if known := t.channels[own.id]; known != nil {
		return known, nil
	}
	t.load(own)
	t.channels[own.id] = own
	return own, nil
}

// newChannel is a channel on a chain, of which nothing is known.
func newChannel(config channelConfig, chainID uint64) (*ownChannel, error) {
	domain, err := Asset{
		ChainID:  chainID,
		Contract: settlementContract,
		Name:     "x402 Batch Settlement",
		Version:  "1",
	}.separator()
	if err != nil {
		return nil, err
	}
	id, err := config.id(domain)
	if err != nil {
		return nil, err
	}
	own := &ownChannel{
		turn:   make(chan struct{}, 1),
		config: config,
		id:     id,
		domain: domain,
	}
	own.turn <- struct{}{}
	return own, nil
}

// id is the EIP-712 hash of the configuration.
func (c channelConfig) id(domain [32]byte) ([32]byte, error) {
	words := [][]byte{configType[:]}
	for _, text := range []string{c.Payer, c.PayerAuthorizer, c.Receiver, c.ReceiverAuthorizer, c.Token} {
		word, err := addressWord(text)
		if err != nil {
			return [32]byte{}, err
		}
		words = append(words, word)
	}
	salt, err := hex.DecodeString(strings.TrimPrefix(c.Salt, "0x"))
	if err != nil || len(salt) != 32 {
		return [32]byte{}, errors.New("pay: a salt has 32 bytes")
	}
	hash := keccak(append(words, numberWord(c.WithdrawDelay), salt)...)
	return keccak([]byte{0x19, 0x01}, domain[:], hash[:]), nil
}

func (own *ownChannel) name() string { return "0x" + hex.EncodeToString(own.id[:]) }

// voucherDigest is what the wallet signs: the seller may claim up to most in all.
func (own *ownChannel) voucherDigest(most micro) [32]byte {
	hash := keccak(voucherType[:], own.id[:], numberWord(uint64(most)))
	return keccak([]byte{0x19, 0x01}, own.domain[:], hash[:])
}

// load takes over what was saved of a channel.
func (t *Transport) load(own *ownChannel) {
	if t.opts.Channels == nil {
		return
	}
	state, err := t.opts.Channels.Load(own.name())
	var kept channelKept
	if err != nil || json.Unmarshal(state, &kept) != nil || kept.Charged < 0 || kept.Balance < 0 {
		return
	}
	own.known = true
	own.charged = micro(kept.Charged)
	own.balance = micro(kept.Balance)
}

// save keeps what is known of a channel. An error is not the call's: the seller is asked by the next process.
func (t *Transport) save(own *ownChannel) {
	if t.opts.Channels == nil || !own.known {
		return
	}
	state, err := json.Marshal(channelKept{
		Charged: int64(own.charged),
		Balance: int64(own.balance),
	})
	if err == nil {
		_ = t.opts.Channels.Save(own.name(), state)
	}
}

// byChannel is the offer to pay by channel in the first of the allowed assets that has one.
func (q *quote) byChannel(allowed []Asset) (offer, bool) {
	for _, asset := range allowed {
		for _, entry := range q.Accepts {
			o, err := parseOffer(entry, allowed, schemeChannel)
			if err == nil && o.asset == asset {
				return o, true
			}
		}
	}
	return offer{}, false
}

// maxVouchers is how many vouchers are signed for one call: a seller may set the sum right, and want a deposit.
const maxVouchers = 4

// buyByChannel pays for a call by channel.
func (t *Transport) buyByChannel(c *call, q *quote, o offer, id string) (*http.Response, error) {
	own, err := t.channelOf(o)
	if err != nil {
		return nil, err
	}
	select {
	case <-own.turn:
		defer func() { own.turn <- struct{}{} }()
	case <-c.request.Context().Done():
		return nil, c.request.Context().Err()
	}
	if err := t.allow(c, q, o, 0); err != nil {
		return nil, err
	}

	response, err := t.payByChannel(c, own, q, o, id)
	payment := Of(response)
	unused := payment != nil && payment.ChargedUSD == "0"
	waived := err == nil && payment == nil
	if unused || waived || err != nil && chargeOf(err) == NotCharged {
		t.budget.giveBack(o.amount)
	}
	t.save(own)
	return response, err
}

// payByChannel signs vouchers for the call until the seller takes one.
func (t *Transport) payByChannel(c *call, own *ownChannel, q *quote, o offer, id string) (*http.Response, error) {
	var out outcome
	for range maxVouchers {
		s, deposit, err := t.signVoucher(c, own, q, o, id)
		if err != nil {
			return nil, err
		}
		out = t.redeem(c, s)
		if out.err == nil {
			own.learn(out.payment, deposit, o.amount)
			return out.response, nil
		}
		if out.refused == nil {
			own.known = own.known && chargeOf(out.err) == NotCharged && deposit == 0
			return nil, out.err
		}

		t.deposits.giveBack(deposit)
		again, err := own.correct(out.refused, t.opts.Assets)
		if err != nil {
			return nil, unproven(out.err, err)
		}
		if !again {
			return nil, tellLeast(out.err, out.refused, t.opts.Assets)
		}
	}
	return nil, out.err
}

// signVoucher signs for what was charged and the price, with a deposit where the channel does not hold that much. Of a
// channel that is not known the seller is asked first, by a voucher without one.
func (t *Transport) signVoucher(
	c *call, own *ownChannel, q *quote, o offer, id string,
) (s *signed, deposit micro, err error) {
	most := own.charged + o.amount
	message := channelMessage{
		X402Version: 2,
		Resource:    q.Resource,
		Accepted:    o.raw,
		Payload:     channelPayload{Type: "voucher", ChannelConfig: own.config},
	}
	if message.Extensions, err = withPurchaseID(q.Extensions, id); err != nil {
		return nil, 0, err
	}
	if own.known && own.balance < most {
		deposit = max(t.deposit, most-own.balance)
		if err := t.allow(c, q, o, deposit); err != nil {
			return nil, 0, err
		}
		message.Payload.Type = "deposit"
		if message.Payload.Deposit, err = t.signDeposit(own, o, deposit); err != nil {
			return nil, 0, err
		}
	}
	if message.Payload.Voucher, err = t.voucher(own, most); err != nil {
		return nil, 0, err
	}
	s, err = t.encodeVoucher(message, q, o)
	return s, deposit, err
}

// voucher signs that the seller may claim up to most.
func (t *Transport) voucher(own *ownChannel, most micro) (voucher, error) {
	signature, err := t.opts.Wallet.SignDigest(own.voucherDigest(most))
	if err != nil {
		return voucher{}, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}
	return voucher{
		ChannelID:          own.name(),
		MaxClaimableAmount: strconv.FormatInt(int64(most), 10),
		Signature:          "0x" + hex.EncodeToString(signature[:]),
	}, nil
}

// sendFor is how long a voucher of unknown outcome is sent again. It does not expire by itself.
const sendFor = 2 * time.Minute

func (t *Transport) encodeVoucher(message channelMessage, q *quote, o offer) (*signed, error) {
	text, err := json.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("pay: %w", err)
	}
	return &signed{
		header:      base64.StdEncoding.EncodeToString(text),
		offer:       o,
		payer:       message.Payload.ChannelConfig.Payer,
		resource:    q.resourceURL(),
		validBefore: t.now().Add(sendFor),
	}, nil
}

// signDeposit signs for money that the seller puts into the channel.
func (t *Transport) signDeposit(own *ownChannel, o offer, amount micro) (*channelDeposit, error) {
	var salt [32]byte
	if _, err := io.ReadFull(t.random, salt[:]); err != nil {
		return nil, fmt.Errorf("pay: salt: %w", err)
	}
	nonce := keccak(own.id[:], salt[:])
	until := strconv.FormatInt(t.now().Add(o.validity()).Unix(), 10)
	digest, err := authorization{
		From:        own.config.Payer,
		To:          collectorContract,
		Value:       strconv.FormatInt(int64(amount), 10),
		ValidAfter:  "0",
		ValidBefore: until,
		Nonce:       "0x" + hex.EncodeToString(nonce[:]),
	}.digestAs(receiveType, o.asset)
	if err != nil {
		return nil, err
	}
	signature, err := t.opts.Wallet.SignDigest(digest)
	if err != nil {
		return nil, fmt.Errorf("pay: the wallet did not sign: %w", err)
	}
	return &channelDeposit{
		Amount: strconv.FormatInt(int64(amount), 10),
		Authorization: depositAuthorization{ERC3009: receiveAuthorization{
			ValidAfter:  "0",
			ValidBefore: until,
			Salt:        "0x" + hex.EncodeToString(salt[:]),
			Signature:   "0x" + hex.EncodeToString(signature[:]),
		}},
	}, nil
}

// errUnproven says that a seller wants more for the past than it can show a voucher for. No more is signed.
var errUnproven = errors.New("the seller says that more was charged than it can prove")

// unproven is the error of a call whose seller cannot prove what it says.
func unproven(refusal, err error) error {
	p := AsProblem(refusal)
	p.Detail = err.Error()
	p.Err = err
	return refusal
}

// learn takes in what the seller says of a call that it answered, as far as it is what was signed. Where it is not, the
// channel counts as unknown: the seller has to prove its sum before the next voucher.
func (own *ownChannel) learn(p *Payment, deposit, price micro) {
	if p == nil || p.channel.Extra == nil {
		own.known = own.known && deposit == 0 // nothing was charged, or nobody says
		return
	}
	charged, err := parseUnits(p.channel.Extra.ChargedAmount)
	if err != nil || charged > price {
		own.known = false
		return
	}

	p.ChargedUSD = charged.String()
	if deposit > 0 {
		p.DepositUSD = deposit.String()
	}
	own.charged += charged
	own.balance += deposit
	own.known = true
	state := p.channel.Extra.ChannelState
	if state == nil {
		return
	}
	if sum, err := parseUnits(state.Charged); err != nil || sum != own.charged {
		own.known = false
	}
	if balance, err := parseUnits(state.Balance); err == nil {
		own.balance = balance
	}
}

// correct takes in why a voucher was refused. again says that another one may do.
func (own *ownChannel) correct(a *answer, allowed []Asset) (again bool, err error) {
	switch a.reason() {
	case reasonNoChannel:
		again = !own.known
		own.known = true
		own.charged = 0
		own.balance = 0
	case reasonBeyondBalance:
		again = true
		own.known = true
		own.balance = own.charged // so that a deposit is made
	case reasonCumulative:
		return true, own.adopt(a, allowed)
	}
	return again, nil
}

// adopt takes over what the seller says was charged, if a voucher of the wallet's proves it.
func (own *ownChannel) adopt(a *answer, allowed []Asset) error {
	q, err := parseQuote(a.header.Get(headerRequired))
	if err != nil {
		return err
	}
	o, _ := q.byChannel(allowed)
	state := o.channel.ChannelState
	if state == nil || !strings.EqualFold(state.ChannelID, own.name()) {
		return fmt.Errorf("%w: it does not say how the channel stands", errUnproven)
	}

	charged, err := parseUnits(state.Charged)
	if err != nil {
		return err
	}
	balance, err := parseUnits(state.Balance)
	if err != nil {
		return err
	}
	if charged > 0 && !own.proves(o.channel.VoucherState, charged) {
		return fmt.Errorf("%w: %s USD", errUnproven, charged)
	}
	own.charged = charged
	own.balance = balance
	own.known = true
	return nil
}

// proves says that a voucher of the wallet's is for at least charged.
func (own *ownChannel) proves(v *voucherState, charged micro) bool {
	if v == nil {
		return false
	}
	most, err := parseUnits(v.SignedMaxClaimable)
	if err != nil || most < charged {
		return false
	}
	signature, err := hex.DecodeString(strings.TrimPrefix(v.Signature, "0x"))
	if err != nil {
		return false
	}
	signer, err := recoverAddress(own.voucherDigest(most), signature)
	return err == nil && strings.EqualFold(signer, own.config.PayerAuthorizer)
}

// tellLeast adds to the refusal of a deposit how much is enough.
func tellLeast(refusal error, a *answer, allowed []Asset) error {
	p := AsProblem(refusal)
	q, err := parseQuote(a.header.Get(headerRequired))
	if p == nil || err != nil || p.Code != reasonDepositSmall {
		return refusal
	}
	o, _ := q.byChannel(allowed)
	if least, err := parseUnits(o.channel.MinDeposit); err == nil {
		p.Detail = fmt.Sprintf("the seller wants a deposit of at least %s USD", least)
	}
	return refusal
}

// parseUnits reads atomic units, a decimal number.
func parseUnits(text string) (micro, error) {
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return 0, fmt.Errorf("%q is no amount", text)
	}
	return micro(n), nil
}
