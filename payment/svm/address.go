// Package svm is the scheme "exact" of x402 on Solana: a transaction that its payer has signed, and that whoever pays
// the fee signs, sends and follows.
//
// It reads transactions, judges them by the rules of the specification, and asks a node about them. It signs with a fee
// payer's key for payment/facilitator/svm and sends nothing by itself.
//
// # The name of a payment
//
// A transaction names itself by its first signature. That is the fee payer's, which is not there when the payment
// comes, and whose place the buyer can fill with anything. What all signers sign is the message, so the SHA-256 hash of
// its bytes is the payment's name ([Payment.Name]). The chain executes a message once while its blockhash lives and
// never after. Two purchases that are the same message are therefore one payment.
//
// Sources: x402, scheme_exact_svm; Solana documentation, "Transactions", "Transaction confirmation and expiration",
// and the JSON-RPC methods.
package svm

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"filippo.io/edwards25519"

	"github.com/farebox/farebox/internal/chain/base58"
)

// Address is a public key or the address of an account.
type Address [32]byte

// longestAddress is how many letters 32 bytes take in base58 at most. Longer texts are not decoded.
const longestAddress = 44

// ParseAddress reads an address in base58. There is no checksum: a mistyped address is mostly still one.
func ParseAddress(text string) (Address, error) {
	var a Address
	if len(text) > longestAddress {
		return a, fmt.Errorf("%.60q is not an address of Solana: it is too long", text)
	}

	raw := base58.Decode(text, base58.Bitcoin)
	if len(raw) != len(a) {
		return a, fmt.Errorf("%q is not an address of Solana: those are 32 bytes in base58", text)
	}
	return Address(raw), nil
}

// mustAddress reads an address that is part of this program.
func mustAddress(text string) Address {
	a, err := ParseAddress(text)
	if err != nil {
		panic(err)
	}
	return a
}

// String is the address in base58.
func (a Address) String() string { return base58.Encode(a[:], base58.Bitcoin) }

// MarshalText is the address in base58.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads an address in base58.
func (a *Address) UnmarshalText(text []byte) error {
	read, err := ParseAddress(string(text))
	if err == nil {
		*a = read
	}
	return err
}

// onCurve says that somebody can have the private key of the address.
func (a Address) onCurve() bool {
	_, err := new(edwards25519.Point).SetBytes(a[:])
	return err == nil
}

// weak says that signatures under the address prove nothing: its key is a point of small order. Nodes refuse them.
func (a Address) weak() bool {
	point, err := new(edwards25519.Point).SetBytes(a[:])
	if err != nil {
		return true
	}
	return point.MultByCofactor(point).Equal(edwards25519.NewIdentityPoint()) == 1
}

// Hash is a blockhash, or the hash of a message.
type Hash [32]byte

// String is the hash in base58, as nodes write blockhashes.
func (h Hash) String() string { return Address(h).String() }

// Signature is a signature of Ed25519. The first of a transaction is also its name on the chain.
type Signature [64]byte

// ParseSignature reads a signature in base58.
func ParseSignature(text string) (Signature, error) {
	const longest = 88 // letters of 64 bytes
	if len(text) > longest {
		return Signature{}, errors.New("not a signature of Solana: it is too long")
	}
	raw := base58.Decode(text, base58.Bitcoin)
	if len(raw) != len(Signature{}) {
		return Signature{}, errors.New("not a signature of Solana: those are 64 bytes in base58")
	}
	return Signature(raw), nil
}

// String is the signature in base58.
func (s Signature) String() string { return base58.Encode(s[:], base58.Bitcoin) }

// ParseKey reads a private key in any of the forms that wallets and tools export: base58 of 64 bytes, or a JSON list of
// as many numbers. The second half is the public key and must belong to the first. Errors do not quote the text.
func ParseKey(text string) (ed25519.PrivateKey, error) {
	text = strings.TrimSpace(text)
	raw, err := keyBytes(text)
	if err != nil {
		return nil, err
	}
	if len(raw) != ed25519.PrivateKeySize {
		return nil, fmt.Errorf("a private key of Solana has %d bytes, not %d", ed25519.PrivateKeySize, len(raw))
	}

	key := ed25519.NewKeyFromSeed(raw[:ed25519.SeedSize])
	if !key.Equal(ed25519.PrivateKey(raw)) {
		return nil, errors.New("the two halves of the private key do not belong together")
	}
	return key, nil
}

func keyBytes(text string) ([]byte, error) {
	if !strings.HasPrefix(text, "[") {
		if len(text) > 2*longestAddress {
			return nil, errors.New("the private key is too long")
		}
		return base58.Decode(text, base58.Bitcoin), nil
	}

	var numbers []uint8
	var wide []uint16 // encoding/json reads a list of uint8 as base64 text
	if json.Unmarshal([]byte(text), &wide) != nil {
		return nil, errors.New("the private key is no list of numbers")
	}
	for _, n := range wide {
		if n > 0xff {
			return nil, errors.New("the private key is no list of bytes")
		}
		numbers = append(numbers, uint8(n))
	}
	return numbers, nil
}

// AddressOf is the address of a private key.
func AddressOf(key ed25519.PrivateKey) Address { return Address(key.Public().(ed25519.PublicKey)) }
