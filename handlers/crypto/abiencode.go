package crypto

import (
	"encoding/binary"
	"fmt"

	"github.com/farebox/farebox/internal/problem"
)

// encodeABI is the Solidity ABI encoding of args, which have been decoded from JSON with UseNumber: the
// heads in order, then the tails of the dynamic ones. Source: Solidity documentation, "Contract ABI
// Specification". Errors name the argument and its type.
func encodeABI(types []abiType, args []any) ([]byte, error) {
	headSize := 0
	for _, t := range types {
		headSize += t.headSize()
	}
	var heads, tails []byte
	for i, t := range types {
		b, err := t.encode(args[i])
		if err != nil {
			return nil, problem.Invalid(fmt.Sprintf("args[%d]", i), "%s: %s", t, err)
		}
		if t.dynamic() {
			heads = append(heads, countWord(headSize+len(tails))...)
			tails = append(tails, b...)
		} else {
			heads = append(heads, b...)
		}
		if len(heads)+len(tails) > maxABIBytes {
			return nil, problem.TooLarge("args", "the encoding is over %d bytes", maxABIBytes)
		}
	}
	return append(heads, tails...), nil
}

// encode is the encoding of one value, without the offset of a dynamic one.
func (t abiType) encode(v any) ([]byte, error) {
	if !t.array {
		return t.elementary.encode(v)
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("an array is a list, not %s", jsonKind(v))
	}
	var out []byte
	if t.length == unbounded {
		out = countWord(len(list))
	} else if len(list) != t.length {
		return nil, fmt.Errorf("the list has %d elements, not %d", len(list), t.length)
	}
	var tails []byte
	for i, item := range list {
		b, err := t.elementary.encode(item)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
		if t.elementary.dynamic() {
			out = append(out, countWord(32*len(list)+len(tails))...)
			tails = append(tails, b...)
		} else {
			out = append(out, b...)
		}
	}
	return append(out, tails...), nil
}

func (t elementary) encode(v any) ([]byte, error) {
	if !t.dynamic() {
		w, err := t.staticWord(v)
		return w[:], err
	}
	content, err := t.dynamicBytes(v)
	if err != nil {
		return nil, err
	}
	out := append(countWord(len(content)), content...)
	return append(out, make([]byte, padding(len(content)))...), nil
}

// padding is the number of zero bytes that bring n to whole words.
func padding(n int) int { return (32 - n%32) % 32 }

func countWord(n int) []byte {
	w := make([]byte, 32)
	binary.BigEndian.PutUint64(w[24:], uint64(n))
	return w
}
