package attest

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/handlers/attest/attesttest"
	"github.com/farebox/farebox/internal/chain/attest"
	"github.com/farebox/farebox/internal/problem"
)

// newSigner signs with a key for tests only.
func newSigner(t interface{ Fatal(...any) }, seed string) *attest.Signer {
	s, err := attest.NewSigner(hex.EncodeToString(crypto.Keccak256([]byte(seed))), 8453)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// snapshotOf is of the example's page, with body.
func snapshotOf(body []byte) attest.Snapshot {
	return attest.Snapshot{
		FinalURL:      "https://" + attesttest.Host + attesttest.Path,
		HTTPStatus:    200,
		ContentType:   "text/html",
		ContentLength: uint64(len(body)),
		SHA256:        sha256.Sum256(body),
		FetchedAt:     1795176000,
		UpstreamHost:  attesttest.Host,
	}
}

// verify sends attestation, any value that marshals to JSON, through the handler.
func verify(t interface{ Fatal(...any) }, h *Handlers, attestation any, payload *string) (gen.AttestVerification, error) {
	raw, err := json.Marshal(attestation)
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.AttestVerify(context.Background(), gen.AttestVerifyRequestObject{Body: &gen.AttestVerifyRequest{Attestation: raw, PayloadBase64: payload}})
	if err != nil {
		return gen.AttestVerification{}, err
	}
	return gen.AttestVerification(a.(gen.AttestVerify200JSONResponse)), nil
}

// TestOurOwnAttestationsVerify: what package attest signs for any page is valid here, ours, and about exactly that
// page.
func TestOurOwnAttestationsVerify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.SliceOf(rapid.Byte()).Draw(t, "body")
		ours, theirs := newSigner(t, "ours"), newSigner(t, "theirs")
		h := &Handlers{signer: ours}
		payload, changed := base64.StdEncoding.EncodeToString(body), base64.StdEncoding.EncodeToString(append(body, 0))
		for _, s := range []*attest.Signer{ours, theirs} {
			typed, err := s.EIP712(snapshotOf(body))
			if err != nil {
				t.Fatal(err)
			}
			offchain, err := s.EASOffchain(snapshotOf(body), [32]byte{7})
			if err != nil {
				t.Fatal(err)
			}
			for standard, attestation := range map[string]any{"eip712": typed, "eas_offchain_v2": offchain} {
				for text, hashOK := range map[*string]bool{&payload: true, &changed: false} {
					a, err := verify(t, h, attestation, text)
					if err != nil {
						t.Fatal(err)
					}
					if string(a.Standard) != standard || !a.Valid || *a.Signer != s.Address().Hex() || a.MatchesAttestor != (s == ours) || *a.HashOk != hashOK || (a.UIDOk == nil) != (standard == "eip712") {
						t.Fatalf("got %+v", a)
					}
				}
				if a, err := verify(t, h, attestation, nil); err != nil || a.HashOk != nil {
					t.Fatalf("without payload: %+v, %v", a, err)
				}
				if a, err := verify(t, &Handlers{}, attestation, nil); err != nil || a.MatchesAttestor {
					t.Fatalf("without attestor: %+v, %v", a, err)
				}
			}
		}
	})
}

