package server

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

func TestSamePaymentManyTimesSettlesOnce(t *testing.T) {
	t.Parallel()
	onEachKind(t, samePaymentManyTimesSettlesOnce)
}

func samePaymentManyTimesSettlesOnce(t *testing.T, w *world) {
	f := &scripted{}
	s := w.start(t, nil, f.with(true))
	r := s.paid(s.hashCall("once"), 2)
	const copies = 200
	answers := make([]answer, copies)
	var wg sync.WaitGroup
	for i := range copies {
		wg.Go(func() {
			a, err := send(again(r))
			if err != nil {
				t.Error(err)
			}
			answers[i] = a
		})
	}
	wg.Wait()
	good := 0
	var body []byte
	for _, a := range answers {
		switch a.status {
		case http.StatusOK:
			good++
			if body != nil && !bytes.Equal(body, a.body) {
				t.Errorf("two different answers: %s and %s", body, a.body)
			}
			body = a.body
		case http.StatusConflict:
			if a.header.Get("Retry-After") == "" {
				t.Error("409 without Retry-After")
			}
		default:
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if good == 0 || f.settlements() != 1 {
		t.Fatalf("%d good answers, %d settlements", good, f.settlements())
	}
	late := s.do(again(r))
	if late.status != http.StatusOK || !bytes.Equal(late.body, body) || late.header.Get("X-Replayed") != "true" {
		t.Errorf("a repeat: %d %s", late.status, late.body)
	}
	if got := w.received(); got != 1000 {
		t.Errorf("the seller holds %d", got)
	}
}

func TestDifferentPaymentsShareTransactions(t *testing.T) {
	t.Parallel()

	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	const payments = 200
	requests := make([]*http.Request, payments)
	for i := range requests {
		requests[i] = s.paid(s.hashCall(fmt.Sprint("many", i)), pay.Version(1+i%2))
	}
	transactions := map[string]bool{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, r := range requests {
		wg.Go(func() {
			a, err := send(r)
			if err != nil || a.status != http.StatusOK {
				t.Errorf("%v %d %s", err, a.status, a.body)
				return
			}
			tx := receiptOf(t, a).Transaction
			mu.Lock()
			transactions[tx] = true
			mu.Unlock()
		})
	}
	wg.Wait()
	if len(transactions) > payments/5 {
		t.Errorf("%d payments took %d transactions", payments, len(transactions))
	}
	t.Logf("%d payments in %d transactions", payments, len(transactions))
	if got, _ := chain.BalanceOf(t.Context(), s.payTo); got.Cmp(big.NewInt(1000*payments)) != 0 {
		t.Errorf("the seller holds %s", got)
	}
}

func receiptOf(t testing.TB, a answer) x402.Receipt {
	t.Helper()
	text := a.header.Get(x402.HeaderPaymentResponse)
	if text == "" {
		text = a.header.Get(x402.HeaderPaymentResponseV1)
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	var r x402.Receipt
	if err != nil || json.Unmarshal(raw, &r) != nil {
		t.Errorf("no receipt in %v", a.header)
	}
	return r
}

func TestPaymentForAnotherRequestIsRefused(t *testing.T) {
	t.Parallel()
	onEachKind(t, paymentForAnotherRequestIsRefused)
}

func paymentForAnotherRequestIsRefused(t *testing.T, w *world) {
	s := w.start(t, nil)
	r := s.paid(s.hashCall("mine"), 2)
	if a := s.do(r); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	other := s.hashCall("yours")
	other.Header = r.Header
	a := s.do(other)
	told, _ := a.json(t)["error"].(string)
	reason, _, _ := strings.Cut(told, ":")
	if a.status != http.StatusPaymentRequired || reason != x402.ReasonDuplicate {
		t.Errorf("%d %s", a.status, a.body)
	}
	// Another order of the same query is the same purchase.
	same := s.request(http.MethodGet, "/crypto/hash?utm_source=x&input=mine&algo=keccak256", nil)
	same.Header = r.Header
	if a := s.do(same); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("the same inputs in another order: %d %s", a.status, a.body)
	}
}

func TestBadInputCostsNothingAndTheSamePaymentStillBuys(t *testing.T) {
	t.Parallel()
	onEachKind(t, badInputCostsNothingAndTheSamePaymentStillBuys)
}

func badInputCostsNothingAndTheSamePaymentStillBuys(t *testing.T, w *world) {
	f := &scripted{}
	s := w.start(t, nil, f.with(true))
	good := s.paid(s.hashCall("x"), 2)
	bad := s.request(http.MethodGet, "/crypto/hash?algo=md5&input=x", nil)
	bad.Header = good.Header
	a := s.do(bad)
	body := a.json(t)
	if a.status != http.StatusBadRequest || body["field"] != "algo" ||
		body["charged"] != false || body["retry"] != "never" {
		t.Errorf("%d %s", a.status, a.body)
	}
	if f.settlements() != 0 || f.verified != 0 {
		t.Error("bad input reached the facilitator")
	}
	if a := s.do(good); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestUnknownParameterNamesTheNearest(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	r := s.paid(s.request(http.MethodGet, "/crypto/hash?algo=keccak256&inputt=x", nil), 2)
	a := s.do(r)
	if a.status != http.StatusBadRequest || !strings.Contains(string(a.body), "did you mean input?") {
		t.Errorf("%d %s", a.status, a.body)
	}
	a = s.get("/cripto/hash")
	if a.status != http.StatusNotFound || !strings.Contains(string(a.body), `"/crypto/hash"`) {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// TestBadPayments holds the reasons against the protocol's words.
func TestBadPayments(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	edit := func(version pay.Version, change func(map[string]any)) *http.Request {
		r := s.paid(s.hashCall("bad"), version)
		name := x402.HeaderPayment
		if version == 1 {
			name = x402.HeaderPaymentV1
		}
		raw, _ := base64.StdEncoding.DecodeString(r.Header.Get(name))
		var m map[string]any
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		change(m)
		raw, _ = json.Marshal(m)
		r.Header.Set(name, base64.StdEncoding.EncodeToString(raw))
		return r
	}
	auth := func(m map[string]any) map[string]any {
		return m["payload"].(map[string]any)["authorization"].(map[string]any)
	}
	raw := func(text string) *http.Request {
		r := s.hashCall("bad")
		r.Header.Set(x402.HeaderPayment, text)
		return r
	}
	past, future := fmt.Sprint(time.Now().Unix()-5), fmt.Sprint(time.Now().Unix()+500)
	for name, c := range map[string]struct {
		request *http.Request
		reason  string
	}{
		"not base64":         {raw("%%%"), x402.ReasonInvalidPayload},
		"not json":           {raw("aGVsbG8="), x402.ReasonInvalidPayload},
		"too long":           {raw(strings.Repeat("QUFB", 5000)), x402.ReasonInvalidPayload},
		"version 3":          {edit(2, func(m map[string]any) { m["x402Version"] = 3 }), x402.ReasonInvalidVersion},
		"other scheme":       {edit(1, func(m map[string]any) { m["scheme"] = "upto" }), x402.ReasonInvalidScheme},
		"other network v1":   {edit(1, func(m map[string]any) { m["network"] = "solana" }), x402.ReasonInvalidNetwork},
		"other network v2":   {edit(2, func(m map[string]any) { m["accepted"].(map[string]any)["network"] = "eip155:1" }), x402.ReasonInvalidNetwork},
		"smaller amount":     {edit(2, func(m map[string]any) { m["accepted"].(map[string]any)["amount"] = "1" }), x402.ReasonInvalidRequirements},
		"other receiver":     {edit(2, func(m map[string]any) { auth(m)["to"] = "0x000000000000000000000000000000000000dEaD" }), x402.ReasonRecipientMismatch},
		"other value v1":     {edit(1, func(m map[string]any) { auth(m)["value"] = "999" }), "invalid_exact_evm_payload_authorization_value"},
		"other value":        {edit(2, func(m map[string]any) { auth(m)["value"] = "999" }), x402.ReasonValueMismatch},
		"expired":            {edit(2, func(m map[string]any) { auth(m)["validBefore"] = past }), x402.ReasonValidBefore},
		"not yet valid":      {edit(2, func(m map[string]any) { auth(m)["validAfter"] = future }), x402.ReasonValidAfter},
		"no nonce":           {edit(2, func(m map[string]any) { delete(auth(m), "nonce") }), x402.ReasonInvalidPayload},
		"negative value":     {edit(2, func(m map[string]any) { auth(m)["value"] = "-1000" }), x402.ReasonInvalidPayload},
		"permit2":            {edit(2, func(m map[string]any) { m["payload"] = map[string]any{"permit2Authorization": map[string]any{}} }), x402.ReasonUnsupportedPayload},
		"no payload":         {edit(2, func(m map[string]any) { delete(m, "payload") }), x402.ReasonInvalidPayload},
		"numbers not quoted": {edit(2, func(m map[string]any) { auth(m)["value"] = 1000 }), x402.ReasonInvalidPayload},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.do(c.request)
			if a.status != http.StatusPaymentRequired || a.json(t)["error"] != c.reason {
				t.Errorf("%d %.200s, want %s", a.status, a.body, c.reason)
			}
			text, _ := base64.StdEncoding.DecodeString(a.header.Get(x402.HeaderRequired))
			var v2 x402.Required
			if json.Unmarshal(text, &v2) != nil || v2.Error != c.reason || len(v2.Accepts) != 1 {
				t.Errorf("version 2 quote: %s", text)
			}
		})
	}
	if f.settlements() != 0 {
		t.Error("a bad payment was settled")
	}
	awaitRejections(t, s, func(n map[string]int64) bool { return n[x402.ReasonValueMismatch] == 1 })
}

// awaitRejections waits for their counts by reason: events of unpaid requests are written in batches.
func awaitRejections(t *testing.T, s *service, ok func(map[string]int64) bool) {
	t.Helper()
	await.Until(t, "rejections", func() bool {
		sum, err := s.server.parts.Usage.Summarize(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return ok(sum.Rejected)
	})
}

func TestSignatureOfSomebodyElseIsLeftToTheFacilitatorAndRefused(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	mine := s.paid(s.hashCall("theft"), 2)
	raw, _ := base64.StdEncoding.DecodeString(mine.Header.Get(x402.HeaderPayment))
	victim := "0x000000000000000000000000000000000000bEEF"
	var p x402.Payment
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	p.Payload.Authorization.From = victim
	raw, _ = json.Marshal(p)
	mine.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(raw))
	if a := s.do(mine); a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonSignature {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestUnfundedPayerGetsNoAnswerAndThenIsVerifiedBeforeTheWork(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	f := &scripted{}
	var mu sync.Mutex
	works := 0
	s := start(t, newKey(t), onChain(chain), f.with(true), func(p *Parts) {
		p.Step = func(name string) {
			mu.Lock()
			defer mu.Unlock()
			if name == "work" {
				works++
			}
		}
	})
	for i, want := range []int{1, 1, 1} { // the first is worked on beside its verification, no other
		a := s.do(s.paid(s.hashCall("poor"), 2))
		if a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonInsufficientFunds {
			t.Errorf("%d %s", a.status, a.body)
		}
		if works != want {
			t.Errorf("after request %d the handler has worked %d times, want %d", i+1, works, want)
		}
	}
	if f.settlements() != 0 {
		t.Error("settled")
	}
}

func TestFacilitatorFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		verify func(facilitator.Request) (facilitator.Verification, error)
		settle func(context.Context, facilitator.Request) (facilitator.Settlement, error)
		status int
		code   string // of the problem, or error of the quote
	}{
		"verify gives no verdict": {
			verify: func(facilitator.Request) (facilitator.Verification, error) {
				return facilitator.Verification{}, errors.New("credentials refused")
			},
			status: 503, code: "payment_backend_unavailable",
		},
		"verify refuses": {
			verify: func(facilitator.Request) (facilitator.Verification, error) {
				return facilitator.Verification{Reason: "kyt_risk_detected"}, nil
			},
			status: 402, code: "kyt_risk_detected",
		},
		"settle reaches nobody": {
			settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
				return facilitator.Settlement{}, errors.New("connection refused")
			},
			status: 503, code: "payment_backend_unavailable",
		},
		"settle refuses": {
			settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
				return facilitator.Settlement{Outcome: facilitator.Refused, Reason: "insufficient_funds"}, nil
			},
			status: 402, code: "insufficient_funds",
		},
		"settle does not say": {
			settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
				return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
			},
			status: 503, code: "settlement_pending",
		},
		"settle hangs": {
			settle: func(ctx context.Context, _ facilitator.Request) (facilitator.Settlement, error) {
				<-ctx.Done()
				return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
			},
			status: 503, code: "settlement_pending",
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := &scripted{verify: c.verify, settle: c.settle}
			s := start(t, newKey(t), map[string]string{"SETTLE_TIMEOUT": "2s"}, f.with(false), chainOf(func(x402.Authorization) (payment.Fate, string, error) {
				return payment.Open, "", nil
			}))
			r := s.paid(s.hashCall("fault"), 2)
			a := s.do(again(r))
			code := a.code()
			if a.status == http.StatusPaymentRequired {
				code, _ = a.json(t)["error"].(string)
			}
			if a.status != c.status || code != c.code {
				t.Fatalf("%d %s", a.status, a.body)
			}
			if strings.Contains(string(a.body), "0x") && a.status == 503 {
				t.Errorf("the answer was given away: %s", a.body)
			}
			if a.status == 503 && a.header.Get("Retry-After") == "" {
				t.Error("503 without Retry-After")
			}
			// Whatever it was, the same payment buys at once when the facilitator is well again.
			f.mu.Lock()
			f.verify, f.settle = nil, nil
			f.mu.Unlock()
			if a := s.do(again(r)); a.status != http.StatusOK {
				t.Errorf("afterwards: %d %s", a.status, a.body)
			}
			if sum, err := s.server.parts.Usage.Summarize(t.Context()); err != nil || len(sum.Routes) == 0 || sum.Routes[0].Paid != 1 {
				t.Errorf("paid once, recorded %+v %v", sum.Routes, err)
			}
		})
	}
}

