package mpp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/samples"
)

// vector is one challenge as the reference implementation makes it.
type vector struct {
	Secret  string `json:"secret"`
	Request struct {
		Amount        string `json:"amount"`
		Currency      string `json:"currency"`
		Recipient     string `json:"recipient"`
		MethodDetails struct {
			ChainID  uint64 `json:"chainId"`
			Decimals int32  `json:"decimals"`
		} `json:"methodDetails"`
	} `json:"request"`
	Opaque *struct {
		Route string `json:"route"`
	} `json:"opaque"`
	Slots struct {
		Realm, Request, Expires, Digest, Opaque string
	} `json:"slots"`
	ID    string `json:"id"`
	Nonce string `json:"nonce"`
}

func TestChallengesAreThoseOfTheReferenceImplementation(t *testing.T) {
	var vectors []vector
	if err := json.Unmarshal(samples.Read(t, "mpp/evm-vectors.json"), &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		charge := Charge{
			Amount:    v.Request.Amount,
			Currency:  v.Request.Currency,
			Recipient: v.Request.Recipient,
			ChainID:   v.Request.MethodDetails.ChainID,
			Decimals:  v.Request.MethodDetails.Decimals,
		}
		c := Challenge{
			Realm:   v.Slots.Realm,
			Method:  Method,
			Intent:  Intent,
			Request: NewTerms(charge, "").request,
			Expires: v.Slots.Expires,
			Digest:  v.Slots.Digest,
		}
		if v.Opaque != nil {
			c.Opaque = opaque{Route: v.Opaque.Route}.encode()
		}
		if c.Request != v.Slots.Request || c.Opaque != v.Slots.Opaque {
			t.Errorf("request %s and opaque %s, want %+v", c.Request, c.Opaque, v.Slots)
		}

		c.ID = NewIssuer(v.Slots.Realm, []byte(v.Secret)).id(c)
		if c.ID != v.ID || Nonce(c) != v.Nonce {
			t.Errorf("id %s nonce %s, want %s %s", c.ID, Nonce(c), v.ID, v.Nonce)
		}
	}
}

func TestChallengesOfOneMomentAreDifferentPayments(t *testing.T) {
	issuer := NewIssuer("api.example.com", []byte(strings.Repeat("k", 32)))
	terms := NewTerms(Charge{}, "GET /x")
	now := time.Now()
	if a, b := issuer.Challenge(terms, "", now), issuer.Challenge(terms, "", now); Nonce(a) == Nonce(b) {
		t.Errorf("%+v twice", a)
	}
}

func TestHeaderQuotesWhatItMust(t *testing.T) {
	c := Challenge{
		ID:      "x",
		Realm:   `a"b\c`,
		Method:  Method,
		Intent:  Intent,
		Request: "e30",
	}
	want := `Payment id="x", realm="a\"b\\c", method="evm", intent="charge", request="e30"`
	if got := c.Header(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLawChallengesAndCredentialsSurviveEitherForm writes and reads them as headers and as objects.
func TestLawChallengesAndCredentialsSurviveEitherForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		charge := Charge{
			Amount:    rapid.StringMatching("[1-9][0-9]{0,20}").Draw(t, "amount"),
			Currency:  "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
			Recipient: "0x1111111111111111111111111111111111111402",
			ChainID:   rapid.Uint64().Draw(t, "chain"),
			Decimals:  6,
		}
		realm := rapid.StringMatching(`[ -~]*`).Draw(t, "realm")
		issuer := NewIssuer(realm, []byte("key"))
		c := issuer.Challenge(NewTerms(charge, "GET /x"), Digest([]byte("body")), time.Now())

		read, err := ParseChallenge(c.Header())
		if err != nil || read != c {
			t.Fatalf("%s read as %+v: %v", c.Header(), read, err)
		}
		object, err := c.Native()
		if err != nil {
			t.Fatal(err)
		}
		paid := `{"payload":{"type":"authorization"},"challenge":` + string(object) + `}`
		header, err := FromNative(json.RawMessage(paid))
		if err != nil {
			t.Fatal(err)
		}
		text, ok := Offered(header)
		credential, err := ReadCredential(text)
		if !ok || err != nil || credential.Challenge != c {
			t.Fatalf("%s read as %+v: %v", header, credential, err)
		}
	})
}

// TestLawNoAlteredChallengeIsTaken changes one text of a good credential.
func TestLawNoAlteredChallengeIsTaken(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	issuer := NewIssuer("api.example.com", []byte(strings.Repeat("k", 32)))
	terms := NewTerms(Charge{
		Amount:    "2000",
		Currency:  "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
		Recipient: "0x1111111111111111111111111111111111111402",
		ChainID:   8453,
		Decimals:  6,
	}, "GET /x")
	digest := Digest([]byte("body"))

	rapid.Check(t, func(t *rapid.T) {
		c := Credential{Challenge: issuer.Challenge(terms, digest, now.Add(time.Minute))}
		c.Payload.Type = TypeAuthorized
		c.Payload.Nonce = Nonce(c.Challenge)
		if err := issuer.Check(c, terms, digest, now); err != nil {
			t.Fatalf("the good one: %v", err)
		}

		fields := []*string{
			&c.Challenge.ID, &c.Challenge.Realm, &c.Challenge.Method, &c.Challenge.Intent, &c.Challenge.Request,
			&c.Challenge.Expires, &c.Challenge.Digest, &c.Challenge.Opaque, &c.Payload.Nonce, &c.Payload.Type,
		}
		field := fields[rapid.IntRange(0, len(fields)-1).Draw(t, "field")]
		other := rapid.String().Draw(t, "value")
		if other == *field {
			return
		}
		*field = other
		if issuer.Check(c, terms, digest, now) == nil {
			t.Fatalf("%+v was taken", c)
		}
	})
}

func FuzzReadCredential(f *testing.F) {
	f.Add("e30")
	f.Add("eyJjaGFsbGVuZ2UiOnt9fQ")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ReadCredential(text)
		if err == nil && c.Challenge.ID == "" {
			t.Error("a credential without a challenge")
		}
		_, _ = c.Challenge.place()
	})
}
