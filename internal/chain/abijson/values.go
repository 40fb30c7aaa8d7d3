package abijson

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
)

// Value converts a JSON value, decoded with UseNumber, to the Go value that go-ethereum encodes as t: integers are
// numbers or decimal or 0x strings, addresses and bytes 0x strings, arrays lists, tuples objects, of which further
// members are left out.
func Value(t *abi.Type, v any) (any, error) {
	switch t.T {
	case abi.SliceTy, abi.ArrayTy:
		return list(t, v)
	case abi.TupleTy:
		return object(t, v)
	case abi.UintTy, abi.IntTy:
		n, err := Integer(v)
		if err != nil {
			return nil, err
		}
		if !holds(t, n) {
			return nil, fmt.Errorf("%s is out of the range of %s", n, t)
		}
		return abi.ReadInteger(*t, math.U256Bytes(n))
	case abi.BoolTy:
		yes, ok := v.(bool)
		if !ok {
			return nil, fmt.Errorf("true or false is wanted, not %s", Kind(v))
		}
		return yes, nil
	case abi.StringTy:
		s, ok := v.(string)
		if !ok {
			return nil, fmt.Errorf("text is wanted, not %s", Kind(v))
		}
		return s, nil
	}

	b, err := Bytes(v)
	switch {
	case err != nil:
		return nil, err
	case t.T == abi.BytesTy:
		return b, nil
	case t.T == abi.AddressTy && len(b) != common.AddressLength:
		return nil, fmt.Errorf("an address has %d bytes, not %d", common.AddressLength, len(b))
	case t.T == abi.AddressTy:
		return common.BytesToAddress(b), nil
	case t.T == abi.FixedBytesTy && len(b) != t.Size:
		return nil, fmt.Errorf("%s has %d bytes, not %d", t, t.Size, len(b))
	case t.T == abi.FixedBytesTy:
		return abi.ReadFixedBytes(*t, b)
	}
	return nil, fmt.Errorf("values of type %s are not encoded", t)
}

// list is a slice, even for fixed-length arrays: a Go type for each length would stay in memory.
func list(t *abi.Type, v any) (any, error) {
	items, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("an array is a list, not %s", Kind(v))
	}
	if t.T == abi.ArrayTy && len(items) != t.Size {
		return nil, fmt.Errorf("the list has %d elements, not %d", len(items), t.Size)
	}

	out := reflect.MakeSlice(reflect.SliceOf(t.Elem.GetType()), len(items), len(items))
	for i, item := range items {
		value, err := Value(t.Elem, item)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		out.Index(i).Set(reflect.ValueOf(value))
	}
	return out.Interface(), nil
}

// object is the struct that go-ethereum has for a tuple.
func object(t *abi.Type, v any) (any, error) {
	members, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("a tuple is an object, not %s", Kind(v))
	}

	out := reflect.New(t.TupleType).Elem()
	for i, member := range t.TupleElems {
		value, err := Value(member, members[t.TupleRawNames[i]])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.TupleRawNames[i], err)
		}
		out.Field(i).Set(reflect.ValueOf(value))
	}
	return out.Interface(), nil
}

// holds reports whether n is in the range of an integer type.
func holds(t *abi.Type, n *big.Int) bool {
	switch {
	case t.T == abi.UintTy:
		return n.Sign() >= 0 && n.BitLen() <= t.Size
	case n.Sign() < 0: // the least is -2^(size-1), whose complement -n-1 has one bit less than the size
		return new(big.Int).Not(n).BitLen() < t.Size
	}
	return n.BitLen() < t.Size
}

// maxIntegerText bounds the text of an integer and the size of its exponent: 256 bits are 78 decimal digits; the
// rest is room for leading zeros.
const maxIntegerText = 200

// Integer reads an integer of up to 256 bits, given as a JSON number (1e18 and 5.0 count, being integers), a
// decimal string or 0x hex, without rounding.
func Integer(v any) (*big.Int, error) {
	switch v := v.(type) {
	case json.Number:
		if strings.ContainsAny(string(v), ".eE") {
			return integerOfFraction(string(v))
		}
		return integerOfText(string(v))
	case string:
		return integerOfText(v)
	}
	return nil, fmt.Errorf("an integer is a number, a decimal string or 0x hex, not %s", Kind(v))
}

