package tokenrisk

import (
	"bytes"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
)

// said is whom a contract names that says one to whatever it is asked, and answer the code of one.
var (
	said   = common.BigToAddress(big.NewInt(1))
	answer = answerOf(said)
)

// answerOf is the code of a contract that names an account whatever it is asked.
func answerOf(a common.Address) []byte {
	return slices.Concat([]byte{byte(vm.PUSH20)}, a[:], common.FromHex("60005260406000f3"))
}

// course is a call that is run to see what it asks for.
type course struct {
	from  common.Address
	data  []byte
	asked map[int]common.Hash // the words of data that were changed to what the function asks for
	words map[common.Hash]common.Hash

	answering map[common.Address]bool // other contracts, which are not known and say one
	patched   patch
}

func (p *probe) course(from common.Address, data []byte) *course {
	return &course{
		from:      from,
		data:      data,
		asked:     map[int]common.Hash{},
		words:     maps.Clone(p.words),
		answering: map[common.Address]bool{},
		patched:   patch{},
	}
}

func (c *course) clone() *course {
	next := *c
	next.data = bytes.Clone(c.data)
	next.asked = maps.Clone(c.asked)
	next.words = maps.Clone(c.words)
	next.answering = maps.Clone(c.answering)
	next.patched = maps.Clone(c.patched)
	return &next
}

func (c *course) with(i int, v *uint256.Int) *course {
	next := c.clone()
	next.asked[i] = v.Bytes32()
	return next
}

// learn is what a function shows of its calls.
func (p *probe) learn(function [4]byte) simulate.Shape {
	f := &form{data: append(function[:], make([]byte, probedSize)...)}
	for i := range f.words {
		f.words[i].Bits = 8 * common.HashLength
		f.data[place(i+1)-1] = byte(probeMark + 2*i)
	}

	var out simulate.Shape
	queue := []*course{p.course(simulate.Sender, bytes.Clone(f.data))}
	done := map[string]bool{}
	for runs := 0; len(queue) > 0 && runs < probeRuns; {
		c := queue[0]
		f.settle(c)
		r := p.run(c, nil)
		f.count = max(f.count, r.loads)
		if p.note(r.list, f, c.data) {
			continue // the same, in another form
		}
		queue = queue[1:]
		runs++
		for _, next := range append(c.branches(r.list, f), c.filled(f)...) {
			if key := fmt.Sprint(next.from, next.data, next.asked, next.patched); !done[key] {
				done[key] = true
				queue = append(queue, next)
			}
		}
		if c.from == simulate.Sender || c.from == said {
			p.passed(function, c, r)
		}
		switch {
		case r.worked && len(c.asked) > 0 && len(out.Asked) < mostAsked && !out.Asks(c.asked):
			out.Asked = append(out.Asked, c.asked)
		case !r.worked && p.mend(r.list, c, f):
			queue = slices.Insert(queue, 0, c)
		}
	}
	out.Words = f.words[:min(f.count, len(f.words))]
	out.Data = f.data
	out.Bytes = f.bytes
	return out
}

// passed keeps what lets a stranger through. That a comparison has to be passed for more than the caller's sake, as
// for what a holder has, is no reason to leave it out.
func (p *probe) passed(function [4]byte, c *course, r ran) {
	who := p.unknown[function]
	if who == nil {
		who = &stranger{code: patch{}}
	}
	for slot, w := range c.words {
		if r.worked && p.own[slot] && w == one && w != p.words[slot] && !slices.Contains(who.words, slot) {
			who.words = append(who.words, slot)
		}
	}

	yes := c.from != said
	// Who is to do something, such as pay, is not asked for leave.
	doing := slices.ContainsFunc(r.list, func(s seen) bool {
		return s.op == vm.CALL && c.answering[s.with.Bytes20()]
	})
	if r.worked && len(c.answering) > 0 && !(yes && (doing || who.asked != nil)) {
		who.asked = c.answering
		who.yes = yes
	}
	maps.Copy(who.code, c.patched)
	if len(who.words)+len(who.code)+len(who.asked) > 0 {
		p.unknown[function] = who
	}
}

// branches are the courses in which something is as the function asks. An argument has the value that it was compared
// with, or the first that a mask cuts to nothing. The caller is whom he was compared with, or passes a comparison that
// cannot be solved.
func (c *course) branches(list []seen, f *form) (out []*course) {
	for _, s := range list {
		if s.op == unsolved {
			next := c.clone()
			next.patched[s.at] = s.makes
			out = append(out, next)
		}
		if s.who == theCaller && s.op == vm.EQ && looksLikeAddress(s.with.Bytes20()) {
			next := c.clone()
			next.from = s.with.Bytes20()
			out = append(out, next)
		}

		switch {
		case s.who < 0 || s.with.BitLen() <= 1 || s.with.Bytes20() == c.from || f.words[s.who].Fixed:
		case s.op == vm.AND && isMask(&s.with) && amounts(s.with.BitLen()):
			out = append(out, c.with(s.who, new(uint256.Int).AddUint64(&s.with, 1)))
		case isComparison(s.op):
			out = append(out, c.with(s.who, &s.with))
		}
	}
	return out
}

// amounts says whether amounts have so many bits: fewer are times and the like, and addresses are no amounts.
func amounts(bits int) bool { return bits > 80 && bits < 256 && bits != 8*common.AddressLength }

