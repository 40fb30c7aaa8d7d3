package server

import (
	"net/http"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/buyer"
	"github.com/farebox/farebox/payment/x402"
	farebox "github.com/farebox/farebox/sdk/go"
)

// TestGoClientBuysARoute pays on the chain through the generated client, with the inputs that the route needs and no
// others.
func TestGoClientBuysARoute(t *testing.T) {
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	payer, err := buyer.New(s.key, buyer.Options{MaxUSD: decimal.NewFromInt(1), Networks: s.networks})
	if err != nil {
		t.Fatal(err)
	}
	client, err := farebox.New(s.url, payer.HTTPClient())
	if err != nil {
		t.Fatal(err)
	}

	held, err := chain.BalanceOf(t.Context(), s.payTo)
	if err != nil || held.Sign() != 0 {
		t.Fatalf("%v %v", held, err)
	}
	params := &farebox.CryptoHashParams{Algo: farebox.CryptoHashParamsAlgoKeccak256, Input: "bought"}
	answer, err := client.CryptoHashWithResponse(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}

	if answer.StatusCode() != http.StatusOK || answer.JSON200 == nil {
		t.Fatalf("%s %s", answer.Status(), answer.Body)
	}
	if want := crypto.Keccak256Hash([]byte("bought")).Hex(); answer.JSON200.Hash != want {
		t.Errorf("%s, want %s", answer.JSON200.Hash, want)
	}
	if answer.HTTPResponse.Header.Get(x402.HeaderPaymentResponse) == "" {
		t.Error("no receipt")
	}

	op, _ := s.spec.Lookup(http.MethodGet, "/crypto/hash")
	if held, err = chain.BalanceOf(t.Context(), s.payTo); err != nil || held.Cmp(atomicPrice(op)) != 0 {
		t.Errorf("the seller holds %v, the price is %s: %v", held, atomicPrice(op), err)
	}
}

// TestGoClientWithoutPaymentIsQuoted: a plain client gets free routes, and the quote of the others.
func TestGoClientWithoutPaymentIsQuoted(t *testing.T) {
	s := start(t, nil, nil)
	client, err := farebox.New(s.url, nil)
	if err != nil {
		t.Fatal(err)
	}

	found, err := client.FindRoutesWithResponse(t.Context(), &farebox.FindRoutesParams{Q: "hash a text"})
	if err != nil {
		t.Fatal(err)
	}
	if found.JSON200 == nil || found.JSON200.Count == 0 {
		t.Errorf("%s %s", found.Status(), found.Body)
	}

	params := &farebox.CryptoHashParams{Algo: farebox.CryptoHashParamsAlgoSha256, Input: "x"}
	quoted, err := client.CryptoHashWithResponse(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if quoted.StatusCode() != http.StatusPaymentRequired || quoted.JSON200 != nil {
		t.Errorf("%s %s", quoted.Status(), quoted.Body)
	}

	for _, bad := range []string{"", "api.farebox.test", "ftp://api.farebox.test", "https://", "https://%"} {
		if _, err := farebox.New(bad, nil); err == nil {
			t.Errorf("%q is taken for a base URL", bad)
		}
	}
}
