package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

const testHash = "0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef"

func testRequest(nonce string) facilitator.Request {
	r := x402.Requirement{
		Scheme: "exact", Network: "eip155:8453", Amount: "2000",
		Asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", PayTo: "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
		MaxTimeoutSeconds: 120, Extra: x402.Extra{Name: "USD Coin", Version: "2"},
	}
	return facilitator.Request{Requirement: r, Payment: x402.Payment{
		X402Version: 2, Accepted: r,
		Payload: x402.ExactPayload{Signature: "0x" + strings.Repeat("11", 65), Authorization: x402.Authorization{
			From: "0x857b06519E91e3A54538791bDbb0E22373e36b66", To: r.PayTo, Value: "2000",
			ValidAfter: "0", ValidBefore: "1900000000", Nonce: nonce,
		}},
	}}
}

// reply is one scripted answer; the zero reply breaks the connection.
type reply struct {
	status int
	body   string
	header map[string]string
	hang   bool // until the client leaves
}

// script serves replies in order, the last one for ever, and keeps the bodies it got.
type script struct {
	*httptest.Server
	mu      sync.Mutex
	replies []reply
	bodies  []string
	auth    []string
}

func serve(t *testing.T, replies ...reply) *script {
	t.Helper()
	s := &script{replies: replies}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.bodies = append(s.bodies, string(body))
		s.auth = append(s.auth, r.Header.Get("Authorization"))
		next := s.replies[0]
		if len(s.replies) > 1 {
			s.replies = s.replies[1:]
		}
		s.mu.Unlock()
		switch {
		case next.hang:
			<-r.Context().Done()
		case next.status == 0:
			panic(http.ErrAbortHandler)
		default:
			for k, v := range next.header {
				w.Header().Set(k, v)
			}
			w.WriteHeader(next.status)
			io.WriteString(w, next.body)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *script) calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.bodies...)
}

// refusing is the URL of a port that nobody listens on.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return "http://" + l.Addr().String()
}

func quick(urls ...string) ([]Endpoint, Options) {
	var e []Endpoint
	for _, u := range urls {
		e = append(e, Endpoint{URL: u})
	}
	transport := newTransport(time.Minute)
	transport.Proxy = nil // a proxy of this machine would take names that do not resolve
	return e, Options{
		SecondSettle: time.Millisecond, RetryWait: time.Millisecond, Transport: transport,
		Logger: slog.New(slog.DiscardHandler),
	}
}

