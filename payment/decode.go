package payment

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
)

// maxPaymentHeader bounds what a buyer may send: a signed payment has well under 4 kB, an echoed quote
// brings it to 12.
const maxPaymentHeader = 16 << 10

// reasonValueV1 is the word of version 1 for a wrong amount; version 2 has x402.ReasonValueMismatch.
const reasonValueV1 = "invalid_exact_evm_payload_authorization_value"

// settleMargin is what must be left of an authorization's life for verify and settle to use it.
const settleMargin = 6 * time.Second

// offer is a payment that was read and checked as far as that goes without the chain.
type offer struct {
	version     int // of x402; 0 for the Payment scheme
	payment     x402.Payment
	requirement x402.Requirement
	auth        eip3009.Authorization
	key         Key       // zero until the authorization was read
	validBefore time.Time // at most longestLife ahead
	outlives    bool      // the authorization may be valid for longer than it is remembered
	proven      bool      // the signature is the payer's own key's; false for contract wallets
	challengeID string    // of a credential of the Payment scheme; "" for x402

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

// readOffer reads the payment of the request, as [readOffer] and [attempt.readCredential] say.
func (a *attempt) readOffer(pays protocol) (refused string) {
	if pays == byMPP {
		return a.readCredential()
	}
	g := a.gate
	a.offer, refused = readOffer(a.echo.Request().Header, a.quote, g.opt.Seller.Networks, g.opt.Now())
	return refused
}

// readOffer reads the payment of a request and matches it with our own requirements; a non-empty
// reason refuses it. Version 2 wins when both headers are there; the version inside decides how it is read.
//
// A refused offer has its key too, if it names an authorization on a network of ours: something may
// have been bought with it before.
func readOffer(h http.Header, q *quote, networks []x402.Network, now time.Time) (offer, string) {
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
		reason = o.readV1(came, q.requirements, networks)
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
	if o.payment.Payload.Authorization.From == "" {
		if kind := payloadKind(came.payload); kind != "" {
			return o, cmp.Or(reason, kind)
		}
	}
	if malformed := o.identify(networks, now); malformed != "" {
		return o, cmp.Or(reason, malformed)
	}
	return o, cmp.Or(reason, o.check(now))
}

// paymentHeader is the JSON of a payment, whichever version's header it came in.
func paymentHeader(h http.Header) (raw []byte, ok bool) {
	text := h.Get(x402.HeaderPayment)
	if text == "" {
		text = h.Get(x402.HeaderPaymentV1)
	}
	if len(text) > maxPaymentHeader {
		return nil, false
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	return raw, err == nil
}

// readV1 finds the requirement for the network that the buyer named.
func (o *offer) readV1(came *sent, requirements []x402.Requirement, networks []x402.Network) string {
	p, err := came.asV1()
	if err != nil {
		return x402.ReasonInvalidPayload
	}
	if p.Scheme != x402.SchemeExact {
		return x402.ReasonInvalidScheme
	}

	for _, n := range networks {
		if n.V1Name == "" || n.V1Name != p.Network {
			continue
		}
		for _, r := range requirements {
			if r.Network == n.CAIP2 {
				o.requirement = r
				o.payment = x402.Payment{
					X402Version: 2,
					Payload:     p.Payload,
				}
				return ""
			}
		}
	}
	return x402.ReasonInvalidNetwork
}

// readV2 finds the requirement that the buyer accepted. Amounts and the scheme must be equal, addresses
// equal whatever their case; the rest of the echo is the buyer's business.
func (o *offer) readV2(came *sent, accepted x402.Requirement, requirements []x402.Requirement) string {
	var payload x402.ExactPayload
	p, err := came.asV2(accepted, &payload)
	if err != nil {
		return x402.ReasonInvalidPayload
	}
	p.Payload = payload
	if p.Accepted.Scheme != x402.SchemeExact {
		return x402.ReasonInvalidScheme
	}

	reason := x402.ReasonInvalidNetwork
	for _, r := range requirements {
		if r.Network != p.Accepted.Network {
			continue
		}
		o.requirement = r
		o.payment = p
		if accepts(p.Accepted, r) {
			return ""
		}
		reason = x402.ReasonInvalidRequirements
	}
	return reason
}

func accepts(accepted, r x402.Requirement) bool {
	return accepted.Amount == r.Amount &&
		strings.EqualFold(accepted.Asset, r.Asset) &&
		strings.EqualFold(accepted.PayTo, r.PayTo)
}

// payloadKind refuses the other kinds of payload by name, so that their senders learn why.
func payloadKind(payload []byte) string {
	var kind struct {
		Authorization json.RawMessage `json:"authorization"`
		Permit2       json.RawMessage `json:"permit2Authorization"`
		Delegation    json.RawMessage `json:"delegationManager"`
		Transaction   json.RawMessage `json:"transaction"`
	}
	if json.Unmarshal(payload, &kind) != nil {
		return x402.ReasonInvalidPayload
	}

	if kind.Authorization != nil {
		return ""
	}
	if kind.Permit2 != nil || kind.Delegation != nil || kind.Transaction != nil {
		return x402.ReasonUnsupportedPayload
	}
	return x402.ReasonInvalidPayload
}

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

// IdempotencyHeader carries a buyer's own name for a purchase (IETF draft-ietf-httpapi-idempotency-key-header).
const IdempotencyHeader = "Idempotency-Key"

// readPurchaseID is the buyer's name for this purchase: the payment-identifier extension's id, or the
// Idempotency-Key header. The error text is for the buyer.
func readPurchaseID(h http.Header, p x402.Payment) (id, bad string) {
	if id, bad = paymentIdentifier(p); id != "" || bad != "" {
		return id, bad
	}

	key := strings.Trim(h.Get(IdempotencyHeader), `"`)
	if len(key) > 255 {
		return "", "Idempotency-Key must have at most 255 characters"
	}
	for _, r := range key {
		if r < 0x20 || r > 0x7e {
			return "", "Idempotency-Key must be printable ASCII, not " + strconv.QuoteRune(r)
		}
	}
	return key, ""
}

// paymentIdentifier is the id in the extension of that name, "" when there is none.
func paymentIdentifier(p x402.Payment) (id, bad string) {
	raw, ok := p.Extensions[extensionIdentifier]
	if !ok {
		return "", ""
	}
	var extension struct {
		Info struct {
			ID *string `json:"id"`
		} `json:"info"`
	}
	if json.Unmarshal(raw, &extension) != nil {
		return "", "the payment-identifier extension must hold info.id"
	}
	if extension.Info.ID == nil {
		return "", ""
	}

	if !x402.ValidPaymentID(*extension.Info.ID) {
		return "", "payment-identifier info.id must have 16 to 128 characters of A-Z a-z 0-9 _ -"
	}
	return *extension.Info.ID, ""
}
