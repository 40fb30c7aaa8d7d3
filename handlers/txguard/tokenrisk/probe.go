package tokenrisk

import (
	"bytes"
	"context"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"
	"github.com/ethereum/go-ethereum/triedb"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
)

// A probe runs a contract's functions in go-ethereum's machine here, on those words of its storage that are known, and
// sees what they ask for: of their arguments, of their caller, and of the storage. What a function refuses is put right
// as it asks, and it runs again, so that it shows what it asks for next. Nothing of this is a finding: what it learns
// are calls that are worth a simulation.
type probe struct {
	code  []byte
	at    common.Address
	words map[common.Hash]common.Hash // known ones
	left  uint64                      // gas

	unread  []common.Hash    // words that it asked for and that are not known
	callers []common.Address // whom it compared the caller with
	setters []setter
	own     map[common.Hash]bool             // words that mappings have for the caller
	lists   map[[4]byte][]common.Hash        // of these, what has to be set for a stranger to get on
	reads   map[[4]byte]map[common.Hash]bool // words that functions asked for
}

// shapes are the arguments of functions.
type shapes map[[4]byte]simulate.Shape

func newProbe(code []byte, at common.Address) *probe {
	return &probe{
		code:  code,
		at:    at,
		left:  probeBudget,
		words: map[common.Hash]common.Hash{},
		own:   map[common.Hash]bool{},
		lists: map[[4]byte][]common.Hash{},
		reads: map[[4]byte]map[common.Hash]bool{},
	}
}

// shapes learns what functions ask for.
func (p *probe) shapes(functions [][4]byte) shapes {
	out := shapes{}
	for _, f := range functions {
		out[f] = p.learn(f)
	}
	return out
}

// probe learns what the token's functions ask for: first which words of the storage, then, with these read, the rest.
func (r *Reader) probe(ctx context.Context, token common.Address, c *OnChain, f *firstReads) error {
	functions := c.Code.Functions[:min(len(c.Code.Functions), maxFunctions+len(plainFunctions))]
	first := newProbe(f.code, token)
	for i, slot := range f.slots {
		first.words[slot] = common.BytesToHash(f.words[i])
	}
	first.shapes(functions)

	words := make([]hexutil.Bytes, len(first.unread))
	calls := make([]*evm.Call, len(words))
	for i, slot := range first.unread {
		calls[i] = evm.StorageCall(&words[i], token, slot, evm.Latest)
	}
	if len(calls) > 0 {
		if err := r.Client.Batch(ctx, calls...); err != nil {
			return err
		}
	}
	f.probe = newProbe(f.code, token)
	f.probe.words = first.words
	f.probe.callers = first.callers
	for i, slot := range first.unread {
		if calls[i].Err == nil {
			f.probe.words[slot] = common.BytesToHash(words[i])
			f.slots = append(f.slots, slot)
			f.words = append(f.words, words[i])
		}
	}
	f.shapes = f.probe.shapes(functions)
	return nil
}

// setter is a call that keeps an argument in the storage as it is.
type setter struct {
	slot common.Hash
	data []byte
	at   int // of the argument in data
}

// Bounds of a probe.
const (
	probedArguments = 8
	probedTail      = probedArguments * common.HashLength
	probeRuns       = 40 // of one function
	probeGas        = 300_000
	probeBudget     = 60_000_000 // gas of all runs: no code is to take more than a second or two of ours
	probeMark       = 0xa3       // the first argument: it fits all types of numbers, and code uses no other close to it
	mostAsked       = 10         // lists of arguments that a function asks for
	mostCallers     = 3          // that a function is run as
	mostUnread      = 24
)

// seen is one instruction that tells something.
type seen struct {
	op    vm.OpCode
	who   int         // the number of an argument, or one of the others below
	first bool        // it was the upper one of two operands
	with  uint256.Int // the other operand
	slot  common.Hash // that was read or written, or the account that was asked
}

const (
	theCaller = -1 - iota
	theWord   // a word of the storage that is marked
	theSize   // of all arguments
	nobody
)

