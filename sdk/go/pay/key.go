package pay

import (
	"encoding/hex"
	"errors"
	"strings"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

// Signer is a wallet with an account of its own. [Key] is one; a key kept elsewhere can be another.
type Signer interface {
	// Address is the account that pays, 0x and 40 hex digits.
	Address() string
	// SignDigest signs 32 bytes that are hashed already. The signature is r, s and v of 27 or 28, with s in the lower
	// half of the curve's order.
	SignDigest(digest [32]byte) (signature [65]byte, err error)
}

// Key is a private key in memory. Printing one shows its address.
type Key struct {
	private *secp256k1.PrivateKey
	address string
}

// NewKey reads a private key of 64 hex digits, with or without 0x. The error does not repeat it.
func NewKey(text string) (*Key, error) {
	raw, err := hex.DecodeString(strings.TrimPrefix(strings.TrimSpace(text), "0x"))
	if err != nil || len(raw) != 32 {
		return nil, errors.New("pay: a private key has 64 hex digits")
	}
	var scalar secp256k1.ModNScalar
	if overflow := scalar.SetByteSlice(raw); overflow || scalar.IsZero() {
		return nil, errors.New("pay: the private key is not in the range of the curve")
	}

	private := secp256k1.NewPrivateKey(&scalar)
	return &Key{
		private: private,
		address: addressOf(private.PubKey()),
	}, nil
}

// Address is the account of the key, in checksum case.
func (k *Key) Address() string { return k.address }

// String is the address: a log never shows the key.
func (k *Key) String() string { return k.address }

// GoString is the address.
func (k *Key) GoString() string { return k.address }

// SignDigest signs with the nonce of RFC 6979. It never fails.
func (k *Key) SignDigest(digest [32]byte) (signature [65]byte, err error) {
	compact := ecdsa.SignCompact(k.private, digest[:], false) // v of 27 or 28, r, s
	copy(signature[:], compact[1:])
	signature[64] = compact[0]
	return signature, nil
}

// recoverAddress is the account whose key made a signature of digest.
func recoverAddress(digest [32]byte, signature []byte) (string, error) {
	if len(signature) != 65 {
		return "", errors.New("the signature has not 65 bytes")
	}
	v := signature[64]
	if v < 2 {
		v += 27
	}
	if v != 27 && v != 28 {
		return "", errors.New("the last byte of the signature is not 27 or 28")
	}

	public, _, err := ecdsa.RecoverCompact(append([]byte{v}, signature[:64]...), digest[:])
	if err != nil {
		return "", errors.New("the signature matches no key")
	}
	return addressOf(public), nil
}

func addressOf(public *secp256k1.PublicKey) string {
	hash := keccak(public.SerializeUncompressed()[1:])
	return checksum(hash[12:])
}

// checksum writes the 20 bytes of an address in the mixed case of ERC-55.
func checksum(address []byte) string {
	digits := []byte(hex.EncodeToString(address))
	hash := keccak(digits)
	for i, d := range digits {
		nibble := hash[i/2] >> 4
		if i%2 == 1 {
			nibble = hash[i/2] & 0xf
		}
		if d >= 'a' && nibble >= 8 {
			digits[i] = d - 'a' + 'A'
		}
	}
	return "0x" + string(digits)
}

func keccak(parts ...[]byte) (hash [32]byte) {
	h := sha3.NewLegacyKeccak256()
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(hash[:0])
	return hash
}
