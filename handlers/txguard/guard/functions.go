package guard

import (
	"encoding/hex"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// function is one known function: how to decode its arguments, and what a call of it does.
type function struct {
	signature string // canonical: "approve(address,uint256)"
	selector  [4]byte
	params    abi.Arguments
	act       *act
}

// newFunction reads a function with the names of its arguments: "approve(address spender,uint256 amount)".
func newFunction(text string) (*function, error) {
	signature, err := abijson.ParseSignature(text)
	if err != nil {
		return nil, err
	}
	params, err := abijson.Arguments(signature.Params)
	if err != nil {
		return nil, err
	}

	f := &function{signature: signature.String(), params: params}
	copy(f.selector[:], crypto.Keccak256([]byte(f.signature)))
	return f, nil
}

func selectorText(s [4]byte) string { return "0x" + hex.EncodeToString(s[:]) }
