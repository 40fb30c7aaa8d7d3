package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/facilitator/remote"
	"github.com/farebox/farebox/payment/x402"
)

const hash = "0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abcdef"

// scripted is a facilitator with prepared answers; it keeps what it was asked.
type scripted struct {
	verification facilitator.Verification
	settlement   facilitator.Settlement
	supported    facilitator.Supported
	err          error
	asked        facilitator.Request
	ctxErr       error
}

func (s *scripted) Verify(_ context.Context, req facilitator.Request) (facilitator.Verification, error) {
	s.asked = req
	return s.verification, s.err
}

func (s *scripted) Settle(ctx context.Context, req facilitator.Request) (facilitator.Settlement, error) {
	s.asked = req
	s.ctxErr = ctx.Err()
	return s.settlement, s.err
}

func (s *scripted) Supported(context.Context) (facilitator.Supported, error) {
	return s.supported, s.err
}

func newAPI(f facilitator.Facilitator) *httpapi.API {
	return httpapi.New(f, x402.Builtin()[:2], httpapi.Options{Logger: slog.New(slog.DiscardHandler)})
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func post(t *testing.T, f facilitator.Facilitator, path string, body []byte) (int, map[string]any) {
	t.Helper()
	w := httptest.NewRecorder()
	newAPI(f).Handler("/facilitator").ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/facilitator"+path, bytes.NewReader(body)))
	var got map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatalf("HTTP %d with a body that is no JSON object: %q", w.Code, w.Body)
	}
	return w.Code, got
}

func request(t *testing.T) facilitator.Request {
	t.Helper()
	req, version, err := httpapi.DecodeCall(read(t, "testdata/settle_request_v2.json"), x402.Builtin()[:2])
	if err != nil || version != 2 {
		t.Fatalf("version %d, %v", version, err)
	}
	return req
}