// TestChainDecidesAnOpenSettlement reconciles a settlement of unknown outcome by what the chain says.
func TestChainDecidesAnOpenSettlement(t *testing.T) {
	t.Parallel()
	unknown := func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
	}
	refused := func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Refused, Reason: x402.ReasonNonceUsed}, nil
	}
	const tx = "0x00000000000000000000000000000000000000000000000000000000000000aa"
	for name, c := range map[string]struct {
		fate   payment.Fate
		again  func(context.Context, facilitator.Request) (facilitator.Settlement, error)
		ended  int
		status int
		code   string
	}{
		"spent: paid, without a second settlement":           {payment.Spent, nil, 1, 200, ""},
		"dead: never charged, the payment is of no more use": {payment.Dead, nil, 1, 402, ""},
		"open and refused now: the first may still come":     {payment.Open, refused, 0, 503, "settlement_pending"},
		"open and unknown again: wait":                       {payment.Open, unknown, 0, 503, "settlement_pending"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &scripted{settle: unknown}
			fate := payment.Open
			s := start(t, newKey(t), nil, f.with(false), chainOf(func(x402.Authorization) (payment.Fate, string, error) {
				if fate == payment.Spent {
					return fate, tx, nil
				}
				return fate, "", nil
			}))
			r := s.paid(s.hashCall("open"), 2)
			if a := s.do(again(r)); a.status != 503 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			fate = c.fate
			f.settle = c.again
			if n, err := s.server.gate.Reconcile(t.Context(), time.Now().Add(time.Second)); n != c.ended || err != nil {
				t.Fatalf("reconciled %d, %v", n, err)
			}
			if c.fate == payment.Dead {
				f.verify = func(facilitator.Request) (facilitator.Verification, error) {
					return facilitator.Verification{Reason: x402.ReasonNonceUsed}, nil
				}
			}
			a := s.do(again(r))
			if a.status != c.status || c.code != "" && a.code() != c.code {
				t.Errorf("%d %s", a.status, a.body)
			}
			if c.status == 200 && (receiptOf(t, a).Transaction != tx || f.settlements() != 1) {
				t.Errorf("receipt %+v, %d settlements", receiptOf(t, a), f.settlements())
			}
		})
	}
}