// TestPayloadOfAnAttestationWithoutHash: an attestation about something else is valid, but not about the
// payload.
func TestPayloadOfAnAttestationWithoutHash(t *testing.T) {
	s := newSigner(t, "ours")
	offchain, err := s.EASOffchain(snapshotOf(nil), [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	// now the signature is another signer's and the schema not ours
	offchain.Sig.Message.Schema = "0x" + strings.Repeat("12", 32)
	empty := ""
	a, err := verify(t, &Handlers{}, offchain, &empty)
	if err != nil {
		t.Fatal(err)
	}
	if a.Valid || a.HashOk == nil || *a.HashOk || *a.UIDOk || a.Notes[len(a.Notes)-1].Code != "no_hash" {
		t.Errorf("got %+v", a)
	}
}

func TestMalformedInputNamesTheField(t *testing.T) {
	s := newSigner(t, "ours")
	typed, err := s.EIP712(snapshotOf(nil))
	if err != nil {
		t.Fatal(err)
	}
	offchain, err := s.EASOffchain(snapshotOf(nil), [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name, v := range map[string]any{"eip712": typed, "eas": offchain} {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(raw)
	}
	signature := typed.Signature
	for _, c := range []struct{ why, form, old, new, field string }{
		{"unknown standard", "eip712", `"standard":"eip712"`, `"standard":"pgp"`, "attestation.standard"},
		{"standard of another kind", "eip712", `"standard":"eip712"`, `"standard":712`, "attestation.standard"},
		{"no signer", "eip712", `"signer":"` + s.Address().Hex() + `"`, `"by":"me"`, "attestation.signer"},
		{"signer that is not an address", "eip712", `"signer":"0x`, `"signer":"0x00`, "attestation.signer"},
		{"no signature", "eip712", `"signature":"` + signature + `"`, `"x":1`, "attestation.signature"},
		{"short signature", "eip712", signature, signature[:64], "attestation.signature"},
		{"compact signature", "eip712", signature, signature[:130], "attestation.signature"},
		{"v of a later kind", "eip712", signature, signature[:130] + "25", "attestation.signature"},
		{"signature not hex", "eip712", signature, "zz", "attestation.signature"},
		{"domain that is not an object", "eip712", `"domain":{`, `"domain":[],"d":{`, "attestation.domain"},
		{"no message", "eip712", `"message":{`, `"mess":{`, "attestation.message"},
		{"types that are not lists", "eip712", `"types":{`, `"types":{"A":1,`, "attestation.types"},
		{"unsigned member", "eip712", `"message":{`, `"message":{"verified":true,`, "attestation.message.verified"},
		{"invalid hash", "eip712", `"sha256":"0x`, `"sha256":"`, "attestation.message.sha256"},
		{"status out of range", "eip712", `"httpStatus":200`, `"httpStatus":70000`, "attestation.message.httpStatus"},
		{"primary type that is not text", "eip712", `"primaryType":"PageSnapshot"`, `"primaryType":null`, "attestation.primaryType"},
		{"sig that is not an object", "eas", `"sig":{`, `"sig":"x","y":{`, "attestation.sig"},
		{"repeated uid too short", "eas", `{"uid":"0x`, `{"uid":"0x","x":"0x`, "attestation.uid"},
		{"r too short", "eas", `"r":"0x`, `"r":"0x00","x":"0x`, "attestation.sig.signature.r"},
		{"v missing", "eas", `"v":`, `"w":`, "attestation.sig.signature.v"},
		{"v too large", "eas", `"v":`, `"v":29,"w":`, "attestation.sig.signature.v"},
		{"unknown version", "eas", `"sig":{"version":2`, `"sig":{"version":3`, "attestation.sig.version"},
		{"negative time", "eas", `"time":1795176000`, `"time":-1`, "attestation.sig.message.time"},
		{"time of 65 bits", "eas", `"time":1795176000`, `"time":"0x10000000000000000"`, "attestation.sig.message.time"},
		{"revocable that is a word", "eas", `"revocable":true`, `"revocable":"yes"`, "attestation.sig.message.revocable"},
		{"odd data", "eas", `"data":"0x`, `"data":"0x0`, "attestation.sig.message.data"},
		{"invalid chain id", "eas", `"chainId":8453`, `"chainId":"base"`, "attestation.sig.domain.chainId"},
	} {
		t.Run(c.why, func(t *testing.T) {
			text := strings.Replace(texts[c.form], c.old, c.new, 1)
			if text == texts[c.form] {
				t.Fatal("nothing was edited")
			}
			_, err := verify(t, &Handlers{}, json.RawMessage(text), nil)
			var p *problem.Problem
			if !errors.As(err, &p) || p.Status != http.StatusBadRequest || p.Field != c.field {
				t.Errorf("got %v, want a 400 on %s", err, c.field)
			}
		})
	}
	for why, payload := range map[string]string{"not base64": "???", "without padding": "SGk", "url alphabet": "_-8=", "trailing bits": "SGl="} {
		_, err := verify(t, &Handlers{}, typed, &payload)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != http.StatusBadRequest || p.Field != "payload_base64" {
			t.Errorf("%s: %v", why, err)
		}
	}
	for _, size := range []int{maxPayloadBytes + 1, maxPayloadBytes + 10} {
		big := base64.StdEncoding.EncodeToString(make([]byte, size))
		var p *problem.Problem
		if _, err := verify(t, &Handlers{}, typed, &big); !errors.As(err, &p) ||
			p.Status != http.StatusRequestEntityTooLarge {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	full := base64.StdEncoding.EncodeToString(make([]byte, maxPayloadBytes))
	if _, err := verify(t, &Handlers{}, typed, &full); err != nil {
		t.Errorf("a payload of exactly the cap: %v", err)
	}
}

// TestAnyJSONGetsAnAnswer: whatever object is sent as an attestation, the response is an answer or a 4xx.
func TestAnyJSONGetsAnAnswer(t *testing.T) {
	names := []string{"standard", "domain", "primaryType", "types", "message", "signature", "signer", "sig", "uid", "version", "name", "Attest", "schema", "data", "x"}
	rapid.Check(t, func(t *rapid.T) {
		var value func(depth int) *rapid.Generator[any]
		value = func(depth int) *rapid.Generator[any] {
			options := []*rapid.Generator[any]{
				rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.String().AsAny(),
				rapid.SampledFrom([]any{"0x", "eip712", "eas_offchain", "EAS Attestation", "Attest", "uint256", "bytes32[]", "0x" + strings.Repeat("00", 65), "0x" + strings.Repeat("11", 20)}),
			}
			if depth > 0 {
				inner := value(depth - 1)
				options = append(options, rapid.SliceOfN(inner, 0, 3).AsAny(), rapid.MapOfN(rapid.SampledFrom(names), inner, 0, 6).AsAny())
			}
			return rapid.OneOf(options...)
		}
		object := rapid.MapOfN(rapid.SampledFrom(names), value(3), 0, 10).Draw(t, "attestation")
		_, err := verify(t, &Handlers{signer: newSigner(t, "ours")}, object, nil)
		var p *problem.Problem
		if err != nil && (!errors.As(err, &p) || p.Status >= 500 || p.Field == "") {
			t.Fatalf("got %v", err)
		}
	})
}

func BenchmarkVerifyEASOffchain(b *testing.B) {
	offchain, err := newSigner(b, "ours").EASOffchain(snapshotOf([]byte("x")), [32]byte{1})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := verify(b, &Handlers{}, offchain, nil); err != nil {
			b.Fatal(err)
		}
	}
}
