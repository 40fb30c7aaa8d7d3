package guard

import (
	"encoding/hex"
	"fmt"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/abijson"
)

// function is one known function: how to decode its arguments, and what a call of it does.
type function struct {
	signature string // canonical: "approve(address,uint256)"
	selector  [4]byte
	params    abi.Arguments
	does      func(c *call)
}

// declaration is a function as it is written down in the tables.
type declaration struct {
	signature string // with the names of the arguments: "approve(address spender,uint256 amount)"
	does      func(c *call)
}

// functions are all known functions by selector.
type functions map[[4]byte]*function

// newFunctions builds the table: what has to be read where nothing is executed, and what no execution shows. A mistake
// in it is an error naming the row, two rows with one selector likewise.
func newFunctions(rows []declaration) (functions, error) {
	table := functions{}
	for _, d := range rows {
		f, err := newFunction(d)
		if err != nil {
			return nil, fmt.Errorf("function %s: %w", d.signature, err)
		}
		if other, taken := table[f.selector]; taken {
			return nil, fmt.Errorf("functions %s and %s have the same selector", other.signature, f.signature)
		}
		table[f.selector] = f
	}
	return table, nil
}

func newFunction(d declaration) (*function, error) {
	signature, err := abijson.ParseSignature(d.signature)
	if err != nil {
		return nil, err
	}
	params, err := abijson.Arguments(signature.Params)
	if err != nil {
		return nil, err
	}

	f := &function{signature: signature.String(), params: params, does: d.does}
	copy(f.selector[:], crypto.Keccak256([]byte(f.signature)))
	return f, nil
}

func selectorText(s [4]byte) string { return "0x" + hex.EncodeToString(s[:]) }
