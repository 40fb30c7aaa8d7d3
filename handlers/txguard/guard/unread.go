package guard

import (
	"bytes"
	"iter"
	"math/big"
	"regexp"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"
)

// scan looks for addresses in data whose types are not known: words with twelve zero bytes in front, also within calls
// that the data carry.
func (d *decoder) scan(data []byte) []common.Address {
	found := words(data)
	for _, text := range addressText.FindAll(data, -1) {
		found = append(found, common.HexToAddress(string(text)))
	}
	d.subject.mention(found...)
	return found
}

// addressText is an address as text, as some bridges take it.
var addressText = regexp.MustCompile(`0x[0-9a-fA-F]{40}\b`)

// words reads each word once, within calls that the data carry too.
func words(data []byte) []common.Address {
	var found []common.Address
	seen := make([]bool, len(data))
	var visit func(from, to int)
	visit = func(from, to int) {
		for at := from; at < to; at += common.HashLength {
			if seen[at] {
				continue
			}
			seen[at] = true

			rest := data[at:to]
			word := common.RightPadBytes(rest[:min(len(rest), common.HashLength)], common.HashLength)
			if who := addressIn(word); who != zero {
				found = append(found, who)
			}
			if len(rest) <= common.HashLength {
				return
			}
			if inner := carriedAfter(word, rest[common.HashLength:]); inner != nil {
				visit(at+common.HashLength+4, at+common.HashLength+len(inner))
			}
		}
	}
	visit(0, len(data))
	return found
}

// lettered ends a word that is an account and a name of what is that account's.
var lettered = regexp.MustCompile(`^[ -~]+\x00+$`)

// addressIn is the address that a word can hold: at its end, or as bytes at its beginning, also in front of a name. It
// is the zero address if there is none: what looks like a number, a text or the end of longer bytes.
func addressIn(word []byte) common.Address {
	var part []byte
	switch {
	case empty(word[:12]):
		part = word[12:]
	case empty(word[20:]):
		part = word[:20]
		if text := bytes.TrimRight(part, "\x00"); len(text) < 19 || len(text) == 19 && printable(string(text)) {
			return zero
		}
	case lettered.Match(word[20:]) && !utf8.Valid(word):
		part = word[:20]
	}

	mark := bytes.Count(part, []byte{0xff}) == len(part) || printable(string(part)) // a mask, or a text
	if mark || len(part) == 0 || empty(part[:4]) || bytes.Count(part, []byte{0}) > mostZeros {
		return zero
	}
	return common.BytesToAddress(part)
}

// empty says whether there are only zeros.
func empty(data []byte) bool { return len(bytes.TrimLeft(data, "\x00")) == 0 }

// carriedAfter is the call that follows a word which is its length, nil where what follows cannot be one: a selector
// and whole words.
func carriedAfter(length, rest []byte) []byte {
	n := new(big.Int).SetBytes(length)
	if !n.IsInt64() || n.Int64() > int64(len(rest)) || n.Int64() < 36 || n.Int64()%32 != 4 {
		return nil
	}
	return rest[:n.Int64()]
}

// suspect notes who is named in the data of a function that is not decoded: one of them may be who gets something, or
// who may then act for the caller.
func (c *call) suspect(named []common.Address) {
	for _, who := range named {
		if is(c.from, who) || who == c.to {
			continue
		}
		c.d.subject.strangers = append(c.d.subject.strangers, stranger{
			who:      who,
			path:     c.path,
			contract: &c.to,
			data:     c.data,
		})
	}
}

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
