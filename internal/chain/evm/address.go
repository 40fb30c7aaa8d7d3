package evm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// ParseAddress reads an address from input: 0x and 40 hex digits, not [Mistyped]. The error text continues the name
// of the field.
func ParseAddress(text string) (common.Address, error) {
	if !common.IsHexAddress(text) || !strings.HasPrefix(text, "0x") {
		return common.Address{}, errors.New("must be 0x and 40 hex digits")
	}
	a := common.HexToAddress(text)
	if Mistyped(text) {
		return common.Address{}, fmt.Errorf("is in mixed case but not with its EIP-55 checksum; "+
			"give it in lower case, or as %s if that is the address you mean", a.Hex())
	}
	return a, nil
}

// Mistyped reports whether an address of 40 hex digits, with or without 0x, is in mixed case with a wrong checksum
// (EIP-55): a typo, or a deliberate one. An address in a single case has no checksum and is accepted.
func Mistyped(text string) bool {
	digits := strings.TrimPrefix(text, "0x")
	mixed := digits != strings.ToLower(digits) && digits != strings.ToUpper(digits)
	return mixed && digits != common.HexToAddress(digits).Hex()[2:]
}
