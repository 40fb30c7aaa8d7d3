package abijson

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/ethereum/go-ethereum/accounts/abi"
)

// ErrNotElementary is the error for a name that does not look like an elementary type's.
var ErrNotElementary = errors.New("not an elementary type (intN, uintN, address, bool, bytesN, bytes, string)")

var sized = regexp.MustCompile(`^(u?int|bytes)([1-9][0-9]{0,8})$`)

// Elementary reads the name of a type other than arrays and tuples; uint and int mean their 256-bit forms.
func Elementary(name string) (abi.Type, error) {
	switch name {
	case "address", "bool", "bytes", "string":
	case "uint", "int":
		name += "256"
	default:
		m := sized.FindStringSubmatch(name)
		if m == nil {
			return abi.Type{}, ErrNotElementary
		}

		size, err := strconv.Atoi(m[2])
		switch {
		case err != nil:
			return abi.Type{}, fmt.Errorf("the size of %s: %w", name, err)
		case m[1] == "bytes" && size > 32:
			return abi.Type{}, errors.New("bytesN goes from bytes1 to bytes32")
		case m[1] != "bytes" && (size > 256 || size%8 != 0):
			return abi.Type{}, errors.New("integers have 8 to 256 bits in steps of 8")
		}
	}
	return abi.NewType(name, "", nil)
}

// Dynamic reports whether values of t are referenced by an offset. Source: Solidity documentation, "Contract ABI
// Specification", Formal Specification of the Encoding.
func Dynamic(t *abi.Type) bool {
	switch t.T {
	case abi.StringTy, abi.BytesTy, abi.SliceTy:
		return true
	case abi.ArrayTy:
		return Dynamic(t.Elem)
	case abi.TupleTy:
		for _, e := range t.TupleElems {
			if Dynamic(e) {
				return true
			}
		}
	}
	return false
}

// headSize is the number of bytes of a value of t among its parent's heads.
func headSize(t *abi.Type) int {
	if Dynamic(t) {
		return 32
	}

	switch t.T {
	case abi.ArrayTy:
		return t.Size * headSize(t.Elem)
	case abi.TupleTy:
		n := 0
		for _, e := range t.TupleElems {
			n += headSize(e)
		}
		return n
	}
	return 32
}
