package evm

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
	"golang.org/x/sync/singleflight"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// Channels moves the money of payment channels: what payers deposit, what the seller claims, what is given back. The
// settlement key pays the gas. Another key, the authorizer, signs claims and refunds; it needs no ether.
//
// All of it may be done again: the token spends the nonce of a deposit once, a claim names the sum and not the
// difference, a refund has a nonce of its own.
type Channels struct {
	settlers   map[string]*settler
	domains    map[string]common.Hash
	authorizer *ecdsa.PrivateKey
	deposits   singleflight.Group // by nonce: two transactions for one would waste the gas of the second
}

// NewChannels moves the money of the channels whose claims and refunds authorizer signs, on the networks of f.
func NewChannels(f *Facilitator, authorizer *ecdsa.PrivateKey) *Channels {
	c := &Channels{
		settlers:   f.settlers.Of,
		domains:    map[string]common.Hash{},
		authorizer: authorizer,
	}
	for name, s := range f.settlers.Of {
		c.domains[name] = channel.Domain(s.network.ChainID)
	}
	return c
}

// Authorizer is the address of the key that signs claims and refunds.
func (c *Channels) Authorizer() common.Address { return crypto.PubkeyToAddress(c.authorizer.PublicKey) }

func (c *Channels) settler(network string) (*settler, error) {
	s := c.settlers[network]
	if s == nil {
		return nil, fmt.Errorf("no channels on %s", network)
	}
	return s, nil
}

// maxStates is how many channels are asked about at once: each takes three calls in one aggregate.
const maxStates = 100

// States reads what the chain says of channels, in their order. Those that do not exist have a balance of 0.
func (c *Channels) States(ctx context.Context, network string, ids []common.Hash) ([]channel.State, error) {
	s, err := c.settler(network)
	if err != nil {
		return nil, err
	}

	var states []channel.State
	for len(ids) > 0 {
		some := ids[:min(len(ids), maxStates)]
		ids = ids[len(some):]
		read, err := s.states(ctx, some)
		if err != nil {
			return nil, fmt.Errorf("state of %d channels on %s: %w", len(some), network, err)
		}
		states = append(states, read...)
	}
	return states, nil
}

func (s *settler) states(ctx context.Context, ids []common.Hash) ([]channel.State, error) {
	calls := channel.Questions(s.options.Multicall, ids)
	var answer hexutil.Bytes
	message := map[string]any{
		"to":   s.options.Multicall,
		"data": hexutil.Bytes(eip3009.PackAggregate(calls)),
	}
	if err := s.rpc.Call(ctx, &answer, "eth_call", message, "latest"); err != nil {
		return nil, err
	}
	results, err := eip3009.UnpackAggregate(answer, len(calls))
	if err != nil {
		return nil, err
	}
	return channel.States(results)
}

// CheckDeposit says whether a deposit could be made now, or is made already. The error is a [channel.Refusal], or says
// that the chain could not be asked.
func (c *Channels) CheckDeposit(ctx context.Context, network string, p *channel.Payment) error {
	s, err := c.settler(network)
	if err != nil {
		return err
	}
	made, err := s.deposited(ctx, p)
	if made != "" || err != nil {
		return err
	}
	_, err = s.estimate(ctx, channel.Settlement, channel.PackDeposit(&p.Config, p.Deposit))
	return depositError(err)
}

// Deposit makes a deposit, if it is not made already, and returns its transaction. A [channel.Refusal] says that it was
// not made and that this call will not have made it. After any other error it may still be made.
func (c *Channels) Deposit(ctx context.Context, network string, p *channel.Payment) (string, error) {
	s, err := c.settler(network)
	if err != nil {
		return "", err
	}
	nonce := p.Deposit.Authorization(p.Config.Payer, p.ID).Nonce
	made, err, _ := c.deposits.Do(network+nonce.Hex(), func() (any, error) { return s.deposit(ctx, p) })
	transaction, _ := made.(string)
	return transaction, err
}

func (s *settler) deposit(ctx context.Context, p *channel.Payment) (string, error) {
	made, err := s.deposited(ctx, p)
	if made != "" || err != nil {
		return made, err
	}

	receipt, err := s.call(ctx, bill{
		purpose: ForDeposit,
		payers:  []common.Address{p.Config.Payer},
	}, channel.Settlement, channel.PackDeposit(&p.Config, p.Deposit))
	if err == nil {
		return receipt.TxHash.Hex(), nil
	}
	// Another process may have made it meanwhile.
	if made, later := s.deposited(ctx, p); later == nil && made != "" {
		return made, nil
	}
	if errors.Is(err, errFailed) {
		return "", channel.Refusal(x402.ReasonDepositFailed)
	}
	return "", depositError(err)
}

