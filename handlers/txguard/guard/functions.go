package guard

import (
	"encoding/hex"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// function is a known function or event: how to decode its arguments, and what a call of it does or a log tells.
type function struct {
	signature string      // canonical: "approve(address,uint256)"
	hash      common.Hash // of the signature: an event's topic
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

	hash := crypto.Keccak256Hash([]byte(signature.String()))
	return &function{
		signature: signature.String(),
		params:    params,
		hash:      hash,
		selector:  [4]byte(hash[:4]),
	}, nil
}

func selectorText(s [4]byte) string { return "0x" + hex.EncodeToString(s[:]) }