func TestRepeatFindsTheSettlementOnTheChainByItself(t *testing.T) {
	t.Parallel()
	const tx = "0x00000000000000000000000000000000000000000000000000000000000000bb"
	f := &scripted{settle: func(context.Context, facilitator.Request) (facilitator.Settlement, error) {
		return facilitator.Settlement{Outcome: facilitator.Unknown}, nil
	}}
	s := start(t, newKey(t), nil, f.with(false), chainOf(func(x402.Authorization) (payment.Fate, string, error) {
		return payment.Spent, tx, nil
	}))
	r := s.paid(s.hashCall("late"), 1)
	if a := s.do(again(r)); a.status != 503 || a.code() != x402.ReasonSettlementPending {
		t.Fatalf("%d %s", a.status, a.body)
	}
	a := s.do(again(r))
	if a.status != 200 || receiptOf(t, a).Transaction != tx || receiptOf(t, a).Network != "base" || f.settlements() != 1 {
		t.Errorf("%d %s, %d settlements", a.status, a.body, f.settlements())
	}
}

func TestPurchaseIDBuysOnceEvenWhenSignedAnew(t *testing.T) {
	t.Parallel()
	onEachKind(t, purchaseIDBuysOnceEvenWhenSignedAnew)
}

func purchaseIDBuysOnceEvenWhenSignedAnew(t *testing.T, w *world) {
	f := &scripted{}
	s := w.start(t, nil, f.with(true))
	buy := func(input, id string) answer {
		r := s.paid(s.hashCall(input), 2)
		r.Header.Set(payment.IdempotencyHeader, id)
		return s.do(r)
	}
	first, second := buy("a", "order-1"), buy("a", "order-1")
	if first.status != 200 || second.status != 200 || !bytes.Equal(first.body, second.body) || f.settlements() != 1 {
		t.Errorf("%d, %d, %d settlements", first.status, second.status, f.settlements())
	}
	if other := buy("b", "order-1"); other.status != http.StatusConflict || other.code() != "purchase_id_reused" {
		t.Errorf("another request under the id: %d %s", other.status, other.body)
	}
	if more := buy("a", "order-2"); more.status != 200 || f.settlements() != 2 {
		t.Errorf("another id: %d, %d settlements", more.status, f.settlements())
	}
	if bad := buy("a", strings.Repeat("x", 300)); bad.status != http.StatusBadRequest {
		t.Errorf("an id too long: %d", bad.status)
	}
}