// run makes a call and returns what was seen.
func (p *probe) run(c *course, marked *uint256.Int) (list []seen, loads int, worked bool) {
	if p.spent() {
		return nil, 0, true
	}
	data := c.data
	db := state.NewDatabase(triedb.NewDatabase(rawdb.NewMemoryDatabase(), nil), nil)
	before, err := state.New(types.EmptyRootHash, db)
	if err != nil {
		return nil, 0, false
	}
	before.SetCode(p.at, p.code, tracing.CodeChangeUnspecified)
	for a := range c.answering {
		before.SetCode(a, answer, tracing.CodeChangeUnspecified)
	}
	for slot, w := range c.words {
		before.SetState(p.at, slot, w)
	}

	caller := new(uint256.Int).SetBytes(c.from[:])
	sums := map[uint256.Int][]*sum{}
	who := func(v *uint256.Int) int {
		switch {
		case v.Eq(caller) && !v.IsZero():
			return theCaller
		case marked != nil && v.Eq(marked):
			return theWord
		case v.IsUint64() && v.Uint64() == uint64(len(data)-4):
			return theSize
		}
		for i := range (len(data) - 4) / common.HashLength {
			w := new(uint256.Int).SetBytes(data[4+i*common.HashLength:][:common.HashLength])
			if i < probedArguments && v.Eq(w) && w.GtUint64(probeMark-1) {
				return i
			}
		}
		return nobody
	}

	hooks := &tracing.Hooks{OnOpcode: func(
		_ uint64, b byte, _, _ uint64, scope tracing.OpContext, _ []byte, _ int, _ error,
	) {
		stack := scope.StackData()
		op := vm.OpCode(b)
		top := func(i int) *uint256.Int {
			if i >= len(stack) {
				return new(uint256.Int)
			}
			return &stack[len(stack)-1-i]
		}
		add := func(who int, slot *uint256.Int) {
			list = append(list, seen{
				op:   op,
				who:  who,
				slot: slot.Bytes32(),
			})
		}

		// equal notes that a sum is compared for equality. Compilers subtract, and ask for zero.
		equal := func(v, to *uint256.Int) {
			for _, made := range sums[*v] {
				list = append(list, seen{
					op:   vm.EQ,
					who:  made.who,
					with: made.solve(*to),
				})
			}
		}

		result := reckon(op, top(0), top(1))
		if result.BitLen() > 1 && len(sums[result]) == 0 && who(&result) == nobody {
			for i := range 2 {
				parts := sums[*top(i)]
				if w := who(top(i)); w != nobody && w != theSize {
					parts = []*sum{{who: w}}
				}
				for _, part := range parts[:min(len(parts), 2-len(sums[result]))] {
					sums[result] = append(sums[result], &sum{part.who, op, i == 0, part, *top(1 - i)})
				}
			}
		}
		switch op {
		case vm.CALLDATALOAD:
			at, over := top(0).Uint64WithOverflow()
			if !over && at >= 4 && (at-4)%common.HashLength == 0 && at < probedTail {
				loads = max(loads, int(at-4)/common.HashLength+1)
			}
		case vm.ISZERO:
			if w := who(top(0)); w >= 0 {
				add(w, new(uint256.Int))
			}
			equal(top(0), new(uint256.Int))
		case vm.JUMPI:
			equal(top(1), new(uint256.Int))
		case vm.SLOAD:
			add(nobody, top(0))
		case vm.KECCAK256:
			p.mapped(scope.MemoryData(), top(0), top(1), c.from)
		case vm.EXTCODESIZE:
			add(nobody, top(0))
		case vm.CALL, vm.STATICCALL:
			add(nobody, top(1))
		case vm.SSTORE:
			if w := who(top(1)); w >= 0 {
				add(w, top(0))
			}
		case vm.EQ, vm.LT, vm.GT, vm.SLT, vm.SGT, vm.AND, vm.SHR:
			for i := range 2 {
				w := who(top(i))
				if n := top(1 - i); w == theSize && n.LtUint64(probedTail) && n.Uint64()%common.HashLength == 0 {
					loads = max(loads, int(n.Uint64())/common.HashLength)
				} else if w != nobody {
					list = append(list, seen{
						op:    op,
						who:   w,
						first: i == 0,
						with:  *n,
					})
				} else if op == vm.EQ {
					equal(top(i), n)
				}
			}
		}
	}}
	_, rest, err := runtime.Call(p.at, data, &runtime.Config{
		ChainConfig: params.MergedTestChainConfig,
		Origin:      c.from,
		GasLimit:    probeGas,
		Time:        probeTime,
		BlockNumber: big.NewInt(1),
		Random:      &common.Hash{},
		State:       before,
		EVMConfig:   vm.Config{Tracer: hooks},
	})
	p.left -= probeGas - min(rest, probeGas)
	return list, loads, err == nil
}

// sum is the result of additions, subtractions, exclusive ors and masks that a value which is followed went into.
type sum struct {
	who   int // what is followed
	op    vm.OpCode
	first bool // the part is the upper operand
	part  *sum // nil for the value itself
	other uint256.Int
}

// solve is what the value that is followed has to be for the sum to be what is wanted.
func (s *sum) solve(wanted uint256.Int) uint256.Int {
	for ; s.part != nil; s = s.part {
		switch {
		case s.op == vm.XOR:
			wanted.Xor(&wanted, &s.other)
		case s.op == vm.ADD:
			wanted.Sub(&wanted, &s.other)
		case s.op == vm.SUB && s.first:
			wanted.Add(&wanted, &s.other)
		case s.op == vm.SUB:
			wanted.Sub(&s.other, &wanted)
		}
	}
	if s.who == theCaller {
		a := common.Address(wanted.Bytes20())
		wanted.SetBytes(a[:])
	}
	return wanted
}

