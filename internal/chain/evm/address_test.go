package evm_test

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/chain/evm"
)

// TestAddressInMixedCaseHasItsChecksum: the examples of EIP-55, and how people get them wrong.
func TestAddressInMixedCaseHasItsChecksum(t *testing.T) {
	for _, right := range []string{
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
	} {
		for _, text := range []string{right, strings.ToLower(right), "0x" + strings.ToUpper(right[2:])} {
			if a, err := evm.ParseAddress(text); err != nil || a.Hex() != right {
				t.Errorf("%s: %v %v", text, a, err)
			}
		}
	}
	for _, wrong := range []string{
		"", "0x", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
	} {
		if a, err := evm.ParseAddress(wrong); err == nil {
			t.Errorf("%q is read as %s", wrong, a)
		}
	}
}

func TestMistypedIsMixedCaseWithoutTheChecksum(t *testing.T) {
	const right = "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
	for _, tt := range []struct {
		why  string
		text string
		want bool
	}{
		{"the checksum", right, false},
		{"lower case", strings.ToLower(right), false},
		{"upper case", strings.ToUpper(right), false},
		{"one letter in the other case", "5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed", true},
	} {
		t.Run(tt.why, func(t *testing.T) {
			for _, prefix := range []string{"", "0x"} {
				if got := evm.Mistyped(prefix + tt.text); got != tt.want {
					t.Errorf("%s%s: %v", prefix, tt.text, got)
				}
			}
		})
	}
}
