// Package base58 reads and writes base58 and base58check, the forms of keys and addresses in Bitcoin, Solana, Tron,
// XRP and others. Only base58check detects a changed letter, by the four bytes of checksum at its end.
package base58

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"slices"
	"strings"
)

// The alphabets: Bitcoin's is also Solana's and Tron's.
const (
	Bitcoin = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	Ripple  = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
)

// checksumBytes is the length of base58check's checksum.
const checksumBytes = 4

// Decode returns the bytes encoded in s, or nil for a letter outside the alphabet.
func Decode(s, alphabet string) []byte {
	n := Number(s, alphabet)
	if n == nil {
		return nil
	}
	zeros := len(s) - len(strings.TrimLeft(s, alphabet[:1]))
	return append(make([]byte, zeros), n.Bytes()...)
}

// Number is the number encoded in s, or nil for a letter outside the alphabet.
func Number(s, alphabet string) *big.Int {
	n := new(big.Int)
	digit := new(big.Int)
	base := big.NewInt(58)
	for i := 0; i < len(s); i++ {
		d := strings.IndexByte(alphabet, s[i])
		if d < 0 {
			return nil
		}
		n.Add(n.Mul(n, base), digit.SetInt64(int64(d)))
	}
	return n
}

// Text encodes n without leading zeros, and destroys n.
func Text(n *big.Int, alphabet string) string {
	var out []byte
	base := big.NewInt(58)
	digit := new(big.Int)
	for n.Sign() > 0 {
		n.DivMod(n, base, digit)
		out = append(out, alphabet[digit.Int64()])
	}
	slices.Reverse(out)
	return string(out)
}

// SolanaKey says whether a text can be a public key of Solana: 32 bytes, without a checksum.
func SolanaKey(text string) bool { return len(Decode(text, Bitcoin)) == 32 }

// Encode writes bytes.
func Encode(raw []byte, alphabet string) string {
	zeros := len(raw) - len(bytes.TrimLeft(raw, "\x00"))
	return strings.Repeat(alphabet[:1], zeros) + Text(new(big.Int).SetBytes(raw), alphabet)
}

// EncodeChecked encodes a payload with its checksum.
func EncodeChecked(body []byte, alphabet string) string {
	return Encode(append(slices.Clone(body), checksum(body)...), alphabet)
}

// DecodeChecked is the payload of a base58check text, without its checksum; ok is false if that is wrong.
func DecodeChecked(s, alphabet string) (body []byte, ok bool) {
	return Checked(Decode(s, alphabet))
}

// Checked is the payload of decoded bytes without the final checksum; ok is false if that is wrong.
func Checked(raw []byte) (body []byte, ok bool) {
	if len(raw) <= checksumBytes {
		return nil, false
	}
	at := len(raw) - checksumBytes
	return raw[:at], string(checksum(raw[:at])) == string(raw[at:])
}

// checksum is the first four bytes of the double SHA-256 of a payload.
func checksum(body []byte) []byte {
	once := sha256.Sum256(body)
	twice := sha256.Sum256(once[:])
	return twice[:checksumBytes]
}