// deposited is the transaction that made a deposit; "" when none did.
func (s *settler) deposited(ctx context.Context, p *channel.Payment) (string, error) {
	authorization := p.Deposit.Authorization(p.Config.Payer, p.ID)
	report, err := s.chain.State(ctx, authorization)
	switch {
	case err != nil:
		return "", err
	case report.State == eip3009.Unused:
		return "", nil
	case !report.Same:
		return "", channel.Refusal(x402.ReasonDepositFailed)
	case report.Mark != (eip3009.Mark{}) && report.Mark != s.options.Mark:
		return "", channel.Refusal(x402.ReasonChannelElsewhere)
	}
	return report.Transaction.Hex(), nil
}

// depositError names why a deposit would fail. The texts are FiatTokenV2's.
func depositError(err error) error {
	if !errors.Is(err, errReverts) {
		return err
	}
	for _, known := range []struct{ part, reason string }{
		{"exceeds balance", x402.ReasonDepositMoney},
		{"is expired", x402.ReasonDepositExpired},
		{"not yet valid", x402.ReasonDepositEarly},
	} {
		if strings.Contains(err.Error(), known.part) {
			return channel.Refusal(known.reason)
		}
	}
	return channel.Refusal(x402.ReasonDepositSimulation)
}

// Claim claims vouchers and pays out what their receivers have claimed, in one transaction: all or none.
func (c *Channels) Claim(ctx context.Context, network string, claims []channel.Claim) (string, error) {
	s, err := c.settler(network)
	if err != nil {
		return "", err
	}
	calls, err := c.claims(network, claims)
	if err != nil {
		return "", err
	}
	cause := bill{purpose: ForClaims}
	for i := range claims {
		cause.payers = append(cause.payers, claims[i].Config.Payer)
	}
	return s.together(ctx, cause, calls)
}

// Refund gives amount back to the payer of a channel. Before that it claims, if claim is not nil, and pays out what
// was claimed. nonce is the channel's, which a refund is good for once.
func (c *Channels) Refund(
	ctx context.Context, network string, config channel.Config, amount, nonce uint256.Int, claim *channel.Claim,
) (string, error) {
	s, err := c.settler(network)
	if err != nil {
		return "", err
	}
	var calls [][]byte
	if claim != nil {
		if calls, err = c.claims(network, []channel.Claim{*claim}); err != nil {
			return "", err
		}
	}

	domain := c.domains[network]
	digest := channel.RefundDigest(domain, config.ID(domain), &nonce, &amount)
	signature, err := eip3009.Sign(c.authorizer, digest)
	if err != nil {
		return "", fmt.Errorf("signing a refund: %w", err)
	}
	cause := bill{
		purpose: ForRefund,
		payers:  []common.Address{config.Payer},
	}
	return s.together(ctx, cause, append(calls, channel.PackRefund(&config, &amount, &nonce, signature)))
}

// claims are the calls that claim and pay out.
func (c *Channels) claims(network string, claims []channel.Claim) ([][]byte, error) {
	signature, err := eip3009.Sign(c.authorizer, channel.ClaimDigest(c.domains[network], claims))
	if err != nil {
		return nil, fmt.Errorf("signing claims: %w", err)
	}
	calls := [][]byte{channel.PackClaims(claims, signature)}

	type account struct{ receiver, token common.Address }
	paid := map[account]bool{}
	for i := range claims {
		to := account{claims[i].Config.Receiver, claims[i].Config.Token}
		if !paid[to] {
			paid[to] = true
			calls = append(calls, channel.PackSettle(to.receiver, to.token))
		}
	}
	return calls, nil
}

// together makes calls of the contract in one transaction.
func (s *settler) together(ctx context.Context, cause bill, calls [][]byte) (string, error) {
	data := calls[0]
	if len(calls) > 1 {
		data = channel.PackTogether(calls)
	}
	receipt, err := s.call(ctx, cause, channel.Settlement, data)
	if err != nil {
		return hashOf(receipt), err
	}
	return receipt.TxHash.Hex(), nil
}

func hashOf(receipt *types.Receipt) string {
	if receipt == nil {
		return ""
	}
	return receipt.TxHash.Hex()
}
