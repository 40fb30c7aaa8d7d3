package svm

import (
	"cmp"
	"encoding/binary"
	"errors"
)

// The wire form of transactions: fixed numbers are little endian, lists have their length in front in 7-bit groups.

// errShort says that the bytes end before what they announce.
var errShort = errors.New("the bytes end early")

// errLength says that the length of a list is written in a form that nodes do not take.
var errLength = errors.New("a length is not written in its one form")

// reader takes values from the front of rest. After an error it gives zeros.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) bytes(n int) []byte {
	if r.err == nil && n > len(r.rest) {
		r.err = errShort
	}
	if r.err != nil {
		return nil
	}

	taken := r.rest[:n:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) byte() byte {
	one := r.bytes(1)
	if one == nil {
		return 0
	}
	return one[0]
}

func (r *reader) word() (w [32]byte) {
	copy(w[:], r.bytes(len(w)))
	return w
}

// length is a number below 2^16 in one to three groups of 7 bits. Each number has one form: nodes refuse others.
func (r *reader) length() int {
	n := 0
	for group := range 3 {
		b := r.byte()
		n |= int(b&0x7f) << (7 * group)
		if b&0x80 != 0 {
			continue
		}
		if b == 0 && group > 0 || n > 0xffff {
			r.fail(errLength)
		}
		return n
	}
	r.fail(errLength)
	return 0
}

// list is a length and as many bytes.
func (r *reader) list() []byte { return r.bytes(r.length()) }

func (r *reader) fail(err error) {
	r.err = cmp.Or(r.err, err)
}

func appendLength(to []byte, n int) []byte {
	return binary.AppendUvarint(to, uint64(n)) // the same groups
}

func appendList(to, items []byte) []byte {
	return append(appendLength(to, len(items)), items...)
}
