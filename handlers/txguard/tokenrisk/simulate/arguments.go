package simulate

import (
	"bytes"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Argument is what a function's code shows of one of its arguments.
type Argument struct {
	Bits int  // its length, 256 where the code does not say
	High bool // a short text or a selector, which fills a word from the other end
	Tail bool // a list or bytes
}

// Shape is what a function's code shows of its arguments.
type Shape struct {
	Arguments []Argument
	Asked     []map[int]common.Hash // values of some arguments, by their numbers, that lead on in the code
}

// account says whether an address fits.
func (a Argument) account() bool { return a.Bits == 8*common.AddressLength && !a.High }

// fitted is the nearest value that the argument can have.
func (a Argument) fitted(v common.Hash) common.Hash {
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

// Calls are those of a function that are tried as the actor. Its accounts are a holder, a bystander, the actor and the
// pool; its numbers, which are all the same, those that its own code asks for, the least, the most and the whole of a
// part. Where it takes bytes they may also be a call that takes a holder's tokens.
func (p Powers) Calls(function [4]byte, shape Shape) [][]byte {
	args := shape.Arguments
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
	if slices.ContainsFunc(args, func(a Argument) bool { return a.Tail }) {
		order := list(addressWord(Bystander()), addressWord(p.Actor), amount)
		for _, passing := range p.PassingArguments(slices.Concat(TransferFrom[:], order)) {
			take(passing)
		}
	}
	accounts := p.accounts(args)
	for _, asked := range shape.Asked {
		for _, n := range []common.Hash{amount, one, {}} {
			take(p.call(args, accounts[0], n, asked))
		}
	}
	for i, some := range accounts {
		numbers := few
		if i == 0 {
			numbers = all
		}
		for _, n := range numbers {
			take(p.call(args, some, n, nil))
		}
	}
	return calls
}

// accounts are those that take the places of a call's addresses, one after the other.
func (p Powers) accounts(args []Argument) (list [][]common.Address) {
	n := 0
	for _, a := range args {
		if a.account() || a.Tail {
			n++
		}
	}
	switch n {
	case 0:
		return [][]common.Address{{Trader}}
	case 1:
		return [][]common.Address{{Trader}, {Bystander()}, {p.Actor}, {p.Plan.Pool}}
	}
	people := []common.Address{Bystander(), Trader, p.Actor}
	for _, first := range people {
		for _, second := range slices.Backward(people) {
			list = append(list, []common.Address{first, second})
		}
	}
	return append(list, []common.Address{p.Plan.Pool, p.Actor}, []common.Address{p.Plan.Token, Trader})
}

// Signature is the length of bytes that are a signature.
var Signature = numberWord(65)

// Packed is the length of bytes that a function takes apart, and FirstByte the number of the first of these among the
// values that it asks for. Unless asked for, they are marks.
var Packed = numberWord(60)

const FirstByte = 100

// Marks are bytes that tell their places.
func Marks() []byte {
	marks := make([]byte, Packed.Big().Int64())
	for i := range marks {
		marks[i] = byte(0xc0 + i)
	}
	return marks
}

// Bytes are an argument with its length: a signature of whoever signs in the trial, in the form that checks ask for, or
// marks, some of which are as asked.
func Bytes(length common.Hash, asked map[int]common.Hash) []byte {
	if length == Signature {
		return slices.Concat(length[:], one[:], one[:], common.RightPadBytes([]byte{27}, common.HashLength))
	}
	packed := Marks()
	for i, v := range asked {
		if i >= FirstByte {
			packed[i-FirstByte] = v[len(v)-1]
		}
	}
	return slices.Concat(length[:], padded(packed))
}

// call is a list of arguments. Some have values of their own. Bytes and lists follow them all: a signature, marks, or a
// list of an account and the actor, behind which other lists have a number twice.
func (p Powers) call(
	args []Argument, accounts []common.Address, number common.Hash, asked map[int]common.Hash,
) []byte {
	var head, tail []byte
	var named, tails int
	for i, a := range args {
		word, given := asked[i]
		account := addressWord(accounts[named%len(accounts)])

		switch {
		case a.Tail:
			length := word
			word = numberWord(int64(len(args)*common.HashLength + len(tail)))
			tails++
			switch {
			case length == Signature, length == Packed:
				tail = append(tail, Bytes(length, asked)...)
			case tails > 1:
				tail = append(tail, list(numberWord(2), number, number)...)
			default:
				tail = append(tail, list(numberWord(2), account, addressWord(p.Actor))...)
			}
		case given && (a.account() || word != common.Hash{}): // no amount is what fails least, and tells nothing
		case a.account():
			word = account
			named++
		case !a.High:
			word = a.fitted(number)
		}
		head = append(head, word[:]...)
	}
	return append(head, tail...)
}
