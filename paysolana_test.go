package main

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/facilitator"
	facilitatorsvm "github.com/farebox/farebox/payment/facilitator/svm"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
)

// solanaSeller sells for a tenth of a cent on a chain like Solana.
type solanaSeller struct {
	*testing.T
	chain       *devsol.Chain
	facilitator *facilitatorsvm.Facilitator
	payTo       svm.Address
	url         string
}

func newSolanaSeller(t *testing.T) *solanaSeller {
	t.Helper()
	s := &solanaSeller{
		T:     t,
		payTo: svm.AddressOf(svmtest.Key(3)),
	}
	var err error
	s.chain, err = devsol.New(devsol.Options{
		Interval: 10 * time.Millisecond,
		Balances: map[svm.Address]uint64{s.payTo: 0},
	})
	if err != nil {
		t.Fatal(err)
	}
	options := facilitatorsvm.Options{
		Poll:        10 * time.Millisecond,
		CallTimeout: time.Minute,
	}
	s.facilitator, err = facilitatorsvm.New([]svm.Network{s.chain.Network()}, nil, s.chain.FeePayerKey(), options)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.Close()
		if err := s.facilitator.Close(); err != nil {
			t.Error(err)
		}
		if err := s.chain.Close(); err != nil {
			t.Error(err)
		}
	})
	s.url = server.URL
	return s
}

func (s *solanaSeller) requirement() x402.Requirement {
	return x402.Requirement{
		Scheme:            x402.SchemeExact,
		Network:           svm.Mainnet,
		Amount:            "1000",
		Asset:             s.chain.Network().Mint.String(),
		PayTo:             s.payTo.String(),
		MaxTimeoutSeconds: 60,
		Extra:             x402.Extra{FeePayer: s.facilitator.Address().String()},
	}
}

// ServeHTTP quotes, or settles what was sent.
func (s *solanaSeller) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sent := r.Header.Get(x402.HeaderPayment)
	if sent == "" {
		w.Header().Set(x402.HeaderRequired, header(s, x402.Required{
			X402Version: 2,
			Accepts:     []x402.Requirement{s.requirement()},
		}))
		w.WriteHeader(http.StatusPaymentRequired)
		return
	}

	request := facilitator.Request{Requirement: s.requirement()}
	raw, err := base64.StdEncoding.DecodeString(sent)
	if err != nil {
		s.Error(err)
	}
	if err := json.Unmarshal(raw, &request.Payment); err != nil {
		s.Error(err)
	}
	done, err := s.facilitator.Settle(r.Context(), request)
	if err != nil || done.Outcome != facilitator.Settled {
		s.Errorf("%+v, %v", done, err)
	}
	w.Header().Set(x402.HeaderPaymentResponse, header(s, x402.Receipt{
		Success:     true,
		Transaction: done.Transaction,
		Network:     done.Network,
		Payer:       done.Payer,
	}))
	_, _ = io.WriteString(w, `{"sold":true}`)
}

func header(t testing.TB, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Error(err)
	}
	return base64.StdEncoding.EncodeToString(text)
}

func TestCommandPaysOnSolana(t *testing.T) {
	s := newSolanaSeller(t)
	key := svm.Signature(s.chain.BuyerKey()).String()
	out, diag, code := shell(t, "", false,
		"--solana", "--solana-key", key, "--rpc", s.chain.RPCURL(), "--max-usd", "0.01", s.url)
	if code != 0 || !strings.Contains(out, `"sold": true`) {
		t.Fatalf("exit %d\n%s\n%s", code, out, diag)
	}
	for _, want := range []string{"$0.001 (1000 atomic units of USDC)", svm.Mainnet, s.payTo.String()} {
		if !strings.Contains(diag, want) {
			t.Errorf("%q is not shown:\n%s", want, diag)
		}
	}
	if strings.Contains(diag, key) {
		t.Error("the key is shown")
	}
	if units := s.chain.Units(s.payTo); units != 1000 {
		t.Errorf("the seller has %d units", units)
	}
}

func TestCommandOnSolanaHoldsTheMaximum(t *testing.T) {
	s := newSolanaSeller(t)
	key := svm.Signature(s.chain.BuyerKey()).String()
	_, diag, code := shell(t, "", false,
		"--solana", "--solana-key", key, "--rpc", s.chain.RPCURL(), "--max-usd", "0.0009", s.url)
	if code != exitDeclined || s.chain.Units(s.payTo) != 0 {
		t.Errorf("exit %d, the seller has %d units\n%s", code, s.chain.Units(s.payTo), diag)
	}
}

func TestCommandOnSolanaWantsItsOwnKey(t *testing.T) {
	s := newSolanaSeller(t)
	for _, args := range [][]string{
		{"--solana", "--key", hexKey(t), "--yes", s.url},
		{"--solana", "--solana-key", hexKey(t), "--yes", s.url},
	} {
		t.Setenv("SOLANA_BUYER_KEY", "")
		if _, diag, code := shell(t, "", false, args...); code != exitFailed || strings.Contains(diag, args[2]) {
			t.Errorf("exit %d\n%s", code, diag)
		}
	}
	if _, diag, code := shell(t, "", false, "--key", hexKey(t), "--yes", s.url); code != exitDeclined {
		t.Errorf("an EVM key alone: exit %d\n%s", code, diag)
	}
}
