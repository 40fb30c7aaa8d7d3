package evm_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/x402"
)

// spoiler is a wire to the chain that notes each round trip, as the names of its calls, and puts an
// error in the place of one answer.
type spoiler struct {
	*httptest.Server
	method string // of the answer that is spoiled
	nth    int    // which of that method's calls, from 0
	trips  []string
}

// newSpoiler serves one caller at a time.
func newSpoiler(t *testing.T, target func() string) *spoiler {
	s := &spoiler{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		var calls, answers []map[string]any
		if err := json.Unmarshal(body, &calls); err != nil {
			t.Errorf("%.200s: %v", body, err)
		}

		answer, err := http.Post(target(), "application/json", bytes.NewReader(body))
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		if err := json.NewDecoder(answer.Body).Decode(&answers); err != nil {
			t.Error(err)
		}

		var names []string
		for _, call := range calls {
			name := call["method"].(string)
			if name == s.method && s.nth == count(names, name) {
				spoil(answers, call["id"])
			}
			names = append(names, name)
		}
		s.trips = append(s.trips, strings.Join(names, " "))

		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(answers); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func count(names []string, name string) int {
	n := 0
	for _, other := range names {
		if other == name {
			n++
		}
	}
	return n
}

func spoil(answers []map[string]any, id any) {
	for _, answer := range answers {
		if answer["id"] == id {
			delete(answer, "result")
			answer["error"] = map[string]any{"code": -32000, "message": "spoiled"}
		}
	}
}

func TestAPaymentIsVerifiedInOneRoundTrip(t *testing.T) {
	var w *world
	owner := newKey(t)
	wire := newSpoiler(t, func() string { return w.chain.RPCURL() })
	options := walletOptions(t, crypto.PubkeyToAddress(owner.PublicKey))
	options.Mode = devchain.AtOnce
	w = newWorld(t, 1, options, evm.Options{}, wire.URL)

	_, ofKey := w.payment(0, 100)
	a := w.authorize(walletAt, 100)
	ofWallet := request(a, devchain.WalletSignature(w.sign(owner, a)))

	const ofHead = "eth_getBlockByNumber eth_maxPriorityFeePerGas eth_getBalance eth_getTransactionCount "
	for _, tt := range []struct {
		name string
		req  facilitator.Request
		want string
	}{
		{"signed by a key", ofKey, ofHead + "eth_call eth_getCode"},
		{"signed by a contract wallet", ofWallet, ofHead + "eth_call eth_call eth_estimateGas eth_getCode"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wire.trips = nil
			if got, err := w.f.Verify(t.Context(), tt.req); err != nil || !got.Valid {
				t.Fatalf("%+v, %v", got, err)
			}
			if !slices.Equal(wire.trips, []string{tt.want}) {
				t.Errorf("round trips %q, want one of %q", wire.trips, tt.want)
			}
		})
	}
}

func TestACheckGoesOnWithoutWhatItCanDoWithout(t *testing.T) {
	var w *world
	owner := newKey(t)
	wire := newSpoiler(t, func() string { return w.chain.RPCURL() })
	options := walletOptions(t, crypto.PubkeyToAddress(owner.PublicKey))
	options.Mode = devchain.AtOnce
	w = newWorld(t, 1, options, evm.Options{}, wire.URL)

	a := w.authorize(walletAt, 100)
	req := request(a, devchain.WalletSignature(w.sign(owner, a)))

	const noVerdict = "no verdict"
	for _, tt := range []struct {
		method string
		nth    int
		want   string // the reason of a refusal, noVerdict, or "" for a valid payment
		why    string
	}{
		{"", 0, "", "nothing is spoiled"},
		{"eth_maxPriorityFeePerGas", 0, "", "the least tip of the options serves"},
		{"eth_estimateGas", 0, "", "settling estimates again"},
		{"eth_call", 1, x402.ReasonSignature, "a wallet's code that fails accepts no signature"},
		{"eth_call", 0, noVerdict, "state and balance decide"},
		{"eth_getCode", 0, noVerdict, "an account without code is refused for good"},
		{"eth_getBlockByNumber", 0, noVerdict, "fees and time come from it"},
		{"eth_getBalance", 0, noVerdict, "an operator must see an endpoint that does not tell it"},
		{"eth_getTransactionCount", 0, noVerdict, "it tells what a former life may have sent"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			wire.method, wire.nth = tt.method, tt.nth

			got, err := w.f.Verify(t.Context(), req)
			if (err != nil) != (tt.want == noVerdict) {
				t.Fatalf("%s %d: %+v, %v", tt.method, tt.nth, got, err)
			}
			if err == nil && (got.Reason != tt.want || got.Valid != (tt.want == "")) {
				t.Errorf("%s %d: %+v, want reason %q", tt.method, tt.nth, got, tt.want)
			}
			if err != nil && !strings.Contains(err.Error(), tt.method+": spoiled") {
				t.Errorf("%v does not name %s", err, tt.method)
			}
		})
	}
}
