package guard

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// maxValues bounds how many values one request is decoded into: offsets may point many times to the
// same bytes, so that the work is not bounded by the length of the data.
const maxValues = 20_000

var (
	errShort = errors.New("the data ends before its arguments do")
	errMany  = errors.New("the data has too many values to be decoded")
)

// reader decodes ABI-encoded arguments into plain values: *big.Int, common.Address, bool, []byte (bytes
// and bytesN), string, and []any for arrays and tuples.
//
// Unlike a contract, it goes on over bits that should be zero and remembers that they were not: such
// data is decoded differently by different contracts, and hides values from people.
type reader struct {
	left      int              // values that may still be read
	dirty     bool             // padding bits were set
	addresses []common.Address // every address seen, in order
}

// arguments decodes data, which has no selector, by params. The number of bytes is that of the head when
// all parameters are static, else -1.
func (r *reader) arguments(params []parameter, data []byte) (values []any, static int, err error) {
	types := make([]*abi.Type, len(params))
	for i := range params {
		types[i] = &params[i].typ
		if dynamic(types[i]) {
			static = -1
		} else if static >= 0 {
			static += headSize(types[i])
		}
	}
	values, err = r.tuple(types, data)
	return values, static, err
}

func (r *reader) tuple(types []*abi.Type, data []byte) ([]any, error) {
	out := make([]any, 0, len(types))
	at := 0
	for _, t := range types {
		v, err := r.member(t, data, at)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
		at += headSize(t)
	}
	return out, nil
}

// member reads the value of t whose head is at offset at of its enclosing data.
func (r *reader) member(t *abi.Type, data []byte, at int) (any, error) {
	if at > len(data) {
		return nil, errShort
	}
	if !dynamic(t) {
		return r.value(t, data[at:])
	}
	offset, err := length(data[at:])
	if err != nil {
		return nil, err
	}
	if offset > len(data) {
		return nil, errShort
	}
	return r.value(t, data[offset:])
}

// length reads a word that is an offset or a number of elements.
func length(data []byte) (int, error) {
	if len(data) < 32 {
		return 0, errShort
	}
	n := new(big.Int).SetBytes(data[:32])
	if n.BitLen() > 31 {
		return 0, errShort // beyond any data
	}
	return int(n.Int64()), nil
}

func (r *reader) value(t *abi.Type, data []byte) (any, error) {
	if r.left--; r.left < 0 {
		return nil, errMany
	}
	switch t.T {
	case abi.TupleTy:
		return r.tuple(t.TupleElems, data)
	case abi.ArrayTy:
		return r.elements(t.Elem, t.Size, data)
	case abi.SliceTy:
		n, err := length(data)
		if err != nil {
			return nil, err
		}
		return r.elements(t.Elem, n, data[32:])
	case abi.BytesTy, abi.StringTy:
		n, err := length(data)
		if err != nil {
			return nil, err
		}
		if n > len(data)-32 {
			return nil, errShort
		}
		if t.T == abi.StringTy {
			return string(data[32 : 32+n]), nil
		}
		return data[32 : 32+n], nil
	}
	if len(data) < 32 {
		return nil, errShort
	}
	return r.word(t, data[:32])
}

func (r *reader) elements(t *abi.Type, n int, data []byte) (any, error) {
	size := headSize(t)
	if size == 0 || n > len(data)/size {
		return nil, errShort
	}
	out := make([]any, 0, min(n, 1024))
	for i := range n {
		v, err := r.member(t, data, i*size)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func (r *reader) word(t *abi.Type, word []byte) (any, error) {
	switch t.T {
	case abi.AddressTy:
		r.zero(word[:12])
		a := common.BytesToAddress(word[12:])
		r.addresses = append(r.addresses, a)
		return a, nil
	case abi.BoolTy:
		r.zero(word[:31])
		if word[31] > 1 {
			r.dirty = true
		}
		return word[31] != 0, nil
	case abi.FixedBytesTy:
		r.zero(word[t.Size:])
		return word[:t.Size], nil
	case abi.UintTy:
		n := new(big.Int).SetBytes(word)
		if n.BitLen() > t.Size {
			r.dirty = true
			n.And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(t.Size)), big.NewInt(1)))
		}
		return n, nil
	case abi.IntTy:
		n := new(big.Int).SetBytes(word)
		if n.Bit(255) == 1 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), 256))
		}
		if bits := new(big.Int).Set(n); bits.Sign() < 0 && bits.Not(bits).BitLen() >= t.Size || n.Sign() > 0 && n.BitLen() >= t.Size {
			r.dirty = true
		}
		return n, nil
	}
	return nil, fmt.Errorf("arguments of type %s are not decoded", t.String())
}

func (r *reader) zero(padding []byte) {
	for _, b := range padding {
		if b != 0 {
			r.dirty = true
			return
		}
	}
}