func integerOfText(s string) (*big.Int, error) {
	bad := fmt.Errorf("%q is not an integer (decimal digits or 0x hex)", Clip(s))
	digits := strings.TrimPrefix(s, "-")
	base := 10
	if rest, ok := CutHexPrefix(s); ok {
		digits = rest
		base = 16
	}
	if len(s) > maxIntegerText || digits == "" || strings.ContainsAny(digits, "+-_") {
		return nil, bad
	}

	n, ok := new(big.Int).SetString(digits, base)
	switch {
	case !ok:
		return nil, bad
	case n.BitLen() > 256:
		return nil, outOfRange(s)
	case s[0] == '-':
		n.Neg(n)
	}
	return n, nil
}

// integerOfFraction reads a number with a fraction or an exponent. It checks the exponent before multiplying, so
// that 1e999999999 costs nothing.
func integerOfFraction(s string) (*big.Int, error) {
	if i := strings.IndexAny(s, "eE"); len(s) > maxIntegerText || i >= 0 && tooFar(s[i+1:]) {
		return nil, outOfRange(s)
	}

	r, ok := new(big.Rat).SetString(s)
	switch {
	case !ok || !r.IsInt():
		return nil, fmt.Errorf("the number %s is not an integer in the range of any integer type", Clip(s))
	case r.Num().BitLen() > 256:
		return nil, outOfRange(s)
	}
	return new(big.Int).Set(r.Num()), nil
}

func outOfRange(s string) error {
	return fmt.Errorf("the number %s is out of every integer type's range", Clip(s))
}

func tooFar(exponent string) bool {
	e, err := strconv.Atoi(exponent)
	return err != nil || e < -maxIntegerText || e > maxIntegerText
}

// CutHexPrefix returns s without 0x or 0X, and whether it had one.
func CutHexPrefix(s string) (string, bool) {
	if len(s) >= 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') {
		return s[2:], true
	}
	return s, false
}

// Bytes reads bytes given as a string of 0x and an even number of hex digits.
func Bytes(v any) ([]byte, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fmt.Errorf("bytes are a string of 0x hex, not %s", Kind(v))
	}
	digits, ok := CutHexPrefix(s)
	if !ok {
		return nil, errors.New("bytes are written as 0x and hex digits")
	}
	return HexDigits(digits)
}

// HexDigits reads bytes given as hex digits without a prefix.
func HexDigits(digits string) ([]byte, error) {
	b, err := hex.DecodeString(digits)
	switch {
	case errors.Is(err, hex.ErrLength):
		return nil, errors.New("bytes have an even number of hex digits")
	case err != nil:
		return nil, errors.New("only 0-9, a-f and A-F are hex digits")
	}
	return b, nil
}

// Kind names the JSON type of a decoded value.
func Kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	}
	return "an object"
}

// Text is a Reader's value in JSON: integers as decimal text, addresses in EIP-55 form, bytes as 0x hex, arrays and
// tuples as lists.
func Text(v any) any {
	switch v := v.(type) {
	case *big.Int:
		return v.String()
	case common.Address:
		return v.Hex()
	case []byte:
		return "0x" + hex.EncodeToString(v)
	case Tuple:
		return Text(v.Values)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = Text(v[i])
		}
		return out
	}
	return v // bool, string
}

// Copy copies a Reader's value into the pointer dst: arrays into slices, and tuples into structs by field name.
// Members without a field are ignored; a field without a member is an error.
func Copy(dst, v any) error { return assign(reflect.ValueOf(dst).Elem(), v) }

func assign(dst reflect.Value, v any) error {
	switch v := v.(type) {
	case Tuple:
		if dst.Kind() != reflect.Struct {
			return fmt.Errorf("a tuple does not fit into %s", dst.Type())
		}
		return assignMembers(dst, v)
	case []any:
		if dst.Kind() != reflect.Slice {
			return fmt.Errorf("an array does not fit into %s", dst.Type())
		}
		dst.Set(reflect.MakeSlice(dst.Type(), len(v), len(v)))
		for i := range v {
			if err := assign(dst.Index(i), v[i]); err != nil {
				return err
			}
		}
		return nil
	}

	value := reflect.ValueOf(v)
	if !value.IsValid() || !value.Type().AssignableTo(dst.Type()) {
		return fmt.Errorf("a %T does not fit into %s", v, dst.Type())
	}
	dst.Set(value)
	return nil
}

func assignMembers(dst reflect.Value, v Tuple) error {
	left := dst.NumField()
	for i, name := range v.Names {
		field := dst.FieldByName(abi.ToCamelCase(name))
		if !field.IsValid() {
			continue
		}
		if err := assign(field, v.Values[i]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		left--
	}
	if left > 0 {
		return fmt.Errorf("%s has %d fields that are not members of the tuple %v", dst.Type(), left, v.Names)
	}
	return nil
}
