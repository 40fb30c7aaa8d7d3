package bech32

import (
	"encoding/hex"
	"strings"
	"testing"
)

// TestWitnessVectors are addresses of BIP 350's test vectors, in lower case, with what they pay to.
func TestWitnessVectors(t *testing.T) {
	for address, script := range map[string]string{
		"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4": "0014751e76e8199196d454941c45d1b3a323f1433bd6",
		"bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y": "5128751e76e8199196d454941c45d1" +
			"b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6",
		"bc1sw50qgdz25j":                       "6002751e",
		"bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs": "5210751e76e8199196d454941c45d1b3a323",
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0": "512079be667ef9dcbbac55a06295ce870b07029b" +
			"fcdb2dce28d959f2815b16f81798",
	} {
		w, ok := ReadWitness(address)
		if !ok {
			t.Errorf("%s is refused", address)
			continue
		}
		opcode := byte(w.Version)
		if w.Version > 0 {
			opcode += 0x50
		}
		got := hex.EncodeToString(append([]byte{opcode, byte(len(w.Program))}, w.Program...))
		if got != script {
			t.Errorf("%s pays to %s, want %s", address, got, script)
		}
	}
}

// TestInvalidWitnessVectors are BIP 350's invalid addresses, without those about the prefix or mixed case.
func TestInvalidWitnessVectors(t *testing.T) {
	for address, why := range map[string]string{
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd": "bech32 where bech32m is due",
		"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh":                     "bech32m where bech32 is due",
		"bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4": "a letter outside the alphabet",
		"bc130xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqvptv2x": "witness version 17",
		"bc1pw5dgrnzv": "a program of one byte",
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav": "a program of 41 bytes",
		"bc1qr508d6qejxtdg4y5r3zarvaryv98gj9p":                                         "version 0 of 16 bytes",
		"bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf":             "five bits of padding",
		"bc1gmk9yu": "no data",
		"bc":        "no separator",
	} {
		if _, ok := ReadWitness(address); ok {
			t.Errorf("%s passes: %s", address, why)
		}
	}
}

func TestSums(t *testing.T) {
	for text, want := range map[string]uint32{
		"a12uel5l": Classic, // BIP 173
		"abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw": Classic,
		"a1lqfn3a": Modified, // BIP 350
		"abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx": Modified,
	} {
		if got := Sum(text); got != want {
			t.Errorf("%s sums to %x, want %x", text, got, want)
		}
		if got := Sum(strings.Replace(text, "1", "1q", 1)); got == want {
			t.Errorf("%s with one letter more sums to the same", text)
		}
	}
}
