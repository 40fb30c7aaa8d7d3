package pay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestPurchaseTellsWhatItCost(t *testing.T) {
	s := newSeller(t, sell)
	transport, _ := newTransport(t)
	body, p, err := get(t, transport, s)
	if err != nil {
		t.Fatal(err)
	}

	want := Payment{
		AmountUSD:   "0.002",
		Transaction: settledBy,
		Network:     "eip155:8453",
		Payer:       testPayer,
		PayTo:       testPayTo,
	}
	if p == nil || *p != want || body != `{"sold":true}` {
		t.Errorf("%+v %s", p, body)
	}
	if transport.SpentUSD() != "0.002" {
		t.Errorf("spent %s", transport.SpentUSD())
	}
}

// TestPaymentEchoesTheQuote: members that the SDK does not know come back, and the id is in its extension.
func TestPaymentEchoesTheQuote(t *testing.T) {
	s := newSeller(t, sell)
	transport, c := newTransport(t)
	if _, _, err := get(t, transport, s); err != nil {
		t.Fatal(err)
	}

	m := decoded(t, s.payment(0))
	var accepted map[string]any
	if err := json.Unmarshal(m.Accepted, &accepted); err != nil || accepted["unknownMember"] != "kept" {
		t.Errorf("accepted: %s", m.Accepted)
	}
	var id struct{ Info struct{ ID string } }
	if err := json.Unmarshal(m.Extensions[identifier], &id); err != nil || !validID(id.Info.ID) {
		t.Errorf("identifier: %s", m.Extensions[identifier])
	}
	if !strings.HasPrefix(id.Info.ID, "fbx_") {
		t.Errorf("id %s", id.Info.ID)
	}
	if m.Extensions["bazaar"] == nil || !strings.Contains(string(m.Resource), resource) {
		t.Errorf("%+v", m)
	}
	a := m.Payload.Authorization
	if a.ValidAfter != fmt.Sprint(c.at.Add(-10*time.Minute).Unix()) {
		t.Errorf("valid after %s", a.ValidAfter)
	}
	if a.Value != "2000" || a.To != testPayTo || a.From != testPayer ||
		a.ValidBefore != fmt.Sprint(c.at.Add(2*time.Minute).Unix()) {
		t.Errorf("%+v", a)
	}

	digest, err := a.digest(BaseUSDC)
	if err != nil {
		t.Fatal(err)
	}
	if from, err := recoverAddress(digest, unhex(t, m.Payload.Signature)); err != nil || from != testPayer {
		t.Errorf("signed by %s: %v", from, err)
	}
}

func TestCallersOwnKeyNamesThePurchase(t *testing.T) {
	for key, want := range map[string]string{
		"order-1234567890": `"id":"order-1234567890"`,
		"short":            `"required":false`, // no id of ours: the header counts
	} {
		s := newSeller(t, sell)
		transport, _ := newTransport(t)
		request, _ := http.NewRequest(http.MethodGet, s.URL, nil)
		request.Header.Set("Idempotency-Key", key)
		if _, err := transport.RoundTrip(request); err != nil {
			t.Fatal(err)
		}
		extension := string(decoded(t, s.payment(0)).Extensions[identifier])
		if !strings.Contains(extension, want) || key == "short" && strings.Contains(extension, `"id"`) {
			t.Errorf("%s: %s", key, extension)
		}
	}
}

