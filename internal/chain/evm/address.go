package evm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// ParseAddress reads an address that a person or a program typed. In one case it is taken as it is; in mixed case its checksum
// has to be right (EIP-55), since a wrong one is a typing error, or an attempt at one. The error reads on after the name of the
// field.
func ParseAddress(text string) (common.Address, error) {
	if !common.IsHexAddress(text) || !strings.HasPrefix(text, "0x") {
		return common.Address{}, errors.New("must be 0x and 40 hex digits")
	}
	a, digits := common.HexToAddress(text), text[2:]
	if digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) && a.Hex() != text {
		return common.Address{}, fmt.Errorf("is in mixed case but not with its EIP-55 checksum; give it in lower case, or as %s if that is the address you mean", a.Hex())
	}
	return a, nil
}