func TestContractWalletIsVerifiedBeforeAnythingIsDone(t *testing.T) {
	t.Parallel()
	order := ""
	f := &scripted{
		verify: func(facilitator.Request) (facilitator.Verification, error) {
			order += "verify "
			return facilitator.Verification{Valid: true}, nil
		},
	}
	s := start(t, newKey(t), nil, f.with(false), func(p *Parts) {
		p.Step = func(name string) {
			if name == "reserve" || name == "work" {
				order += name + " "
			}
		}
	})
	r := s.paid(s.hashCall("wallet"), 2)
	raw, _ := base64.StdEncoding.DecodeString(r.Header.Get(x402.HeaderPayment))
	var p x402.Payment
	if err := json.Unmarshal(raw, &p); err != nil {
		t.Fatal(err)
	}
	p.Payload.Signature = "0x" + strings.Repeat("ab", 97) // no key makes such a signature
	raw, _ = json.Marshal(p)
	r.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(raw))
	if a := s.do(again(r)); a.status != 200 || order != "verify reserve work " {
		t.Errorf("%d %s, order %q", a.status, a.body, order)
	}
	// The stored answer goes to who holds the same signature, without another verification.
	if a := s.do(again(r)); a.status != 200 || a.header.Get("X-Replayed") != "true" || strings.Count(order, "verify") != 1 {
		t.Errorf("%d %s, order %q", a.status, a.body, order)
	}
	p.Payload.Signature = "0x" + strings.Repeat("cd", 97)
	raw, _ = json.Marshal(p)
	r.Header.Set(x402.HeaderPayment, base64.StdEncoding.EncodeToString(raw))
	f.verify = func(facilitator.Request) (facilitator.Verification, error) {
		return facilitator.Verification{Reason: x402.ReasonSignature}, nil
	}
	if a := s.do(again(r)); a.status != http.StatusPaymentRequired {
		t.Errorf("another signature over the same nonce: %d %s", a.status, a.body)
	}
}