func TestCapsAreHeldBeforeSigning(t *testing.T) {
	for _, row := range []struct {
		price, perCall, budget string
		limit                  string // "" when it may be bought
	}{
		{"50000", "", "", ""},
		{"50001", "", "", "0.05"},
		{"50001", "0.06", "", ""},
		{"2000", "0.001999", "", "0.001999"},
		{"2000", "", "0.0019", "0.0019"},
		{"2000", "", "0.002", ""},
		{"1", "0", "", "0"},
	} {
		s := newSeller(t, sell)
		s.quote = func(int) map[string]any { return quoted(row.price) }
		transport, _ := newTransport(t, func(o *Options) {
			o.MaxPerCallUSD = row.perCall
			o.BudgetUSD = row.budget
		})
		_, _, err := get(t, transport, s)
		if row.limit == "" {
			if err != nil {
				t.Errorf("%+v: %v", row, err)
			}
			continue
		}
		over := as[*OverBudget](t, err)
		if over.LimitUSD != row.limit || over.Charged != NotCharged {
			t.Errorf("%+v: %+v", row, over)
		}
		if s.paid() != 0 || transport.SpentUSD() != "0" {
			t.Errorf("%+v: %d payments, spent %s", row, s.paid(), transport.SpentUSD())
		}
	}
}

func TestCallsAtOnceShareTheBudget(t *testing.T) {
	s := newSeller(t, sell)
	transport, _ := newTransport(t, func(o *Options) { o.BudgetUSD = "0.01" })
	var bought, over atomic.Int64
	var all sync.WaitGroup
	for range 20 {
		all.Add(1)
		go func() {
			defer all.Done()
			response, err := transport.Client().Get(s.URL)
			var tooMuch *OverBudget
			switch {
			case err == nil:
				_ = response.Body.Close()
				bought.Add(1)
			case errors.As(err, &tooMuch):
				over.Add(1)
			}
		}()
	}
	all.Wait()
	if bought.Load() != 5 || over.Load() != 15 {
		t.Errorf("%d bought, %d over", bought.Load(), over.Load())
	}
	if len(s.differentPayments()) != 5 || transport.SpentUSD() != "0.01" {
		t.Errorf("%d signed, spent %s", len(s.differentPayments()), transport.SpentUSD())
	}
}

func TestOnPaymentDecides(t *testing.T) {
	s := newSeller(t, sell)
	no := errors.New("not today")
	var asked Purchase
	transport, _ := newTransport(t, func(o *Options) {
		o.OnPayment = func(_ context.Context, p Purchase) error {
			asked = p
			return no
		}
	})
	_, _, err := get(t, transport, s)
	if as[*Declined](t, err); !errors.Is(err, no) || s.paid() != 0 || transport.SpentUSD() != "0" {
		t.Errorf("%v, %d payments, spent %s", err, s.paid(), transport.SpentUSD())
	}
	if asked.Offer.USD != "0.002" || asked.Offer.PayTo != testPayTo || asked.Quote.Resource != resource ||
		asked.Offer.Token != BaseUSDC.Name || asked.Offer.Network != BaseUSDC.Network {
		t.Errorf("%+v", asked)
	}
}

// TestOnlyWhatIsAllowedIsPaid: a quote is not believed about what a token is.
func TestOnlyWhatIsAllowedIsPaid(t *testing.T) {
	for _, row := range []struct {
		why    string
		change func(map[string]any)
	}{
		{"another token", set("asset", "0x1111111111111111111111111111111111111111")},
		{"another chain", set("network", "eip155:1")},
		{"the test network, which is not allowed", func(a map[string]any) {
			a["network"] = BaseSepoliaUSDC.Network
			a["asset"] = BaseSepoliaUSDC.Contract
			a["extra"] = map[string]any{"name": "USDC", "version": "2"}
		}},
		{"another domain name", set("extra", map[string]any{"name": "USDC", "version": "2"})},
		{"another domain version", set("extra", map[string]any{"name": "USD Coin", "version": "1"})},
		{"another transfer method", set("extra", map[string]any{"assetTransferMethod": "erc7710"})},
		{"another scheme", set("scheme", "upto")},
		{"no account", set("payTo", "0x0000000000000000000000000000000000000000")},
		{"half an account", set("payTo", "0x2096")},
		{"a price with a sign", set("amount", "-2000")},
		{"a price with a point", set("amount", "0.002")},
		{"a price beyond all", set("amount", "1"+strings.Repeat("0", 77))},
		{"a price that is a number", set("amount", 2000)},
	} {
		t.Run(row.why, func(t *testing.T) {
			s := newSeller(t, sell)
			s.quote = func(int) map[string]any { return quoted("2000", row.change) }
			transport, _ := newTransport(t)
			_, _, err := get(t, transport, s)
			if p := as[*Unpayable](t, err); p.Charged != NotCharged || s.paid() != 0 {
				t.Errorf("%+v, %d payments", p, s.paid())
			}
		})
	}
}

