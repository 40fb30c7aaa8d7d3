package server

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/offerreceipt"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// startSigning is a service that signs receipts and offers, and the address that it signs with.
func startSigning(t *testing.T, extra map[string]string, tune ...func(*Parts)) (*service, common.Address) {
	t.Helper()
	chain := newChain(t)
	key := newKey(t)
	settings := onChain(chain)
	settings["ATTESTOR_KEY"] = hex.EncodeToString(crypto.FromECDSA(key))
	settings["SIGNED_OFFERS"] = "true"
	for name, value := range extra {
		settings[name] = value
	}
	return start(t, chain.BuyerKey(), settings, tune...), crypto.PubkeyToAddress(key.PublicKey)
}

// signer is who signed a digest.
func signer(t *testing.T, digest common.Hash, signature string) common.Address {
	t.Helper()
	address, err := eip3009.Recover(digest, common.FromHex(signature))
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// block reads an extension's info.
func block[T any](t *testing.T, extensions x402.Extensions, member string) T {
	t.Helper()
	var extension struct {
		Info map[string]json.RawMessage `json:"info"`
	}
	var value T
	if err := json.Unmarshal(extensions[offerreceipt.Name], &extension); err != nil {
		t.Fatalf("%s: %v", extensions, err)
	}
	if err := json.Unmarshal(extension.Info[member], &value); err != nil {
		t.Fatalf("%s: %v", extensions[offerreceipt.Name], err)
	}
	return value
}

func TestEverySettledAnswerHasASignedReceipt(t *testing.T) {
	t.Parallel()
	s, seller := startSigning(t, map[string]string{"MPP": "true"})
	for _, version := range []int{1, 2} {
		r := s.hashCall("receipt " + string(rune('0'+version)))
		paid := s.paid(r, pay.Version(version))
		for _, why := range []string{"bought", "had again"} {
			a := s.do(again(paid))
			settled := receiptOf(t, a)
			signed := block[offerreceipt.SignedReceipt](t, settled.Extensions, "receipt")
			said := signed.Payload
			if signer(t, said.Digest(), signed.Signature) != seller {
				t.Errorf("version %d, %s: not signed by the seller", version, why)
			}
			if said.Transaction != settled.Transaction || !strings.EqualFold(said.Payer, settled.Payer) ||
				said.Network != "eip155:8453" || said.ResourceURL != "https://api.farebox.test/crypto/hash" {
				t.Errorf("version %d, %s: %+v", version, why, said)
			}
		}
	}

	r := s.hashCall("receipt mpp")
	a := s.do(withCredential(t, r, s.credential(challenge(t, s.do(again(r))), s.key)))
	text, err := base64.RawURLEncoding.DecodeString(a.header.Get("Payment-Receipt"))
	if err != nil {
		t.Fatal(err)
	}
	var receipt mpp.Receipt
	if err := json.Unmarshal(text, &receipt); err != nil {
		t.Fatal(err)
	}
	signed := block[offerreceipt.SignedReceipt](t, receipt.Extensions, "receipt")
	if signer(t, signed.Payload.Digest(), signed.Signature) != seller ||
		signed.Payload.Transaction != receipt.Reference {
		t.Errorf("by the Payment scheme: %+v", signed)
	}
}

// quoteOf is the decoded version 2 quote of a 402.
func quoteOf(t *testing.T, a answer) x402.Required {
	t.Helper()
	text, err := base64.StdEncoding.DecodeString(a.header.Get("PAYMENT-REQUIRED"))
	if err != nil {
		t.Fatal(err)
	}
	var quote x402.Required
	if err := json.Unmarshal(text, &quote); err != nil {
		t.Fatal(err)
	}
	return quote
}

// TestSignedOffersStandInEveryQuoteBesideWhatItIsFoundBy looks at the quotes of all routes: an offer must not push out
// the block that registries list a route by.
func TestSignedOffersStandInEveryQuoteBesideWhatItIsFoundBy(t *testing.T) {
	t.Parallel()
	for why, set := range map[string]map[string]string{
		"exact payments alone": nil,
		"channels too":         {"BATCH_SETTLEMENT_KEY": hex.EncodeToString(crypto.FromECDSA(newKey(t)))},
	} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			s, seller := startSigning(t, set)
			s.everyOfferIsSigned(t, seller)
		})
	}
}

