package wallet

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/sdk/go/pay"
)

// seller is a remote server that a test plays.
type seller struct {
	amount string // atomic units of a call
	calls  int
	// answer to a paid call, by how often one came; the last goes on
	answers []func() (*mcp.CallToolResult, error)
	paid    []string // the payments that came
}

func (s *seller) CallTool(_ context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	s.calls++
	payment, _ := params.Meta["x402/payment"].(string)
	if payment == "" {
		return s.quote(), nil
	}
	s.paid = append(s.paid, payment)
	i := min(len(s.paid), len(s.answers)) - 1
	return s.answers[i]()
}

func (s *seller) quote() *mcp.CallToolResult {
	return result(true, `{"x402Version":2,"error":"pay","resource":{"url":"mcp://tool/gas"},`+
		`"accepts":[{"scheme":"exact","network":"eip155:8453","amount":"`+s.amount+`",`+
		`"asset":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",`+
		`"payTo":"0x1111111111111111111111111111111111111402","maxTimeoutSeconds":120,`+
		`"extra":{"name":"USD Coin","version":"2"}}],`+
		`"extensions":{"payment-identifier":{"info":{"required":false}}}}`, nil)
}

func result(isError bool, structured string, meta mcp.Meta) *mcp.CallToolResult {
	var value any
	if err := json.Unmarshal([]byte(structured), &value); err != nil {
		panic(err)
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: structured}},
		StructuredContent: value,
		IsError:           isError,
		Meta:              meta,
	}
}

func settled() (*mcp.CallToolResult, error) {
	return result(false, `{"gas":1}`, mcp.Meta{"x402/payment-response": map[string]any{
		"success":     true,
		"transaction": "0xT",
		"network":     "eip155:8453",
	}}), nil
}

func pending() (*mcp.CallToolResult, error) {
	return result(true, `{"code":"settlement_pending","charged":null,"retry":"same_payment"}`, nil), nil
}

func badInput() (*mcp.CallToolResult, error) {
	return result(true, `{"code":"invalid_input","charged":false,"retry":"never"}`, nil), nil
}

func broken() (*mcp.CallToolResult, error) { return nil, errors.New("connection reset") }