func TestAllowedAssetIsPaidInItsOwnDomain(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any {
		return quoted("2000", func(a map[string]any) {
			a["network"] = BaseSepoliaUSDC.Network
			a["asset"] = BaseSepoliaUSDC.Contract
			delete(a, "extra")
		})
	}
	transport, _ := newTransport(t, func(o *Options) { o.Assets = []Asset{BaseSepoliaUSDC} })
	if _, _, err := get(t, transport, s); err != nil {
		t.Fatal(err)
	}
	m := decoded(t, s.payment(0))
	digest, err := m.Payload.Authorization.digest(BaseSepoliaUSDC)
	if err != nil {
		t.Fatal(err)
	}
	if from, err := recoverAddress(digest, unhex(t, m.Payload.Signature)); err != nil || from != testPayer {
		t.Errorf("%s %v", from, err)
	}
}

func TestBodyIsSentWithEachTry(t *testing.T) {
	for why, body := range map[string]io.Reader{
		"one that can be had again": strings.NewReader("the body"),
		"one that can be read once": io.MultiReader(strings.NewReader("the body")),
	} {
		t.Run(why, func(t *testing.T) {
			s := newSeller(t, hangUp, sell)
			transport, _ := newTransport(t)
			response, err := transport.Client().Post(s.URL, "text/plain", body)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if s.received() != "the body|the body|the body" {
				t.Errorf("%q", s.received())
			}
		})
	}
}

// TestRedirectsAreNotPaidFor: the caller named another URL.
func TestRedirectsAreNotPaidFor(t *testing.T) {
	s := newSeller(t, sell)
	from := newSeller(t, sell)
	from.Config.Handler = http.RedirectHandler(s.URL, http.StatusTemporaryRedirect)
	transport, _ := newTransport(t)
	_, _, err := get(t, transport, from)
	if as[*Unpayable](t, err); s.paid() != 0 {
		t.Errorf("%d payments", s.paid())
	}
}

func TestErrorsHaveTheirTypes(t *testing.T) {
	for _, row := range []struct {
		step http.HandlerFunc
		is   func(*testing.T, error)
	}{
		{problem(400, `{"code":"invalid_input","field":"algo","charged":false,"retry":"never"}`), isA[*InvalidInput]},
		{problem(422, `{"code":"bad_url","charged":false,"retry":"never"}`), isA[*InvalidInput]},
		{problem(409, `{"code":"purchase_id_reused","charged":false,"retry":"never"}`), isA[*InvalidInput]},
		{problem(404, `{"code":"not_found","charged":false,"retry":"never"}`), isA[*NotFound]},
		{problem(429, `{"code":"payer_blocked","charged":false,"retry":"new_payment"}`), isA[*RateLimited]},
		{problem(503, `{"code":"rate_limited","charged":false,"retry":"same_payment"}`), isA[*RateLimited]},
		{problem(503, `{"code":"warming","charged":false,"retry":"same_payment"}`), isA[*Upstream]},
		{problem(502, `{"code":"upstream_refused","charged":false,"retry":"never"}`), isA[*Upstream]},
	} {
		s := newSeller(t, row.step)
		transport, _ := newTransport(t)
		_, _, err := get(t, transport, s)
		row.is(t, err)
		if p := AsProblem(err); p == nil || p.Charged != NotCharged || p.Code == "" || transport.SpentUSD() != "0" {
			t.Errorf("%+v, spent %s", p, transport.SpentUSD())
		}
	}

	for reason, is := range map[string]func(*testing.T, error){
		"insufficient_funds":                       isA[*InsufficientFunds],
		"invalid_exact_evm_insufficient_balance":   isA[*InsufficientFunds],
		"invalid_exact_evm_payload_signature":      isA[*PaymentRefused],
		"duplicate_settlement":                     isA[*PaymentRefused],
		"invalid_exact_evm_nonce_already_used":     isA[*PaymentRefused],
		"invalid_payment_requirements":             isA[*PaymentRefused],
		"a reason that nobody has heard of before": isA[*PaymentRefused],
	} {
		s := newSeller(t)
		s.then(s.refuse(reason))
		transport, _ := newTransport(t)
		_, _, err := get(t, transport, s)
		is(t, err)
		if p := AsProblem(err); p.Code != reason || s.paid() != 1 {
			t.Errorf("%+v after %d payments", p, s.paid())
		}
	}
}