func client(t *testing.T, urls ...string) *Client {
	t.Helper()
	c, err := New(quick(urls...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func fixture(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// unpaid is Coinbase's answer for an account of ours that is over what is free, by its published API description.
const unpaid = `{"errorType":"payment_method_required","errorMessage":"A valid payment method is required."}`

func TestVerifyReadsTheVerdictWhateverTheStatus(t *testing.T) {
	valid, used := fixture(t, "verify_valid.json"), fixture(t, "verify_nonce_used.json")
	tests := []struct {
		name   string
		reply  reply
		valid  bool
		reason string
		err    error
	}{
		{"valid", reply{status: 200, body: valid}, true, "", nil},
		{"invalid with 200", reply{status: 200, body: used}, false, x402.ReasonNonceUsed, nil},
		{"invalid with 400", reply{status: 400, body: used}, false, x402.ReasonNonceUsed, nil},
		{"invalid with 412", reply{status: 412, body: `{"isValid":false,"invalidReason":"permit2_allowance_required"}`}, false, "permit2_allowance_required", nil},
		{"invalid with 500", reply{status: 500, body: used}, false, x402.ReasonNonceUsed, nil},
		{"no reason given", reply{status: 200, body: `{"isValid":false}`}, false, "", nil},
		{"its own fault", reply{status: 500, body: `{"isValid":false,"invalidReason":"unexpected_verify_error"}`}, false, "", ErrNoVerdict},
		{"valid with 500", reply{status: 500, body: valid}, false, "", ErrNoVerdict},
		{"gateway JSON", reply{status: 502, body: `{"message":"upstream"}`}, false, "", ErrNoVerdict},
		{"error page", reply{status: 503, body: "<html>busy</html>"}, false, "", ErrNoVerdict},
		{"wrong type", reply{status: 200, body: `{"isValid":"yes"}`}, false, "", ErrNoVerdict},
		{"array", reply{status: 200, body: `[]`}, false, "", ErrNoVerdict},
		{"unauthorized", reply{status: 401, body: `{"errorType":"unauthorized"}`}, false, "", ErrCredentials},
		{"our account has no means of payment", reply{status: 402, body: unpaid}, false, "", ErrCredentials},
		{"forbidden, shaped as a verdict", reply{status: 403, body: used}, false, "", ErrCredentials},
		{"redirect", reply{status: 307, header: map[string]string{"Location": "http://127.0.0.1:1/"}}, false, "", ErrNoVerdict},
		{"broken connection", reply{}, false, "", ErrNoVerdict},
		{"too large", reply{status: 200, body: `{"isValid":true,"x":"` + strings.Repeat("a", maxAnswer) + `"}`}, false, "", ErrNoVerdict},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := client(t, serve(t, tt.reply).URL)
			v, err := c.Verify(t.Context(), testRequest("0x01"))
			if !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if v.Valid != tt.valid || v.Reason != tt.reason {
				t.Errorf("got valid %v reason %q, want %v %q", v.Valid, v.Reason, tt.valid, tt.reason)
			}
			if err == nil && v.Payer != "0x857b06519E91e3A54538791bDbb0E22373e36b66" {
				t.Errorf("payer %q", v.Payer)
			}
		})
	}
}

func TestSettleTellsSettledRefusedAndUnknownApart(t *testing.T) {
	ok := fixture(t, "settle_ok.json")
	refused, pending, again := fixture(t, "settle_refused.json"), fixture(t, "settle_pending.json"), fixture(t, "settle_again.json")
	tests := []struct {
		name    string
		reply   reply
		outcome facilitator.Outcome
		tx      string
		reason  string
		err     error
	}{
		{"settled", reply{status: 200, body: ok}, facilitator.Settled, testHash, "", nil},
		{"refused with 200", reply{status: 200, body: refused}, facilitator.Refused, "", "insufficient_funds", nil},
		{"refused with 400", reply{status: 400, body: refused}, facilitator.Refused, "", "insufficient_funds", nil},
		{"refused with 500", reply{status: 500, body: refused}, facilitator.Refused, "", "insufficient_funds", nil},
		{"pending with 500", reply{status: 500, body: pending}, facilitator.Unknown, testHash, "settlement_pending", nil},
		{"reverted: may be a repeat of a settled one", reply{status: 200, body: again}, facilitator.Unknown,
			"0xabcdef7890abcdef1234567890abcdef1234567890abcdef1234567890abcdef", "invalid_exact_evm_transaction_failed", nil},
		{"nonce used: perhaps by us", reply{status: 200, body: `{"success":false,"errorReason":"invalid_exact_evm_nonce_already_used","transaction":"","network":"eip155:8453"}`}, facilitator.Unknown, "", x402.ReasonNonceUsed, nil},
		{"confirmation timed out", reply{status: 200, body: `{"success":false,"errorReason":"settle_exact_evm_transaction_confirmation_timed_out"}`}, facilitator.Unknown, "", "settle_exact_evm_transaction_confirmation_timed_out", nil},
		{"failed without a reason", reply{status: 200, body: `{"success":false}`}, facilitator.Unknown, "", "settlement_pending", nil},
		{"success without a hash", reply{status: 200, body: `{"success":true,"transaction":"0x..","network":"eip155:8453"}`}, facilitator.Unknown, "", "settlement_pending", nil},
		{"success with 502", reply{status: 502, body: ok}, facilitator.Unknown, testHash, "settlement_pending", nil},
		{"gateway JSON", reply{status: 504, body: `{"message":"timeout"}`}, facilitator.Unknown, "", "settlement_pending", nil},
		{"error page", reply{status: 503, body: "<html>busy</html>"}, facilitator.Unknown, "", "settlement_pending", nil},
		{"empty 200", reply{status: 200}, facilitator.Unknown, "", "settlement_pending", nil},
		{"broken connection", reply{}, facilitator.Unknown, "", "settlement_pending", nil},
		{"unauthorized", reply{status: 401, body: "no"}, 0, "", "", ErrCredentials},
		{"our account has no means of payment", reply{status: 402, body: unpaid}, 0, "", "", ErrCredentials},
		{"forbidden, shaped as a verdict", reply{status: 403, body: refused}, 0, "", "", ErrCredentials},
		{"rate limited for ever", reply{status: 429, body: "slow down"}, 0, "", "", ErrRateLimited},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := client(t, serve(t, tt.reply).URL).Settle(t.Context(), testRequest("0x01"))
			if !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if s.Outcome != tt.outcome || s.Transaction != tt.tx || s.Reason != tt.reason {
				t.Errorf("got %+v", s)
			}
			if err == nil && (s.Network != "eip155:8453" || s.Payer != "0x857b06519E91e3A54538791bDbb0E22373e36b66") {
				t.Errorf("network %q payer %q", s.Network, s.Payer)
			}
		})
	}
}

