package payment

import (
	"strings"
	"time"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

// reasonValueV1 is the word of version 1 for a wrong amount; version 2 has x402.ReasonValueMismatch.
const reasonValueV1 = "invalid_exact_evm_payload_authorization_value"

// settleMargin is what must be left of an authorization's life for verify and settle to use it.
const settleMargin = 6 * time.Second

// identify reads the authorization: whose it is, and whether the payer's own key signed it.
func (o *offer) identify(networks []x402.Network, now time.Time) string {
	auth, err := eip3009.Parse(o.payment.Payload.Authorization)
	if err != nil {
		return x402.ReasonInvalidPayload
	}
	signature, err := eip3009.ParseSignature(o.payment.Payload.Signature)
	if err != nil {
		return x402.ReasonInvalidPayload
	}

	// What goes on is our own spelling of the message: a buyer who writes the same authorization in
	// another case or with leading zeros must not be somebody else.
	o.payment.Payload.Authorization = auth.Wire()
	o.auth = auth
	o.validBefore, o.outlives = boundedTime(&auth.ValidBefore, now)
	o.key = Key{
		Network: o.requirement.Network,
		Payer:   strings.ToLower(auth.From.Hex()),
		Nonce:   auth.Nonce.Hex(),
	}

	for _, n := range networks {
		if n.CAIP2 == o.requirement.Network {
			signer, err := eip3009.Recover(auth.Digest(eip3009.DomainOf(n).Separator()), signature)
			o.proven = err == nil && signer == auth.From
		}
	}
	return ""
}

// check judges what can be judged without the chain: recipient, amount, time window.
func (o *offer) check(now time.Time) string {
	if !strings.EqualFold(o.auth.To.Hex(), o.requirement.PayTo) {
		return x402.ReasonRecipientMismatch
	}
	if o.auth.Value.Dec() != o.requirement.Amount {
		if o.version == 1 {
			return reasonValueV1
		}
		return x402.ReasonValueMismatch
	}
	if o.auth.ValidBefore.CmpUint64(uint64(now.Add(settleMargin).Unix())) < 0 {
		return x402.ReasonValidBefore
	}
	if o.auth.ValidAfter.CmpUint64(uint64(now.Unix())) > 0 {
		return x402.ReasonValidAfter
	}
	return ""
}

// longestLife is how far ahead the end of an authorization decides how long its payment is remembered. Buyers
// may sign authorizations that never end.
const longestLife = 7 * 24 * time.Hour

// boundedTime is validBefore as a time, at most longestLife ahead, and whether it is beyond that.
func boundedTime(unix *uint256.Int, now time.Time) (end time.Time, beyond bool) {
	limit := now.Add(longestLife)
	if unix.GtUint64(uint64(limit.Unix())) {
		return limit, true
	}
	return time.Unix(int64(unix.Uint64()), 0), false
}