func (s *service) everyOfferIsSigned(t *testing.T, seller common.Address) {
	for _, op := range s.spec.Operations {
		if !op.Paid {
			continue
		}
		a := s.do(s.request(op.Method, op.Path, nil))
		quote := quoteOf(t, a)
		if size := len(a.header.Get("PAYMENT-REQUIRED")); size > 8<<10 {
			t.Errorf("%s: %d bytes", op.Name(), size)
		}

		offers := block[[]offerreceipt.SignedOffer](t, quote.Extensions, "offers")
		if op.Path == "/attest/verify" && len(offers) == 1 {
			quote.Accepts = quote.Accepts[:1] // no room is left for the signature of the offer to pay by channel
		}
		if len(offers) != len(quote.Accepts) {
			t.Fatalf("%s: %d offers for %d ways to pay", op.Name(), len(offers), len(quote.Accepts))
		}
		for i, o := range offers {
			said, accepts := o.Payload, quote.Accepts[i]
			if signer(t, said.Digest(), o.Signature) != seller || o.AcceptIndex != i {
				t.Errorf("%s: %+v", op.Name(), o)
			}
			if said.Amount != accepts.Amount || said.PayTo != accepts.PayTo || said.Asset != accepts.Asset ||
				said.Network != accepts.Network || said.Scheme != accepts.Scheme ||
				said.ResourceURL != quote.Resource.URL {
				t.Errorf("%s: offered %+v, asked %+v", op.Name(), said, accepts)
			}
		}

		var bazaar struct {
			Info struct {
				Input map[string]any `json:"input"`
			} `json:"info"`
			Schema map[string]any `json:"schema"`
		}
		if err := json.Unmarshal(quote.Extensions["bazaar"], &bazaar); err != nil {
			t.Fatal(err)
		}
		if bazaar.Info.Input["type"] != "http" || bazaar.Schema["properties"] == nil {
			t.Errorf("%s: bazaar is %s", op.Name(), quote.Extensions["bazaar"])
		}
	}
}

func TestOffersAreSignedAgainWithinTheirLife(t *testing.T) {
	t.Parallel()
	clock := &clock{}
	s, seller := startSigning(t, nil, clock.part())
	var until int64
	for hour := range 4 {
		clock.move(61 * time.Minute)
		quote := quoteOf(t, s.do(s.hashCall("x")))
		offer := block[[]offerreceipt.SignedOffer](t, quote.Extensions, "offers")[0]
		left := time.Unix(offer.Payload.ValidUntil, 0).Sub(clock.now())
		if left < time.Hour-time.Minute || offer.Payload.ValidUntil <= until {
			t.Errorf("hour %d: %s left, until %d after %d", hour, left, offer.Payload.ValidUntil, until)
		}
		if signer(t, offer.Payload.Digest(), offer.Signature) != seller {
			t.Errorf("hour %d: not signed by the seller", hour)
		}
		until = offer.Payload.ValidUntil
	}
}

func TestDIDDocumentNamesTheKeyThatSigns(t *testing.T) {
	t.Parallel()
	s, seller := startSigning(t, nil)
	a := s.get("/.well-known/did.json")
	var document struct {
		ID                 string `json:"id"`
		VerificationMethod []struct {
			ID                  string `json:"id"`
			BlockchainAccountID string `json:"blockchainAccountId"`
		} `json:"verificationMethod"`
	}
	if err := json.Unmarshal(a.body, &document); err != nil || a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if document.ID != "did:web:api.farebox.test" || len(document.VerificationMethod) != 2 ||
		document.VerificationMethod[0].BlockchainAccountID != "eip155:8453:"+seller.Hex() {
		t.Errorf("%s", a.body)
	}
}

func TestNothingIsSignedWithoutAKey(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	settings := onChain(chain)
	settings["ATTESTOR_KEY"] = ""
	s := start(t, chain.BuyerKey(), settings)
	a := s.do(s.paid(s.hashCall("unsigned"), 2))
	if receipt := receiptOf(t, a); !receipt.Success || receipt.Extensions != nil {
		t.Errorf("%+v", receipt)
	}
	if a := s.get("/.well-known/did.json"); a.status != http.StatusNotFound {
		t.Errorf("%d %s", a.status, a.body)
	}
	if _, err := ConfigFrom(map[string]string{"SIGNED_OFFERS": "true"}); err == nil {
		t.Error("offers are to be signed without a key")
	}
}