func TestUnknownSettlementIsAskedOnceMoreWithIdenticalBytes(t *testing.T) {
	s := serve(t, reply{}, reply{status: 200, body: fixture(t, "settle_ok.json")})
	got, err := client(t, s.URL).Settle(t.Context(), testRequest("0x02"))
	if err != nil || got.Outcome != facilitator.Settled || got.Transaction != testHash {
		t.Fatalf("got %+v, %v", got, err)
	}
	calls := s.calls()
	if len(calls) != 2 || calls[0] != calls[1] || !strings.Contains(calls[0], `"x402Version":2`) {
		t.Errorf("calls: %q", calls)
	}
}

func TestRefusalAfterAnUnknownSettlementStaysUnknown(t *testing.T) {
	for _, second := range []reply{
		{status: 200, body: fixture(t, "settle_refused.json")}, // the funds may be gone because the first one took them
		{status: 401}, {status: 429}, {},
	} {
		t.Run(fmt.Sprint(second.status), func(t *testing.T) {
			s := serve(t, reply{status: 500, body: fixture(t, "settle_pending.json")}, second)
			got, err := client(t, s.URL).Settle(t.Context(), testRequest("0x03"))
			if err != nil || got.Outcome != facilitator.Unknown {
				t.Fatalf("got %+v, %v", got, err)
			}
			if got.Transaction != testHash {
				t.Errorf("the hash of the first answer is lost: %+v", got)
			}
		})
	}
}

func TestSettleFailsOverOnlyWhenSurelyNotReceived(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler()) // does not speak TLS
	t.Cleanup(plain.Close)
	tests := []struct {
		name     string
		first    func(t *testing.T) string
		outcome  facilitator.Outcome
		err      error
		atSecond int
	}{
		{"refused connection", refusing, facilitator.Settled, nil, 1},
		{"no such host", func(*testing.T) string { return "http://facilitator.invalid" }, facilitator.Settled, nil, 1},
		{"TLS fails before anything is sent", func(*testing.T) string { return strings.Replace(plain.URL, "http:", "https:", 1) }, facilitator.Settled, nil, 1},
		{"connection breaks after sending", func(t *testing.T) string { return serve(t, reply{}).URL }, facilitator.Unknown, nil, 0},
		{"error page", func(t *testing.T) string { return serve(t, reply{status: 503}).URL }, facilitator.Unknown, nil, 0},
		{"pending", func(t *testing.T) string {
			return serve(t, reply{status: 500, body: fixture(t, "settle_pending.json")}).URL
		}, facilitator.Unknown, nil, 0},
		{"refused payment", func(t *testing.T) string {
			return serve(t, reply{status: 200, body: fixture(t, "settle_refused.json")}).URL
		}, facilitator.Refused, nil, 0},
		{"refused credentials", func(t *testing.T) string { return serve(t, reply{status: 401}).URL }, 0, ErrCredentials, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			second := serve(t, reply{status: 200, body: fixture(t, "settle_ok.json")})
			got, err := client(t, tt.first(t), second.URL).Settle(t.Context(), testRequest("0x05"))
			if !errors.Is(err, tt.err) || (err == nil) != (tt.err == nil) || got.Outcome != tt.outcome {
				t.Errorf("got %+v, %v", got, err)
			}
			if n := len(second.calls()); n != tt.atSecond {
				t.Errorf("the second facilitator was asked %d times, want %d", n, tt.atSecond)
			}
		})
	}
}

func TestAllUnreachableIsAnErrorNotAnOutcome(t *testing.T) {
	_, err := client(t, refusing(t), refusing(t)).Settle(t.Context(), testRequest("0x06"))
	if !errors.Is(err, ErrUnreachable) {
		t.Errorf("error %v", err)
	}
}

