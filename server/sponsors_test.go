package server

import (
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	svmfacilitator "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// facilitatorOn is a facilitator of others' for a chain like Solana's, over HTTP, which remembers nothing of what an
// earlier one has settled.
func facilitatorOn(t *testing.T, chain *devsol.Chain) (url string) {
	t.Helper()
	f, err := svmfacilitator.New([]svm.Network{chain.Network()}, nil, chain.FeePayerKey(), svmfacilitator.Options{})
	if err != nil {
		t.Fatal(err)
	}
	atEnd(t, func() { f.Close() })
	api := httpapi.New(f, x402.OfKind(x402.Builtin(), x402.SVM), httpapi.Options{Logger: slog.New(slog.DiscardHandler)})
	web := httptest.NewServer(api.Handler(""))
	atEnd(t, web.Close)
	return web.URL
}

// TestSolanaIsSettledByAnothersFacilitator: the fee payer of quotes is the one that the facilitator names, and what has
// landed at one seller buys nothing at another with the same wallet.
func TestSolanaIsSettledByAnothersFacilitator(t *testing.T) {
	t.Parallel()
	chain := newSolana(t)
	w := solanaWorld(t, chain)
	w.settings["FACILITATOR_URL"] = facilitatorOn(t, chain)
	s := w.start(t, nil)

	quote := quoteOf(t, s.do(s.hashCall("remote")))
	sponsor := svm.AddressOf(chain.FeePayerKey()).String()
	if len(quote.Accepts) != 1 || quote.Accepts[0].Extra.FeePayer != sponsor {
		t.Fatalf("%+v", quote.Accepts)
	}
	r := s.paid(s.hashCall("remote"), pay.V2)
	if a := s.do(again(r)); a.status != http.StatusOK || receiptOf(t, a).Network != w.network {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if a := s.do(again(r)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("a repeat: %d %s", a.status, a.body)
	}

	w.settings["FACILITATOR_URL"] = facilitatorOn(t, chain)
	other := w.start(t, nil)
	elsewhere := other.hashCall("remote")
	elsewhere.Header = r.Header
	a := other.do(elsewhere)
	if a.status != http.StatusPaymentRequired || a.json(t)["error"] != x402.ReasonDuplicate {
		t.Errorf("at another seller: %d %s", a.status, a.body)
	}
	if got := w.received(); got != 1000 {
		t.Errorf("the seller holds %d", got)
	}
}

// TestFacilitatorWithoutSolanaClosesThoseOffersAlone.
func TestFacilitatorWithoutSolanaClosesThoseOffersAlone(t *testing.T) {
	t.Parallel()
	solana := solanaWorld(t, newSolana(t))
	settings := maps.Clone(solana.settings)
	settings["PAYMENT_NETWORKS"] = "solana,base"
	settings["FACILITATOR_URL"] = "http://127.0.0.1:1"
	s := start(t, newKey(t), settings, (&scripted{}).with(false)) // which lists nothing
	quote := quoteOf(t, s.do(s.hashCall("closed")))
	if len(quote.Accepts) != 1 || quote.Accepts[0].Network != "eip155:8453" {
		t.Errorf("%+v", quote.Accepts)
	}
	if a := s.do(s.paid(s.hashCall("open"), pay.V1)); a.status != http.StatusOK {
		t.Errorf("on the other network: %d %s", a.status, a.body)
	}
}

// TestFeePayerInQuotesStaysWhileItIsListed: the reference names another of its fee payers each time it is asked.
func TestFeePayerInQuotesStaysWhileItIsListed(t *testing.T) {
	t.Parallel()
	networks := x402.OfKind(x402.Builtin(), x402.SVM)
	says := func(named string, all ...string) facilitator.Supported {
		return facilitator.Supported{
			Kinds: []facilitator.Kind{{
				X402Version: 2,
				Scheme:      x402.SchemeExact,
				Network:     x402.SolanaMainnet,
				Extra:       map[string]any{"feePayer": named},
			}},
			Signers: map[string][]string{"solana:*": all, "eip155:*": {"0x1"}},
		}
	}
	var known sponsors
	for _, step := range []struct {
		why  string
		said facilitator.Supported
		want []string
	}{
		{"the one that is named comes first", says("b", "a", "b", "c"), []string{"b", "a", "c"}},
		{"another is named, and it is still listed", says("c", "a", "b", "c"), []string{"b", "a", "c"}},
		{"it is listed no more", says("c", "c", "d"), []string{"c", "d"}},
		{"no signers are listed", says("c"), []string{"c"}},
		{"the facilitator does Solana no more", facilitator.Supported{}, nil},
	} {
		known.learn(networks, step.said)
		got := known.of(x402.SolanaMainnet)
		if len(got) > 0 && got[0] != step.want[0] || !sameSet(got, step.want) {
			t.Errorf("%s: %q, want %q", step.why, got, step.want)
		}
	}
	if got := known.of(x402.SolanaDevnet); got != nil {
		t.Errorf("the other network has %q", got)
	}
}

func sameSet(a, b []string) bool {
	a = slices.Sorted(slices.Values(a))
	b = slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}
