package pay

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// quotedV1 is the body of a 402 in version 1.
func quotedV1(reason string) string {
	text, err := json.Marshal(map[string]any{
		"x402Version": 1,
		"error":       reason,
		"accepts": []any{map[string]any{
			"scheme":            "exact",
			"network":           BaseUSDC.V1Network,
			"maxAmountRequired": "2000",
			"asset":             BaseUSDC.Contract,
			"payTo":             testPayTo,
			"resource":          resource,
			"description":       "A thing",
			"maxTimeoutSeconds": 120,
			"extra":             map[string]any{"name": BaseUSDC.Name, "version": BaseUSDC.Version},
		}},
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// sellV1 answers a payment as sellers of version 1 do.
func sellV1(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set(headerResponseV1, encoded(map[string]any{
		"success":     true,
		"transaction": settledBy,
		"network":     BaseUSDC.V1Network,
	}))
	_, _ = io.WriteString(w, `{"sold":true}`)
}

func TestSellerIsPaidInAVersionThatItQuotes(t *testing.T) {
	none := func(int) map[string]any { return nil }
	both := func(int) map[string]any { return quoted("2000") }
	for _, row := range []struct {
		why    string
		header func(int) map[string]any
		body   string
		choose Version
		paid   Version // 0 when it is not
	}{
		{"both, and nothing chosen", both, quotedV1(""), AnyVersion, V2},
		{"both, and 1 chosen", both, quotedV1(""), V1, V1},
		{"both, and 2 chosen", both, quotedV1(""), V2, V2},
		{"1 alone", none, quotedV1(""), AnyVersion, V1},
		{"2 alone", both, `{}`, AnyVersion, V2},
		{"1 alone, and 2 chosen", none, quotedV1(""), V2, 0},
		{"2 alone, and 1 chosen", both, `{}`, V1, 0},
		{"no quote", none, `{}`, AnyVersion, 0},
	} {
		t.Run(row.why, func(t *testing.T) {
			s := newSeller(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get(headerSignatureV1) != "" {
					sellV1(w, r)
					return
				}
				sell(w, r)
			})
			s.quote = row.header
			s.body = row.body
			transport, _ := newTransport(t, func(o *Options) { o.Version = row.choose })
			_, p, err := get(t, transport, s)
			if row.paid == 0 {
				if as[*Unpayable](t, err); s.paid() != 0 {
					t.Errorf("%d payments", s.paid())
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}

			if m := decoded(t, s.payment(0)); m.X402Version != int(row.paid) || m.Payload.Authorization.Value != "2000" {
				t.Errorf("paid with %+v", m)
			}
			if p.AmountUSD != "0.002" || p.Transaction != settledBy || p.Network != "eip155:8453" || p.Payer != testPayer {
				t.Errorf("%+v", p)
			}
		})
	}
}

// TestVersion1IsRefusedAndRedeemedLikeVersion2: the reason is read from the body, and a payment of unknown outcome is
// sent again as it was.
func TestVersion1IsRefusedAndRedeemedLikeVersion2(t *testing.T) {
	s := newSeller(t, problem(http.StatusPaymentRequired, quotedV1("invalid_exact_evm_payload_signature")))
	s.quote = func(int) map[string]any { return nil }
	s.body = quotedV1("")
	transport, _ := newTransport(t)
	_, _, err := get(t, transport, s)
	if p := as[*PaymentRefused](t, err); p.Code != "invalid_exact_evm_payload_signature" || p.Charged != NotCharged {
		t.Errorf("%+v", p)
	}

	s.then(problem(http.StatusPaymentRequired, quotedV1(reasonPending)))
	_, _, err = get(t, transport, s)
	pending := as[*SettlementPending](t, err)
	s.then(sellV1)
	again, err := New(Options{}) // which has no wallet: nothing is signed
	if err != nil {
		t.Fatal(err)
	}
	request, _ := http.NewRequestWithContext(WithPayment(t.Context(), pending.Payment), http.MethodGet, s.URL, nil)
	response, err := again.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	if p := Of(response); p.AmountUSD != "0.002" || p.Transaction != settledBy || len(s.differentPayments()) != 2 {
		t.Errorf("%+v, %d different", p, len(s.differentPayments()))
	}
}

// TestWithoutAWalletThePriceIsTold by a transport and by ErrorOf alike.
func TestWithoutAWalletThePriceIsTold(t *testing.T) {
	s := newSeller(t, sell)
	transport, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, asked := get(t, transport, s)

	response, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{asked, ErrorOf(response, body)} {
		p := as[*PaymentRequired](t, err)
		if p.Charged != NotCharged || !strings.Contains(p.Detail, "0.002 USD on eip155:8453") ||
			len(p.Quote.Offers) != 1 || s.paid() != 0 {
			t.Errorf("%+v, %d payments", p, s.paid())
		}
	}
}

func TestAnswersBelow400AreNoErrors(t *testing.T) {
	for status, want := range map[int]bool{200: false, 204: false, 304: false, 400: true, 404: true, 503: true} {
		response := &http.Response{
			StatusCode: status,
			Header:     http.Header{},
		}
		err := ErrorOf(response, []byte(`{"code":"some_code"}`))
		if (err != nil) != want || want && AsProblem(err).Code != "some_code" {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestFirstAllowedAssetThenTheCheapestOfferIsTaken(t *testing.T) {
	q := quoted("3000")
	for _, other := range []map[string]any{
		quoted("2000"),
		quoted("1", func(a map[string]any) {
			a["network"] = BaseSepoliaUSDC.Network
			a["asset"] = BaseSepoliaUSDC.Contract
			delete(a, "extra")
		}),
	} {
		q["accepts"] = append(q["accepts"].([]any), other["accepts"].([]any)...)
	}
	for _, row := range []struct {
		allowed []Asset
		amount  string
	}{
		{[]Asset{BaseUSDC, BaseSepoliaUSDC}, "2000"},
		{[]Asset{BaseSepoliaUSDC, BaseUSDC}, "1"},
	} {
		read, err := parseV2(encoded(q), row.allowed)
		if err != nil {
			t.Fatal(err)
		}
		if o, err := read.Best(); err != nil || o.Amount != row.amount || o.asset != row.allowed[0] {
			t.Errorf("%+v, %v", o, err)
		}
	}
}

// TestGoodOfferIsTakenBesideBadOnes, and what stands in the way of the others is told.
func TestGoodOfferIsTakenBesideBadOnes(t *testing.T) {
	q := quoted("1", set("scheme", "upto"))
	q["accepts"] = append(q["accepts"].([]any), "no object", quoted("2000")["accepts"].([]any)[0])
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any { return q }
	transport, _ := newTransport(t)
	if _, p, err := get(t, transport, s); err != nil || p.AmountUSD != "0.002" {
		t.Errorf("%+v, %v", p, err)
	}

	read, err := parseV2(encoded(q), []Asset{BaseUSDC})
	if err != nil || read.Offers[0].Obstacle == "" || read.Offers[1].Obstacle == "" || read.Offers[2].Obstacle != "" {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := Sign(transport.opts.Wallet, read, read.Offers[0], ""); err == nil {
		t.Error("an offer with an obstacle was signed for")
	}
}

func TestSignedPaymentIsOfItsOfferAndTime(t *testing.T) {
	key, err := NewKey(testKey)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_800_000_000, 0)
	for seconds, want := range map[int]int64{120: 120, 0: 60, -5: 60, 1 << 40: 3600} {
		q, err := parseV2(encoded(quoted("2000", set("maxTimeoutSeconds", seconds))), []Asset{BaseUSDC})
		if err != nil {
			t.Fatal(err)
		}
		s, err := sign(key, now, strings.NewReader(strings.Repeat("\x07", 32)), q, q.Offers[0], "")
		if err != nil {
			t.Fatal(err)
		}
		a := decoded(t, s.Value).Payload.Authorization
		if a.ValidAfter != "1799999400" || a.ValidBefore != fmt.Sprint(now.Unix()+want) ||
			a.Nonce != "0x"+strings.Repeat("07", 32) {
			t.Errorf("%d s: %+v", seconds, a)
		}
		if s.ValidBefore.Unix() != now.Unix()+want || s.Nonce != a.Nonce || s.Amount != "2000" || s.PayTo != testPayTo {
			t.Errorf("%d s: %+v", seconds, s)
		}
		if _, err := sign(key, now, iotest.ErrReader(io.EOF), q, q.Offers[0], ""); err == nil {
			t.Error("a payment was signed without randomness for its nonce")
		}
	}
}

// TestPatienceBoundsHowLongAPaymentIsSent: the payment is handed over for later.
func TestPatienceBoundsHowLongAPaymentIsSent(t *testing.T) {
	s := newSeller(t, problem(503, `{"code":"settlement_pending","charged":null}`))
	transport, c := newTransport(t, func(o *Options) { o.RedeemFor = 20 * time.Second })
	began := c.at
	_, _, err := get(t, transport, s)
	pending := as[*SettlementPending](t, err)
	if took := c.at.Sub(began); took > 20*time.Second || s.paid() < 3 {
		t.Errorf("%d payments in %s", s.paid(), took)
	}
	if left := pending.ValidBefore.Sub(began); left != 2*time.Minute {
		t.Errorf("valid for %s", left)
	}

	silent := make(chan struct{})
	defer close(silent)
	s.then(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-silent:
		case <-r.Context().Done():
		}
	})
	transport, _ = newTransport(t, func(o *Options) { o.RedeemFor = 50 * time.Millisecond })
	_, _, err = get(t, transport, s)
	if pending := as[*SettlementPending](t, err); pending.Charged != MaybeCharged {
		t.Errorf("%+v", pending)
	}
}

// TestPaymentOfTheRequestItselfIsNotSent: an old one in its headers would be in the place of the wallet's.
func TestPaymentOfTheRequestItselfIsNotSent(t *testing.T) {
	s := newSeller(t, sell)
	transport, _ := newTransport(t)
	request, _ := http.NewRequest(http.MethodGet, s.URL, nil)
	request.Header.Set(headerSignature, "an old payment")
	request.Header.Set(headerSignatureV1, "another old payment")
	if _, err := transport.RoundTrip(request); err != nil {
		t.Fatal(err)
	}
	if s.asked() != 1 || s.paid() != 1 || strings.Contains(s.payment(0), "old") {
		t.Errorf("%d unpaid, %d paid", s.asked(), s.paid())
	}
}

// TestPriceInDollarsIsTheExactAmount for any number of units.
func TestPriceInDollarsIsTheExactAmount(t *testing.T) {
	for range 10_000 {
		units := rand.Uint64N(1 << 62 >> rand.IntN(62))
		q, err := parseV2(encoded(quoted(fmt.Sprint(units))), []Asset{BaseUSDC})
		if err != nil {
			t.Fatal(err)
		}
		back, err := parseUSD(q.Offers[0].USD)
		if units < 1e18 && (err != nil || uint64(back) != units) {
			t.Fatalf("%d became %s: %v", units, q.Offers[0].USD, err)
		}
	}
}

func FuzzParseQuote(f *testing.F) {
	f.Add(quotedV1("x"))
	f.Add(`{"x402Version":2,"accepts":[{}],"extensions":{"payment-identifier":{"info":3}},"resource":{}}`)
	f.Add(`{"x402Version":2,"accepts":[{"scheme":"batch-settlement","extra":{"channelState":3}}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		header := http.Header{}
		header.Set(headerRequired, base64.StdEncoding.EncodeToString([]byte(text)))
		for _, version := range []Version{V1, V2} {
			q, err := ParseQuote(header, []byte(text), version, []Asset{BaseUSDC})
			if err != nil {
				continue
			}
			if o, err := q.Best(); err == nil && (o.Obstacle != "" || o.amount < 0) {
				t.Errorf("%+v", o)
			}
			filled, err := withPurchaseID(q.extensions, "a-purchase-of-mine")
			if err == nil && len(filled) != len(q.extensions) {
				t.Errorf("%d extensions became %d", len(q.extensions), len(filled))
			}
		}
	})
}
