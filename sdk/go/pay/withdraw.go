package pay

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"time"
)

// Withdrawals: a payer takes back what is left in a channel without its seller, in two transactions of its own. Between
// them the channel's delay has to pass, in which the seller claims what it has earned.

// ChannelTerms are those under which a channel was opened. They never change; a seller that has changed its own since
// is asked under the new ones.
type ChannelTerms struct {
	PayTo         string // the seller's account
	Authorizer    string // receiverAuthorizer of the offer
	WithdrawDelay uint64 // seconds
	Asset         Asset  // what is in it
}

// States of a withdrawal.
const (
	WithdrawalNothing = "nothing" // the channel holds nothing that could be withdrawn
	WithdrawalBegun   = "begun"   // this call has begun it
	WithdrawalWaiting = "waiting" // the delay has not passed
	WithdrawalDone    = "done"    // this call has ended it
)

// Withdrawal is how far the payer's own way to its money is.
type Withdrawal struct {
	Channel string `json:"channel"` // its id
	State   string `json:"state"`
	// AmountUSD is what was asked for. What the seller claims until the end is not paid out.
	AmountUSD   string     `json:"amount_usd"`
	ReadyAt     *time.Time `json:"ready_at,omitempty"` // when it can be ended, while it waits
	Transaction string     `json:"transaction,omitempty"`
}

// ChannelTerms are what a seller offers for requests such as this one, which is not carried out.
func (t *Transport) ChannelTerms(request *http.Request) (*ChannelTerms, error) {
	_, _, o, err := t.channelOffer(request)
	if err != nil {
		return nil, err
	}
	return o.channelTerms(), nil
}

// channelTerms are those of an offer to pay by channel.
func (o *Offer) channelTerms() *ChannelTerms {
	return &ChannelTerms{
		PayTo:         o.PayTo,
		Authorizer:    o.channel.ReceiverAuthorizer,
		WithdrawDelay: o.channel.WithdrawDelay,
		Asset:         o.asset,
	}
}

// channelOffer is the seller's offer to pay by channel.
func (t *Transport) channelOffer(request *http.Request) (*call, *Quote, Offer, error) {
	c, err := newCall(request)
	if err != nil {
		return nil, nil, Offer{}, err
	}
	a, err := t.send(request.Context(), c, nil)
	if err != nil {
		return nil, nil, Offer{}, unreachable(err)
	}
	q, err := a.quote(V2, t.opts.Assets)
	if err != nil {
		return nil, nil, Offer{}, fmt.Errorf("pay: %w", err)
	}
	o, ok := q.byChannel()
	if !ok {
		return nil, nil, Offer{}, errors.New("pay: the seller takes no payments by channel here")
	}
	return c, q, o, nil
}

// Withdraw takes the next step to get back what is left in the wallet's channel of these terms: it begins a withdrawal,
// or ends one whose delay has passed. Both are transactions that the wallet pays gas for, in the chain's own coin.
// node is the URL of a JSON-RPC node of the chain. While a withdrawal is under way the channel pays for nothing.
func (t *Transport) Withdraw(ctx context.Context, terms ChannelTerms, node string) (*Withdrawal, error) {
	if t.opts.Wallet == nil {
		return nil, errors.New("pay: withdraw: Options.Wallet is not set")
	}
	own, err := newChannel(channelConfig{
		Payer:              t.opts.Wallet.Address(),
		PayerAuthorizer:    t.opts.Wallet.Address(),
		Receiver:           terms.PayTo,
		ReceiverAuthorizer: terms.Authorizer,
		Token:              terms.Asset.Contract,
		WithdrawDelay:      terms.WithdrawDelay,
		Salt:               "0x" + strings.Repeat("0", 64),
	}, terms.Asset.ChainID)
	if err != nil {
		return nil, err
	}

	w := &withdrawing{
		chain: &chain{
			url:    node,
			client: &http.Client{Timeout: t.opts.Timeout},
		},
		wallet:  t.opts.Wallet,
		chainID: terms.Asset.ChainID,
		own:     own,
	}
	done, err := w.step(ctx)
	if err != nil {
		return nil, fmt.Errorf("pay: withdraw: %w", err)
	}
	t.forget(own.id)
	return done, nil
}