func TestPanicInAHandlerIsNotCharged(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	caught := ""
	s := start(t, newKey(t), nil, f.with(false), func(p *Parts) {
		p.Panicked = func(route string, _ any, _ []byte) { caught = route }
	})
	s.server.echo.GET("/crypto/hash", func(echo.Context) error { panic("boom") })
	a := s.do(s.paid(s.hashCall("x"), 2))
	if a.status != http.StatusBadGateway || a.json(t)["charged"] != false || strings.Contains(string(a.body), "boom") || caught != "GET /crypto/hash" {
		t.Errorf("%d %s, caught %q", a.status, a.body, caught)
	}
	if f.settlements() != 0 {
		t.Error("charged")
	}
}

func TestClientThatLeavesBeforeTheAnswerIsNotCharged(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	working := make(chan struct{})
	s := start(t, newKey(t), nil, f.with(false))
	s.server.echo.GET("/crypto/hash", func(c echo.Context) error {
		close(working)
		<-c.Request().Context().Done()
		return c.JSON(http.StatusOK, map[string]string{})
	})
	ctx, leave := context.WithCancel(t.Context())
	r := s.paid(s.hashCall("x"), 2).WithContext(ctx)
	done := make(chan struct{})
	go func() { send(r); close(done) }() // it is cancelled
	<-working
	leave()
	<-done
	if err := s.server.gate.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if f.settlements() != 0 {
		t.Error("charged")
	}
}

func TestOperatorRoutes(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), map[string]string{"ADMIN_TOKEN": "hunter2hunter2"}, (&scripted{}).with(false))
	s.do(s.paid(s.hashCall("x"), 2))
	for _, path := range []string{"/usage", "/usage/events", "/slowlog"} {
		if a := s.get(path); a.status != http.StatusUnauthorized {
			t.Errorf("%s without a token: %d", path, a.status)
		}
		r := s.request(http.MethodGet, path, nil)
		r.Header.Set("Authorization", "Bearer hunter2hunter2")
		if a := s.do(r); a.status != http.StatusOK {
			t.Errorf("%s with the token: %d %s", path, a.status, a.body)
		}
	}
	open := start(t, newKey(t), nil, (&scripted{}).with(false))
	open.do(open.paid(open.hashCall("x"), 2))
	a := open.get("/usage/events")
	if a.status != 200 || !strings.Contains(string(a.body), "...") {
		t.Errorf("payers are shown whole to the public: %s", a.body)
	}
	if a := open.get("/usage/events?limit=x"); a.status != 422 || a.json(t)["detail"] == nil {
		t.Errorf("%d %s", a.status, a.body)
	}
}
