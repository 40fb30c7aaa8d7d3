package evm

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/permit2"
	"github.com/farebox/farebox/payment/x402"
)

// payment is a request whose terms are the seller's.
type payment struct {
	auth      eip3009.Authorization // the transfer, by whatever method
	permit    permit2.Authorization // of Permit2, else zero
	payer     string
	digest    common.Hash
	signature []byte
	byKey     bool   // the signature is that of the key of auth.From
	flaw      string // why the signature is not a key's, for people
	call      []byte // that makes the transfer

	// How the payer's contract wallet comes to be (ERC-6492), or nil when the payment does not say.
	deployment *eip3009.Deployment
}

// same says that two payments are the same transfer under the same signature.
func (p *payment) same(other *payment) bool {
	if p.digest != other.digest || !bytes.Equal(p.signature, other.signature) {
		return false
	}
	if p.deployment == nil || other.deployment == nil {
		return p.deployment == other.deployment
	}
	return p.deployment.Factory == other.deployment.Factory && bytes.Equal(p.deployment.Call, other.deployment.Call)
}

// refusal is why a payment is not taken, for certain.
type refusal struct {
	reason  string // a protocol reason
	message string // for people
}

func refuse(reason, format string, args ...any) *refusal {
	return &refusal{reason, fmt.Sprintf(format, args...)}
}

// read makes a payment of a request, or says what is wrong with its terms. The payment is never nil;
// its payer is set when there is one.
func (f *Facilitator) read(req facilitator.Request) (*settler, *payment, *refusal) {
	want := req.Requirement
	got := req.Payment
	p := &payment{}
	s := f.settlers.Of[want.Network]
	switch {
	case want.Scheme != x402.SchemeExact:
		return nil, p, refuse(x402.ReasonInvalidScheme, "scheme %q is not served", want.Scheme)
	case s == nil:
		return nil, p, refuse(x402.ReasonInvalidNetwork, "network %q is not served", want.Network)
	case got.Accepted.Scheme != "" && got.Accepted.Scheme != want.Scheme:
		return nil, p, refuse(x402.ReasonInvalidScheme, "the payment is for scheme %q", got.Accepted.Scheme)
	case got.Accepted.Network != "" && got.Accepted.Network != want.Network:
		return nil, p, refuse(x402.ReasonInvalidNetwork, "the payment is for network %q", got.Accepted.Network)
	case !strings.EqualFold(want.Asset, s.network.Asset.Hex()):
		return nil, p, refuse(x402.ReasonInvalidRequirements, "asset %q is not served on %s", want.Asset, want.Network)
	case want.Extra != (x402.Extra{}) && want.Extra != s.network.Extra():
		return nil, p, refuse(x402.ReasonInvalidRequirements,
			"extra must be that of the network: method %q, name %q, version %q",
			s.network.Extra().TransferMethod, s.network.AssetName, s.network.AssetVersion)
	}

	payTo, err := eip3009.ParseAddress("payTo", want.PayTo)
	if err != nil {
		return nil, p, refuse(x402.ReasonInvalidRequirements, "%v", err)
	}
	amount, err := eip3009.ParseUint("amount", want.Amount)
	if err != nil {
		return nil, p, refuse(x402.ReasonInvalidRequirements, "%v", err)
	}

	if err = s.method.read(p, got.Payload); err != nil {
		return nil, p, refuse(x402.ReasonInvalidPayload, "authorization: %v", err)
	}
	if p.signature, err = eip3009.ParseSignature(got.Payload.Signature); err != nil {
		return nil, p, refuse(x402.ReasonInvalidPayload, "%v", err)
	}

	if refused := s.method.unfit(p, payTo, amount); refused != nil {
		return nil, p, refused
	}
	if refused := s.prepare(p); refused != nil {
		return nil, p, refused
	}
	return s, p, nil
}

// prepare finds out whose signature it is and packs the call that makes the transfer.
func (s *settler) prepare(p *payment) *refusal {
	p.digest = s.method.digest(p)
	inner, deployment, err := eip3009.Unwrap(p.signature)
	if err != nil {
		return refuse(x402.ReasonInvalidPayload, "signature: %v", err)
	}
	// Whether the wallet has been deployed since it signed shows when the chain is asked.
	p.signature = inner
	p.deployment = deployment

	signer, err := eip3009.Recover(p.digest, p.signature)
	switch {
	case err == nil && signer == p.auth.From:
		p.byKey = true
		if p.signature, err = eip3009.Normalize(p.signature); err == nil {
			p.call, err = s.method.call(p)
		}
		if err != nil {
			return refuse(s.words.signature, "%v", err)
		}
		return nil
	case err == nil:
		p.flaw = fmt.Sprintf("the signature is that of %s", signer)
	case errors.Is(err, eip3009.ErrSignatureLength):
		p.flaw = "the payer is no contract wallet and the signature has not 65 bytes"
	default:
		p.flaw = err.Error()
	}
	if p.call, err = s.method.call(p); err != nil {
		return refuse(s.words.signature, "%v", err)
	}
	return nil
}

// window judges the time in which the authorization is valid. The token itself is stricter by a
// second on validAfter; simulation tells.
func (s *settler) window(p *payment, now time.Time) *refusal {
	seconds := uint64(max(now.Unix(), 0))
	if !p.auth.ValidBefore.GtUint64(seconds + minTimeLeft - 1) {
		return refuse(s.words.late, "the payment's end %s is less than %d seconds away",
			p.auth.ValidBefore.Dec(), minTimeLeft)
	}
	if p.auth.ValidAfter.GtUint64(seconds) {
		return refuse(s.words.early, "validAfter %s is yet to come", p.auth.ValidAfter.Dec())
	}
	return nil
}