func TestRemoteClientAndServerSayTheSame(t *testing.T) {
	payer := "0x857b06519E91e3A54538791bDbb0E22373e36b66"
	fake := &scripted{}
	server := httptest.NewServer(newAPI(fake).Handler("/facilitator"))
	t.Cleanup(server.Close)
	client, err := remote.New([]remote.Endpoint{{URL: server.URL + "/facilitator"}}, remote.Options{
		SecondSettle: time.Millisecond, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	req := request(t)

	for _, want := range []facilitator.Verification{
		{Valid: true, Payer: payer},
		{Reason: x402.ReasonInsufficientFunds, Message: "holds 5, needs 2000", Payer: payer},
	} {
		fake.verification = want
		if got, err := client.Verify(t.Context(), req); err != nil || got != want {
			t.Errorf("verify: got %+v, %v, want %+v", got, err, want)
		}
		if !reflect.DeepEqual(fake.asked, req) {
			t.Errorf("the request changed on the way:\n%+v\n%+v", fake.asked, req)
		}
	}
	for _, want := range []facilitator.Settlement{
		{Outcome: facilitator.Settled, Transaction: hash, Network: "eip155:8453", Payer: payer},
		{Outcome: facilitator.Refused, Network: "eip155:8453", Payer: payer, Reason: x402.ReasonInsufficientFunds, Message: "holds 5"},
		{Outcome: facilitator.Unknown, Transaction: hash, Network: "eip155:8453", Payer: payer, Reason: x402.ReasonSettlementPending, Message: "no receipt yet"},
		{Outcome: facilitator.Unknown, Network: "eip155:8453", Payer: payer, Reason: x402.ReasonSettlementPending},
	} {
		fake.settlement = want
		if got, err := client.Settle(t.Context(), req); err != nil || got != want {
			t.Errorf("settle: got %+v, %v, want %+v", got, err, want)
		}
	}
	fake.supported = facilitator.Supported{
		Kinds:      []facilitator.Kind{{X402Version: 2, Scheme: "exact", Network: "eip155:8453"}},
		Extensions: []string{}, Signers: map[string][]string{"eip155:*": {payer}},
	}
	want := fake.supported
	want.Kinds = append(want.Kinds[:1:1], facilitator.Kind{X402Version: 1, Scheme: "exact", Network: "base"})
	if got, err := client.Supported(t.Context()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("supported: got %+v, %v, want %+v", got, err, want)
	}

	fake.err = errors.New("the chain does not answer")
	if _, err := client.Verify(t.Context(), req); !errors.Is(err, remote.ErrNoVerdict) {
		t.Errorf("verify without a verdict: %v", err)
	}
	if got, err := client.Settle(t.Context(), req); err != nil || got.Outcome == facilitator.Refused || got.Outcome == facilitator.Settled {
		t.Errorf("settle without a verdict: %+v, %v", got, err)
	}
}

func TestVersion1CallIsRewrapped(t *testing.T) {
	fake := &scripted{settlement: facilitator.Settlement{Outcome: facilitator.Settled, Transaction: hash, Network: "eip155:8453", Payer: "0x857b06519E91e3A54538791bDbb0E22373e36b66"}}
	status, got := post(t, fake, "/settle", read(t, "testdata/settle_request_v1.json"))
	want := map[string]any{"success": true, "transaction": hash, "network": "base", "payer": "0x857b06519E91e3A54538791bDbb0E22373e36b66"}
	if status != 200 || !reflect.DeepEqual(got, want) {
		t.Errorf("HTTP %d %v, want %v", status, got, want)
	}
	v2 := request(t)
	if fake.asked.Requirement != v2.Requirement || fake.asked.Payment.Accepted != v2.Requirement || fake.asked.Payment.X402Version != 2 {
		t.Errorf("asked %+v", fake.asked)
	}
	if fake.asked.Payment.Payload.Authorization.ValidAfter != "1800000000" || fake.asked.Payment.Resource.URL != "https://api.example.com/extract" {
		t.Errorf("asked %+v", fake.asked.Payment)
	}
}

func TestAnswersHaveTheProtocolsShape(t *testing.T) {
	v2 := read(t, "testdata/settle_request_v2.json")
	tests := []struct {
		name, path string
		fake       *scripted
		status     int
		want       string
	}{
		{"valid", "/verify", &scripted{verification: facilitator.Verification{Valid: true, Payer: "0xA"}}, 200, `{"isValid":true,"payer":"0xA"}`},
		{"invalid", "/verify", &scripted{verification: facilitator.Verification{Reason: "r", Message: "m", Payer: "0xA"}}, 200, `{"isValid":false,"invalidReason":"r","invalidMessage":"m","payer":"0xA"}`},
		{"refused", "/settle", &scripted{settlement: facilitator.Settlement{Outcome: facilitator.Refused, Reason: "r", Payer: "0xA"}}, 200, `{"success":false,"errorReason":"r","transaction":"","network":"eip155:8453","payer":"0xA"}`},
		{"unknown", "/settle", &scripted{settlement: facilitator.Settlement{Transaction: hash}}, 500, `{"success":false,"errorReason":"settlement_pending","transaction":"` + hash + `","network":"eip155:8453"}`},
		{"no verdict", "/settle", &scripted{err: errors.New("x")}, 503, `{"error":"facilitator_unavailable","message":"nothing was decided about this payment: try again"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, got := post(t, tt.fake, tt.path, v2)
			var want map[string]any
			if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
				t.Fatal(err)
			}
			if status != tt.status || !reflect.DeepEqual(got, want) {
				t.Errorf("HTTP %d %v, want %d %v", status, got, tt.status, want)
			}
		})
	}
}

func TestBadCallIsRefusedWithTheMemberNamed(t *testing.T) {
	v2, v1 := string(read(t, "testdata/settle_request_v2.json")), string(read(t, "testdata/settle_request_v1.json"))
	tests := []struct{ name, body, reason, names string }{
		{"empty", "", x402.ReasonInvalidPayload, "JSON"},
		{"array", "[]", x402.ReasonInvalidPayload, "JSON"},
		{"no payload", `{"x402Version":2,"paymentRequirements":{}}`, x402.ReasonInvalidPayload, "paymentPayload"},
		{"payload in base64", `{"x402Version":2,"paymentPayload":"e30=","paymentRequirements":{}}`, x402.ReasonInvalidPayload, "paymentPayload"},
		{"no requirements", `{"x402Version":2,"paymentPayload":{}}`, x402.ReasonInvalidRequirements, "paymentRequirements"},
		{"no version", `{"paymentPayload":{},"paymentRequirements":{}}`, x402.ReasonInvalidVersion, "x402Version"},
		{"version 3", strings.ReplaceAll(v2, `"x402Version":2`, `"x402Version":3`), x402.ReasonInvalidVersion, "x402Version 3"},
		{"versions differ", strings.Replace(v2, `"x402Version":2`, `"x402Version":1`, 1), x402.ReasonInvalidVersion, "x402Version"},
		{"amount is a number", strings.ReplaceAll(v2, `"amount":"2000"`, `"amount":2000`), x402.ReasonInvalidPayload, "amount"},
		{"unknown network", strings.ReplaceAll(v2, "eip155:8453", "eip155:1"), x402.ReasonInvalidNetwork, "eip155:1"},
		{"unknown v1 network", strings.ReplaceAll(v1, `"base"`, `"sei"`), x402.ReasonInvalidNetwork, "sei"},
		{"networks differ", strings.Replace(v1, `"base"`, `"base-sepolia"`, 1), x402.ReasonInvalidNetwork, "base-sepolia"},
		{"v1 empty network", strings.ReplaceAll(v1, `"base"`, `""`), x402.ReasonInvalidNetwork, "network"},
		{"other scheme", strings.ReplaceAll(v2, `"exact"`, `"upto"`), x402.ReasonInvalidScheme, "upto"},
		{"schemes differ", strings.Replace(v1, `"exact"`, `"upto"`, 1), x402.ReasonInvalidScheme, "upto"},
		{"permit2", strings.ReplaceAll(v2, `"authorization"`, `"permit2Authorization"`), x402.ReasonUnsupportedPayload, "authorization.from"},
		{"no payTo", strings.ReplaceAll(v2, `"payTo"`, `"to"`), x402.ReasonInvalidRequirements, "payTo"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fake := &scripted{verification: facilitator.Verification{Valid: true}}
			status, got := post(t, fake, "/verify", []byte(tt.body))
			if status != 400 || got["isValid"] != false || got["invalidReason"] != tt.reason || !strings.Contains(got["invalidMessage"].(string), tt.names) {
				t.Errorf("verify: HTTP %d %v", status, got)
			}
			status, got = post(t, fake, "/settle", []byte(tt.body))
			if status != 400 || got["success"] != false || got["errorReason"] != tt.reason {
				t.Errorf("settle: HTTP %d %v", status, got)
			}
			if fake.asked.Requirement.Amount != "" {
				t.Error("the facilitator was asked")
			}
		})
	}
}

func TestOversizedCallIs413(t *testing.T) {
	body := strings.Repeat(" ", httpapi.DefaultMaxBody) + string(read(t, "testdata/settle_request_v2.json"))
	if status, got := post(t, &scripted{}, "/verify", []byte(body)); status != 413 || got["isValid"] != false {
		t.Errorf("HTTP %d %v", status, got)
	}
}

func TestWrongMethodIs405(t *testing.T) {
	for path, method := range map[string]string{"/verify": "GET", "/settle": "DELETE", "/supported": "POST"} {
		w := httptest.NewRecorder()
		newAPI(&scripted{}).Handler("/facilitator").ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), method, "/facilitator"+path, nil))
		if w.Code != 405 || w.Header().Get("Allow") == "" {
			t.Errorf("%s %s: HTTP %d, Allow %q", method, path, w.Code, w.Header().Get("Allow"))
		}
	}
}

func TestLeavingCallerDoesNotStopASettlement(t *testing.T) {
	fake := &scripted{settlement: facilitator.Settlement{Outcome: facilitator.Settled, Transaction: hash}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/settle", bytes.NewReader(read(t, "testdata/settle_request_v2.json")))
	newAPI(fake).Settle(httptest.NewRecorder(), r)
	if fake.asked.Requirement.Amount == "" || fake.ctxErr != nil {
		t.Errorf("asked %+v with a context that is %v", fake.asked, fake.ctxErr)
	}
}

// TestEveryRecordedCallIsUnderstood posts the recorded real calls and compares what reaches the facilitator.
func TestEveryRecordedCallIsUnderstood(t *testing.T) {
	for _, path := range samples.Glob(t, "x402/facilitator-*-request-*.json") {
		fake := &scripted{verification: facilitator.Verification{Valid: true}}
		if status, got := post(t, fake, "/verify", read(t, path)); status != 200 || got["isValid"] != true {
			t.Errorf("%s: HTTP %d %v", filepath.Base(path), status, got)
		}
		r := fake.asked.Requirement
		if r.Network != "eip155:8453" || r.Amount != "2000" || r.Extra.Name != "USD Coin" || r.MaxTimeoutSeconds != 60 {
			t.Errorf("%s: requirement %+v", filepath.Base(path), r)
		}
		if p := fake.asked.Payment; p.Payload.Authorization.Value != "2000" || len(p.Payload.Signature) != 132 || p.Resource == nil {
			t.Errorf("%s: payment %+v", filepath.Base(path), p)
		}
	}
}

func FuzzDecodeCall(f *testing.F) {
	for _, name := range []string{"settle_request_v1.json", "settle_request_v2.json"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		req, version, err := httpapi.DecodeCall(body, x402.Builtin()[:2])
		if err == nil && (version < 1 || version > 2 || req.Requirement.Scheme != "exact" || req.Payment.Payload.Signature == "") {
			t.Errorf("accepted %+v", req)
		}
		var bad *httpapi.BadCall
		if err != nil && (!errors.As(err, &bad) || bad.Reason == "" || bad.Message == "") {
			t.Errorf("error %v", err)
		}
	})
}
