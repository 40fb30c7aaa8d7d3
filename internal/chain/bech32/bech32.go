// Package bech32 checks texts in bech32 (BIP 173) and bech32m (BIP 350), and reads the witness programs of
// segregated witness addresses. Both forms are upper or lower case, never mixed; the functions take lower case.
package bech32

import "strings"

// Letters is the alphabet; each letter is five bits.
const Letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"

// The checksum of a valid text: Classic in bech32, Modified in bech32m.
const (
	Classic  = 1
	Modified = 0x2bc830a3
)

// checksumLetters is the length of the checksum.
const checksumLetters = 6

// Sum is the checksum of s: Classic or Modified if valid, and 0 for a letter outside the alphabet.
func Sum(s string) uint32 {
	at := strings.LastIndexByte(s, '1')
	if at < 0 {
		return 0
	}

	sum := uint32(1)
	step := func(v uint32) {
		top := sum >> 25
		sum = (sum&0x1ffffff)<<5 ^ v
		for i, g := range [5]uint32{0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3} {
			if top>>i&1 == 1 {
				sum ^= g
			}
		}
	}

	for _, c := range s[:at] {
		step(uint32(c) >> 5)
	}
	step(0)
	for _, c := range s[:at] {
		step(uint32(c) & 31)
	}

	for i := at + 1; i < len(s); i++ {
		d := strings.IndexByte(Letters, s[i])
		if d < 0 {
			return 0
		}
		step(uint32(d))
	}

	return sum
}

// Bytes joins five-bit digits into bytes; the rest must be less than a digit and zero.
func Bytes(digits []byte) ([]byte, bool) {
	var out []byte
	rest := uint32(0)
	bits := 0
	for _, d := range digits {
		rest = rest<<5 | uint32(d)
		bits += 5
		if bits >= 8 {
			bits -= 8
			out = append(out, byte(rest>>bits))
			rest &= 1<<bits - 1
		}
	}
	return out, bits < 5 && rest == 0
}

// Witness is what a segregated witness address pays to (BIP 141).
type Witness struct {
	Version int // 0 to 16
	Program []byte
}

// ReadWitness reads the witness version and program of an address whose letters are all in the alphabet. It checks
// what BIP 141 and BIP 350 require beyond the checksum: the program's length, and that version 0 has bech32's
// checksum and later ones bech32m's.
func ReadWitness(s string) (Witness, bool) {
	sum := Sum(s)
	data := s[strings.LastIndexByte(s, '1')+1:]
	if sum == 0 || len(data) <= checksumLetters {
		return Witness{}, false
	}
	digits := make([]byte, len(data)-checksumLetters)
	for i := range digits {
		digits[i] = byte(strings.IndexByte(Letters, data[i]))
	}

	program, whole := Bytes(digits[1:])
	w := Witness{Version: int(digits[0]), Program: program}
	switch {
	case !whole || w.Version > 16:
		return Witness{}, false
	case w.Version == 0:
		return w, sum == Classic && (len(program) == 20 || len(program) == 32)
	}
	return w, sum == Modified && len(program) >= 2 && len(program) <= 40
}