func TestOpenSettlementStaysWithItsFacilitator(t *testing.T) {
	first := serve(t, reply{status: 502}, reply{status: 502}, reply{status: 200, body: fixture(t, "settle_ok.json")})
	second := serve(t, reply{status: 200, body: fixture(t, "settle_ok.json")})
	c := client(t, first.URL, second.URL)

	if got, err := c.Settle(t.Context(), testRequest("0x07")); err != nil || got.Outcome != facilitator.Unknown {
		t.Fatalf("first: %+v, %v", got, err)
	}
	// The first is cooling down, so other payments go to the second, but this one must not.
	if got, err := c.Settle(t.Context(), testRequest("0x08")); err != nil || got.Outcome != facilitator.Settled || len(second.calls()) != 1 {
		t.Fatalf("other payment: %+v, %v", got, err)
	}
	if got, err := c.Settle(t.Context(), testRequest("0x07")); err != nil || got.Outcome != facilitator.Settled {
		t.Fatalf("again: %+v, %v", got, err)
	}
	if len(first.calls()) != 3 || len(second.calls()) != 1 {
		t.Errorf("first was asked %d times, second %d", len(first.calls()), len(second.calls()))
	}
}

func TestOpenSettlementIsUnknownWhileItsFacilitatorIsGone(t *testing.T) {
	first := serve(t, reply{status: 502})
	second := serve(t, reply{status: 200, body: fixture(t, "settle_ok.json")})
	c := client(t, first.URL, second.URL)
	if got, err := c.Settle(t.Context(), testRequest("0x09")); err != nil || got.Outcome != facilitator.Unknown {
		t.Fatalf("first: %+v, %v", got, err)
	}
	first.Close()
	got, err := c.Settle(t.Context(), testRequest("0x09"))
	if err != nil || got.Outcome != facilitator.Unknown || len(second.calls()) != 0 {
		t.Errorf("got %+v, %v; the second was asked %d times", got, err, len(second.calls()))
	}
}

func TestSamePaymentSettlesOneAtATime(t *testing.T) {
	var mu sync.Mutex
	var inside, most int
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		inside++
		most = max(most, inside)
		mu.Unlock()
		time.Sleep(2 * time.Millisecond)
		mu.Lock()
		inside--
		mu.Unlock()
		io.WriteString(w, fixture(t, "settle_ok.json"))
	}))
	t.Cleanup(s.Close)
	c := client(t, s.URL)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if got, err := c.Settle(t.Context(), testRequest("0x0a")); err != nil || got.Outcome != facilitator.Settled {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	wg.Wait()
	if most != 1 {
		t.Errorf("%d settlements of one payment ran at once", most)
	}
	if len(c.pins.byKey) != 0 {
		t.Errorf("%d pins are left of a settled payment", len(c.pins.byKey))
	}
}

func TestSettleTimeoutIsUnknown(t *testing.T) {
	s := serve(t, reply{hang: true})
	endpoints, opts := quick(s.URL)
	opts.SettleTimeout = 6 * time.Second
	c, err := New(endpoints, opts)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Settle(t.Context(), testRequest("0x0b")); err != nil || got.Outcome != facilitator.Unknown {
		t.Errorf("got %+v, %v", got, err)
	}
	if n := len(s.calls()); n != 2 {
		t.Errorf("asked %d times: a timeout must leave time for the second question", n)
	}
}

func TestVerifyFailsOverOnAnyTrouble(t *testing.T) {
	good := reply{status: 200, body: fixture(t, "verify_valid.json")}
	for name, first := range map[string]reply{
		"broken": {}, "401": {status: 401}, "error page": {status: 503}, "hanging": {hang: true}, "429": {status: 429, header: map[string]string{"Retry-After": "20"}},
	} {
		t.Run(name, func(t *testing.T) {
			endpoints, opts := quick(serve(t, first).URL, serve(t, good).URL)
			opts.VerifyTimeout = 6 * time.Second
			c, err := New(endpoints, opts)
			if err != nil {
				t.Fatal(err)
			}
			if v, err := c.Verify(t.Context(), testRequest("0x0c")); err != nil || !v.Valid {
				t.Errorf("got %+v, %v", v, err)
			}
		})
	}
}

func TestVerdictIsNotShoppedFor(t *testing.T) {
	first := serve(t, reply{status: 400, body: fixture(t, "verify_nonce_used.json")})
	second := serve(t, reply{status: 200, body: fixture(t, "verify_valid.json")})
	v, err := client(t, first.URL, second.URL).Verify(t.Context(), testRequest("0x0d"))
	if err != nil || v.Valid || len(second.calls()) != 0 {
		t.Errorf("got %+v, %v", v, err)
	}
}

