package payment

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// The Payment scheme of HTTP authentication: challenges in addition to x402 quotes, and credentials that hold the same
// signed authorization or transaction as its payments.

// Reasons of this scheme that x402 does not have.
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
	requirement x402.Requirement
	isOpen      bool // challenges name it
}

// charges are those on each network that the methods are for.
func charges(seller Seller, m *market, item Item, requirements []x402.Requirement) []charge {
	var all []charge
	for i, r := range requirements {
		n := m.networks[i]
		if n.Permit2 {
			continue // credentials are those of EIP-3009
		}
		asked := mpp.Charge{
			Amount:    r.Amount,
			Currency:  r.Asset,
			Recipient: r.PayTo,
			ChainID:   n.ChainID,
			Decimals:  n.Decimals,
		}
		if n.Kind == x402.SVM {
			if asked.Solana = seller.solanaCharge(n); asked.Solana == nil {
				continue
			}
		}

		all = append(all, charge{
			requirement: r,
			isOpen:      m.isOpen(n.CAIP2),
			terms:       mpp.NewTerms(asked, item.Route),
		})
	}
	return all
}

// clusters are what the Payment scheme calls networks of Solana.
var clusters = map[string]string{
	x402.SolanaMainnet: "mainnet",
	x402.SolanaDevnet:  "devnet",
}

// solanaCharge is what a charge on a network of Solana says beside; nil when none is made.
func (s Seller) solanaCharge(n x402.Network) *mpp.SolanaCharge {
	cluster := clusters[n.CAIP2]
	if !s.SolanaCharges || cluster == "" || len(n.Sponsors) == 0 {
		return nil
	}
	return &mpp.SolanaCharge{
		Network:      cluster,
		FeePayer:     n.Sponsors[0],
		TokenProgram: svm.TokenProgram.String(),
	}
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
func (g *Gate) unpaidChallenges(c echo.Context, req Request, q *quote) []mpp.Challenge {
	if g.opt.MPP == nil {
		return nil
	}
	body, err := readBody(c.Response(), c.Request(), req.MaxBody)
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
	if c.Challenge.Intent != mpp.Intent || !slices.Contains(a.methods(), c.Challenge.Method) {
		return reasonMethodUnsupported
	}

	charge := a.chargeOf(c.Challenge)
	if charge == nil {
		return reasonInvalidChallenge
	}
	if c.Payload.Type != typesOf[charge.terms.Method()] {
		return x402.ReasonUnsupportedPayload
	}

	g := a.gate
	now := g.opt.Now()
	a.offer.requirement = charge.requirement
	if charge.terms.Method() == mpp.MethodSolana {
		a.offer.requirement.Extra.Memo = mpp.Note(c.Challenge)
	}
	a.offer.payment = x402.Payment{
		X402Version: 2,
		Payload:     payloadOf(c.Payload),
	}
	if a.offer.identify(a.quote.market.networks, now) != "" {
		return reasonMalformedCredential
	}
	return cmp.Or(a.checkChallenge(c, charge.terms, now), a.offer.fault(now))
}

// typesOf are the types of credential by method.
var typesOf = map[string]string{
	mpp.Method:       mpp.TypeAuthorized,
	mpp.MethodSolana: mpp.TypeTransaction,
}

// payloadOf is a credential's payload in the words of x402.
func payloadOf(p mpp.Payload) x402.ExactPayload {
	if p.Type == mpp.TypeTransaction {
		return x402.ExactPayload{Transaction: p.Transaction}
	}
	return x402.ExactPayload{
		Signature: p.Signature,
		Authorization: x402.Authorization{
			From:        p.From,
			To:          p.To,
			Value:       p.Value,
			ValidAfter:  p.ValidAfter,
			ValidBefore: p.ValidBefore,
			Nonce:       p.Nonce,
		},
	}
}

// methods are those that the quote can be paid by.
func (a *attempt) methods() []string {
	var all []string
	for _, c := range a.quote.charges {
		if method := c.terms.Method(); !slices.Contains(all, method) {
			all = append(all, method)
		}
	}
	return all
}

// chargeOf is the quote's charge on the network that a challenge is for, or nil.
func (a *attempt) chargeOf(c mpp.Challenge) *charge {
	for i := range a.quote.charges {
		if a.quote.charges[i].terms.Asks(c) {
			return &a.quote.charges[i]
		}
	}
	return nil
}

// checkChallenge says why a credential's challenge is not valid for this request, or "".
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
		if n.CAIP2 != network {
			continue
		}
		r.ChainID = n.ChainID
		if n.Kind == x402.SVM {
			r.Method = mpp.MethodSolana
		}
	}

	h.Set(mpp.HeaderReceipt, r.Header())
}

// methodUnsupported is the problem of a credential for a method of payment that is not taken.
func methodUnsupported(taken []string) *problem.Problem {
	p := problem.InvalidCode(mpp.HeaderCredential, problem.CodePaymentMethodUnsupported,
		"payments are taken by the method %s with the intent %s", strings.Join(taken, " or "), mpp.Intent)
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
