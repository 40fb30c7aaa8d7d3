package evm

import (
	"context"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
)

// method is how the token of a network moves: what a payer signs, what the chain is asked and called for it, and the
// protocol's words for what is wrong.
type method interface {
	// read takes a payment's transfer from what was signed. The payment has its payer if there is one.
	read(p *payment, signed x402.ExactPayload) error
	// unfit says where a transfer is not to whom it should be, or not of what.
	unfit(p *payment, payTo common.Address, amount uint256.Int) *refusal
	// digest is what the payer has signed.
	digest(p *payment) common.Hash
	// call is that of target which makes the transfer with the payment's signature.
	call(p *payment) ([]byte, error)
	target() common.Address

	// ask adds to an aggregate what is to be known of a payment beside its balance. read takes it into the finding, and
	// says whether it made sense.
	ask(a *aggregate, p *payment) (read func(f *finding) bool)
	// failure is why a simulated transfer failed.
	failure(revert []byte) *refusal
	words() words

	// fate is what became of a payment.
	fate(ctx context.Context, p *payment, hints ...common.Hash) (eip3009.Report, error)
	// isIn says that the receipt of a transaction that was made for a payment holds its transfer.
	isIn(receipt *types.Receipt, p *payment) bool
}

// words are a method's reasons.
type words struct {
	spent     string
	late      string
	early     string
	signature string
	poor      string
	simulated string
}

func newMethod(network x402.Network, client *ethrpc.Client, settings eip3009.Settings) method {
	if network.Permit2 {
		return &byPermit{
			token:     network.Asset,
			chain:     permit2.NewChain(client, network, settings),
			separator: permit2.Separator(network.ChainID),
		}
	}
	return &byAuthorization{
		token:     network.Asset,
		chain:     eip3009.NewChain(client, network, settings),
		separator: eip3009.DomainOf(network).Separator(),
	}
}

// byAuthorization moves tokens with EIP-3009.
type byAuthorization struct {
	token     common.Address
	chain     *eip3009.Chain
	separator common.Hash
}

func (m *byAuthorization) read(p *payment, signed x402.ExactPayload) (err error) {
	if p.auth, err = eip3009.Parse(signed.Authorization); err == nil {
		p.payer = p.auth.From.Hex()
	}
	return err
}

func (m *byAuthorization) unfit(p *payment, payTo common.Address, amount uint256.Int) *refusal {
	switch {
	case p.auth.To != payTo:
		return refuse(x402.ReasonRecipientMismatch, "the payment is to %s, not to %s", p.auth.To, payTo)
	case p.auth.Value != amount:
		return refuse(x402.ReasonValueMismatch,
			"the payment is of %s units, not of %s", p.auth.Value.Dec(), amount.Dec())
	}
	return nil
}

func (m *byAuthorization) digest(p *payment) common.Hash { return p.auth.Digest(m.separator) }

func (m *byAuthorization) call(p *payment) ([]byte, error) {
	if p.byKey {
		return p.auth.PackTransfer(p.signature)
	}
	return p.auth.PackTransferBytes(p.signature), nil
}

func (m *byAuthorization) target() common.Address { return m.token }

func (m *byAuthorization) ask(a *aggregate, p *payment) func(f *finding) bool {
	state := a.add(m.token, eip3009.PackState(p.auth.ID()))
	return func(f *finding) bool {
		spent, ok := state.Uint64()
		f.spent = spent != 0
		return ok
	}
}

// failure reads the reason from what the token reverted with. The texts are FiatTokenV2's.
func (m *byAuthorization) failure(revert []byte) *refusal {
	text := eip3009.RevertReason(revert)
	for _, known := range []struct{ part, reason string }{
		{"used or canceled", x402.ReasonNonceUsed},
		{"is expired", x402.ReasonValidBefore},
		{"not yet valid", x402.ReasonValidAfter},
		{"invalid signature", x402.ReasonSignature},
		{"exceeds balance", x402.ReasonInsufficientFunds},
	} {
		if strings.Contains(text, known.part) {
			return &refusal{known.reason, text}
		}
	}
	return refuse(x402.ReasonSimulationFailed, "the transfer fails: %s", reasonOf(revert))
}

