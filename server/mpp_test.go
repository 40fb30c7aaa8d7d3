package server

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/mpp"
)

// startMPP is a service on a chain that also takes the Payment scheme.
func startMPP(t *testing.T, tune ...func(*Parts)) (*service, *devchain.Chain) {
	t.Helper()
	chain := newChain(t)
	settings := onChain(chain)
	settings["MPP"] = "true"
	return start(t, chain.BuyerKey(), settings, tune...), chain
}

// challenge is the first challenge of a 402.
func challenge(t *testing.T, a answer) mpp.Challenge {
	t.Helper()
	c, err := mpp.ParseChallenge(a.header.Get("WWW-Authenticate"))
	if err != nil || a.status != http.StatusPaymentRequired {
		t.Fatalf("no challenge in %d %v: %v", a.status, a.header, err)
	}
	return c
}

// credential is what a buyer answers a challenge with, before it is written.
func (s *service) credential(c mpp.Challenge, key *ecdsa.PrivateKey) mpp.Credential {
	s.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(c.Request)
	if err != nil {
		s.Fatal(err)
	}
	var request struct {
		Amount    string `json:"amount"`
		Recipient string `json:"recipient"`
	}
	if err := json.Unmarshal(raw, &request); err != nil {
		s.Fatal(err)
	}
	expires, err := time.Parse(time.RFC3339, c.Expires)
	if err != nil {
		s.Fatal(err)
	}

	authorization := eip3009.Authorization{
		From:        crypto.PubkeyToAddress(key.PublicKey),
		To:          common.HexToAddress(request.Recipient),
		Value:       *uint256.MustFromDecimal(request.Amount),
		ValidBefore: *uint256.NewInt(uint64(expires.Unix())),
		Nonce:       common.HexToHash(mpp.Nonce(c)),
	}
	signature, err := eip3009.Sign(key, authorization.Digest(eip3009.DomainOf(s.networks[0]).Separator()))
	if err != nil {
		s.Fatal(err)
	}
	wire := authorization.Wire()
	return mpp.Credential{
		Challenge: c,
		Payload: mpp.Payload{
			Type:        mpp.TypeAuthorized,
			From:        wire.From,
			To:          wire.To,
			Value:       wire.Value,
			ValidAfter:  wire.ValidAfter,
			ValidBefore: wire.ValidBefore,
			Nonce:       wire.Nonce,
			Signature:   "0x" + hex.EncodeToString(signature),
		},
		Source: "did:pkh:eip155:8453:" + wire.From,
	}
}

// with is r with a credential.
func withCredential(t *testing.T, r *http.Request, c mpp.Credential) *http.Request {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	r = again(r)
	r.Header.Set("Authorization", "Payment "+base64.RawURLEncoding.EncodeToString(text))
	return r
}

func TestCredentialBuysOnceAndItsAnswerCanBeHadAgain(t *testing.T) {
	t.Parallel()
	s, chain := startMPP(t)
	r := s.hashCall("mpp")
	quoted := s.do(again(r))
	asked := challenge(t, quoted)
	if asked.Realm != "api.farebox.test" || asked.Digest != "" {
		t.Errorf("the challenge is %+v", asked)
	}
	body := quoted.json(t)
	if body["type"] != mpp.TypePaymentRequired || body["challengeId"] != asked.ID || body["x402Version"] != 1. ||
		body["status"] != 402. {
		t.Errorf("the quote's body is %s", quoted.body)
	}
	paid := withCredential(t, r, s.credential(asked, chain.BuyerKey()))

	first := s.do(again(paid))
	if first.status != http.StatusOK || first.header.Get("PAYMENT-RESPONSE") != "" {
		t.Fatalf("%d %s", first.status, first.body)
	}
	var receipt mpp.Receipt
	text, err := base64.RawURLEncoding.DecodeString(first.header.Get("Payment-Receipt"))
	if err != nil || json.Unmarshal(text, &receipt) != nil {
		t.Fatalf("receipt %q: %v", first.header.Get("Payment-Receipt"), err)
	}
	if receipt.Status != "success" || receipt.ChallengeID != asked.ID || receipt.ChainID != 8453 ||
		len(receipt.Reference) != 66 {
		t.Errorf("the receipt is %+v", receipt)
	}

	second := s.do(again(paid))
	if second.status != http.StatusOK || !bytes.Equal(first.body, second.body) ||
		second.header.Get("X-Replayed") != "true" || second.header.Get("Payment-Receipt") == "" {
		t.Errorf("again: %d %s", second.status, second.body)
	}
	if got, _ := chain.BalanceOf(t.Context(), s.payTo); got.Cmp(big.NewInt(1000)) != 0 {
		t.Errorf("the seller holds %s", got)
	}
}

