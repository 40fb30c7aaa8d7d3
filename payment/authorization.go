package payment

import (
	"time"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/x402"
)

// authorization is what a payer has signed so that money moves to the seller, on a network of one kind. All that it
// says is known without the chain.
type authorization interface {
	// identify writes into an offer whose it is, by which name the ledger knows it, and until when it can be settled.
	identify(o *offer, now time.Time)
	// fault is why it does not pay what an offer's requirement asks, in the words of the offer's version; "" when it
	// does.
	fault(o *offer, now time.Time) string
	// inWords is a facilitator's reason as buyers of a version know it.
	inWords(reason string, version int) string
	// spent is the reason for one that has moved money before.
	spent() string
	// twin says how a buyer comes to pay twice by the same one without meaning to, and what helps; "" when it cannot.
	twin() string
	// isShort says that it may end before the longest work does, at a time that only the chain knows: it is verified
	// before the work, which then has as long as it lasts.
	isShort() bool
}

// chosen is what authorizations have in common for which buyers choose a nonce and an end.
type chosen struct{}

// inWords leaves reasons unchanged: a facilitator's reasons are the same in both versions.
func (chosen) inWords(reason string, _ int) string { return reason }

// twin is nothing: buyers choose a nonce for each.
func (chosen) twin() string { return "" }

// isShort is false: the buyer says when it ends, and the quote says for how long it should last.
func (chosen) isShort() bool { return false }

// readAuthorization reads what was signed for a network.
func readAuthorization(n x402.Network, p x402.ExactPayload) (authorization, error) {
	switch {
	case n.Kind == x402.SVM:
		return readTransaction(n, p)
	case n.Permit2:
		return readPermit(n, p)
	}
	return readEIP3009(n, p)
}

// identify reads the authorization: whose it is, and whether the payer's own key signed it.
func (o *offer) identify(networks []x402.Network, now time.Time) string {
	n, ok := x402.NetworkNamed(networks, o.requirement.Network)
	if !ok {
		return x402.ReasonInvalidNetwork
	}
	auth, err := readAuthorization(n, o.payment.Payload)
	if err != nil {
		return x402.ReasonInvalidPayload
	}

	o.auth = auth
	auth.identify(o, now)
	return ""
}

// fault judges what can be judged without the chain: receiver, amount, time window.
func (o *offer) fault(now time.Time) string { return o.auth.fault(o, now) }

// isShort says so of the payment's authorization; a voucher has none.
func (o *offer) isShort() bool { return o.auth != nil && o.auth.isShort() }

// spent is the authorization's word; vouchers are never said to be spent.
func (o *offer) spent() string {
	if o.auth == nil {
		return x402.ReasonDuplicate
	}
	return o.auth.spent()
}

// twin is the authorization's; vouchers have none.
func (o *offer) twin() string {
	if o.auth == nil {
		return ""
	}
	return o.auth.twin()
}

// isSameProof says that two payloads hold the same signature.
func isSameProof(a, b x402.ExactPayload) bool {
	return a.Signature == b.Signature && a.Transaction == b.Transaction
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
