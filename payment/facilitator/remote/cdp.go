package remote

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// CDPBaseURL is Coinbase's facilitator (Coinbase Developer Platform, API v2).
const CDPBaseURL = "https://api.cdp.coinbase.com/platform/v2/x402"

// cdpTokenLife is how long a request token is valid; CDP's own clients use the same.
const cdpTokenLife = 120 * time.Second

// CDPKey is an API key of the Coinbase Developer Platform, which signs a token for each request.
type CDPKey struct {
	id     string
	method jwt.SigningMethod
	key    any
}

// ParseCDPKey reads a secret API key: its id, and the secret as the platform hands it out, which is
// base64 of 64 bytes for Ed25519 (seed, then public key) or a PEM EC P-256 key (SEC 1 or PKCS #8).
// Line breaks written as the two characters \n, as environment files do, are understood. Errors name
// the form that was expected and never hold the secret.
func ParseCDPKey(id, secret string) (*CDPKey, error) {
	if strings.TrimSpace(id) == "" {
		return nil, errors.New("CDP API key: the id is empty")
	}

	secret = strings.TrimSpace(strings.ReplaceAll(secret, `\n`, "\n"))
	if strings.HasPrefix(secret, "-----BEGIN") {
		key, err := parseP256(secret)
		if err != nil {
			return nil, fmt.Errorf("CDP API key: %w", err)
		}
		return &CDPKey{
			id:     id,
			method: jwt.SigningMethodES256,
			key:    key,
		}, nil
	}

	raw, err := base64.StdEncoding.DecodeString(secret)
	if err != nil || len(raw) != ed25519.PrivateKeySize {
		return nil, errors.New("CDP API key: the secret is neither base64 of 64 bytes (Ed25519) nor a PEM EC key " +
			"(a client API key is neither)")
	}

	key := ed25519.NewKeyFromSeed(raw[:ed25519.SeedSize])
	if !key.Equal(ed25519.PrivateKey(raw)) {
		return nil, errors.New("CDP API key: the two halves of the Ed25519 secret do not belong together")
	}

	return &CDPKey{
		id:     id,
		method: jwt.SigningMethodEdDSA,
		key:    key,
	}, nil
}

func parseP256(text string) (*ecdsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("the PEM block is broken")
	}

	key, err := x509.ParseECPrivateKey(block.Bytes)
	if err != nil {
		parsed, pkcs8Err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if pkcs8Err != nil {
			return nil, errors.New("the PEM block holds no EC key in SEC 1 or PKCS #8 form")
		}
		var ok bool
		if key, ok = parsed.(*ecdsa.PrivateKey); !ok {
			return nil, fmt.Errorf("the PEM block holds a %T, not an EC key", parsed)
		}
	}

	if key.Curve != elliptic.P256() {
		return nil, fmt.Errorf("the EC key is on %s, not P-256", key.Curve.Params().Name)
	}
	return key, nil
}

// Token signs the bearer token of one request: valid for that method, host and path, for two minutes
// from now. Random gives the header's nonce.
func (k *CDPKey) Token(method, host, path string, now time.Time, random io.Reader) (string, error) {
	var nonce [16]byte
	if _, err := io.ReadFull(random, nonce[:]); err != nil {
		return "", fmt.Errorf("CDP token: nonce: %w", err)
	}

	token := jwt.NewWithClaims(k.method, jwt.MapClaims{
		"sub":  k.id,
		"iss":  "cdp",
		"uris": []string{method + " " + host + path},
		"iat":  now.Unix(),
		"nbf":  now.Unix(),
		"exp":  now.Add(cdpTokenLife).Unix(),
	})

	token.Header["kid"] = k.id
	token.Header["nonce"] = hex.EncodeToString(nonce[:])
	signed, err := token.SignedString(k.key)
	if err != nil {
		return "", fmt.Errorf("CDP token: sign: %w", err)
	}

	return signed, nil
}

// Auth authorizes each request with a token of its own.
func (k *CDPKey) Auth(now func() time.Time, random io.Reader) Auth {
	return func(r *http.Request) error {
		token, err := k.Token(r.Method, r.URL.Host, r.URL.Path, now(), random)
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
}
