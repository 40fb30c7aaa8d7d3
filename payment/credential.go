package payment

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
)

// The Payment scheme of HTTP authentication: challenges beside the quotes of x402, and credentials that hold the same
// signed authorization as its payments.

// Reasons of this scheme for which x402 has no word.
const (
	reasonMalformedCredential = "malformed_credential"
	reasonInvalidChallenge    = "invalid_challenge"
	reasonMethodUnsupported   = "method_unsupported"
)

// challengeLife is how long a challenge is good at least. Buyers sign an authorization that ends with it.
const challengeLife = MaxTimeoutSeconds * time.Second

// challengeMargin is what the life of a challenge must leave beside the work: for the buyer to sign, for the steps in
// the ledger and for the settlement.
const challengeMargin = 36 * time.Second

// charge is what an item costs on a network in the words of the Payment scheme.
type charge struct {
	terms       mpp.Terms
	chainID     uint64
	requirement x402.Requirement
	isOpen      bool // challenges name it
}

// charges are those on each EVM network: the method is for them alone.
func charges(m *market, item Item, requirements []x402.Requirement) []charge {
	var all []charge
	for i, r := range requirements {
		n := m.networks[i]
		if n.Kind != x402.EVM {
			continue
		}

		all = append(all, charge{
			chainID:     n.ChainID,
			requirement: r,
			isOpen:      m.isOpen(n.CAIP2),
			terms: mpp.NewTerms(mpp.Charge{
				Amount:    r.Amount,
				Currency:  r.Asset,
				Recipient: r.PayTo,
				ChainID:   n.ChainID,
				Decimals:  n.Decimals,
			}, item.Route),
		})
	}
	return all
}

// challenges are fresh ones for a request with this body, one for each network.
func (g *Gate) challenges(q *quote, body []byte) []mpp.Challenge {
	life := max(challengeLife, q.item.Budget+challengeMargin)
	expires := g.opt.Now().Add(life)
	digest := mpp.Digest(body)

	all := make([]mpp.Challenge, 0, len(q.charges))
	for i := range q.charges {
		if c := &q.charges[i]; c.isOpen {
			all = append(all, g.opt.MPP.Challenge(c.terms, digest, expires))
		}
	}
	return all
}

// unpaidChallenges are those for a request without payment. A body that cannot be read gets none: what they would
// sell could not be told apart.
func (g *Gate) unpaidChallenges(r *http.Request, req Request, q *quote) []mpp.Challenge {
	if g.opt.MPP == nil {
		return nil
	}
	body, err := readBody(r, req.MaxBody)
	if err != nil {
		return nil
	}
	return g.challenges(q, body)
}

// freshChallenges are those beside a new quote.
func (a *attempt) freshChallenges() []mpp.Challenge {
	if a.gate.opt.MPP == nil {
		return nil
	}
	body, err := a.readBody()
	if err != nil {
		return nil
	}
	return a.gate.challenges(a.quote, body)
}

// readCredential reads the payment of the Payment scheme; a non-empty reason refuses it. What is refused has its key
// too, if it names an authorization on a network of ours: something may have been bought with it before.
func (a *attempt) readCredential() (refused string) {
	text, _ := mpp.Offered(a.echo.Request().Header.Get(mpp.HeaderCredential))
	c, err := mpp.ReadCredential(text)
	if err != nil {
		return reasonMalformedCredential
	}
	a.offer.challengeID = c.Challenge.ID
	if c.Challenge.Method != mpp.Method || c.Challenge.Intent != mpp.Intent {
		return reasonMethodUnsupported
	}

	charge := a.chargeOf(c.Challenge)
	if charge == nil {
		return reasonInvalidChallenge
	}
	if c.Payload.Type != mpp.TypeAuthorized {
		return x402.ReasonUnsupportedPayload
	}

	g := a.gate
	now := g.opt.Now()
	a.offer.requirement = charge.requirement
	a.offer.payment = x402.Payment{
		X402Version: 2,
		Payload: x402.ExactPayload{
			Signature: c.Payload.Signature,
			Authorization: x402.Authorization{
				From:        c.Payload.From,
				To:          c.Payload.To,
				Value:       c.Payload.Value,
				ValidAfter:  c.Payload.ValidAfter,
				ValidBefore: c.Payload.ValidBefore,
				Nonce:       c.Payload.Nonce,
			},
		},
	}
	if a.offer.identify(a.quote.market.networks, now) != "" {
		return reasonMalformedCredential
	}
	return cmp.Or(a.checkChallenge(c, charge.terms, now), a.offer.fault(now))
}

