package buyer

import (
	"crypto/ecdsa"
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

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/x402"
)

const payTo = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"

// seller is a small x402 shop: it quotes in both versions, checks what it is paid with as the token
// would (recipient, value, window, signature), charges a nonce once and keeps its answer.
type seller struct {
	*httptest.Server
	t      *testing.T
	amount string
	now    func() time.Time
	// wrong, when set, sees each paid request before the seller and may answer in its place.
	wrong func(w http.ResponseWriter, r *http.Request, try int) bool
	// quote, when set, changes the version 2 quote.
	quote func(map[string]any)
	only  Version // quote in this version alone

	mu       sync.Mutex
	charged  map[string]int // by nonce
	requests []*http.Request
	bodies   []string
	paid     []map[string]any // decoded payments
	tries    int
}

func newSeller(t *testing.T, amount string) *seller {
	t.Helper()
	s := &seller{t: t, amount: amount, now: time.Now, charged: map[string]int{}}
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
	s.requests, s.bodies = append(s.requests, r), append(s.bodies, string(body))
	text, version := r.Header.Get(x402.HeaderPayment), V2
	if text == "" {
		text, version = r.Header.Get(x402.HeaderPaymentV1), V1
	}
	if text == "" {
		s.ask(w, "payment is required")
		return
	}
	s.tries++
	if s.wrong != nil && s.wrong(w, r, s.tries) {
		return
	}
	authorization, reason := s.check(text, version)
	if reason != "" {
		s.ask(w, reason)
		return
	}
	s.charged[authorization.Nonce] = 1
	receipt := x402.Receipt{Success: true, Transaction: "0x" + strings.Repeat("ab", 32), Network: "eip155:8453", Payer: authorization.From}
	name := x402.HeaderPaymentResponse
	if version == V1 {
		receipt.Network, name = "base", x402.HeaderPaymentResponseV1
	}
	w.Header().Set(name, encode(s.t, receipt))
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"method":%q,"query":%q,"body":%q}`, r.Method, r.URL.RawQuery, body)
}

func (s *seller) check(text string, version Version) (x402.Authorization, string) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return x402.Authorization{}, x402.ReasonInvalidPayload
	}
	var decoded map[string]any
	var p struct {
		X402Version     int
		Scheme, Network string
		Accepted        x402.Requirement
		Payload         x402.ExactPayload
	}
	if json.Unmarshal(raw, &decoded) != nil || json.Unmarshal(raw, &p) != nil {
		return x402.Authorization{}, x402.ReasonInvalidPayload
	}
	s.paid = append(s.paid, decoded)
	if p.X402Version != int(version) {
		return x402.Authorization{}, x402.ReasonInvalidVersion
	}
	if version == V1 && (p.Network != "base" || p.Scheme != "exact") {
		return x402.Authorization{}, x402.ReasonInvalidNetwork
	}
	if version == V2 && (p.Accepted.Network != "eip155:8453" || p.Accepted.Amount != s.amount) {
		return x402.Authorization{}, x402.ReasonInvalidRequirements
	}
	a, err := eip3009.Parse(p.Payload.Authorization)
	if err != nil {
		return x402.Authorization{}, x402.ReasonInvalidPayload
	}
	now := uint64(s.now().Unix())
	switch {
	case a.To.Hex() != payTo:
		return x402.Authorization{}, x402.ReasonRecipientMismatch
	case a.Value.Dec() != s.amount:
		return x402.Authorization{}, x402.ReasonValueMismatch
	case a.ValidAfter.Uint64() >= now:
		return x402.Authorization{}, x402.ReasonValidAfter
	case a.ValidBefore.Uint64() <= now+6:
		return x402.Authorization{}, x402.ReasonValidBefore
	}
	signature, err := eip3009.ParseSignature(p.Payload.Signature)
	if err != nil {
		return x402.Authorization{}, x402.ReasonSignature
	}
	from, err := eip3009.Recover(a.Digest(eip3009.DomainOf(x402.Builtin()[0]).Separator()), signature)
	if err != nil || from != a.From {
		return x402.Authorization{}, x402.ReasonSignature
	}
	return p.Payload.Authorization, ""
}

func (s *seller) ask(w http.ResponseWriter, reason string) {
	base := x402.Builtin()[0]
	quote := map[string]any{
		"x402Version": 2, "error": reason,
		"resource": map[string]any{"url": s.URL + "/thing", "description": "A thing\x1b[31m", "oddMember": 7},
		"accepts": []any{
			map[string]any{"scheme": "upto", "network": "eip155:8453", "amount": "1", "asset": base.Asset.Hex(), "payTo": payTo, "maxTimeoutSeconds": 60},
			map[string]any{"scheme": "exact", "network": "eip155:8453", "amount": s.amount, "asset": strings.ToLower(base.Asset.Hex()), "payTo": payTo,
				"maxTimeoutSeconds": 120, "extra": map[string]any{"name": "USD Coin", "version": "2", "oddMember": "kept"}},
		},
		"extensions": map[string]any{
			"bazaar":             map[string]any{"info": map[string]any{"a": 1}},
			"payment-identifier": map[string]any{"info": map[string]any{"required": false}, "schema": map[string]any{}},
		},
	}
	if s.quote != nil {
		s.quote(quote)
	}
	if s.only != V1 {
		w.Header().Set(x402.HeaderRequired, encode(s.t, quote))
	}
	w.WriteHeader(http.StatusPaymentRequired)
	if s.only == V2 {
		io.WriteString(w, "{}")
		return
	}
	if err := json.NewEncoder(w).Encode(x402.RequiredV1{X402Version: 1, Error: reason, Accepts: []x402.RequirementV1{{
		Scheme: "exact", Network: "base", MaxAmountRequired: s.amount, Asset: base.Asset.Hex(), PayTo: payTo,
		Resource: s.URL + "/thing", Description: "A thing", MimeType: "application/json", MaxTimeoutSeconds: 120, Extra: base.Extra(),
	}}}); err != nil {
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

func testKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func testClient(t *testing.T, opts Options) *Client {
	t.Helper()
	if opts.MaxUSD.IsZero() && opts.Approve == nil {
		opts.MaxUSD = decimal.RequireFromString("0.10")
	}
	if opts.RetryWait == 0 {
		opts.RetryWait = time.Millisecond
	}
	c, err := New(testKey(t), opts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func get(t *testing.T, url string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	return req
}