func (m *byAuthorization) words() words {
	return words{
		spent:     x402.ReasonNonceUsed,
		late:      x402.ReasonValidBefore,
		early:     x402.ReasonValidAfter,
		signature: x402.ReasonSignature,
		poor:      x402.ReasonInsufficientFunds,
		simulated: x402.ReasonSimulationFailed,
	}
}

func (m *byAuthorization) fate(ctx context.Context, p *payment, hints ...common.Hash) (eip3009.Report, error) {
	return m.chain.State(ctx, p.auth, hints...)
}

func (m *byAuthorization) isIn(receipt *types.Receipt, p *payment) bool {
	state, same := eip3009.InLogs(receipt.Logs, m.token, p.auth)
	return state == eip3009.Used && same
}

// byPermit moves tokens by Permit2 and x402's proxy. Permit2 writes no event that names a nonce, so that of two equal
// payments of one payer in one transaction nobody could say which was made. So each has a transaction of its own, which
// calls the proxy itself: such a call can be read, and it succeeds or fails with its payment.
type byPermit struct {
	token     common.Address
	chain     *permit2.Chain
	separator common.Hash
}

func (m *byPermit) read(p *payment, signed x402.ExactPayload) (err error) {
	if p.permit, err = permit2.Parse(signed.Permit2); err == nil {
		p.auth = p.permit.Transfer()
		p.payer = p.auth.From.Hex()
	}
	return err
}

func (m *byPermit) unfit(p *payment, payTo common.Address, amount uint256.Int) *refusal {
	a := &p.permit
	switch {
	case a.Spender != permit2.Proxy:
		return refuse(x402.ReasonPermit2Spender, "the permit is for %s, not for %s", a.Spender, permit2.Proxy)
	case a.To != payTo:
		return refuse(x402.ReasonPermit2Recipient, "the payment is to %s, not to %s", a.To, payTo)
	case a.Amount != amount:
		return refuse(x402.ReasonPermit2Amount, "the payment is of %s units, not of %s", a.Amount.Dec(), amount.Dec())
	case a.Token != m.token:
		return refuse(x402.ReasonPermit2Token, "the payment is in the token %s, not in %s", a.Token, m.token)
	}
	return nil
}

func (m *byPermit) digest(p *payment) common.Hash { return p.permit.Digest(m.separator) }

func (m *byPermit) call(p *payment) ([]byte, error) { return p.permit.PackSettle(p.signature), nil }

func (m *byPermit) target() common.Address { return permit2.Proxy }

// ask sees that the proxy is there: a call of an address without code succeeds and does nothing.
func (m *byPermit) ask(a *aggregate, p *payment) func(f *finding) bool {
	id := p.auth.ID()
	bitmap := a.add(permit2.Address, permit2.PackNonceBitmap(id))
	allowance := a.add(m.token, permit2.PackAllowance(p.auth.From))
	proxy := a.add(permit2.Proxy, permit2.SelectorPermit2[:])

	return func(f *finding) bool {
		spent, okBitmap := bitmap.Uint()
		allowed, okAllowance := allowance.Uint()
		f.spent = permit2.IsSpent(spent, id)
		f.allowance = &allowed
		if word, ok := proxy.Uint(); !ok || common.Address(word.Bytes20()) != permit2.Address {
			f.refused = refuse(x402.ReasonPermit2NoProxy, "x402's proxy is not at %s", permit2.Proxy)
		}
		return okBitmap && okAllowance
	}
}

func (m *byPermit) failure(revert []byte) *refusal {
	if reason := permit2.ReasonOf(revert); reason != "" {
		return refuse(reason, "Permit2 refuses the permit")
	}
	return refuse(x402.ReasonPermit2Simulated, "the transfer fails: %s", reasonOf(revert))
}

func (m *byPermit) words() words {
	return words{
		spent:     x402.ReasonPermit2Nonce,
		late:      x402.ReasonPermit2Deadline,
		early:     x402.ReasonPermit2Early,
		signature: x402.ReasonPermit2Signature,
		poor:      x402.ReasonPermit2Balance,
		simulated: x402.ReasonPermit2Simulated,
	}
}

func (m *byPermit) fate(ctx context.Context, p *payment, hints ...common.Hash) (eip3009.Report, error) {
	return m.chain.State(ctx, p.permit, hints...)
}

func (m *byPermit) isIn(receipt *types.Receipt, p *payment) bool {
	return p.permit.IsIn(m.token, receipt.Logs)
}