func TestFailedEndpointIsAskedLastUntilItHasCooled(t *testing.T) {
	good := reply{status: 200, body: fixture(t, "verify_valid.json")}
	first, second := serve(t, reply{status: 503}, good), serve(t, good)
	now := time.Unix(1_800_000_000, 0)
	endpoints, opts := quick(first.URL, second.URL)
	opts.Now = func() time.Time { return now }
	c, err := New(endpoints, opts)
	if err != nil {
		t.Fatal(err)
	}
	verify := func() {
		t.Helper()
		if v, err := c.Verify(t.Context(), testRequest("0x0e")); err != nil || !v.Valid {
			t.Fatalf("got %+v, %v", v, err)
		}
	}
	verify()
	verify()
	if a, b := len(first.calls()), len(second.calls()); a != 1 || b != 2 {
		t.Fatalf("while cooling: %d and %d calls", a, b)
	}
	now = now.Add(time.Minute)
	verify()
	if a, b := len(first.calls()), len(second.calls()); a != 2 || b != 2 {
		t.Errorf("after cooling: %d and %d calls", a, b)
	}
}

func TestRateLimitIsWaitedOut(t *testing.T) {
	limited := reply{status: 429, header: map[string]string{"Retry-After": "0"}}
	t.Run("settle", func(t *testing.T) {
		s := serve(t, limited, limited, reply{status: 200, body: fixture(t, "settle_ok.json")})
		if got, err := client(t, s.URL).Settle(t.Context(), testRequest("0x0f")); err != nil || got.Outcome != facilitator.Settled || len(s.calls()) != 3 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("supported", func(t *testing.T) {
		s := serve(t, limited, limited, limited, reply{status: 200, body: fixture(t, "supported.json")})
		if got, err := client(t, s.URL).Supported(t.Context()); err != nil || len(got.Kinds) != 2 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
	t.Run("beyond the deadline", func(t *testing.T) {
		s := serve(t, reply{status: 429, header: map[string]string{"Retry-After": "20"}})
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		defer cancel()
		if _, err := client(t, s.URL).Settle(ctx, testRequest("0x10")); !errors.Is(err, ErrRateLimited) || len(s.calls()) != 1 {
			t.Errorf("error %v after %d calls", err, len(s.calls()))
		}
	})
}

func TestRetryAfterHasTwoFormsAndACap(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		header string
		want   time.Duration
		why    string
	}{
		{"", 0, "none"},
		{"5", 5 * time.Second, "seconds"},
		{"-3", 0, "no length of time"},
		{"99999999999", maxRetryAfter, "more than a Duration holds"},
		{"3600", maxRetryAfter, "more than the cap"},
		{"soon", 0, "garbage"},
		{"Fri, 20 Nov 2026 12:00:07 GMT", 7 * time.Second, "a date"},
		{"Fri, 20 Nov 2026 11:00:00 GMT", 0, "a date that has passed"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			s := serve(t, reply{status: 503, header: map[string]string{"Retry-After": tt.header}})
			c := client(t, s.URL)
			c.opts.Now = func() time.Time { return now }

			got, err := c.once(t.Context(), c.endpoints[0], http.MethodPost, "/settle", nil)
			if err != nil || got.retryAfter != tt.want {
				t.Errorf("%q: %v, %v, want %v", tt.header, got.retryAfter, err, tt.want)
			}
		})
	}
}

func TestSupportedInAnotherShapeIsUnknown(t *testing.T) {
	other := serve(t, reply{status: 200, body: fixture(t, "supported_other_shape.json")})
	if _, err := client(t, other.URL).Supported(t.Context()); !errors.Is(err, ErrSupportedUnknown) {
		t.Errorf("error %v", err)
	}
	for _, body := range []string{`[]`, `"ok"`, `{"kinds":"exact"}`, `{"kinds":[{"scheme":1}]}`, `<html>`} {
		if _, err := readSupported(answer{status: 200, body: []byte(body)}); !errors.Is(err, ErrSupportedUnknown) {
			t.Errorf("%s: error %v", body, err)
		}
	}
	odd := `{"kinds":[{"x402Version":2,"scheme":"exact","network":"eip155:8453"},{"kind":7}],"signers":["0x1"],"extensions":{"a":1}}`
	if s, err := readSupported(answer{status: 200, body: []byte(odd)}); err != nil || len(s.Kinds) != 1 {
		t.Errorf("got %+v, %v", s, err)
	}
	good := serve(t, reply{status: 200, body: fixture(t, "supported.json")})
	if s, err := client(t, other.URL, good.URL).Supported(t.Context()); err != nil || len(s.Kinds) != 2 || len(s.Signers["eip155:*"]) != 1 {
		t.Errorf("got %+v, %v", s, err)
	}
}

func TestExtensionResponsesAreLoggedAtDebug(t *testing.T) {
	s := serve(t, reply{status: 200, body: fixture(t, "settle_ok.json"),
		header: map[string]string{"EXTENSION-RESPONSES": "eyJiYXphYXIiOnsic3RhdHVzIjoicmVqZWN0ZWQifX0="}})
	var log bytes.Buffer
	endpoints, opts := quick(s.URL)
	opts.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	c, err := New(endpoints, opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Settle(t.Context(), testRequest("0x11")); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "rejected") || !strings.Contains(log.String(), "level=DEBUG") {
		t.Errorf("log: %s", log.String())
	}
}

func TestBearerTokenGoesOnlyWhereItBelongs(t *testing.T) {
	a, b := serve(t, reply{status: 503}), serve(t, reply{status: 200, body: fixture(t, "verify_valid.json")})
	endpoints, err := ParseEndpoints(a.URL+", "+b.URL+"/", "secret", nil)
	if err != nil {
		t.Fatal(err)
	}
	_, opts := quick()
	c, err := New(endpoints, opts)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Verify(t.Context(), testRequest("0x12")); err != nil {
		t.Fatal(err)
	}
	if a.auth[0] != "Bearer secret" || b.auth[0] != "" {
		t.Errorf("authorization: %q and %q", a.auth, b.auth)
	}
}

func TestParseEndpointsRefusesWhatCannotWork(t *testing.T) {
	if _, err := ParseEndpoints("https://a.example", "x,y", nil); err == nil {
		t.Error("more tokens than URLs passed")
	}
	if _, err := ParseEndpoints("cdp", "", nil); err == nil {
		t.Error("cdp without a key passed")
	}
	for _, u := range []string{"", "a.example", "ftp://a.example", "https://a.example/?k=1", "https://"} {
		if _, err := New([]Endpoint{{URL: u}}, Options{}); err == nil {
			t.Errorf("%q passed", u)
		}
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no endpoint passed")
	}
	cdp, err := ParseEndpoints("cdp,https://b.example", ",token", func(*http.Request) error { return nil })
	if err != nil || cdp[0].URL != CDPBaseURL || cdp[0].Auth == nil || cdp[1].Auth == nil {
		t.Errorf("got %+v, %v", cdp, err)
	}
}

func TestErrorsDoNotShowTheURLPath(t *testing.T) {
	c := client(t, refusing(t)+"/key-in-path")
	_, err := c.Verify(t.Context(), testRequest("0x13"))
	if err == nil || strings.Contains(err.Error(), "key-in-path") {
		t.Errorf("error %v", err)
	}
}

func TestPinsExpireWithThePayment(t *testing.T) {
	p := newPins()
	now := time.Unix(1_899_999_000, 0)
	x, err := p.hold(t.Context(), testRequest("0x14"), now)
	if err != nil {
		t.Fatal(err)
	}
	x.endpoint = &endpoint{}
	p.release(x)
	for _, step := range []struct {
		at   time.Time
		kept bool
	}{{time.Unix(1_900_000_000, 0), true}, {time.Unix(1_900_000_000, 0).Add(2 * pinGrace), false}} {
		y, err := p.hold(t.Context(), testRequest("0x15"), step.at)
		if err != nil {
			t.Fatal(err)
		}
		p.release(y)
		if _, kept := p.byKey[x.key]; kept != step.kept {
			t.Errorf("at %v: kept %v", step.at, kept)
		}
	}
}

func TestSettlementLawOnlySuccessEndsAnOpenOne(t *testing.T) {
	for _, o := range []facilitator.Outcome{facilitator.Unknown, facilitator.Settled, facilitator.Refused} {
		got := settleOpen(facilitator.Settlement{Outcome: o}, nil, true).Outcome
		if (got == facilitator.Settled) != (o == facilitator.Settled) || got == facilitator.Refused {
			t.Errorf("%v became %v", o, got)
		}
	}
}