func isA[T error](t *testing.T, err error) { t.Helper(); as[T](t, err) }

// TestUnsaidChargeIsDoubt: a 4xx that does not say what it cost is held against the budget.
func TestUnsaidChargeIsDoubt(t *testing.T) {
	s := newSeller(t, problem(400, `<html>`))
	transport, _ := newTransport(t)
	_, _, err := get(t, transport, s)
	if p := as[*InvalidInput](t, err); p.Charged != MaybeCharged || transport.SpentUSD() != "0.002" {
		t.Errorf("%+v, spent %s", p, transport.SpentUSD())
	}
}

func TestUnreachableSellerCostsNothing(t *testing.T) {
	s := newSeller(t, sell)
	s.Close()
	transport, _ := newTransport(t)
	_, _, err := get(t, transport, s)
	if p := as[*Upstream](t, err); p.Status != 0 || p.Charged != NotCharged {
		t.Errorf("%+v", p)
	}
}

func TestWaivedPriceIsNotSpent(t *testing.T) {
	s := newSeller(t, problem(200, `{}`, headerCharged, "false"))
	transport, _ := newTransport(t)
	_, p, err := get(t, transport, s)
	if err != nil || p != nil || transport.SpentUSD() != "0" {
		t.Errorf("%v %+v, spent %s", err, p, transport.SpentUSD())
	}
}

func TestReplayOfAKnownPurchaseIsNotSpent(t *testing.T) {
	replayed := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Replayed", "true")
		sell(w, r)
	}
	for _, row := range []struct {
		steps []http.HandlerFunc
		spent string
		why   string
	}{
		{[]http.HandlerFunc{replayed}, "0", "bought before, by a payment of its own"},
		{[]http.HandlerFunc{hangUp, replayed}, "0.002", "bought by the first try of this call"},
	} {
		s := newSeller(t, row.steps...)
		transport, _ := newTransport(t)
		_, p, err := get(t, transport, s)
		if err != nil || !p.Replayed || transport.SpentUSD() != row.spent {
			t.Errorf("%s: %v %+v, spent %s", row.why, err, p, transport.SpentUSD())
		}
	}
}

func TestFreeAnswerIsPassedOn(t *testing.T) {
	s := newSeller(t, sell)
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "free")
	})
	transport, _ := newTransport(t)
	if body, p, err := get(t, transport, s); err != nil || body != "free" || p != nil {
		t.Errorf("%s %+v %v", body, p, err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	key, err := NewKey(testKey)
	if err != nil {
		t.Fatal(err)
	}
	for why, o := range map[string]Options{
		"version 3":      {Wallet: key, Version: 3},
		"a cap in words": {Wallet: key, MaxPerCallUSD: "five cents"},
		"a negative cap": {Wallet: key, MaxPerCallUSD: "-1"},
		"seven places":   {Wallet: key, BudgetUSD: "0.0000001"},
		"a bare point":   {Wallet: key, BudgetUSD: "1."},
		"a bad asset":    {Wallet: key, Assets: []Asset{{Contract: "USDC"}}},
		"a bad signer":   {Wallet: key, ReceiptSigner: "me"},
	} {
		if _, err := New(o); err == nil {
			t.Errorf("%s is taken", why)
		}
	}
}
