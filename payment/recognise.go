package payment

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"time"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
)

// maxPaymentHeader bounds what a buyer may send: a signed payment has well under 4 kB, an echoed quote
// brings it to 12.
const maxPaymentHeader = 16 << 10

// offer is a payment that was read and checked as far as that goes without the chain.
type offer struct {
	version     int // of x402; 0 for the Payment scheme
	payment     x402.Payment
	requirement x402.Requirement
	auth        authorization // nil until it was read
	key         Key           // zero until the authorization was read
	validBefore time.Time     // at most longestLife ahead
	outlives    bool          // the authorization may be valid for longer than it is remembered
	proven      bool          // the signature is the payer's own key's; false for contract wallets
	challengeID string        // of a credential of the Payment scheme; "" for x402

	channel *channel.Payment // of a payment by channel whose voucher is signed as it should be; nil for all others
}

// protocol is how a request pays.
type protocol int

const (
	unpaid protocol = iota
	byX402
	byMPP
)

// protocol tells how a request tries to pay. A payment of x402 is taken before a credential.
func (g *Gate) protocol(h http.Header) protocol {
	if h.Get(x402.HeaderPayment) != "" || h.Get(x402.HeaderPaymentV1) != "" {
		return byX402
	}
	if g.opt.MPP != nil {
		if _, ok := mpp.Offered(h.Get(mpp.HeaderCredential)); ok {
			return byMPP
		}
	}
	return unpaid
}

// recognise reads the payment: which protocol and version, for which of our terms, signed by whom. A payment that is
// unacceptable, or cannot be settled now, may have bought this very request before: then it still gets that answer. So
// does a proven payment while nothing can be settled: it goes on to the ledger, which knows purchases by the buyer's
// name for them too, and ends there when it is a new one.
func (a *attempt) recognise() *outcome {
	refused := a.readOffer()
	a.sale.Version = a.offer.version
	a.sale.Network = a.offer.key.Network
	if a.offer.key != (Key{}) || a.offer.channel != nil {
		a.sale.Payer = a.payer()
	}

	a.closed = a.gate.closed(a.offer.requirement.Network)
	if refused == "" && (a.closed == nil || a.offer.proven) {
		return nil
	}
	if end := a.remembered(); end != nil {
		return end
	}
	switch {
	case a.closed != nil:
		return a.failed(a.closed)
	case refused == reasonMethodUnsupported:
		return a.failed(methodUnsupported(a.methods()))
	}
	return a.refused(refused)
}

// readOffer reads the payment of the request, as [readOffer] and [attempt.readCredential] say.
func (a *attempt) readOffer() (refused string) {
	if a.pays == byMPP {
		return a.readCredential()
	}
	g := a.gate
	a.offer, refused = readOffer(a.echo.Request().Header, a.quote, g.opt.Now())
	return refused
}

// readOffer reads the payment of a request and matches it with our own requirements; a non-empty
// reason refuses it. Version 2 wins when both headers are there; the version inside decides how it is read.
//
// A refused offer has its key too, if it names an authorization on a network of ours: something may
// have been bought with it before.
func readOffer(h http.Header, q *quote, now time.Time) (offer, string) {
	raw, ok := paymentHeader(h)
	if !ok {
		return offer{}, x402.ReasonInvalidPayload
	}
	came, err := readSent(raw)
	if err != nil {
		return offer{}, x402.ReasonInvalidPayload
	}
	var o offer
	if decode(came.version, &o.version) != nil {
		return offer{}, x402.ReasonInvalidPayload
	}

	var reason string
	switch {
	case o.version == 1:
		reason = o.readV1(came, q.requirements, q.market.networks)
	case o.version == 2:
		accepted, err := came.way()
		if err != nil {
			return o, x402.ReasonInvalidPayload
		}
		if len(q.channels) > 0 && accepted.Scheme == x402.SchemeBatch {
			return o, o.readChannel(came, accepted, q.channels, now)
		}
		reason = o.readV2(came, accepted, q.requirements)
	default:
		return o, x402.ReasonInvalidVersion
	}

	if o.requirement.Network == "" {
		return o, reason
	}
	if o.identify(q.market.networks, now) != "" {
		n, _ := x402.NetworkNamed(q.market.networks, o.requirement.Network)
		return o, cmp.Or(reason, payloadKind(came.payload, n))
	}
	return o, cmp.Or(reason, o.fault(now))
}

// paymentHeader is the JSON of a payment, whichever version's header it came in.
func paymentHeader(h http.Header) (raw []byte, ok bool) {
	text := cmp.Or(h.Get(x402.HeaderPayment), h.Get(x402.HeaderPaymentV1))
	if len(text) > maxPaymentHeader {
		return nil, false
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	return raw, err == nil
}
