// Package base58 reads and writes base58 and base58check, the forms that Bitcoin, Solana, Tron, XRP and others write
// keys and addresses in. A letter that is changed is noticed by base58check alone, which ends with four bytes of a
// checksum.
package base58

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"slices"
	"strings"
)

// The alphabets: that of Bitcoin is Solana's and Tron's too.
const (
	Bitcoin = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	Ripple  = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
)

// checksumBytes is the length of base58check's checksum.
const checksumBytes = 4

// Decode gives the bytes that s writes, nil for a letter that is not in the alphabet.
func Decode(s, alphabet string) []byte {
	n := Number(s, alphabet)
	if n == nil {
		return nil
	}
	zeros := len(s) - len(strings.TrimLeft(s, alphabet[:1]))
	return append(make([]byte, zeros), n.Bytes()...)
}

// Number is the number that s writes, nil for a letter that is not in the alphabet.
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

// Text writes n, which it uses up, without leading zeros.
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

// Encode writes bytes.
func Encode(raw []byte, alphabet string) string {
	zeros := len(raw) - len(bytes.TrimLeft(raw, "\x00"))
	return strings.Repeat(alphabet[:1], zeros) + Text(new(big.Int).SetBytes(raw), alphabet)
}

// EncodeChecked writes a payload with its checksum.
func EncodeChecked(body []byte, alphabet string) string {
	return Encode(append(slices.Clone(body), checksum(body)...), alphabet)
}

// DecodeChecked is the payload of a base58check text, without its checksum; ok is false when that is wrong.
func DecodeChecked(s, alphabet string) (body []byte, ok bool) {
	return Checked(Decode(s, alphabet))
}

// Checked is the payload of decoded bytes, without the checksum that they end with; ok is false when that is wrong.
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
