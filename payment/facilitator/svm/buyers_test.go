package svm_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	facilitatorsvm "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// TestOurBuyerPays has the SDK, which shares no code with the seller, pay a quote on the chain.
func TestOurBuyerPays(t *testing.T) {
	w := newWorld(t, devsol.Options{}, facilitatorsvm.Options{})
	key, err := pay.NewSolanaKey(svm.Signature(w.buyer).String())
	if err != nil {
		t.Fatal(err)
	}
	quote := quoteOf(t, w.requirement())
	offer, err := quote.Best()
	if err != nil {
		t.Fatal(err)
	}

	const purchases = 3
	for range purchases {
		signed, err := pay.SignSolana(t.Context(), key, w.chain.RPCURL(), quote, offer, "")
		if err != nil {
			t.Fatal(err)
		}
		payment := sent(t, signed.Value)
		read, err := svm.ReadPayment(payment.Payload.Transaction)
		if err != nil {
			t.Fatal(err)
		}
		if signed.Payer != read.Payer.String() || signed.Amount != "10000" {
			t.Errorf("the buyer says %+v, the seller reads %s", signed, read.Payer)
		}

		request := facilitator.Request{
			Payment:     payment,
			Requirement: w.requirement(),
		}
		if v := w.verify(w.f, request); !v.Valid {
			t.Fatalf("%+v", v)
		}
		if got := w.settle(w.f, request); got.Outcome != facilitator.Settled || got.Repeated {
			t.Fatalf("%+v", got)
		}
	}
	w.wantHeld(paid(purchases), "each purchase is a payment of its own")
}

func quoteOf(t *testing.T, r x402.Requirement) *pay.Quote {
	t.Helper()
	text, err := json.Marshal(x402.Required{
		X402Version: 2,
		Accepts:     []x402.Requirement{r},
	})
	if err != nil {
		t.Fatal(err)
	}
	header := http.Header{}
	header.Set(x402.HeaderRequired, base64.StdEncoding.EncodeToString(text))
	quote, err := pay.ParseQuote(header, nil, pay.V2, []pay.Asset{pay.SolanaUSDC})
	if err != nil {
		t.Fatal(err)
	}
	return quote
}

// sent reads a payment as the seller does.
func sent(t *testing.T, value string) (payment x402.Payment) {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &payment); err != nil {
		t.Fatal(err)
	}
	return payment
}

// TestBuyerAndSellerMeanTheSameAccount compares the token accounts of many owners, which each side derives by its own
// arithmetic.
func TestBuyerAndSellerMeanTheSameAccount(t *testing.T) {
	w := newWorld(t, devsol.Options{Manual: true}, facilitatorsvm.Options{})
	key, err := pay.NewSolanaKey(svm.Signature(w.buyer).String())
	if err != nil {
		t.Fatal(err)
	}
	for seed := range 100 {
		r := w.requirement()
		r.PayTo = svm.AddressOf(svmtest.Key(byte(100 + seed))).String()
		quote := quoteOf(t, r)
		signed, err := pay.SignSolana(t.Context(), key, w.chain.RPCURL(), quote, quote.Offers[0], "")
		if err != nil {
			t.Fatal(err)
		}
		terms, err := svm.NewTerms(r, w.chain.Network(), nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := svm.ReadPayment(sent(t, signed.Value).Payload.Transaction)
		if err != nil {
			t.Fatal(err)
		}
		if refused := p.Check(terms); refused != nil {
			t.Errorf("to %s: %+v", r.PayTo, refused)
		}
	}
}