// reckon is the result of an instruction that can be undone, zero for others.
func reckon(op vm.OpCode, a, b *uint256.Int) (result uint256.Int) {
	switch op {
	case vm.XOR:
		result.Xor(a, b)
	case vm.ADD:
		result.Add(a, b)
	case vm.SUB:
		result.Sub(a, b)
	case vm.AND:
		if isMask(a) || isMask(b) {
			result.And(a, b) // a sum that is too long is cut off
		}
	}
	return result
}

// spent says that the code takes more gas to run than is given to it.
func (p *probe) spent() bool { return p.left < probeGas }

// mapped keeps the word that a mapping has for the caller.
func (p *probe) mapped(memory []byte, at, size *uint256.Int, caller common.Address) {
	const two = 2 * common.HashLength
	if !size.Eq(uint256.NewInt(two)) || len(memory) < two || at.GtUint64(uint64(len(memory)-two)) {
		return
	}
	key := memory[at.Uint64():][:two]
	padded := common.LeftPadBytes(caller[:], common.HashLength)
	if bytes.Equal(key[:common.HashLength], padded) || bytes.Equal(key[common.HashLength:], padded) {
		p.own[crypto.Keccak256Hash(key)] = true
	}
}

// answer is the code of a contract that says one to whatever it is asked.
var answer = common.FromHex("600160005260406000f3")

// probeTime is a moment of 2025, in seconds.
const probeTime = 1_750_000_000

// course is a call that is run to see what it asks for.
type course struct {
	from  common.Address
	data  []byte
	asked map[int]common.Hash // the arguments that were changed to what the function asks for
	words map[common.Hash]common.Hash

	answering map[common.Address]bool // other contracts, which are not known and say one
}

func (p *probe) course(from common.Address, data []byte) *course {
	return &course{
		from:      from,
		data:      data,
		asked:     map[int]common.Hash{},
		words:     maps.Clone(p.words),
		answering: map[common.Address]bool{},
	}
}

func (c *course) with(i int, v *uint256.Int) *course {
	w := v.Bytes32()
	next := *c
	next.data = bytes.Clone(c.data)
	copy(word(next.data, i), w[:])
	next.asked = maps.Clone(c.asked)
	next.asked[i] = w
	next.words = maps.Clone(c.words)
	next.answering = maps.Clone(c.answering)
	return &next
}

// learn is what a function shows of its arguments.
func (p *probe) learn(function [4]byte) simulate.Shape {
	args := make([]simulate.Argument, probedArguments)
	data := slices.Clone(function[:])
	for i := range args {
		args[i].Bits = 8 * common.HashLength
		data = append(data, common.LeftPadBytes([]byte{byte(probeMark + 2*i)}, common.HashLength)...)
	}
	data = append(data, make([]byte, probedTail)...)

	var out simulate.Shape
	var queue []*course
	for _, from := range append([]common.Address{simulate.Sender}, p.callers[:min(len(p.callers), mostCallers)]...) {
		queue = append(queue, p.course(from, data))
	}
	done := map[string]bool{}
	count := 0
	for runs := 0; len(queue) > 0 && runs < probeRuns; runs++ {
		c := queue[0]
		list, loads, worked := p.run(c, nil)
		count = max(count, loads)
		if p.note(list, args, c.data) {
			continue // the same, in another form
		}
		queue = queue[1:]
		for _, next := range c.branches(list, args) {
			if key := string(next.from[:]) + string(next.data); !done[key] {
				done[key] = true
				queue = append(queue, next)
			}
		}
		if worked && c.from == simulate.Sender {
			for slot, w := range c.words {
				if p.own[slot] && w != p.words[slot] && !slices.Contains(p.lists[function], slot) {
					p.lists[function] = append(p.lists[function], slot)
				}
			}
		}
		switch {
		case worked && len(c.asked) > 0 && len(out.Asked) < mostAsked:
			out.Asked = append(out.Asked, c.asked)
		case !worked && p.mend(list, c):
			queue = slices.Insert(queue, 0, c)
		}
	}
	out.Arguments = args[:count]
	return out
}

// branches are the courses in which an argument has a value that it was compared with, or is just below.
func (c *course) branches(list []seen, args []simulate.Argument) (out []*course) {
	for _, s := range list {
		if s.who < 0 || !isComparison(s.op) || s.with.BitLen() <= 1 || args[s.who].Tail {
			continue
		}
		out = append(out, c.with(s.who, &s.with))
		if s.op != vm.EQ {
			out = append(out, c.with(s.who, new(uint256.Int).SubUint64(&s.with, 1)))
		}
	}
	return out
}

