package payment

import (
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
)

// permitAuthorization is a permit of Permit2 with its signature.
type permitAuthorization struct {
	permit2.Authorization
	chosen
	network   x402.Network
	signature []byte
}

func readPermit(n x402.Network, p x402.ExactPayload) (*permitAuthorization, error) {
	auth, err := permit2.Parse(p.Permit2)
	if err != nil {
		return nil, err
	}
	signature, err := eip3009.ParseSignature(p.Signature)
	if err != nil {
		return nil, err
	}

	return &permitAuthorization{
		Authorization: auth,
		network:       n,
		signature:     signature,
	}, nil
}

// permitNonce precedes Permit2 nonces in the ledger's names, to distinguish them from those of a token used earlier on
// the same network.
const permitNonce = x402.MethodPermit2 + ":"

// PermitNonce is the nonce that a Permit2 payment has in the ledger.
func PermitNonce(key Key) common.Hash {
	return common.HexToHash(strings.TrimPrefix(key.Nonce, permitNonce))
}

func (p *permitAuthorization) identify(o *offer, now time.Time) {
	o.payment.Payload.Permit2 = p.Wire() // our own spelling, as in evmAuthorization.identify
	transfer := p.Transfer()
	o.validBefore, o.outlives = boundedTime(&transfer.ValidBefore, now)
	o.key = Key{
		Network: o.requirement.Network,
		Payer:   strings.ToLower(p.From.Hex()),
		Nonce:   permitNonce + transfer.Nonce.Hex(),
	}

	signer, err := eip3009.Recover(p.Digest(permit2.Separator(p.network.ChainID)), p.signature)
	o.proven = err == nil && signer == p.From
}

func (p *permitAuthorization) fault(o *offer, now time.Time) string {
	switch {
	case p.Spender != permit2.Proxy:
		return x402.ReasonPermit2Spender
	case !strings.EqualFold(p.To.Hex(), o.requirement.PayTo):
		return x402.ReasonPermit2Recipient
	case p.Deadline.CmpUint64(uint64(now.Add(settleMargin).Unix())) < 0:
		return x402.ReasonPermit2Deadline
	case p.ValidAfter.CmpUint64(uint64(now.Unix())) > 0:
		return x402.ReasonPermit2Early
	case p.Amount.Dec() != o.requirement.Amount:
		return x402.ReasonPermit2Amount
	case p.Token != p.network.Asset:
		return x402.ReasonPermit2Token
	}
	return ""
}

func (p *permitAuthorization) spent() string { return x402.ReasonPermit2Nonce }