// newWallet is a wallet with a cap of $0.05 and a budget of $0.10.
func newWallet(t *testing.T, s *seller, now func() time.Time) *Wallet {
	t.Helper()
	payer, err := network{asset: pay.BaseUSDC}.payer(strings.Repeat("5e", 32))
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(Options{
		Payer:     payer,
		MaxUSD:    decimal.RequireFromString("0.05"),
		BudgetUSD: decimal.RequireFromString("0.10"),
		Asset:     pay.BaseUSDC,
		Wait:      30 * time.Second,
		Balance: func(context.Context, string) (decimal.Decimal, error) {
			return decimal.NewFromInt(3), nil
		},
		Log: slog.New(slog.DiscardHandler),
		Now: now,
	}, s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *Wallet) mustCall(t *testing.T, arguments string) *mcp.CallToolResult {
	t.Helper()
	r, err := w.Call(t.Context(), "gas", json.RawMessage(arguments))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// last is the last text of a result.
func last(r *mcp.CallToolResult) string {
	text, _ := r.Content[len(r.Content)-1].(*mcp.TextContent)
	return text.Text
}

func TestCallIsPaidAndEndsWithItsCost(t *testing.T) {
	s := &seller{amount: "20000", answers: []func() (*mcp.CallToolResult, error){settled}}
	w := newWallet(t, s, time.Now)
	r := w.mustCall(t, `{}`)
	if r.IsError || !strings.Contains(last(r), "Paid $0.02") || !strings.Contains(last(r), "$0.08 are left") {
		t.Errorf("%s", last(r))
	}
	raw, err := base64.StdEncoding.DecodeString(s.paid[0])
	if err != nil || !strings.Contains(string(raw), `"payment-identifier"`) || !strings.Contains(string(raw), `"id":`) {
		t.Errorf("paid with %s: %v", raw, err)
	}
}

// TestNothingIsSignedOverTheCaps: neither a price over that of one call, nor one over what is left.
func TestNothingIsSignedOverTheCaps(t *testing.T) {
	s := &seller{amount: "50001", answers: []func() (*mcp.CallToolResult, error){settled}}
	w := newWallet(t, s, time.Now)
	if r := w.mustCall(t, `{}`); !r.IsError || !strings.Contains(last(r), "--max-usd") || len(s.paid) != 0 {
		t.Errorf("%s", last(r))
	}

	s.amount = "40000"
	w.mustCall(t, `{"n":1}`)
	w.mustCall(t, `{"n":2}`)
	if r := w.mustCall(t, `{"n":3}`); !r.IsError || !strings.Contains(last(r), "--budget-usd") || len(s.paid) != 2 {
		t.Errorf("%s after %d payments", last(r), len(s.paid))
	}
	s.amount = "20000"
	if r := w.mustCall(t, `{"n":4}`); r.IsError {
		t.Errorf("the rest of the budget: %s", last(r))
	}
}

// TestSignedPaymentCountsUntilItEnds: a seller that says that it charged nothing still has the payment.
func TestSignedPaymentCountsUntilItEnds(t *testing.T) {
	now := time.Now()
	s := &seller{amount: "50000", answers: []func() (*mcp.CallToolResult, error){badInput}}
	w := newWallet(t, s, func() time.Time { return now })
	for i := range 2 {
		if r := w.mustCall(t, fmt.Sprint(i)); !r.IsError || !strings.Contains(last(r), "invalid_input") {
			t.Errorf("%s", last(r))
		}
	}
	if r := w.mustCall(t, `{}`); !strings.Contains(last(r), "--budget-usd") || len(s.paid) != 2 {
		t.Errorf("%s", last(r))
	}
	if spent, held, left := w.spending.figures(); !spent.IsZero() || held.String() != "0.1" || !left.IsZero() {
		t.Errorf("spent %s, held %s, left %s", spent, held, left)
	}

	now = now.Add(3 * time.Minute)
	if _, held, left := w.spending.figures(); !held.IsZero() || left.String() != "0.1" {
		t.Errorf("after its end: held %s, left %s", held, left)
	}
}

// TestSamePaymentIsSentAgain while its outcome is not known, and no other is signed.
func TestSamePaymentIsSentAgain(t *testing.T) {
	s := &seller{amount: "20000", answers: []func() (*mcp.CallToolResult, error){broken, pending, settled}}
	w := newWallet(t, s, time.Now)
	r := w.mustCall(t, `{}`)
	if r.IsError || len(s.paid) != 3 || s.paid[0] != s.paid[1] || s.paid[1] != s.paid[2] {
		t.Errorf("%s after %d payments", last(r), len(s.paid))
	}
	if spent, _, _ := w.spending.figures(); spent.String() != "0.02" {
		t.Errorf("spent %s", spent)
	}
}

// TestUnansweredPaymentIsSentWithTheNextCall of the same arguments: it may have been charged.
func TestUnansweredPaymentIsSentWithTheNextCall(t *testing.T) {
	s := &seller{amount: "20000", answers: []func() (*mcp.CallToolResult, error){broken}}
	w := newWallet(t, s, time.Now)
	w.opt.Wait = 10 * time.Millisecond
	if r := w.mustCall(t, `{"a":1}`); !r.IsError || !strings.Contains(last(r), "may have been charged") {
		t.Errorf("%s", last(r))
	}
	if _, held, left := w.spending.figures(); held.String() != "0.02" || left.String() != "0.08" {
		t.Errorf("held %s, left %s", held, left)
	}

	s.answers = []func() (*mcp.CallToolResult, error){settled}
	w.opt.Wait = 30 * time.Second
	asked := s.calls
	if r := w.mustCall(t, `{"a":1}`); r.IsError || s.calls != asked+1 {
		t.Errorf("%s after %d calls", last(r), s.calls-asked)
	}
	if first, second := s.paid[0], s.paid[len(s.paid)-1]; first != second {
		t.Error("another payment was signed")
	}
	if spent, held, _ := w.spending.figures(); spent.String() != "0.02" || !held.IsZero() {
		t.Errorf("spent %s, held %s", spent, held)
	}
}

// TestRefusedPaymentIsTold with the seller's reason, and nothing more is signed for the call.
func TestRefusedPaymentIsTold(t *testing.T) {
	s := &seller{amount: "20000"}
	s.answers = []func() (*mcp.CallToolResult, error){func() (*mcp.CallToolResult, error) { return s.quote(), nil }}
	w := newWallet(t, s, time.Now)
	if r := w.mustCall(t, `{}`); !r.IsError || len(s.paid) != 1 {
		t.Errorf("%s after %d payments", last(r), len(s.paid))
	}
}

func TestFreeAnswerPassesThrough(t *testing.T) {
	free := result(false, `{"count":1}`, nil)
	w := newWallet(t, &seller{}, time.Now)
	w.remote = always{free}
	r := w.mustCall(t, `{}`)
	if r != free || len(r.Content) != 1 {
		t.Errorf("%+v", r)
	}
}

type always struct{ result *mcp.CallToolResult }

func (a always) CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	return a.result, nil
}

func TestEndpointOfAnOriginIsItsMCP(t *testing.T) {
	for text, want := range map[string]string{
		"https://api.example.com":             "https://api.example.com/mcp",
		"https://api.example.com/":            "https://api.example.com/mcp",
		"http://127.0.0.1:8402/mcp/x/edgar":   "http://127.0.0.1:8402/mcp/x/edgar",
		"api.example.com":                     "",
		"file:///etc/passwd":                  "",
		"https://":                            "",
		"https://api.example.com/other?key=1": "https://api.example.com/other?key=1",
	} {
		got, err := endpointOf(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
}
