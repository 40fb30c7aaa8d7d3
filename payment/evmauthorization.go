package payment

import (
	"strings"
	"time"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// reasonValueV1 is the word of version 1 for a wrong amount; version 2 has x402.ReasonValueMismatch.
const reasonValueV1 = "invalid_exact_evm_payload_authorization_value"

// settleMargin is what must be left of an authorization's life for verify and settle to use it.
const settleMargin = 6 * time.Second

// evmAuthorization is a message of EIP-3009 with its signature.
type evmAuthorization struct {
	eip3009.Authorization
	chosen
	network   x402.Network
	signature []byte
}

func readEIP3009(n x402.Network, p x402.ExactPayload) (*evmAuthorization, error) {
	auth, err := eip3009.Parse(p.Authorization)
	if err != nil {
		return nil, err
	}
	signature, err := eip3009.ParseSignature(p.Signature)
	if err != nil {
		return nil, err
	}

	return &evmAuthorization{
		Authorization: auth,
		network:       n,
		signature:     signature,
	}, nil
}

func (e *evmAuthorization) identify(o *offer, now time.Time) {
	// What goes on is our own spelling of the message: a buyer who writes the same authorization in
	// another case or with leading zeros must not be somebody else.
	o.payment.Payload.Authorization = e.Wire()
	o.validBefore, o.outlives = boundedTime(&e.ValidBefore, now)
	o.key = Key{
		Network: o.requirement.Network,
		Payer:   strings.ToLower(e.From.Hex()),
		Nonce:   e.Nonce.Hex(),
	}

	signer, err := eip3009.Recover(e.Digest(eip3009.DomainOf(e.network).Separator()), e.signature)
	o.proven = err == nil && signer == e.From
}

func (e *evmAuthorization) fault(o *offer, now time.Time) string {
	if !strings.EqualFold(e.To.Hex(), o.requirement.PayTo) {
		return x402.ReasonRecipientMismatch
	}
	if e.Value.Dec() != o.requirement.Amount {
		if o.version == 1 {
			return reasonValueV1
		}
		return x402.ReasonValueMismatch
	}
	if e.ValidBefore.CmpUint64(uint64(now.Add(settleMargin).Unix())) < 0 {
		return x402.ReasonValidBefore
	}
	if e.ValidAfter.CmpUint64(uint64(now.Unix())) > 0 {
		return x402.ReasonValidAfter
	}
	return ""
}

func (e *evmAuthorization) spent() string { return x402.ReasonNonceUsed }
