package abijson

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	ethmath "github.com/ethereum/go-ethereum/common/math"
)

// ErrTooMany is the error for data that contains, or refers to, too many values.
var ErrTooMany = errors.New("the data has too many values to be decoded")

// Tuple is a value of a tuple type.
type Tuple struct {
	Names  []string // of the members, as declared by the type
	Values []any
}

// Reader reads ABI data into plain values: *big.Int, common.Address, bool, string, []byte (bytes and bytesN), []any
// (arrays) and Tuple.
//
// Unlike a contract, it tolerates padding bits that are not zero and records them: different contracts decode such
// data differently, and it hides values from people. Decode is strict instead.
type Reader struct {
	Values    int              // remaining values, over all calls
	Dirty     bool             // padding bits were set
	Addresses []common.Address // every address read, in order

	strict bool
	bytes  int // bytes that strict reading may still refer to
}

// Decode reads data strictly: an offset or a length that points outside, padding that is not zero, an integer out
// of its type's range and a string that is not UTF-8 are errors that name the value. unread counts the bytes that no
// value refers to; contracts allow them.
//
// No encoder makes values share bytes, so all values together may not refer to more bytes than exist.
func Decode(args abi.Arguments, data []byte) (values []any, unread int, err error) {
	r := Reader{
		Values: math.MaxInt,
		strict: true,
		bytes:  len(data),
	}
	values, err = r.Read(args, data)
	return values, r.bytes, err
}

// Read reads the arguments encoded in data, which has no selector.
func (r *Reader) Read(args abi.Arguments, data []byte) ([]any, error) {
	values := make([]any, len(args))
	head := 0
	for i := range args {
		t := &args[i].Type
		v, err := r.member(t, data, 0, head)
		if err != nil {
			return nil, fmt.Errorf("value %d of type %s: %w", i, t, err)
		}

		values[i] = v
		head += headSize(t)
	}
	return values, nil
}

// member reads the value whose head is at offset at, among the heads that start at base.
func (r *Reader) member(t *abi.Type, data []byte, base, at int) (any, error) {
	if Dynamic(t) {
		offset, err := r.number("offset", data, at)
		if err != nil {
			return nil, err
		}
		at = base + offset
	}
	return r.value(t, data, at)
}

// value reads the value at offset at.
func (r *Reader) value(t *abi.Type, data []byte, at int) (any, error) {
	if r.Values--; r.Values < 0 {
		return nil, ErrTooMany
	}

	switch t.T {
	case abi.TupleTy:
		return r.tuple(t, data, at)
	case abi.ArrayTy:
		return r.elements(t.Elem, t.Size, data, at)
	case abi.SliceTy:
		length, err := r.number("length", data, at)
		if err != nil {
			return nil, err
		}
		return r.elements(t.Elem, length, data, at+32)
	case abi.BytesTy, abi.StringTy:
		return r.content(t, data, at)
	}

	word, err := r.take(data, at, 32)
	if err != nil {
		return nil, err
	}
	return r.word(t, word)
}

func (r *Reader) tuple(t *abi.Type, data []byte, base int) (any, error) {
	out := Tuple{Names: t.TupleRawNames, Values: make([]any, len(t.TupleElems))}
	at := base
	for i, member := range t.TupleElems {
		v, err := r.member(member, data, base, at)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.TupleRawNames[i], err)
		}

		out.Values[i] = v
		at += headSize(member)
	}
	return out, nil
}

func (r *Reader) elements(t *abi.Type, length int, data []byte, base int) (any, error) {
	size := headSize(t)
	if size == 0 || length > (len(data)-base)/size {
		return nil, fmt.Errorf("has no room for %d elements", length)
	}

	list := make([]any, 0, min(length, 1024))
	for i := range length {
		v, err := r.member(t, data, base, base+i*size)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		list = append(list, v)
	}
	return list, nil
}

// content reads a value of type bytes or string.
func (r *Reader) content(t *abi.Type, data []byte, at int) (any, error) {
	length, err := r.number("length", data, at)
	if err != nil {
		return nil, err
	}
	size := length
	if r.strict {
		size += (32 - length%32) % 32
	}
	b, err := r.take(data, at+32, size)
	if err != nil {
		return nil, err
	}

	content := b[:length]
	padding := b[length:]
	switch {
	case !zero(padding):
		return nil, errors.New("the padding is not zero")
	case t.T == abi.BytesTy:
		return content, nil
	case r.strict && !utf8.Valid(content):
		return nil, errors.New("the text is not UTF-8; decode it as bytes")
	}
	return string(content), nil
}

// take returns the n bytes at offset at.
func (r *Reader) take(data []byte, at, n int) ([]byte, error) {
	if at > len(data) || n > len(data)-at {
		return nil, fmt.Errorf("needs %d bytes at %d, and data has %d", n, at, len(data))
	}
	if r.strict {
		if r.bytes -= n; r.bytes < 0 {
			return nil, errors.New("the values refer to the same bytes more than once")
		}
	}
	return data[at : at+n], nil
}

// number reads a word that is an offset or a length. Anything over the size of data is an error.
func (r *Reader) number(what string, data []byte, at int) (int, error) {
	word, err := r.take(data, at, 32)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}

	n := binary.BigEndian.Uint64(word[24:])
	if !zero(word[:24]) || n > uint64(len(data)) {
		written := new(big.Int).SetBytes(word).String()
		return 0, fmt.Errorf("the %s %s is more than the %d bytes of data", what, Clip(written), len(data))
	}
	return int(n), nil
}

// word reads a one-word value and compares the word with the value's encoding.
func (r *Reader) word(t *abi.Type, word []byte) (any, error) {
	var v any
	var again [32]byte
	switch t.T {
	case abi.UintTy, abi.IntTy:
		n := new(big.Int).SetBytes(word[32-t.Size/8:])
		if t.T == abi.IntTy && n.Bit(t.Size-1) == 1 {
			n.Sub(n, new(big.Int).Lsh(common.Big1, uint(t.Size)))
			copy(again[:], ethmath.U256Bytes(new(big.Int).Set(n)))
		} else {
			n.FillBytes(again[:])
		}
		v = n
	case abi.AddressTy:
		a := common.BytesToAddress(word)
		copy(again[12:], a[:])
		r.Addresses = append(r.Addresses, a)
		v = a
	case abi.BoolTy:
		yes := word[31] != 0
		if yes {
			again[31] = 1
		}
		v = yes
	case abi.FixedBytesTy:
		copy(again[:], word[:t.Size])
		v = word[:t.Size]
	default:
		return nil, fmt.Errorf("values of type %s are not decoded", t)
	}

	if bytes.Equal(word, again[:]) {
		return v, nil
	}
	if r.strict {
		return nil, dirty(t, word)
	}
	r.Dirty = true
	return v, nil
}

// dirty describes the defect of a word that is not the encoding of any value of t.
func dirty(t *abi.Type, word []byte) error {
	switch t.T {
	case abi.UintTy, abi.IntTy:
		n, err := abi.ReadInteger(abi.Type{T: t.T, Size: 256}, word)
		if err != nil {
			return err
		}
		return fmt.Errorf("%v is out of the range of %s", n, t)
	case abi.BoolTy:
		return errors.New("a bool is 0 or 1")
	case abi.AddressTy:
		return errors.New("the padding of the address is not zero")
	}
	return fmt.Errorf("the padding of %s is not zero", t)
}

func zero(b []byte) bool {
	return !slices.ContainsFunc(b, func(x byte) bool { return x != 0 })
}