// TestCredentialBuysWhatItWasAskedFor has no payment for one thing buy another of the same price.
func TestCredentialBuysWhatItWasAskedFor(t *testing.T) {
	t.Parallel()
	s, chain := startMPP(t)
	key := chain.BuyerKey()
	text := func(say string) *http.Request {
		return s.request(http.MethodPost, "/convert", []byte(`{"from":"json","to":"yaml","data":"`+say+`"}`))
	}
	good := s.credential(challenge(t, s.do(s.hashCall("a"))), key)
	body := s.credential(challenge(t, s.do(text("1"))), key)
	if body.Challenge.Digest == "" {
		t.Fatal("a challenge for a body does not name it")
	}
	change := func(c mpp.Credential, f func(*mpp.Credential)) mpp.Credential {
		f(&c)
		return c
	}
	later := func(c *mpp.Credential) { c.Challenge.Expires = "2099-01-01T00:00:00Z" }

	for _, tt := range []struct {
		why    string
		to     *http.Request
		with   mpp.Credential
		status int
		kind   string
	}{
		{"another route of the price", s.request(http.MethodGet, "/crypto/convert?value=1&from=ether&to=wei", nil),
			good, 402, mpp.TypeInvalidChallenge},
		{"another body", text("2"), body, 402, mpp.TypeInvalidChallenge},
		{"no body any more", s.hashCall("a"), body, 402, mpp.TypeInvalidChallenge},
		{"a longer life", s.hashCall("a"), change(good, later), 402, mpp.TypeInvalidChallenge},
		{"a lower price", s.hashCall("a"), change(good, func(c *mpp.Credential) {
			raw, _ := base64.RawURLEncoding.DecodeString(c.Challenge.Request)
			raw = bytes.Replace(raw, []byte(`"1000"`), []byte(`"1"`), 1)
			c.Challenge.Request = base64.RawURLEncoding.EncodeToString(raw)
		}), 402, mpp.TypeInvalidChallenge},
		{"another payee", s.hashCall("a"), change(good, func(c *mpp.Credential) {
			raw, _ := base64.RawURLEncoding.DecodeString(c.Challenge.Request)
			raw = bytes.ReplaceAll(raw, []byte(s.payTo.Hex()), []byte("0x1111111111111111111111111111111111111402"))
			c.Challenge.Request = base64.RawURLEncoding.EncodeToString(raw)
			c.Payload.To = "0x1111111111111111111111111111111111111402"
		}), 402, mpp.TypeInvalidChallenge},
		{"another service", s.hashCall("a"), change(good, func(c *mpp.Credential) {
			c.Challenge.Realm = "api.other.test"
			c.Payload.Nonce = mpp.Nonce(c.Challenge)
		}), 402, mpp.TypeInvalidChallenge},
		{"another challenge's nonce", s.hashCall("a"), change(good, func(c *mpp.Credential) {
			c.Payload.Nonce = body.Payload.Nonce
		}), 402, mpp.TypeMalformedCredential},
		{"a transaction", s.hashCall("a"), change(good, func(c *mpp.Credential) {
			c.Payload.Type = "transaction"
		}), 402, mpp.TypeVerificationFailed},
		{"somebody else's signature", s.hashCall("a"), change(good, func(c *mpp.Credential) {
			c.Payload.Signature = body.Payload.Signature
		}), 402, mpp.TypeVerificationFailed},
		{"an unknown method", s.hashCall("a"), change(good, func(c *mpp.Credential) {
			c.Challenge.Method = "tempo"
		}), 400, mpp.TypeMethodUnsupported},
		{"no challenge", s.hashCall("a"), mpp.Credential{}, 402, mpp.TypeMalformedCredential},
	} {
		t.Run(tt.why, func(t *testing.T) {
			a := s.do(withCredential(t, tt.to, tt.with))
			if a.status != tt.status || a.json(t)["type"] != tt.kind || a.header.Get("Payment-Receipt") != "" {
				t.Errorf("%d %s", a.status, a.body)
			}
			if a.status == 402 {
				challenge(t, a)
			}
		})
	}
	if got, _ := chain.BalanceOf(t.Context(), s.payTo); got.Sign() != 0 {
		t.Errorf("the seller holds %s", got)
	}
	if a := s.do(withCredential(t, text("1"), body)); a.status != http.StatusOK {
		t.Errorf("the body that was asked for: %d %s", a.status, a.body)
	}
}

// TestCredentialBuysOnceOnAllReplicas: a challenge of one replica is paid at another, and after both have stopped its
// credential still gives what it bought, without a second charge.
func TestCredentialBuysOnceOnAllReplicas(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := onChain(chain)
	settings["MPP"] = "true"
	settings["DATABASE_URL"] = "sqlite:" + t.TempDir() + "/shared.sqlite"
	settings["PAY_TO_ADDRESS"] = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
	one := start(t, chain.BuyerKey(), settings)
	two := start(t, chain.BuyerKey(), settings)

	credential := one.credential(challenge(t, one.do(one.hashCall("shared"))), chain.BuyerKey())
	unused := one.credential(challenge(t, one.do(one.hashCall("later"))), chain.BuyerKey())
	at := func(s *service, input string, c mpp.Credential) answer {
		return s.do(withCredential(t, s.hashCall(input), c))
	}
	first := at(two, "shared", credential)
	if first.status != http.StatusOK || first.header.Get("X-Replayed") != "" {
		t.Fatalf("the challenge of another replica: %d %s", first.status, first.body)
	}
	after := start(t, chain.BuyerKey(), settings)
	for why, s := range map[string]*service{"the replica that asked": one, "one that started after": after} {
		a := at(s, "shared", credential)
		if a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" || !bytes.Equal(a.body, first.body) {
			t.Errorf("%s: %d %s", why, a.status, a.body)
		}
		if a := at(s, "other", credential); a.status != http.StatusPaymentRequired {
			t.Errorf("%s gives something else for it: %d %s", why, a.status, a.body)
		}
	}
	if got, _ := chain.BalanceOf(t.Context(), one.payTo); got.Cmp(big.NewInt(1000)) != 0 {
		t.Errorf("the seller holds %s", got)
	}
	if a := at(after, "later", unused); a.status != http.StatusOK {
		t.Errorf("a challenge from before the start: %d %s", a.status, a.body)
	}
}