// filled are the courses in which all bytes are a signature, and all lists empty, where there are such.
func (c *course) filled(f *form) (out []*course) {
	if f.filled {
		return nil
	}
	f.filled = true

	add := func(lengths []int, length common.Hash) {
		next := c.clone()
		for _, i := range lengths {
			next.asked[i] = length
		}
		if len(lengths) > 0 {
			out = append(out, next)
		}
	}

	add(f.bytes, simulate.Signature)
	add(f.lists, common.Hash{})
	return out
}

// note takes over what a run showed. It says whether a word has another form than it was given, which is mended.
func (p *probe) note(list []seen, f *form, data []byte) (reshaped bool) {
	for _, s := range list {
		if s.op == vm.SLOAD {
			slot := s.with.Bytes32()
			_, known := p.words[slot]
			known = known || p.own[slot] || slices.Contains(p.unread, slot)
			if !known && len(p.unread) < mostUnread {
				p.unread = append(p.unread, slot)
			}
			continue
		}
		a := common.Address(s.with.Bytes20())
		if s.who == theCaller {
			fit := s.op != vm.AND && s.with.BitLen() <= 160 && looksLikeAddress(a) && a != simulate.Sender
			if fit && !slices.Contains(p.callers, a) {
				p.callers = append(p.callers, a)
			}
			continue
		}
		if s.who < 0 {
			continue
		}

		arg := &f.words[s.who]
		low := s.with.BitLen() < 256 && s.with.BitLen() >= 8 && isMask(&s.with)
		high := s.with.BitLen() == 256 && isMask(new(uint256.Int).Not(&s.with))
		switch {
		case s.op == vm.SSTORE:
			p.sets(setter{s.with.Bytes32(), bytes.Clone(data), place(s.who)})
		case s.op == vm.AND && low:
			arg.Bits = min(arg.Bits, s.with.BitLen())
		case s.op == vm.AND && high && !arg.High && arg.Bits == 8*common.HashLength:
			arg.High = true
			arg.Bits = 256 - new(uint256.Int).Not(&s.with).BitLen()
			w := word(data, s.who)
			copy(w, append(bytes.Clone(w[31:]), make([]byte, 31)...))
			return true
		case s.op == vm.SHR && !s.first && !arg.High && s.with.IsUint64() && s.with.Uint64()%8 == 0:
			arg.Bits = min(arg.Bits, int(s.with.Uint64()))
		}
	}
	return f.reads(list)
}

func isComparison(op vm.OpCode) bool {
	return op == vm.EQ || op == vm.LT || op == vm.GT || op == vm.SLT || op == vm.SGT
}

// isMask says whether a number is of ones alone.
func isMask(v *uint256.Int) bool {
	next := new(uint256.Int).AddUint64(v, 1)
	return !v.IsZero() && next.And(next, v).IsZero()
}

// sets keeps the last call of a function that keeps an argument in a word.
func (p *probe) sets(one setter) {
	p.setters = slices.DeleteFunc(p.setters, func(s setter) bool {
		return s.slot == one.slot && s.at == one.at && bytes.Equal(s.data[:4], one.data[:4])
	})
	p.setters = append(p.setters, one)
}

// mend gives a function that failed what it asked for last: an argument, another caller, or something in an empty word.
func (p *probe) mend(list []seen, c *course, f *form) bool {
	for _, s := range slices.Backward(list) {
		switch {
		case s.op == vm.SLOAD:
			slot := s.with.Bytes32()
			switch w := c.words[slot]; {
			case w == common.Hash{}:
				c.words[slot] = one
				return true
			case w == one && p.words[slot] == common.Hash{}:
				c.words[slot] = plenty
				return true
			}

		case s.op == vm.EXTCODESIZE, s.op == vm.CALL, s.op == vm.STATICCALL:
			if a := common.Address(s.with.Bytes20()); a != p.at && !c.answering[a] {
				c.answering[a] = true
				return true
			}

		case !isComparison(s.op):
		case s.who == theCaller && s.op != vm.LT && s.op != vm.GT && c.from != s.with.Bytes20():
			c.from = s.with.Bytes20()
			return true
		case s.who >= 0 && !f.words[s.who].Fixed && s.with.Bytes20() != c.from:
			next := s.with
			switch w := new(uint256.Int).SetBytes(word(c.data, s.who)); {
			case s.op == vm.EQ:
			case w.Gt(&next) && next.BitLen() <= 1:
				continue // more than somebody has, which is read before
			case w.Gt(&next):
				next.SubUint64(&next, 1)
			default:
				next.AddUint64(&next, 1)
			}
			*c = *c.with(s.who, &next)
			return true
		}
	}
	return false
}

// unlock are the calls that keep in a word what another call asks of it: what that compares the word with, or the most
// where it compares sizes.
func (p *probe) unlock(actor common.Address, call []byte) [][]byte {
	var out [][]byte
	mark := new(uint256.Int).SetBytes(bytes.Repeat([]byte{0x5a}, common.AddressLength))
	reads := p.run(p.course(actor, call), nil).list
	for _, s := range p.setters {
		if !slices.ContainsFunc(reads, func(r seen) bool { return r.op == vm.SLOAD && r.with.Bytes32() == s.slot }) {
			continue
		}

		c := p.course(actor, call)
		c.words[s.slot] = mark.Bytes32()
		for _, o := range p.run(c, mark).list {
			wanted := o.with.Bytes32()
			switch {
			case o.who == theWord && o.op == vm.EQ && !o.with.IsZero():
			case o.who == theWord && (o.op == vm.LT || o.op == vm.GT):
				wanted = common.MaxHash
			default:
				continue
			}
			data := bytes.Clone(s.data)
			copy(data[s.at:], wanted[:])
			out = append(out, data)
		}
	}
	return out
}
