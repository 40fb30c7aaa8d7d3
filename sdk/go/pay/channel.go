package pay

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Payments by channel (x402 scheme batch-settlement): one deposit into a contract, and then a signed sum for each call.
// What a seller says about a channel is believed as far as it proves it: a sum that it says was charged must be on a
// voucher of this wallet. A balance needs no proof, because a voucher is worth no more than the channel holds.

const (
	schemeExact   = "exact"
	schemeChannel = "batch-settlement"
)

// Reasons for which a seller refuses a voucher that another one may stand in for.
const (
	reasonCumulative    = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
	reasonNoChannel     = "invalid_batch_settlement_evm_channel_not_found"
	reasonBeyondBalance = "invalid_batch_settlement_evm_cumulative_exceeds_balance"
	reasonDepositSmall  = "invalid_batch_settlement_evm_deposit_below_min_deposit"
)

// channelState is what a seller says about a channel, in a receipt or in an offer.
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
func readChannelExtra(entry json.RawMessage) (*channelExtra, error) {
	var read struct {
		Extra channelExtra `json:"extra"`
	}
	if err := json.Unmarshal(entry, &read); err != nil {
		return nil, errors.New("an offer to pay by channel is malformed")
	}
	if _, err := addressWord(read.Extra.ReceiverAuthorizer); err != nil {
		return nil, fmt.Errorf("receiverAuthorizer %q is no account", read.Extra.ReceiverAuthorizer)
	}
	return &read.Extra, nil
}

// receiptOfChannel is what a receipt says about a payment by channel beyond others.
type receiptOfChannel struct {
	Amount string `json:"amount"` // of a deposit or a refund, in atomic units
	Extra  *struct {
		ChargedAmount string        `json:"chargedAmount"`
		ChannelState  *channelState `json:"channelState"`
	} `json:"extra"`
}

func (r receiptOfChannel) uncharged() bool { return r.Extra != nil && r.Extra.ChargedAmount == "0" }

// ChannelStore keeps what is known about payment channels for the next process, by the channels' ids. Without it, or
// when it fails, the seller is asked, and has to prove what it says was charged.
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
func (t *Transport) channelOf(o Offer) (*ownChannel, error) {
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

// newChannel is a channel on a chain, with unknown state.
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

func (own *ownChannel) name() string { return "0x" + hex.EncodeToString(own.id[:]) }

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

// save keeps what is known about a channel. An error is not the call's: the seller is asked by the next process.
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

// maxVouchers is how many vouchers are signed for one call: a seller may set the sum right, and want a deposit.
const maxVouchers = 4

// buyByChannel pays for a call by channel.
func (t *Transport) buyByChannel(c *call, q *Quote, o Offer, id string) (*http.Response, error) {
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
func (t *Transport) payByChannel(c *call, own *ownChannel, q *Quote, o Offer, id string) (*http.Response, error) {
	var out outcome
	for range maxVouchers {
		s, deposit, err := t.signVoucher(c, own, q, o, id)
		if err != nil {
			return nil, err
		}
		out = t.redeem(c, s, s.ValidBefore)
		if out.err == nil {
			own.learn(out.payment, deposit, o.amount)
			own.tellLeft(out.payment)
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

// errUnproven says that a seller wants more for the past than it can show a voucher for. No more is signed.
var errUnproven = errors.New("the seller says that more was charged than it can prove")

// unproven is the error of a call whose seller cannot prove what it says.
func unproven(refusal, err error) error {
	p := AsProblem(refusal)
	p.Detail = err.Error()
	p.Err = err
	return refusal
}

// learn takes in what the seller says about a call that it answered, as far as it matches what was signed. Where it is
// not, the channel counts as unknown: the seller has to prove its sum before the next voucher.
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

// tellLeft adds to a payment what the channel holds for calls to come, as far as that is known.
func (own *ownChannel) tellLeft(p *Payment) {
	if p != nil && own.known && own.balance >= own.charged {
		p.LeftUSD = (own.balance - own.charged).String()
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
	q, err := a.quote(V2, allowed)
	if err != nil {
		return err
	}
	o, found := q.byChannel()
	if !found || o.channel.ChannelState == nil || !strings.EqualFold(o.channel.ChannelState.ChannelID, own.name()) {
		return fmt.Errorf("%w: it does not say how the channel stands", errUnproven)
	}

	state := o.channel.ChannelState
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
	q, err := a.quote(V2, allowed)
	if p == nil || err != nil || p.Code != reasonDepositSmall {
		return refusal
	}
	o, found := q.byChannel()
	if !found {
		return refusal
	}
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
