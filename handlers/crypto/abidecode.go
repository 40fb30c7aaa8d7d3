package crypto

import (
	"errors"
	"fmt"
	"math/big"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"
)

// decodeABI reads ABI data strictly: short data, offsets and lengths that point outside, padding that is
// not zero, integers out of their type's range and strings that are not UTF-8 are errors that name the
// value. Bytes behind the last value are allowed, as contracts allow them.
//
// No encoder makes values share bytes, so the values together may not refer to more bytes than there
// are: many offsets to one long tail would otherwise make a small request a huge answer.
func decodeABI(types []abiType, data []byte) ([]any, error) {
	if len(data)%32 != 0 {
		if len(data)%32 == 4 {
			return nil, errors.New("data is whole 32-byte words and 4 bytes more: leave out the function selector")
		}
		return nil, fmt.Errorf("data has %d bytes, which is not a whole number of 32-byte words", len(data))
	}
	d := &abiDecoder{data: data, budget: len(data)}
	values := make([]any, len(types))
	head := 0
	for i, t := range types {
		v, err := d.value(t, head)
		if err != nil {
			return nil, fmt.Errorf("value %d of type %s: %w", i, t, err)
		}
		values[i] = v
		head += t.headSize()
	}
	return values, nil
}

type abiDecoder struct {
	data   []byte
	budget int // bytes that may still be referred to
}

// take is the n bytes at i, counted against the budget.
func (d *abiDecoder) take(i, n int) ([]byte, error) {
	if i < 0 || n < 0 || i > len(d.data) || n > len(d.data)-i {
		return nil, fmt.Errorf("needs %d bytes at %d, and data has %d", n, i, len(d.data))
	}
	if d.budget -= n; d.budget < 0 {
		return nil, errors.New("the values refer to the same bytes more than once")
	}
	return d.data[i : i+n], nil
}

// number reads a word that is an offset or a length. Anything over the size of data is an error.
func (d *abiDecoder) number(what string, i int) (int, error) {
	w, err := d.take(i, 32)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	n := new(big.Int).SetBytes(w)
	if n.Cmp(big.NewInt(int64(len(d.data)))) > 0 {
		return 0, fmt.Errorf("the %s %s is more than the %d bytes of data", what, clip(n.String()), len(d.data))
	}
	return int(n.Int64()), nil
}

// value reads the value whose head is at i.
func (d *abiDecoder) value(t abiType, i int) (any, error) {
	if t.dynamic() {
		offset, err := d.number("offset", i)
		if err != nil {
			return nil, err
		}
		i = offset // top-level offsets count from the start of data
	}
	if !t.array {
		return d.element(t.elementary, i)
	}
	length := t.length
	if length == unbounded {
		var err error
		if length, err = d.number("length", i); err != nil {
			return nil, err
		}
		i += 32
	}
	if length > (len(d.data)-i)/32 {
		return nil, fmt.Errorf("has no room for %d elements", length)
	}
	list := make([]any, length)
	for k := range list {
		at := i + 32*k
		if t.elementary.dynamic() {
			offset, err := d.number("offset", at)
			if err != nil {
				return nil, fmt.Errorf("element %d: %w", k, err)
			}
			at = i + offset // offsets in an array count from its first element
		}
		v, err := d.element(t.elementary, at)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", k, err)
		}
		list[k] = v
	}
	return list, nil
}

func (d *abiDecoder) element(t elementary, i int) (any, error) {
	if !t.dynamic() {
		w, err := d.take(i, 32)
		if err != nil {
			return nil, err
		}
		return t.fromWord(word(w))
	}
	length, err := d.number("length", i)
	if err != nil {
		return nil, err
	}
	b, err := d.take(i+32, length+padding(length))
	if err != nil {
		return nil, err
	}
	if !zero(b[length:]) {
		return nil, errors.New("the padding is not zero")
	}
	if t.kind == kindBytes {
		return hexText(b[:length]), nil
	}
	if !utf8.Valid(b[:length]) {
		return nil, errors.New("the text is not UTF-8; decode it as bytes")
	}
	return string(b[:length]), nil
}

// fromWord reads one word: integers as decimal text, addresses in EIP-55 form, bytesN as 0x hex.
func (t elementary) fromWord(w word) (any, error) {
	switch t.kind {
	case kindUint, kindInt:
		n := new(big.Int).SetBytes(w[:])
		if t.kind == kindInt && w[0]&0x80 != 0 {
			n.Sub(n, two256)
		}
		if !t.holds(n) {
			return nil, fmt.Errorf("%s is out of the range of %s", n, t)
		}
		return n.String(), nil
	case kindAddress:
		if !zero(w[:12]) {
			return nil, errors.New("the padding of the address is not zero")
		}
		return common.BytesToAddress(w[12:]).Hex(), nil
	case kindBool:
		if !zero(w[:31]) || w[31] > 1 {
			return nil, errors.New("a bool is 0 or 1")
		}
		return w[31] == 1, nil
	default:
		if !zero(w[t.size:]) {
			return nil, fmt.Errorf("the padding of %s is not zero", t)
		}
		return hexText(w[:t.size]), nil
	}
}

func zero(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}
