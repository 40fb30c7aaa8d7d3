package simulate

import (
	"bytes"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Words is how many words of a call behind the selector are known one by one. Head are those in front of all lists and
// bytes, each of which has a part of Part words behind them.
const (
	Words = Head + 5*Part
	Head  = 14
	Part  = 6
)

// Word is what a function's code shows of one word of a call.
type Word struct {
	Bits  int  // its length, 256 where the code does not say
	High  bool // a short text or a selector, which fills a word from the other end
	Fixed bool // an offset or a length, as in Shape.Data
	Like  int  // how far before is a word that it is to be like, where others name accounts too
}

// Shape is what a function's code shows of its calls.
type Shape struct {
	Words []Word
	Data  []byte                // a call, for what is fixed
	Bytes []int                 // the words that are lengths of bytes
	Asked []map[int]common.Hash // values of some words, by their numbers, that lead on in the code
}

// Asks says whether those values are among the asked ones.
func (s Shape) Asks(values map[int]common.Hash) bool {
	return slices.ContainsFunc(s.Asked, func(a map[int]common.Hash) bool { return maps.Equal(a, values) })
}

// account says whether an address fits.
func (a Word) account() bool { return a.Bits == 8*common.AddressLength && !a.High }

// fitted is the nearest value that the word can have.
func (a Word) fitted(v common.Hash) common.Hash {
	if v.Big().BitLen() <= a.Bits {
		return v
	}
	most := new(big.Int).Lsh(big.NewInt(1), uint(a.Bits))
	return common.BigToHash(most.Sub(most, big.NewInt(1)))
}

// Numbers that are tried. Parts are whole in tenths, percent, thousandths and ten-thousandths.
var (
	one   = numberWord(1)
	parts = []common.Hash{numberWord(10), numberWord(100), numberWord(1000), numberWord(10_000)}
	half  = common.BigToHash(new(big.Int).Lsh(big.NewInt(1), 255)) // twice it makes nothing where nobody checks
)

// mostCalls is how many calls of a function are tried.
const mostCalls = 64

// Calls are those of a function that are tried as the actor. Its accounts are a holder, a bystander, the actor, the
// pool or a new one; its numbers, which are all the same, those that its own code asks for, the least, the most and
// the whole of a part. Where it takes bytes they may also be a call of the token that takes a holder's tokens.
func (p Powers) Calls(function [4]byte, shape Shape) [][]byte {
	amount := common.BigToHash(new(big.Int).Rsh(p.Held, 5))
	much := common.BigToHash(new(big.Int).Mul(p.Held, big.NewInt(100)))
	few := []common.Hash{amount, one, common.MaxHash}
	all := slices.Concat(few, []common.Hash{much, {}, half}, parts)

	var calls [][]byte
	take := func(words []byte) {
		c := slices.Concat(function[:], words)
		same := func(other []byte) bool { return bytes.Equal(other, c) }
		if len(calls) < mostCalls && !slices.ContainsFunc(calls, same) {
			calls = append(calls, c)
		}
	}
	if len(shape.Bytes) > 0 {
		order := list(addressWord(Bystander()), addressWord(p.Actor), amount)
		order = slices.Concat(TransferFrom[:], order)
		for _, some := range [][]common.Address{{p.Plan.Token}, {Bystander(), p.Plan.Token}} {
			words := shape.call(some, common.Hash{}, nil)
			for _, at := range shape.Bytes {
				words = put(words, at, order)
			}
			take(words)
		}
	}
	accounts := p.accounts(shape.Words)
	for _, asked := range shape.Asked {
		for _, n := range []common.Hash{amount, one, {}} {
			take(shape.call(accounts[0], n, asked))
		}
	}
	for i, some := range accounts {
		numbers := few
		if i == 0 {
			numbers = all
		}
		for _, n := range numbers {
			take(shape.call(some, n, nil))
		}
	}
	return calls
}

// accounts are those that take the places of a call's addresses, one after the other.
func (p Powers) accounts(words []Word) (list [][]common.Address) {
	switch named(words) {
	case 0:
		return [][]common.Address{{Trader}}
	case 1:
		for _, a := range []common.Address{Trader, Bystander(), p.Actor, p.Plan.Pool, newcomer} {
			list = append(list, []common.Address{a, p.Actor})
		}
		return list
	}
	people := []common.Address{Bystander(), Trader, p.Actor}
	for _, first := range people {
		for _, second := range slices.Backward(people) {
			list = append(list, []common.Address{first, second})
		}
	}
	return append(list, []common.Address{p.Plan.Pool, p.Actor}, []common.Address{p.Plan.Token, Trader})
}

// named is how many accounts a call names, those apart that are to be like others.
func named(words []Word) (n int) {
	for _, w := range words {
		if w.account() && !w.Fixed && w.Like == 0 {
			n++
		}
	}
	return n
}

// Signature is the length of bytes that are a signature.
var Signature = numberWord(65)

// Signed are bytes of that length, which are the signature of whoever signs in the trial, in the form that checks ask
// for.
var Signed = slices.Concat(one[:], one[:], []byte{27})

// put places bytes in a call, behind the word that is their length.
func put(words []byte, at int, content []byte) []byte {
	start := at * common.HashLength
	length := numberWord(int64(len(content)))
	whole := slices.Concat(length[:], padded(content))
	if missing := start + len(whole) - len(words); missing > 0 {
		words = append(words, make([]byte, missing)...)
	}
	copy(words[start:], whole)
	return words
}

// call is the words behind a selector. Some have values of their own.
func (s Shape) call(accounts []common.Address, number common.Hash, asked map[int]common.Hash) (out []byte) {
	alone := named(s.Words) < 2
	next := 0

	for i, w := range s.Words {
		var word common.Hash
		switch given, ok := asked[i]; {
		case ok && (w.Fixed || w.account() || given != word): // zero fails least, and shows little
			word = given
		case w.Fixed:
			word = common.Hash(s.Data[4+i*common.HashLength:][:common.HashLength])
		case w.Like > 0 && !alone:
			word = common.Hash(out[(i-w.Like)*common.HashLength:][:common.HashLength])
		case w.account():
			word = addressWord(accounts[next%len(accounts)])
			next++
		case !w.High:
			word = w.fitted(number)
		}
		out = append(out, word[:]...)
	}

	for _, at := range s.Bytes {
		if asked[at] == Signature {
			out = put(out, at, Signed)
		}
	}
	return out
}
