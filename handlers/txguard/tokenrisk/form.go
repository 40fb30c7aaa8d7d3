package tokenrisk

import (
	"maps"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
)

// form is what is learnt of the calls of a function.
type form struct {
	words [simulate.Words]simulate.Word
	data  []byte
	bytes []int // the words that are lengths of bytes
	lists []int // and of lists
	count int   // of the words that it needs
	parts int   // that are in use

	filled bool // with all bytes and lists that are known
}

// place is where a word begins in the data of a call.
func place(i int) int { return 4 + i*common.HashLength }

// settle puts what is known and asked for into the data of a course.
func (f *form) settle(c *course) {
	for i, w := range f.words {
		if w.Fixed {
			copy(word(c.data, i), word(f.data, i))
		}
	}
	for i, v := range c.asked {
		copy(word(c.data, i), v[:])
	}
	for _, at := range f.bytes {
		if c.asked[at] == simulate.Signature {
			copy(c.data[place(at+1):], simulate.Signed)
		}
	}
}

// fix gives a word its value for good: an offset, or a length.
func (f *form) fix(i int, value uint64) {
	w := uint256.NewInt(value).Bytes32()
	copy(word(f.data, i), w[:])
	f.words[i].Fixed = true
	f.filled = false
}

// How long bytes and lists are, unless a function asks for others. Bytes reach behind all marks, in case there are
// offsets in them.
const (
	someBytes = 10 // words
	someItems = 2
)

// reads finds the next word that is an offset or a length. An offset is added to a place, from where words are read
// then. A length is compared with the greatest one, and added to its own place, or multiplied by the size of an item.
func (f *form) reads(list []seen) bool {
	sized := map[int]bool{}
	added := map[int][]uint64{} // the places that a word is added to

	for _, s := range list {
		with := s.with.Uint64()
		switch {
		case s.op == vm.CALLDATALOAD:
			if f.leads(added, with) {
				return true
			}
		case s.who < 0 || f.words[s.who].Fixed || !s.with.IsUint64():
		case (s.op == vm.GT && s.first || s.op == vm.LT && !s.first) && with == math.MaxUint64:
			sized[s.who] = s.who >= simulate.Head && (s.who-simulate.Head)%simulate.Part == 0
		case sized[s.who] && s.op == vm.SHL && with >= 5 && with < 8:
			return f.list(s.who, 1<<(with-5))
		case sized[s.who] && s.op == vm.MUL && with > 0 && with%common.HashLength == 0:
			return f.list(s.who, int(with/common.HashLength))
		case s.op == vm.ADD && with >= 4 && !slices.Contains(added[s.who], with):
			added[s.who] = append(added[s.who], with)
		}
	}

	for _, w := range slices.Sorted(maps.Keys(sized)) {
		at := uint64(place(w))
		own := func(p uint64) bool { return p == at-4 || p == at || p == at+common.HashLength }
		if sized[w] && slices.ContainsFunc(added[w], own) {
			f.reach(w, w+1+someBytes)
			f.bytes = append(f.bytes, w)
			return true
		}
	}
	return false
}

// leads finds the offset by which a place is reached that is read.
func (f *form) leads(added map[int][]uint64, to uint64) bool {
	for _, w := range slices.Sorted(maps.Keys(added)) {
		from := to - uint64(f.data[place(w+1)-1])
		near := func(p uint64) bool { return p+common.HashLength >= from && p <= from+2*common.HashLength }
		_, ok := placed(uint256.NewInt(from))
		if ok && from <= uint64(place(w)) && slices.ContainsFunc(added[w], near) {
			f.offset(w, from)
			return true
		}
	}
	return false
}

// list makes a word the length of a list, whose items are all the same.
func (f *form) list(w, size int) bool {
	items := someItems
	if items*size >= simulate.Part {
		items = 1
	}
	f.fix(w, uint64(items))
	f.lists = append(f.lists, w)
	f.count = max(f.count, min(w+1+items*size, simulate.Words))
	for i := w + 1 + size; i < min(w+1+items*size, simulate.Words); i++ {
		f.words[i].Like = size
	}
	return true
}

// offset makes a word lead, from some place, to the next part that nothing else is in, or else to the last. Bytes that
// the word is in reach over that part.
func (f *form) offset(w int, from uint64) {
	const parts = (simulate.Words - simulate.Head) / simulate.Part
	begin := simulate.Head + min(f.parts, parts-1)*simulate.Part
	f.parts++
	f.fix(w, uint64(place(begin))-from)
	f.count = max(f.count, begin+simulate.Part)
	f.widen(w, begin+simulate.Part)
}

// reach makes a word the length of bytes up to another word.
func (f *form) reach(w, end int) {
	end = min(end, simulate.Words)
	f.fix(w, uint64(place(end)-place(w+1)))
	f.count = max(f.count, end)
	f.widen(w, end)
}

// widen has bytes that a word is in reach up to another word.
func (f *form) widen(w, end int) {
	for _, b := range f.bytes {
		now := b + 1 + int(new(uint256.Int).SetBytes(word(f.data, b)).Uint64())/common.HashLength
		if b < w && w < now && now < end {
			f.reach(b, end)
		}
	}
}

// word is one of the data of a call.
func word(data []byte, i int) []byte { return data[place(i):][:common.HashLength] }
