package pay

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// The vector was worked out with viem, and go-ethereum gives the same.
var vector = authorization{
	From:        testPayer,
	To:          testPayTo,
	Value:       "2000",
	ValidAfter:  "1740672089",
	ValidBefore: "1740672154",
	Nonce:       "0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480",
}

const (
	vectorDigest    = "b288057e800de4ba69e20183e3b4d85cba6d52d54a47932b287ff5ce55471432"
	vectorSignature = "dea256278bae52584f60ff9acdeb222bbc0f97f4ccfc16626c916392efb0eee3" +
		"21467bdf670c1542900d5155a8f8e711b3c4571d1d997ca8c33bf07cef575c761b"
)

func TestSignatureMatchesTheVector(t *testing.T) {
	key, err := NewKey(testKey)
	if err != nil {
		t.Fatal(err)
	}
	if key.Address() != testPayer {
		t.Errorf("address %s", key.Address())
	}
	digest, err := vector.digest(BaseUSDC)
	if err != nil || hex.EncodeToString(digest[:]) != vectorDigest {
		t.Fatalf("digest %x: %v", digest, err)
	}
	signature, err := key.SignDigest(digest)
	if err != nil || hex.EncodeToString(signature[:]) != vectorSignature {
		t.Errorf("signature %x: %v", signature, err)
	}
	if from, err := recoverAddress(digest, signature[:]); err != nil || from != testPayer {
		t.Errorf("recovered %s: %v", from, err)
	}
}

// TestDomainsAreThoseOfTheTokens: the separators are what the contracts answer.
func TestDomainsAreThoseOfTheTokens(t *testing.T) {
	for want, asset := range map[string]Asset{
		"02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f": BaseUSDC,
		"71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818": BaseSepoliaUSDC,
	} {
		if got, err := asset.separator(); err != nil || hex.EncodeToString(got[:]) != want {
			t.Errorf("%s: %x %v", asset.Network, got, err)
		}
	}
}

func TestKeysThatAreNone(t *testing.T) {
	for _, text := range []string{
		"", "0x", "0x12", strings.Repeat("g", 64), strings.Repeat("0", 64), strings.Repeat("f", 64), testKey + "00",
	} {
		if _, err := NewKey(text); err == nil || len(text) > 2 && strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPrintedKeyIsItsAddress(t *testing.T) {
	key, err := NewKey(testKey)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(format, key); got != testPayer {
			t.Errorf("%s: %s", format, got)
		}
	}
}

// receiptVector was signed by go-ethereum with the test key, through the service's own code.
const receiptVector = "0x7ca7e8396f040d8b843d529c63b5a034f0d17087103bdaed4796d358b88d44d217" +
	"e93048a44ebd7353fd4f12d38f56ccce691e5c2448ed1d5a7e6f5dd965f69f1b"

func receiptPayload() map[string]any {
	return map[string]any{
		"version":     1,
		"network":     BaseUSDC.Network,
		"resourceUrl": resource,
		"payer":       testPayer,
		"issuedAt":    1740672100,
		"transaction": settledBy,
	}
}

func TestReceiptIsVerified(t *testing.T) {
	for _, row := range []struct {
		why    string
		change func(receipt, payload map[string]any)
		signer string
		bad    string // "" when it is accepted
	}{
		{"as it was signed", func(_, _ map[string]any) {}, "", ""},
		{"by the expected account", func(_, _ map[string]any) {}, testPayer, ""},
		{"by another account", func(_, _ map[string]any) {}, testPayTo, "signed by"},
		{"of another payer", func(_, p map[string]any) { p["payer"] = testPayTo }, "", "of payer"},
		{"of another network", func(_, p map[string]any) { p["network"] = "eip155:1" }, "", "of network"},
		{"of another resource", func(_, p map[string]any) { p["resourceUrl"] = "https://x.test" }, "", "is of https"},
		{"of another transaction", func(_, p map[string]any) { p["transaction"] = "0x22" }, "", "of transaction"},
		{"signed for another time", func(_, p map[string]any) { p["issuedAt"] = 1 }, testPayer, "signed by"},
		{"in another format", func(r, _ map[string]any) { r["format"] = "jws" }, "", "not known"},
		{"with half a signature", func(r, _ map[string]any) { r["signature"] = "0x12" }, "", "65 bytes"},
	} {
		t.Run(row.why, func(t *testing.T) {
			payload := receiptPayload()
			receipt := map[string]any{"format": "eip712", "payload": payload, "signature": receiptVector}
			row.change(receipt, payload)
			s := newSeller(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set(headerResponse, encoded(map[string]any{
					"success":     true,
					"transaction": settledBy,
					"extensions": map[string]any{
						"offer-receipt": map[string]any{"info": map[string]any{"receipt": receipt}},
					},
				}))
			})
			transport, _ := newTransport(t, func(o *Options) { o.ReceiptSigner = row.signer })
			_, p, err := get(t, transport, s)
			if err != nil {
				t.Fatal(err)
			}

			if row.bad == "" {
				if p.ReceiptError != nil || p.Receipt == nil || p.Receipt.Signer != testPayer {
					t.Errorf("%+v %v", p.Receipt, p.ReceiptError)
				}
				return
			}
			if p.Receipt != nil || p.ReceiptError == nil || !strings.Contains(p.ReceiptError.Error(), row.bad) {
				t.Errorf("%+v %v", p.Receipt, p.ReceiptError)
			}
		})
	}
}

func TestReceiptOfNothingIsNone(t *testing.T) {
	transport, _ := newTransport(t)
	r, err := transport.readReceipt(json.RawMessage(`{"info":{"offers":[]}}`), &Signed{}, "")
	if r != nil || err != nil {
		t.Errorf("%+v %v", r, err)
	}
}
