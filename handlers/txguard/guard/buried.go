package guard

import (
	"bytes"
	"iter"

	"github.com/ethereum/go-ethereum/common"
)

// Buried yields what can be an address in the data of a transaction, at whatever byte it begins: contracts read packed
// data as they like, and calls lie within the bytes of others. What looks like a number is left out.
func (s *Subject) Buried() iter.Seq[common.Address] {
	return func(yield func(common.Address) bool) {
		for start := range max(0, len(s.data)-common.AddressLength+1) {
			window := s.data[start : start+common.AddressLength]
			if bytes.Count(window, []byte{0}) <= mostZeros && !yield(common.BytesToAddress(window)) {
				return
			}
		}
	}
}

// mostZeros is how many bytes of an address are zero at most; one in 10^13 random ones has more.
const mostZeros = 7

// hides says whether the data of a call may name somebody in a form that reading its words does not show: bytes that
// can be an address, are not text, and do not name the sender or a known contract. A hash that a known contract takes
// does not count.
func (j *judge) hides(a *Action) bool {
	rest := bytes.Clone(a.data[4:])
	blank := make([]byte, common.AddressLength)
	for _, own := range []*common.Address{j.s.From, a.caller} {
		if own != nil {
			rest = bytes.ReplaceAll(rest, own[:], blank)
		}
	}
	for a := range j.known[j.s.Network.Name] {
		rest = bytes.ReplaceAll(rest, a[:], blank)
	}
	_, known := j.at(a.Contract)
	for at := 0; at+32 <= len(rest); at += 32 {
		word := rest[at : at+32]
		hash := known && bytes.Count(word, []byte{0}) < mostZerosOfHash
		most := bytes.Count(word, []byte{0xff}) == len(word)
		if hash || most || bytes.Equal(word[:12], blank[:12]) { // words that are an address are read
			clear(word)
		}
	}

	s := Subject{data: rest}
	for a := range s.Buried() {
		if !printable(string(bytes.Trim(a[:], "\x00"))) {
			return true
		}
	}
	return false
}

// mostZerosOfHash is below how many zero bytes a word has none of a number's or an address's.
const mostZerosOfHash = 3