func TestExpiredChallengeBuysNothingButHandsOutWhatItBought(t *testing.T) {
	t.Parallel()
	clock := &clock{}
	s, chain := startMPP(t, clock.part())
	r := s.hashCall("late")
	bought := withCredential(t, r, s.credential(challenge(t, s.do(again(r))), chain.BuyerKey()))
	unused := withCredential(t, r, s.credential(challenge(t, s.do(again(r))), chain.BuyerKey()))
	if a := s.do(again(bought)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	clock.move(10 * time.Minute)
	if a := s.do(again(bought)); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("what was bought: %d %s", a.status, a.body)
	}
	if a := s.do(again(unused)); a.status != 402 || a.json(t)["type"] != mpp.TypePaymentExpired {
		t.Errorf("what was not: %d %s", a.status, a.body)
	}
}

// TestOneAuthorizationBuysOneThingByEitherProtocol sends what was signed for a challenge as a payment of x402.
func TestOneAuthorizationBuysOneThingByEitherProtocol(t *testing.T) {
	t.Parallel()
	s, chain := startMPP(t)
	r := s.hashCall("both")
	c := s.credential(challenge(t, s.do(again(r))), chain.BuyerKey())
	if a := s.do(withCredential(t, r, c)); a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}

	payment := map[string]any{
		"x402Version": 1,
		"scheme":      "exact",
		"network":     "base",
		"payload": map[string]any{
			"signature":     c.Payload.Signature,
			"authorization": c.Payload,
		},
	}
	text, err := json.Marshal(payment)
	if err != nil {
		t.Fatal(err)
	}
	asX402 := func(r *http.Request) *http.Request {
		r.Header.Set("X-PAYMENT", base64.StdEncoding.EncodeToString(text))
		return r
	}
	if a := s.do(asX402(again(r))); a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
		t.Errorf("the same thing: %d %s", a.status, a.body)
	}
	if a := s.do(asX402(s.hashCall("other"))); a.status != http.StatusPaymentRequired {
		t.Errorf("another thing: %d %s", a.status, a.body)
	}
	if got, _ := chain.BalanceOf(t.Context(), s.payTo); got.Cmp(big.NewInt(1000)) != 0 {
		t.Errorf("the seller holds %s", got)
	}
}

func TestOtherAuthorizationIsNoPayment(t *testing.T) {
	t.Parallel()
	s, _ := startMPP(t)
	for _, header := range []string{"Bearer abc", "Basic YTpi", "PaymentX abc", ""} {
		r := s.hashCall("x")
		r.Header.Set("Authorization", header)
		if a := s.do(r); a.json(t)["type"] != mpp.TypePaymentRequired {
			t.Errorf("%q: %d %s", header, a.status, a.body)
		}
	}
	r := s.hashCall("x")
	r.Header.Set("Authorization", "payment "+strings.Repeat("A", mpp.MaxCredential+1))
	if a := s.do(r); a.status != 402 || a.json(t)["type"] != mpp.TypeMalformedCredential {
		t.Errorf("too long: %d %s", a.status, a.body)
	}
}

func TestWithoutMPPThereAreNoChallenges(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil)
	a := s.do(s.hashCall("x"))
	if a.status != 402 || a.header.Get("WWW-Authenticate") != "" || a.json(t)["type"] != nil {
		t.Errorf("%v %s", a.header, a.body)
	}
	r := s.hashCall("x")
	r.Header.Set("Authorization", "Payment abc")
	if a := s.do(r); a.status != 402 || a.json(t)["error"] == "malformed_credential" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestCredentialIsNotLogged(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := onChain(chain)
	settings["MPP"] = "true"
	settings["LOG_LEVEL"] = "debug"
	var log buffer
	handler := slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})
	s := startLogging(t, handler, chain.BuyerKey(), settings)
	r := s.hashCall("secret")
	c := s.credential(challenge(t, s.do(again(r))), chain.BuyerKey())
	s.do(withCredential(t, r, c))
	c.Payload.Signature = "0x00"
	s.do(withCredential(t, r, c))
	for _, part := range []string{c.Challenge.ID, "Payment ey", c.Payload.Nonce} {
		if strings.Contains(string(log.all()), part) {
			t.Errorf("the log holds %s:\n%s", part, string(log.all()))
		}
	}
}