// word is the place of an argument in a call.
func word(data []byte, i int) []byte { return data[4+i*common.HashLength:][:common.HashLength] }

// note takes over what a run showed. It says whether an argument has another form than it was given, which is mended.
func (p *probe) note(list []seen, args []simulate.Argument, data []byte) (reshaped bool) {
	for i, s := range list {
		if s.op == vm.SLOAD {
			p.read([4]byte(data), s.slot)
			_, known := p.words[s.slot]
			known = known || p.own[s.slot] || slices.Contains(p.unread, s.slot)
			if !known && len(p.unread) < mostUnread {
				p.unread = append(p.unread, s.slot)
			}
			continue
		}
		a := common.Address(s.with.Bytes20())
		if s.who == theCaller {
			if s.op != vm.AND && s.with.BitLen() <= 160 && looksLikeAddress(a) && !slices.Contains(p.callers, a) {
				p.callers = append(p.callers, a)
			}
			continue
		}
		if s.who < 0 {
			continue
		}

		arg := &args[s.who]
		low := s.with.BitLen() < 256 && s.with.BitLen() >= 8 && isMask(&s.with)
		high := s.with.BitLen() == 256 && isMask(new(uint256.Int).Not(&s.with))
		switch {
		case s.op == vm.SSTORE:
			p.sets(setter{s.slot, bytes.Clone(data), 4 + s.who*common.HashLength})
		case s.op == vm.AND && low:
			arg.Bits = min(arg.Bits, s.with.BitLen())
		case s.op == vm.AND && high && !arg.High:
			arg.High = true
			arg.Bits = 256 - new(uint256.Int).Not(&s.with).BitLen()
			w := word(data, s.who)
			copy(w, append(bytes.Clone(w[31:]), make([]byte, 31)...))
			return true
		case s.op == vm.SHR && !s.first && !arg.High && s.with.IsUint64() && s.with.Uint64()%8 == 0:
			arg.Bits = min(arg.Bits, int(s.with.Uint64()))
		case (s.op == vm.GT && s.first || s.op == vm.LT && !s.first) && s.with.BitLen() == 64 && isMask(&s.with) &&
			arg.Bits == 256 && !arg.Tail:
			arg.Tail = true
			copy(word(data, s.who), common.LeftPadBytes([]byte{1, 0}, common.HashLength)) // the words behind all
			return true
		case s.op == vm.EQ && s.with.IsUint64() && s.with.Uint64() == 1 && i > 0 && list[i-1].op == vm.ISZERO:
			arg.Bits = 1
		}
	}
	return false
}

func isComparison(op vm.OpCode) bool {
	return op == vm.EQ || op == vm.LT || op == vm.GT || op == vm.SLT || op == vm.SGT
}

func (p *probe) read(function [4]byte, slot common.Hash) {
	if p.reads[function] == nil {
		p.reads[function] = map[common.Hash]bool{}
	}
	p.reads[function][slot] = true
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
func (p *probe) mend(list []seen, c *course) bool {
	for _, s := range slices.Backward(list) {
		switch {
		case s.op == vm.SLOAD:
			if c.words[s.slot] == (common.Hash{}) {
				c.words[s.slot] = common.BigToHash(big.NewInt(1))
				return true
			}

		case s.op == vm.EXTCODESIZE, s.op == vm.CALL, s.op == vm.STATICCALL:
			if a := common.BytesToAddress(s.slot[:]); a != p.at && !c.answering[a] {
				c.answering[a] = true
				return true
			}

		case !isComparison(s.op):
		case s.who == theCaller && s.op != vm.LT && s.op != vm.GT:
			c.from = s.with.Bytes20()
			return true
		case s.who >= 0:
			next := s.with
			switch w := new(uint256.Int).SetBytes(word(c.data, s.who)); {
			case s.op == vm.EQ:
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

// unlock are the calls that keep in a word what another call asks of it: what that compares the word with, or the
// actor, where it calls what the word names.
func (p *probe) unlock(actor common.Address, call []byte) [][]byte {
	var out [][]byte
	account := common.BytesToAddress(bytes.Repeat([]byte{0x5a}, common.AddressLength))
	mark := new(uint256.Int).SetBytes(account[:])
	for _, s := range p.setters {
		if !p.reads[[4]byte(call)][s.slot] {
			continue
		}

		c := p.course(actor, call)
		c.words[s.slot] = mark.Bytes32()
		list, _, _ := p.run(c, mark)
		for _, o := range list {
			wanted := o.with.Bytes32()
			switch {
			case o.who == theWord && o.op == vm.EQ && !o.with.IsZero():
			case (o.op == vm.CALL || o.op == vm.STATICCALL) && common.BytesToAddress(o.slot[:]) == account:
				wanted = [32]byte(common.LeftPadBytes(actor[:], common.HashLength))
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