// chargeOf is the quote's charge on the network that a challenge is for, or nil.
func (a *attempt) chargeOf(c mpp.Challenge) *charge {
	chain, err := c.ChainID()
	if err != nil {
		return nil
	}
	for i := range a.quote.charges {
		if a.quote.charges[i].chainID == chain {
			return &a.quote.charges[i]
		}
	}
	return nil
}

// checkChallenge says why the challenge of a credential is none for this request, or "".
func (a *attempt) checkChallenge(c mpp.Credential, t mpp.Terms, now time.Time) string {
	body, err := a.readBody()
	if err != nil {
		return "" // the reading of what is bought tells why
	}
	switch err := a.gate.opt.MPP.Check(c, t, mpp.Digest(body), now); {
	case err == nil:
		return ""
	case errors.Is(err, mpp.ErrExpired):
		return x402.ReasonPaymentExpired
	case errors.Is(err, mpp.ErrPayload):
		return x402.ReasonInvalidPayload
	default:
		return reasonInvalidChallenge
	}
}

// setMPPReceipt sets the Payment-Receipt header.
func (a *attempt) setMPPReceipt(h http.Header, network string, settled x402.Receipt) {
	r := mpp.Receipt{
		Status:      "success",
		Method:      mpp.Method,
		Timestamp:   a.gate.opt.Now().UTC().Format(time.RFC3339),
		Reference:   settled.Transaction,
		ChallengeID: a.offer.challengeID,
		Extensions:  settled.Extensions,
	}
	for _, n := range a.gate.opt.Seller.Networks {
		if n.CAIP2 == network {
			r.ChainID = n.ChainID
		}
	}
	h.Set(mpp.HeaderReceipt, r.Header())
}

// methodUnsupported is the problem of a credential for a method of payment that is not taken.
func methodUnsupported() *problem.Problem {
	p := problem.InvalidCode(mpp.HeaderCredential, problem.CodePaymentMethodUnsupported,
		"payments are taken by the method %s with the intent %s", mpp.Method, mpp.Intent)
	p.Type = mpp.TypeMethodUnsupported
	return p
}

// problemTypes are the types of problem of the Payment scheme by the reason of a refusal. What is not listed is
// verification-failed.
var problemTypes = map[string]string{
	reasonNoPayment:              mpp.TypePaymentRequired,
	reasonMalformedCredential:    mpp.TypeMalformedCredential,
	x402.ReasonInvalidPayload:    mpp.TypeMalformedCredential,
	reasonInvalidChallenge:       mpp.TypeInvalidChallenge,
	x402.ReasonDuplicate:         mpp.TypeInvalidChallenge,
	x402.ReasonPaymentExpired:    mpp.TypePaymentExpired,
	x402.ReasonValidBefore:       mpp.TypePaymentExpired,
	x402.ReasonInsufficientFunds: mpp.TypePaymentInsufficient,
	x402.ReasonValueMismatch:     mpp.TypePaymentInsufficient,
}

// closeProblem turns the end of a quote's body into that of a problem (RFC 9457) of the Payment scheme as well.
func closeProblem(end []byte, reason, challengeID string) []byte {
	kind := cmp.Or(problemTypes[reason], mpp.TypeVerificationFailed)
	detail := "the payment was not accepted: " + reason
	if reason == reasonNoPayment {
		detail = "this route is paid per request"
	}

	members, err := json.Marshal(struct {
		Type        string `json:"type"`
		Title       string `json:"title"`
		Status      int    `json:"status"`
		Detail      string `json:"detail"`
		ChallengeID string `json:"challengeId"`
	}{
		Type:        kind,
		Title:       http.StatusText(http.StatusPaymentRequired),
		Status:      http.StatusPaymentRequired,
		Detail:      detail,
		ChallengeID: challengeID,
	})
	if err != nil { // texts and a number always marshal
		return end
	}

	members[0] = ','
	return append(end[:len(end)-1], members...)
}
