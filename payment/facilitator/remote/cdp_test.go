package remote

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

func pemOf(t *testing.T, kind string, der []byte, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

func TestCDPTokenVerifiesWithThePublicKey(t *testing.T) {
	edPublic, edPrivate, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sec1, sec1Err := x509.MarshalECPrivateKey(ec)
	pkcs8, pkcs8Err := x509.MarshalPKCS8PrivateKey(ec)
	sec1PEM := pemOf(t, "EC PRIVATE KEY", sec1, sec1Err)
	tests := []struct {
		name, secret, alg string
		public            any
	}{
		{"Ed25519", base64.StdEncoding.EncodeToString(edPrivate), "EdDSA", edPublic},
		{"P-256 SEC 1", sec1PEM, "ES256", &ec.PublicKey},
		{"P-256 PKCS 8", pemOf(t, "PRIVATE KEY", pkcs8, pkcs8Err), "ES256", &ec.PublicKey},
		{"P-256 with escaped line breaks", strings.ReplaceAll(sec1PEM, "\n", `\n`), "ES256", &ec.PublicKey},
	}
	now := time.Unix(1_795_194_000, 0)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			key, err := ParseCDPKey("organizations/o/apiKeys/k", tt.secret)
			if err != nil {
				t.Fatal(err)
			}
			random := bytes.NewReader(bytes.Repeat([]byte{0xab}, 16))
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, CDPBaseURL+"/settle", nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := key.Auth(func() time.Time { return now }, random)(r); err != nil {
				t.Fatal(err)
			}
			signed, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if !ok {
				t.Fatalf("Authorization: %q", r.Header.Get("Authorization"))
			}
			token, err := jwt.Parse(signed, func(*jwt.Token) (any, error) { return tt.public, nil },
				jwt.WithValidMethods([]string{tt.alg}), jwt.WithTimeFunc(func() time.Time { return now }))
			if err != nil {
				t.Fatalf("the token does not verify: %v", err)
			}
			parts := strings.Split(signed, ".")
			var header, claims map[string]any
			decodePart(t, parts[0], &header)
			decodePart(t, parts[1], &claims)
			sameJSON(t, header, `{"alg":"`+tt.alg+`","typ":"JWT","kid":"organizations/o/apiKeys/k","nonce":"abababababababababababababababab"}`)
			sameJSON(t, claims, `{"sub":"organizations/o/apiKeys/k","iss":"cdp","uris":["POST api.cdp.coinbase.com/platform/v2/x402/settle"],"iat":1795194000,"nbf":1795194000,"exp":1795194120}`)
			if len(token.Signature) != 64 {
				t.Errorf("signature of %d bytes, want r and s of 32 each (or Ed25519's 64)", len(token.Signature))
			}
			if err := key.Auth(func() time.Time { return now }, bytes.NewReader(nil))(r); err == nil {
				t.Error("a token was signed without randomness for its nonce")
			}
		})
	}
}

func decodePart(t *testing.T, part string, into any) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatal(err)
	}
}

func sameJSON(t *testing.T, got any, want string) {
	t.Helper()
	var w any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(w)
	if !bytes.Equal(a, b) {
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

func TestCDPKeyRefusesOtherKeys(t *testing.T) {
	p384, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, derErr := x509.MarshalECPrivateKey(p384)
	_, ed, _ := ed25519.GenerateKey(rand.Reader)
	edDER, edErr := x509.MarshalPKCS8PrivateKey(ed)
	halves := append([]byte(nil), ed...)
	halves[40] ^= 1
	for name, secret := range map[string]string{
		"empty": "", "text": "client-api-key", "32 bytes": base64.StdEncoding.EncodeToString(ed[:32]),
		"halves that differ": base64.StdEncoding.EncodeToString(halves),
		"P-384":              pemOf(t, "EC PRIVATE KEY", der, derErr),
		"Ed25519 in PEM":     pemOf(t, "PRIVATE KEY", edDER, edErr),
		"broken PEM":         "-----BEGIN EC PRIVATE KEY-----\nxx",
		"other PEM":          "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n",
	} {
		_, err := ParseCDPKey("id", secret)
		if err == nil {
			t.Errorf("%s passed", name)
		} else if secret != "" && strings.Contains(err.Error(), secret) {
			t.Errorf("%s: the error shows the secret", name)
		}
	}
	if _, err := ParseCDPKey(" ", base64.StdEncoding.EncodeToString(ed)); err == nil {
		t.Error("an empty id passed")
	}
}
