package pay

import (
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
)

// byPermit2 is the extra of an offer that is paid by Permit2.
var byPermit2 = set("extra", map[string]any{"assetTransferMethod": "permit2"})

// The digest was made of the specification's example by the typed data of go-ethereum.
func TestDigestOfAPermitIsThatOfTypedData(t *testing.T) {
	p := permit{
		Permitted: permitted{
			Token:  "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
			Amount: "10000",
		},
		From:     "0x857b06519E91e3A54538791bDbb0E22373e36b66",
		Spender:  "0x402085c248EeA27D92E8b30b2C58ed07f9E20001",
		Nonce:    "33247007178036348590600198031289925668252061821958005840077069883511451257277",
		Deadline: "1740672154",
		Witness: witness{
			To:         "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
			ValidAfter: "1740672089",
		},
	}
	digest, err := p.digest(84532)
	if got := hex.EncodeToString(digest[:]); err != nil ||
		got != "21528e1468aac114016416353e2309329f217dc180b21baa1d81cde941095685" {
		t.Errorf("digest %s, %v", got, err)
	}
}

func TestOfferByPermit2IsSignedForTheProxyAlone(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any { return quoted("2000", byPermit2) }
	transport, c := newTransport(t)
	body, payment, err := get(t, transport, s)
	if err != nil || payment == nil || body != `{"sold":true}` {
		t.Fatalf("%q, %+v, %v", body, payment, err)
	}

	m := decoded(t, s.payment(0))
	p := m.Payload.Permit2
	want := permit{
		Permitted: permitted{
			Token:  BaseUSDC.Contract,
			Amount: "2000",
		},
		From:     testPayer,
		Spender:  permit2Proxy,
		Nonce:    p.Nonce, // random
		Deadline: "1767323165",
		Witness: witness{
			To:         testPayTo,
			ValidAfter: "1767322445",
		},
	}
	if p != want || c.at.Unix() != 1767323045 {
		t.Errorf("%+v, want %+v", p, want)
	}
	if m.Payload.Authorization != (authorization{}) {
		t.Errorf("an authorization of EIP-3009 goes with it: %+v", m.Payload.Authorization)
	}
	if !strings.Contains(string(m.Accepted), `"permit2"`) {
		t.Errorf("the offer is not echoed: %s", m.Accepted)
	}

	read, err := parseSigned(s.payment(0))
	if err != nil || read.Nonce != p.Nonce || read.ValidBefore.Unix() != 1767323165 || read.Amount != "2000" ||
		read.Payer != testPayer || read.PayTo != testPayTo || read.Network != BaseUSDC.Network {
		t.Errorf("read back as %+v, %v", read, err)
	}
}

func TestEachPermitHasANonceOfItsOwn(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any { return quoted("2000", byPermit2) }
	transport, _ := newTransport(t)
	for range 2 {
		if _, _, err := get(t, transport, s); err != nil {
			t.Fatal(err)
		}
	}
	if decoded(t, s.payment(0)).Payload.Permit2.Nonce == decoded(t, s.payment(1)).Payload.Permit2.Nonce {
		t.Error("two payments have one nonce")
	}
}

func TestWalletWithoutAnApprovalIsToldWhatToApprove(t *testing.T) {
	s := newSeller(t)
	s.then(s.refuse(reasonAllowance))
	s.quote = func(int) map[string]any { return quoted("2000", byPermit2) }
	transport, _ := newTransport(t, func(o *Options) { o.BudgetUSD = "0.002" })
	_, _, err := get(t, transport, s)
	e := as[*ApprovalRequired](t, err)
	if e.Charged != NotCharged || e.Token != BaseUSDC.Contract || e.Spender != permit2Contract || s.paid() != 1 {
		t.Errorf("%+v, %d payments", e, s.paid())
	}
	for _, part := range []string{testPayer, permit2Contract, BaseUSDC.Contract, BaseUSDC.Network} {
		if !strings.Contains(e.Detail, part) {
			t.Errorf("%q does not name %s", e.Detail, part)
		}
	}

	// Nothing was spent of the budget.
	s.then(sell)
	if _, _, err := get(t, transport, s); err != nil {
		t.Error(err)
	}
}

func TestCapsHoldForPermits(t *testing.T) {
	s := newSeller(t, sell)
	s.quote = func(int) map[string]any { return quoted("2000", byPermit2) }
	transport, _ := newTransport(t, func(o *Options) { o.MaxPerCallUSD = "0.001" })
	_, _, err := get(t, transport, s)
	if as[*OverBudget](t, err); s.paid() != 0 {
		t.Errorf("%d payments", s.paid())
	}
}

// A channel takes deposits by EIP-3009, Solana has no Permit2, and version 1 knows neither.
func TestPermit2IsNotSignedForWhereItCannotBe(t *testing.T) {
	for why, change := range map[string]func(map[string]any){
		"a channel": set("scheme", schemeChannel),
		"Solana": func(a map[string]any) {
			a["network"] = SolanaUSDC.Network
			a["asset"] = SolanaUSDC.Contract
		},
	} {
		header := http.Header{}
		header.Set(headerRequired, encoded(quoted("2000", byPermit2, change)))
		q, err := ParseQuote(header, nil, V2, []Asset{BaseUSDC, SolanaUSDC})
		if err != nil {
			t.Fatal(err)
		}
		if o := q.Offers[0]; !strings.Contains(o.Obstacle, `transfer method "permit2"`) {
			t.Errorf("%s: %+v", why, o)
		}
	}
}
