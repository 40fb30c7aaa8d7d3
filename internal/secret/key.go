package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
)

// Key is a key for one purpose.
type Key [sha256.Size]byte

// Name is the HMAC-SHA256 of parts: equal for equal parts, and useless for confirming a guess without the key. The
// boundaries between parts count.
func (k Key) Name(parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, k[:])
	for _, part := range parts {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// ErrSealed means that sealed data cannot be opened: it was sealed with another key or for other parts, or was
// modified.
var ErrSealed = errors.New("secret: not sealed with this key for this purpose")

// Seal encrypts plain so that opening it takes the key and the same parts (AES-256-GCM with a random nonce, under a
// key derived from the parts).
func (k Key) Seal(plain []byte, parts ...[]byte) ([]byte, error) {
	box, err := k.box(parts)
	if err != nil {
		return nil, err
	}
	return box.Seal(nil, nil, plain, nil), nil
}

// Open returns the plain text of data sealed with the same parts, or ErrSealed.
func (k Key) Open(sealed []byte, parts ...[]byte) ([]byte, error) {
	box, err := k.box(parts)
	if err != nil {
		return nil, err
	}
	plain, err := box.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

func (k Key) box(parts [][]byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.Name(parts...))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
