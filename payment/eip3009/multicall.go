package eip3009

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/internal/chain/known"
)

// MulticallAddress is where Multicall3 is on practically every EVM chain.
var MulticallAddress = known.Multicall3

// Selectors of Multicall3.
var (
	SelectorAggregate   = [4]byte{0x82, 0xad, 0x56, 0xcb} // aggregate3((address,bool,bytes)[])
	SelectorBlockNumber = [4]byte{0x42, 0xcb, 0xb1, 0x5c} // getBlockNumber()
	SelectorBlockTime   = [4]byte{0x0f, 0x28, 0xc9, 0x7d} // getCurrentBlockTimestamp()
)

// Call is one call inside an aggregate. It may fail without failing the others, unless it is Needed:
// then its failure takes back the whole aggregate.
type Call struct {
	Target common.Address
	Data   []byte
	Needed bool
}

// Result is what one call inside an aggregate gave: its answer, or its revert data.
type Result struct {
	Success bool
	Data    []byte
}

// Uint64 is the answer as a number, if it is one word and below 2^64.
func (r Result) Uint64() (uint64, bool) {
	word, ok := r.Uint()
	return word.Uint64(), ok && word.IsUint64()
}

// Uint is the answer as a number, if the call succeeded and gave one word.
func (r Result) Uint() (uint256.Int, bool) {
	var word uint256.Int
	if !r.Success || len(r.Data) != 32 {
		return word, false
	}
	word.SetBytes32(r.Data)
	return word, true
}

// PackAggregate is the call aggregate3 of Multicall3.
//
// Written by hand because it is on the path of every settlement: the layout is a selector, the offset of the array (one
// word), its length, an offset for each element counted from after the length, and the elements. An element is target,
// flag, offset of the bytes (always 0x60), length, padded bytes.
func PackAggregate(calls []Call) []byte {
	size := 4 + 64
	for _, call := range calls {
		size += 32 + 4*32 + padded(len(call.Data))
	}

	data := make([]byte, size)
	copy(data, SelectorAggregate[:])
	body := data[4:]
	putWord(body[0:], 32)
	putWord(body[32:], len(calls))
	array := body[64:]
	at := 32 * len(calls)
	for i, call := range calls {
		putWord(array[32*i:], at)
		element := array[at:]
		copy(element[12:], call.Target[:])
		if !call.Needed { // the flag is allowFailure
			putWord(element[32:], 1)
		}
		putWord(element[64:], 96)
		putWord(element[96:], len(call.Data))
		copy(element[128:], call.Data)
		at += 4*32 + padded(len(call.Data))
	}

	return data
}

func putWord(into []byte, n int) { binary.BigEndian.PutUint64(into[24:], uint64(n)) }

func padded(n int) int { return (n + 31) / 32 * 32 }

// UnpackAggregate reads the answer of aggregate3 to want calls.
func UnpackAggregate(answer []byte, want int) ([]Result, error) {
	malformed := func(what string) error {
		return fmt.Errorf("answer of Multicall3: %s (is it deployed on this chain?)", what)
	}
	if len(answer) == 0 {
		return nil, malformed("empty")
	}

	start, ok := word(answer, 0)
	if !ok {
		return nil, malformed("no array")
	}

	count, ok := word(answer, start)
	if !ok || count != uint64(want) {
		return nil, malformed(fmt.Sprintf("not %d results", want))
	}

	array := answer[start+32:]
	results := make([]Result, want)
	for i := range results {
		offset, ok := word(array, 32*uint64(i))
		if !ok {
			return nil, malformed("short")
		}
		element := array[offset:]
		success, ok1 := word(element, 0)
		at, ok2 := word(element, 32)
		if !ok1 || !ok2 {
			return nil, malformed("short")
		}
		length, ok := word(element, at)
		if !ok || length > uint64(len(element))-at-32 {
			return nil, malformed("short")
		}
		results[i] = Result{Success: success == 1, Data: element[at+32 : at+32+length]}
	}

	return results, nil
}

// RevertReason is the text of a revert made with require or revert(string), or "" for other data.
// The encoding is that of a call Error(string).
func RevertReason(data []byte) string {
	body, ok := bytes.CutPrefix(data, []byte{0x08, 0xc3, 0x79, 0xa0})
	if !ok {
		return ""
	}
	start, ok := word(body, 0)
	if !ok {
		return ""
	}
	length, ok := word(body, start)
	if !ok || length > uint64(len(body))-start-32 {
		return ""
	}
	return string(body[start+32 : start+32+length])
}
