// Package secret derives the service's keys from its one server secret: keys that name things without revealing
// them, and keys that encrypt stored data.
//
// The server secret never enters a database or a shared cache. With these alone nobody can read the stored data or
// confirm a guess about it.
package secret

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// MinBytes is the minimum length of a server secret.
const MinBytes = 32

// Secret is a server secret. The zero value is empty and makes no keys.
type Secret struct{ bytes []byte }

// errForm never contains the text that was read.
var errForm = fmt.Errorf("must be at least %d random bytes in hex or base64 (openssl rand -hex 32)", MinBytes)

// Parse reads a secret in hex or base64. The error never contains the text.
func Parse(text string) (Secret, error) {
	text = strings.TrimSpace(text)
	raw, err := hex.DecodeString(text)
	if err != nil {
		plain := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
		raw, err = base64.RawStdEncoding.DecodeString(plain)
	}
	if err != nil || len(raw) < MinBytes {
		return Secret{}, errForm
	}

	return Secret{bytes: raw}, nil
}

// IsZero is true for no secret.
func (s Secret) IsZero() bool { return len(s.bytes) == 0 }

// Key is the key for one purpose, derived with HKDF-SHA256 (RFC 5869). Keys for two purposes reveal nothing about
// each other.
func (s Secret) Key(purpose string) (Key, error) {
	if s.IsZero() {
		return Key{}, errors.New("secret: there is no server secret")
	}
	raw, err := hkdf.Key(sha256.New, s.bytes, nil, "farebox: "+purpose, len(Key{}))
	if err != nil {
		return Key{}, fmt.Errorf("secret: key for %s: %w", purpose, err)
	}
	return Key(raw), nil
}

// Check is a value with which two processes can compare their secrets. It reveals nothing about the secret.
func (s Secret) Check() (string, error) {
	key, err := s.Key("check")
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(key[:]), nil
}
