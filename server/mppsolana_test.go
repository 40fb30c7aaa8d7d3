package server

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/payment/devsol"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/svm/svmtest"
	"github.com/farebox/farebox/payment/x402"
)

// solanaRequest is what a challenge of the method solana asks for.
type solanaRequest struct {
	Amount        string `json:"amount"`
	Currency      string `json:"currency"`
	ExternalID    string `json:"externalId"`
	Recipient     string `json:"recipient"`
	MethodDetails struct {
		Decimals     int    `json:"decimals"`
		FeePayer     bool   `json:"feePayer"`
		FeePayerKey  string `json:"feePayerKey"`
		Network      string `json:"network"`
		TokenProgram string `json:"tokenProgram"`
	} `json:"methodDetails"`
}

func readSolanaRequest(t *testing.T, c mpp.Challenge) (r solanaRequest) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(c.Request)
	if err != nil || json.Unmarshal(raw, &r) != nil {
		t.Fatalf("request %s: %v", c.Request, err)
	}
	return r
}

// solanaCredential is what the reference buyer answers a challenge with: the price before the limit of units, and the
// challenge's name in a note.
func solanaCredential(t *testing.T, chain *devsol.Chain, c mpp.Challenge, change func(*svmtest.Order)) mpp.Credential {
	t.Helper()
	request := readSolanaRequest(t, c)
	address := func(text string) svm.Address {
		a, err := svm.ParseAddress(text)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	order := svmtest.Stock(t, chain.Network(), chain.BuyerKey(), address(request.Recipient),
		address(request.MethodDetails.FeePayerKey), 1000, chain.Blockhash(), request.ExternalID)
	order.Calls[0], order.Calls[1] = svmtest.Price(1), svmtest.Units(200_000)
	if change != nil {
		change(order)
	}
	return mpp.Credential{
		Challenge: c,
		Payload: mpp.Payload{
			Type:        mpp.TypeTransaction,
			Transaction: order.Sign(),
		},
	}
}

func TestCredentialBuysOnSolana(t *testing.T) {
	t.Parallel()
	chain := newSolana(t)
	w := solanaWorld(t, chain)
	s := w.start(t, map[string]string{"MPP": "true"})
	asked := challenge(t, s.do(s.hashCall("mpp")))
	request := readSolanaRequest(t, asked)
	if asked.Method != mpp.MethodSolana || request.Amount != "1000" || request.ExternalID == "" ||
		request.Currency != chain.Network().Mint.String() || request.MethodDetails.Network != "mainnet" ||
		!request.MethodDetails.FeePayer || request.MethodDetails.TokenProgram != svm.TokenProgram.String() {
		t.Fatalf("%+v asks for %+v", asked, request)
	}
	paid := withCredential(t, s.hashCall("mpp"), solanaCredential(t, chain, asked, nil))

	first := s.do(again(paid))
	if first.status != http.StatusOK {
		t.Fatalf("%d %s", first.status, first.body)
	}
	var receipt mpp.Receipt
	text, err := base64.RawURLEncoding.DecodeString(first.header.Get("Payment-Receipt"))
	if err != nil || json.Unmarshal(text, &receipt) != nil {
		t.Fatalf("receipt %q: %v", first.header.Get("Payment-Receipt"), err)
	}
	if receipt.Status != "success" || receipt.Method != mpp.MethodSolana || receipt.ChallengeID != asked.ID ||
		receipt.ChainID != 0 || receipt.Reference == "" || strings.Contains(string(text), "chainId") {
		t.Errorf("the receipt is %s", text)
	}

	second := s.do(again(paid))
	if second.status != http.StatusOK || !bytes.Equal(first.body, second.body) ||
		second.header.Get("X-Replayed") != "true" {
		t.Errorf("again: %d %s", second.status, second.body)
	}
	if got := w.received(); got != 1000 {
		t.Errorf("the seller holds %d", got)
	}
}

// TestTransactionBuysForItsOwnChallengeAlone: the note binds it. Nothing moves for one of another.
func TestTransactionBuysForItsOwnChallengeAlone(t *testing.T) {
	t.Parallel()
	chain := newSolana(t)
	w := solanaWorld(t, chain)
	s := w.start(t, map[string]string{"MPP": "true"})
	asked := challenge(t, s.do(s.hashCall("mine")))
	other := challenge(t, s.do(s.hashCall("other")))
	const note = 3
	pushed := solanaCredential(t, chain, asked, nil)
	pushed.Payload.Type = "signature"
	moved := solanaCredential(t, chain, asked, nil)
	moved.Challenge = other
	foreign := solanaCredential(t, chain, asked, nil)
	foreign.Challenge.Method = mpp.Method

	for _, tt := range []struct {
		why    string
		to     *http.Request
		with   mpp.Credential
		status int
		kind   string
	}{
		{"no note", s.hashCall("mine"), solanaCredential(t, chain, asked, func(o *svmtest.Order) {
			o.Calls = o.Calls[:note]
		}), 402, mpp.TypeVerificationFailed},
		{"another note", s.hashCall("mine"), solanaCredential(t, chain, asked, func(o *svmtest.Order) {
			o.Calls[note].Data = []byte("something else")
		}), 402, mpp.TypeVerificationFailed},
		{"the transaction of another challenge", s.hashCall("mine"), moved, 402, mpp.TypeVerificationFailed},
		{"another route of the price", s.request(http.MethodGet, "/crypto/convert?value=1&from=ether&to=wei", nil),
			solanaCredential(t, chain, asked, nil), 402, mpp.TypeInvalidChallenge},
		{"sent by the buyer itself", s.hashCall("mine"), pushed, 402, mpp.TypeVerificationFailed},
		{"a method that is not taken here", s.hashCall("mine"), foreign, 400, mpp.TypeMethodUnsupported},
	} {
		a := s.do(withCredential(t, tt.to, tt.with))
		if a.status != tt.status || a.json(t)["type"] != tt.kind {
			t.Errorf("%s: %d %s", tt.why, a.status, a.body)
		}
	}
	if got := w.received(); got != 0 {
		t.Errorf("the seller holds %d", got)
	}
}

// TestChallengesOnSolanaAreForOurOwnFacilitator: another's takes instructions in the order of x402 alone.
func TestChallengesOnSolanaAreForOurOwnFacilitator(t *testing.T) {
	t.Parallel()
	chain := newSolana(t)
	w := solanaWorld(t, chain)
	w.settings["FACILITATOR_URL"] = facilitatorOn(t, chain)
	s := w.start(t, map[string]string{"MPP": "true"})
	a := s.do(s.hashCall("remote"))
	if a.status != http.StatusPaymentRequired || a.header.Get("WWW-Authenticate") != "" {
		t.Errorf("%d %v", a.status, a.header)
	}
	if quote := quoteOf(t, a); len(quote.Accepts) != 1 || quote.Accepts[0].Network != x402.SolanaMainnet {
		t.Errorf("%+v", quote.Accepts)
	}
}