// forget has the seller asked for a channel's state before it pays for the next call.
func (t *Transport) forget(id [32]byte) {
	t.channelsMu.Lock()
	defer t.channelsMu.Unlock()
	delete(t.channels, id)
}

// withdrawing is the way of one channel's money.
type withdrawing struct {
	chain   *chain
	wallet  Signer
	chainID uint64
	own     *ownChannel
}

// step begins, waits or ends, by what the chain says.
func (w *withdrawing) step(ctx context.Context) (*Withdrawal, error) {
	pending, err := w.chain.read(ctx, settlementContract, callWith("pendingWithdrawals(bytes32)", w.own.id[:]), 2)
	if err != nil {
		return nil, err
	}
	amount := pending[0]
	begun := pending[1]
	if begun.Sign() == 0 {
		return w.begin(ctx)
	}
	if !begun.IsInt64() {
		return nil, errors.New("the contract's answer makes no sense")
	}

	ready := time.Unix(begun.Int64(), 0).Add(time.Duration(w.own.config.WithdrawDelay) * time.Second).UTC()
	now, _, err := w.chain.now(ctx)
	if err != nil {
		return nil, err
	}
	if now.Before(ready) {
		return w.at(WithdrawalWaiting, amount, &ready, ""), nil
	}
	config, err := w.own.config.words()
	if err != nil {
		return nil, err
	}
	hash, err := w.send(ctx, callWith("finalizeWithdraw("+configTuple+")", config...))
	if err != nil {
		return nil, err
	}
	return w.at(WithdrawalDone, amount, nil, hash), nil
}

// begin asks for all that is not claimed. What the seller claims until the end is taken off by the contract.
func (w *withdrawing) begin(ctx context.Context) (*Withdrawal, error) {
	held, err := w.chain.read(ctx, settlementContract, callWith("channels(bytes32)", w.own.id[:]), 2)
	if err != nil {
		return nil, err
	}
	amount := new(big.Int).Sub(held[0], held[1]) // the balance, less what was claimed
	if amount.Sign() <= 0 {
		return w.at(WithdrawalNothing, new(big.Int), nil, ""), nil
	}
	config, err := w.own.config.words()
	if err != nil {
		return nil, err
	}
	sum := amount.FillBytes(make([]byte, 32))
	hash, err := w.send(ctx, callWith("initiateWithdraw("+configTuple+",uint128)", append(config, sum)...))
	if err != nil {
		return nil, err
	}

	now, _, err := w.chain.now(ctx)
	if err != nil {
		return nil, err
	}
	ready := now.Add(time.Duration(w.own.config.WithdrawDelay) * time.Second)
	return w.at(WithdrawalBegun, amount, &ready, hash), nil
}

func (w *withdrawing) send(ctx context.Context, data []byte) (string, error) {
	return w.chain.send(ctx, w.wallet, w.chainID, settlementContract, data)
}

func (w *withdrawing) at(state string, amount *big.Int, ready *time.Time, hash string) *Withdrawal {
	usd := micro(0)
	if amount.IsInt64() {
		usd = micro(amount.Int64())
	}
	return &Withdrawal{
		Channel:     "0x" + hex.EncodeToString(w.own.id[:]),
		State:       state,
		AmountUSD:   usd.String(),
		ReadyAt:     ready,
		Transaction: hash,
	}
}

// configTuple is the type of a channel's configuration in the contract.
const configTuple = "(address,address,address,address,address,uint40,bytes32)"

// callWith is a call of a function whose arguments are words.
func callWith(function string, words ...[]byte) []byte {
	sum := keccak([]byte(function))
	data := append([]byte{}, sum[:4]...)
	for _, word := range words {
		data = append(data, word...)
	}
	return data
}
