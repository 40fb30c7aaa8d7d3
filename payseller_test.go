package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

const payTo = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"

// seller is a small x402 shop: it quotes in both versions, checks what it is paid with as the token would (recipient,
// value, window, signature), by the code of the service, and charges a nonce once.
type seller struct {
	*httptest.Server
	t      *testing.T
	amount string
	now    func() time.Time
	// wrong, when set, sees each paid request before the seller and may answer in its place.
	wrong func(w http.ResponseWriter, r *http.Request, try int) bool

	mu       sync.Mutex
	charged  map[string]int // by nonce
	requests []*http.Request
	bodies   []string
	tries    int
}

func newSeller(t *testing.T, amount string) *seller {
	t.Helper()
	s := &seller{
		t:       t,
		amount:  amount,
		now:     time.Now,
		charged: map[string]int{},
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *seller) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()

	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	s.requests = append(s.requests, r)
	s.bodies = append(s.bodies, string(body))
	payment := r.Header.Get(x402.HeaderPayment)
	version := 2
	if payment == "" {
		payment = r.Header.Get(x402.HeaderPaymentV1)
		version = 1
	}
	if payment == "" {
		s.ask(w, "payment is required")
		return
	}

	s.tries++
	if s.wrong != nil && s.wrong(w, r, s.tries) {
		return
	}
	authorization, reason := s.check(payment, version)
	if reason != "" {
		s.ask(w, reason)
		return
	}
	s.charged[authorization.Nonce] = 1
	s.thank(w, authorization, version)
	fmt.Fprintf(w, `{"method":%q,"query":%q,"body":%q}`, r.Method, r.URL.RawQuery, body)
}

// thank writes the headers of an answer that was paid for.
func (s *seller) thank(w http.ResponseWriter, a x402.Authorization, version int) {
	receipt := x402.Receipt{
		Success:     true,
		Transaction: "0x" + strings.Repeat("ab", 32),
		Network:     "eip155:8453",
		Payer:       a.From,
	}
	name := x402.HeaderPaymentResponse
	if version == 1 {
		receipt.Network = "base"
		name = x402.HeaderPaymentResponseV1
	}
	w.Header().Set(name, encode(s.t, receipt))
	w.Header().Set("Content-Type", "application/json")
}

// check is the authorization in a payment, or why it is refused.
func (s *seller) check(payment string, version int) (x402.Authorization, string) {
	raw, err := base64.StdEncoding.DecodeString(payment)
	if err != nil {
		return x402.Authorization{}, x402.ReasonInvalidPayload
	}
	var p struct {
		X402Version int
		Scheme      string
		Network     string
		Accepted    x402.Requirement
		Payload     x402.ExactPayload
	}
	if json.Unmarshal(raw, &p) != nil {
		return x402.Authorization{}, x402.ReasonInvalidPayload
	}
	switch {
	case p.X402Version != version:
		return x402.Authorization{}, x402.ReasonInvalidVersion
	case version == 1 && (p.Network != "base" || p.Scheme != "exact"):
		return x402.Authorization{}, x402.ReasonInvalidNetwork
	case version == 2 && (p.Accepted.Network != "eip155:8453" || p.Accepted.Amount != s.amount):
		return x402.Authorization{}, x402.ReasonInvalidRequirements
	}
	return p.Payload.Authorization, s.objection(p.Payload)
}

// objection is why the token would not take a payment; "" when it would.
func (s *seller) objection(p x402.ExactPayload) string {
	a, err := eip3009.Parse(p.Authorization)
	if err != nil {
		return x402.ReasonInvalidPayload
	}
	now := uint64(s.now().Unix())
	switch {
	case a.To.Hex() != payTo:
		return x402.ReasonRecipientMismatch
	case a.Value.Dec() != s.amount:
		return x402.ReasonValueMismatch
	case a.ValidAfter.Uint64() >= now:
		return x402.ReasonValidAfter
	case a.ValidBefore.Uint64() <= now+6:
		return x402.ReasonValidBefore
	}

	signature, err := eip3009.ParseSignature(p.Signature)
	if err != nil {
		return x402.ReasonSignature
	}
	from, err := eip3009.Recover(a.Digest(eip3009.DomainOf(x402.Builtin()[0]).Separator()), signature)
	if err != nil || from != a.From {
		return x402.ReasonSignature
	}
	return ""
}

// ask answers 402 with the quote in both versions.
func (s *seller) ask(w http.ResponseWriter, reason string) {
	base := x402.Builtin()[0]
	w.Header().Set(x402.HeaderRequired, encode(s.t, map[string]any{
		"x402Version": 2,
		"error":       reason,
		"resource":    map[string]any{"url": s.URL + "/thing", "description": "A thing\x1b[31m"},
		"accepts": []any{
			map[string]any{"scheme": "upto", "network": base.CAIP2, "amount": "1", "asset": base.Asset, "payTo": payTo},
			x402.Requirement{
				Scheme:            x402.SchemeExact,
				Network:           base.CAIP2,
				Amount:            s.amount,
				Asset:             base.Asset.Hex(),
				PayTo:             payTo,
				MaxTimeoutSeconds: 120,
				Extra:             base.Extra(),
			},
		},
	}))
	w.WriteHeader(http.StatusPaymentRequired)
	err := json.NewEncoder(w).Encode(x402.RequiredV1{
		X402Version: 1,
		Error:       reason,
		Accepts: []x402.RequirementV1{{
			Scheme:            x402.SchemeExact,
			Network:           base.V1Name,
			MaxAmountRequired: s.amount,
			Asset:             base.Asset.Hex(),
			PayTo:             payTo,
			Resource:          s.URL + "/thing",
			Description:       "A thing",
			MimeType:          "application/json",
			MaxTimeoutSeconds: 120,
			Extra:             base.Extra(),
		}},
	})
	if err != nil {
		s.t.Error(err)
	}
}

func encode(t *testing.T, v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		t.Error(err)
	}
	return base64.StdEncoding.EncodeToString(data)
}
