package pay

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	testKey   = "0x825936613e59e078ae0c459fea65c588233c05e0ac3dfdb13e60b992bb444994"
	testPayer = "0x69e02065553fE627a5c01e79E431c5f9e071bf95"
	testPayTo = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
	resource  = "https://seller.test/thing"
	settledBy = "0x1111111111111111111111111111111111111111111111111111111111111111"
)

// seller quotes what is asked of it, and answers payments with the steps in their order; the last is repeated.
type seller struct {
	*httptest.Server
	quote func(payment int) map[string]any // of the request after so many payments
	body  string                           // of a 402: the quote of version 1
	steps []http.HandlerFunc

	mu       sync.Mutex
	unpaid   int
	payments []string // the values of the header, as they came
	bodies   []string
}

func newSeller(t *testing.T, steps ...http.HandlerFunc) *seller {
	t.Helper()
	s := &seller{
		quote: func(int) map[string]any { return quoted("2000") },
		body:  `{"x402Version":1,"accepts":[]}`,
		steps: steps,
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *seller) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	payment := r.Header.Get(headerSignature) + r.Header.Get(headerSignatureV1)
	s.bodies = append(s.bodies, string(body))
	if payment == "" {
		s.unpaid++
		s.mu.Unlock()
		s.ask(w, r, "PAYMENT-SIGNATURE header is required")
		return
	}
	s.payments = append(s.payments, payment)
	step := s.steps[min(len(s.payments), len(s.steps))-1]
	s.mu.Unlock()
	step(w, r)
}

// ask answers 402 with a quote and the reason; where it has both versions, with the one that is preferred.
func (s *seller) ask(w http.ResponseWriter, r *http.Request, reason string) {
	s.mu.Lock()
	q := s.quote(len(s.payments))
	body := s.body
	s.mu.Unlock()
	if q != nil && strings.Contains(body, `"network"`) {
		switch r.Header.Get(headerPrefer) {
		case "x402-version=1":
			q = nil
		case "x402-version=2":
			body = `{}`
		}
	}
	if q != nil {
		q["error"] = reason
		w.Header().Set(headerRequired, encoded(q))
	}
	w.WriteHeader(http.StatusPaymentRequired)
	_, _ = io.WriteString(w, body)
}

func (s *seller) refuse(reason string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { s.ask(w, r, reason) }
}

// then sets the steps.
func (s *seller) then(steps ...http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.steps = steps
}

// paid is the number of requests with a payment.
func (s *seller) paid() int {
	s.mu.Lock()
	defer s.mu.Unlock()

	return len(s.payments)
}

// payment is the value of the header that came as the i-th.
func (s *seller) payment(i int) string {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.payments[i]
}

// asked is the number of requests without a payment.
func (s *seller) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()

	return s.unpaid
}

// received are the bodies of all requests.
func (s *seller) received() string {
	s.mu.Lock()
	defer s.mu.Unlock()

	return strings.Join(s.bodies, "|")
}

// differentPayments are the payments that came, each once.
func (s *seller) differentPayments() []string {
	s.mu.Lock()
	defer s.mu.Unlock()

	var out []string
	seen := map[string]bool{}
	for _, p := range s.payments {
		if !seen[p] {
			out = append(out, p)
		}
		seen[p] = true
	}
	return out
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(text)
}

func quoted(amount string, change ...func(accept map[string]any)) map[string]any {
	accept := map[string]any{
		"scheme":            "exact",
		"network":           BaseUSDC.Network,
		"amount":            amount,
		"asset":             strings.ToLower(BaseUSDC.Contract),
		"payTo":             testPayTo,
		"maxTimeoutSeconds": 120,
		"unknownMember":     "kept",
		"extra":             map[string]any{"name": BaseUSDC.Name, "version": BaseUSDC.Version},
	}
	for _, c := range change {
		c(accept)
	}
	return map[string]any{
		"x402Version": 2,
		"resource":    map[string]any{"url": resource},
		"accepts":     []any{accept},
		"extensions": map[string]any{
			identifier: map[string]any{"info": map[string]any{"required": false}, "schema": map[string]any{}},
			"bazaar":   map[string]any{"info": map[string]any{}},
		},
	}
}

// set changes one member of an accept.
func set(member string, value any) func(map[string]any) {
	return func(accept map[string]any) { accept[member] = value }
}

func sell(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set(headerResponse, encoded(map[string]any{
		"success":     true,
		"transaction": settledBy,
		"network":     BaseUSDC.Network,
		"payer":       testPayer,
	}))
	_, _ = io.WriteString(w, `{"sold":true}`)
}

// problem answers with a problem document; members are name and JSON by turns.
func problem(status int, members string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, members)
	}
}

// hangUp breaks the connection without an answer.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// breakOff breaks the connection in the middle of a paid answer.
func breakOff(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", "1000")
	sell(w, r)
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// clock is a clock that moves when it is waited for.
type clock struct {
	mu    sync.Mutex
	at    time.Time
	waits []time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()

	return c.at
}

func (c *clock) wait(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()

	c.at = c.at.Add(d)
	c.waits = append(c.waits, d)
	return ctx.Err()
}

func newTransport(t *testing.T, change ...func(*Options)) (*Transport, *clock) {
	t.Helper()
	key, err := NewKey(testKey)
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Wallet: key}
	for _, c := range change {
		c(&opts)
	}
	transport, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	transport.now = c.now
	transport.wait = c.wait
	return transport, c
}

// get calls the seller and reads the answer.
func get(t *testing.T, transport *Transport, s *seller) (string, *Payment, error) {
	t.Helper()
	response, err := transport.Client().Get(s.URL)
	if err != nil {
		return "", nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), Of(response), nil
}

// as finds an error of type T in err.
func as[T error](t *testing.T, err error) T {
	t.Helper()
	var found T
	if !errors.As(err, &found) {
		t.Fatalf("%T %v is no %T", err, err, found)
	}
	return found
}

// decoded is the message in the value of a payment header.
func decoded(t *testing.T, header string) message {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(header)
	if err != nil {
		t.Fatal(err)
	}
	var m message
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}
