package crypto

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type kind int

const (
	kindUint kind = iota
	kindInt
	kindAddress
	kindBool
	kindFixedBytes
	kindBytes
	kindString
)

// elementary is a Solidity type that is no array and no tuple.
type elementary struct {
	kind kind
	bits int // of kindUint and kindInt: 8 to 256
	size int // of kindFixedBytes: 1 to 32
}

// dynamic says whether values of the type have no fixed length.
func (t elementary) dynamic() bool { return t.kind == kindBytes || t.kind == kindString }

// String is the canonical name of the type.
func (t elementary) String() string {
	switch t.kind {
	case kindUint:
		return "uint" + strconv.Itoa(t.bits)
	case kindInt:
		return "int" + strconv.Itoa(t.bits)
	case kindAddress:
		return "address"
	case kindBool:
		return "bool"
	case kindFixedBytes:
		return "bytes" + strconv.Itoa(t.size)
	case kindBytes:
		return "bytes"
	default:
		return "string"
	}
}

var errUnknownType = errors.New("not an elementary type (intN, uintN, address, bool, bytesN, bytes, string)")

// parseElementary reads a type name of the Solidity ABI; uint and int stand for their 256-bit forms.
// It is errUnknownType for a name that is none.
func parseElementary(name string) (elementary, error) {
	switch name {
	case "address":
		return elementary{kind: kindAddress}, nil
	case "bool":
		return elementary{kind: kindBool}, nil
	case "bytes":
		return elementary{kind: kindBytes}, nil
	case "string":
		return elementary{kind: kindString}, nil
	case "uint":
		return elementary{kind: kindUint, bits: 256}, nil
	case "int":
		return elementary{kind: kindInt, bits: 256}, nil
	}
	if digits, ok := strings.CutPrefix(name, "uint"); ok {
		if n, ok := smallNumber(digits); ok {
			return integerType(kindUint, n)
		}
	} else if digits, ok := strings.CutPrefix(name, "int"); ok {
		if n, ok := smallNumber(digits); ok {
			return integerType(kindInt, n)
		}
	} else if digits, ok := strings.CutPrefix(name, "bytes"); ok {
		if n, ok := smallNumber(digits); ok {
			if n < 1 || n > 32 {
				return elementary{}, errors.New("bytesN goes from bytes1 to bytes32")
			}
			return elementary{kind: kindFixedBytes, size: n}, nil
		}
	}
	return elementary{}, errUnknownType
}

func integerType(k kind, bits int) (elementary, error) {
	if bits < 8 || bits > 256 || bits%8 != 0 {
		return elementary{}, errors.New("integers have 8 to 256 bits in steps of 8")
	}
	return elementary{kind: k, bits: bits}, nil
}

// smallNumber reads digits without sign or leading zero.
func smallNumber(digits string) (int, bool) {
	if digits == "" || len(digits) > 9 || digits[0] == '0' || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// unbounded is the length of an array that has no fixed length.
const unbounded = -1

// abiType is an elementary type or a one-dimensional array of one.
type abiType struct {
	elementary
	array  bool
	length int // of arrays: the number of elements, or unbounded
}

func (t abiType) String() string {
	switch {
	case !t.array:
		return t.elementary.String()
	case t.length == unbounded:
		return t.elementary.String() + "[]"
	default:
		return t.elementary.String() + "[" + strconv.Itoa(t.length) + "]"
	}
}

// dynamic says whether the value stands behind the heads, with an offset in its place (ABI
// specification, "Formal Specification of the Encoding").
func (t abiType) dynamic() bool {
	return t.elementary.dynamic() || t.array && t.length == unbounded
}

// headSize is the number of bytes that the value takes among the heads.
func (t abiType) headSize() int {
	if t.array && !t.dynamic() {
		return 32 * t.length
	}
	return 32
}

// maxArrayLength bounds T[k]: a longer one could not be given in a request.
const maxArrayLength = 1 << 16

// parseABIType reads a type as the ABI routes take it: tuples, nested arrays, fixed-point numbers and
// function pointers are refused with the reason.
func parseABIType(name string) (abiType, error) {
	name = strings.TrimSpace(name)
	if strings.ContainsAny(name, "()") || name == "tuple" || strings.HasPrefix(name, "tuple[") {
		return abiType{}, errors.New("tuples are not supported")
	}
	base, dim, isArray := strings.Cut(name, "[")
	t := abiType{array: isArray, length: unbounded}
	if isArray {
		dim, closed := strings.CutSuffix(dim, "]")
		if !closed {
			return abiType{}, errors.New("the array bracket is not closed")
		}
		if strings.ContainsAny(dim, "[]") {
			return abiType{}, errors.New("nested arrays are not supported")
		}
		if dim != "" {
			n, ok := smallNumber(dim)
			if !ok || n > maxArrayLength {
				return abiType{}, fmt.Errorf("an array length goes from 1 to %d", maxArrayLength)
			}
			t.length = n
		}
	}
	if base == "function" || strings.HasPrefix(base, "fixed") || strings.HasPrefix(base, "ufixed") {
		return abiType{}, fmt.Errorf("%s is not supported", clip(base))
	}
	var err error
	t.elementary, err = parseElementary(base)
	return t, err
}

// clip shortens a caller's text for an error message.
func clip(s string) string {
	const most = 80
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}
