package tokenrisk

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"time"

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

	unread   []common.Hash    // words that it asked for and that are not known
	callers  []common.Address // whom it compared the caller with
	setters  []setter
	own      map[common.Hash]bool  // words that mappings have for who is followed
	unknown  map[[4]byte]*stranger // functions that ask for somebody nobody knows
	recovers bool                  // a function asks who has signed
	now      uint64                // the time of the newest block
}

// stranger is what lets a stranger pass for whom a function asks for: words that are set, and code in which the
// comparison with the caller is another instruction. It stands for comparisons that cannot be solved, as of a hash.
type stranger struct {
	words []common.Hash
	code  patch
	asked map[common.Address]bool // other contracts, which are to name the stranger
	yes   bool                    // they say yes
}

// patch are instructions by their places.
type patch map[uint64]byte

// applied is code with the instructions in place.
func (p patch) applied(code []byte) []byte {
	if len(p) == 0 {
		return code
	}
	code = bytes.Clone(code)
	for at, op := range p {
		code[at] = op
	}
	return code
}

// shapes are the arguments of functions.
type shapes map[[4]byte]simulate.Shape

func newProbe(code []byte, at common.Address, now time.Time) *probe {
	return &probe{
		code:    code,
		at:      at,
		now:     uint64(now.Unix()),
		left:    probeBudget,
		words:   map[common.Hash]common.Hash{},
		own:     map[common.Hash]bool{},
		unknown: map[[4]byte]*stranger{},
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
	first := newProbe(f.code, token, f.at)
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
	f.probe = newProbe(f.code, token, f.at)
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
	probeRuns   = 60 // of one function
	probeGas    = 300_000
	probeBudget = 60_000_000 // gas of all runs: no code is to take more than a second or two of ours
	probeMark   = 0xa3       // the first word: it fits all types of numbers, and code uses no other close to it
	mostAsked   = 10         // lists of words that a function asks for
	mostUnread  = 24
	probedSize  = (simulate.Words + someBytes) * common.HashLength // room for marks that are taken for lengths
)

// seen is one instruction that tells something.
type seen struct {
	op    vm.OpCode
	who   int         // the number of an argument, or one of the others below
	first bool        // it was the upper one of two operands
	with  uint256.Int // the other operand
	slot  common.Hash // that was read or written, or the account that was asked

	at    uint64 // of a comparison that cannot be solved: its place, and the instruction that makes it true
	makes byte
}

// unsolved is the instruction of what is seen of such a comparison.
const unsolved = vm.INVALID

// made is where the value came from that one that is followed went into.
type made struct {
	who  int
	at   uint64
	op   vm.OpCode
	from *uint256.Int // of the value itself: what it would have to be for the result to be nothing
}

// differs says whether the instruction is one by which compilers compare, with nothing as its result.
func (m made) differs() bool { return m.op == vm.SUB || m.op == vm.XOR || m.op == vm.ADD }

const (
	theCaller = -1 - iota
	theWord   // a word of the storage that is marked
	theSize   // of all arguments
	nobody
	aHash
)

// ran is how a call went.
type ran struct {
	list   []seen
	loads  int // arguments
	worked bool
}

// What an empty word is given: one, and where that is too little, more than any argument.
var (
	one    = common.BigToHash(big.NewInt(1))
	plenty = common.BigToHash(big.NewInt(1<<32 + 1))
)

// recovery is the precompile that recovers signers. Here it finds the caller in all signatures.
var recovery = common.BytesToAddress([]byte{1})

// precompiled says whether an address is one of the machine's own contracts.
func precompiled(a *uint256.Int) bool { return a.LtUint64(0x100) }

// run makes a call and returns what was seen. marked is followed beside the caller and the arguments, unless nil.
func (p *probe) run(c *course, marked *uint256.Int) (r ran) {
	if p.spent() {
		return ran{}
	}
	data := c.data
	db := state.NewDatabase(triedb.NewDatabase(rawdb.NewMemoryDatabase(), nil), nil)
	before, err := state.New(types.EmptyRootHash, db)
	if err != nil {
		return ran{}
	}
	before.SetCode(p.at, c.patched.applied(p.code), tracing.CodeChangeUnspecified)
	for a := range c.answering {
		before.SetCode(a, answer, tracing.CodeChangeUnspecified)
	}
	for slot, w := range c.words {
		before.SetState(p.at, slot, w)
	}
	before.SetCode(recovery, evm.Signing(c.from), tracing.CodeChangeUnspecified)

	marks := simulate.Marks()
	packed := bytes.Contains(data, marks[len(marks)/2:])
	words := map[uint256.Int]int{}
	for i := range min((len(data)-4)/common.HashLength, simulate.Words) {
		w := *new(uint256.Int).SetBytes(word(data, i))
		if _, taken := words[w]; !taken && w.GtUint64(probeMark-1) {
			words[w] = i
		}
	}
	caller := new(uint256.Int).SetBytes(c.from[:])
	who := func(v *uint256.Int) int {
		switch {
		case v.Eq(caller) && !v.IsZero():
			return theCaller
		case marked != nil && v.Eq(marked):
			return theWord
		case v.IsUint64() && v.Uint64() == uint64(len(data)-4):
			return theSize
		}
		if i := bytes.IndexByte(marks, byte(v.Uint64())); packed && i >= 0 && v.LtUint64(0x100) {
			return simulate.FirstByte + i
		}
		if i, ok := words[*v]; ok {
			return i
		}
		return nobody
	}

	var copies []extract
	mixed := map[uint256.Int]made{}
	var next *made // what the result of the instruction before is
	hooks := &tracing.Hooks{OnOpcode: func(
		at uint64, b byte, _, _ uint64, scope tracing.OpContext, _ []byte, _ int, _ error,
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
			r.list = append(r.list, seen{
				op:   op,
				who:  who,
				slot: slot.Bytes32(),
			})
		}
		cannotSolve := func(m made, at uint64, makes vm.OpCode) {
			if m.who == theCaller || m.who == aHash {
				r.list = append(r.list, seen{
					op:    unsolved,
					who:   m.who,
					at:    at,
					makes: byte(makes),
				})
			}
		}

		// nothing notes that a difference is compared with nothing, as compilers compare. BYTE makes nothing of it.
		nothing := func(v *uint256.Int) {
			switch m, ok := mixed[*v]; {
			case !ok || !m.differs():
			case m.from != nil:
				r.list = append(r.list, seen{
					op:   vm.EQ,
					who:  m.who,
					with: *m.from,
				})
			default:
				cannotSolve(m, m.at, vm.BYTE)
			}
		}

		if v := top(0); next != nil && v.BitLen() > 1 && (next.differs() || who(v) == nobody) {
			mixed[*v] = *next
		}
		next = nil
		for i := range mixes[op] {
			if w := who(top(i)); w != nobody && w != theSize {
				next = &made{
					who:  w,
					at:   at,
					op:   op,
					from: new(*top(1 - i)),
				}
				if op == vm.ADD {
					next.from.Neg(next.from)
				}
			} else if m, ok := mixed[*top(i)]; ok && next == nil {
				next = &made{
					who: m.who,
					at:  at,
					op:  op,
				}
			}
		}
		switch op {
		case vm.CALLDATALOAD, vm.MLOAD:
			from := sourceOf(copies, op, top(0))
			if i, aligned := placed(from); aligned && op == vm.CALLDATALOAD {
				r.loads = max(r.loads, i+1)
			} else if !aligned && from.IsUint64() {
				r.list = append(r.list, seen{
					op:   vm.CALLDATALOAD,
					who:  nobody,
					with: *from,
				})
			}
		case vm.CALLDATACOPY:
			if top(1).LtUint64(uint64(len(data))) && !top(1).LtUint64(4) {
				copies = append(copies, extract{*top(0), *top(1), *top(2)})
			}
		case vm.ADD, vm.MUL, vm.SHL:
			for i := range 2 {
				if w := who(top(i)); w >= 0 && w < simulate.FirstByte {
					r.list = append(r.list, seen{
						op:   op,
						who:  w,
						with: *sourceOf(copies, op, top(1-i)),
					})
				}
			}
		case vm.ISZERO:
			nothing(top(0))
		case vm.JUMPI:
			nothing(top(1))
		case vm.SLOAD:
			add(nobody, top(0))
		case vm.KECCAK256:
			hashed := inMemory(scope.MemoryData(), top(0), top(1))
			p.mapped(hashed, c.from)
			next = &made{
				who: aHash,
				at:  at,
				op:  op,
			}
			if len(hashed) <= common.HashLength && bytes.Contains(hashed, c.from[:]) {
				next.who = theCaller
			}
		case vm.EXTCODESIZE:
			add(nobody, top(0))
		case vm.CALL, vm.STATICCALL:
			if !precompiled(top(1)) {
				add(nobody, top(1))
			}
			p.recovers = p.recovers || top(1).Eq(uint256.NewInt(1))
		case vm.SSTORE:
			if w := who(top(1)); w >= 0 && w < simulate.FirstByte {
				add(w, top(0))
			}
		case vm.EQ, vm.LT, vm.GT, vm.SLT, vm.SGT, vm.AND, vm.SHR:
			for i := range 2 {
				w := who(top(i))
				m, ok := mixed[*top(i)]
				if n := top(1 - i); op != vm.EQ && mixed[*n].who == aHash {
					continue // how large a hash is tells nothing
				} else if w == theSize && n.LtUint64(probedSize) && n.Uint64()%common.HashLength == 0 {
					r.loads = max(r.loads, int(n.Uint64())/common.HashLength)
				} else if w != nobody && (w < simulate.FirstByte || op == vm.EQ && n.LtUint64(0x100)) {
					r.list = append(r.list, seen{
						op:    op,
						who:   w,
						first: i == 0,
						with:  *n,
					})
				} else if ok && op == vm.EQ && !n.IsZero() {
					cannotSolve(m, at, vm.OR)
				}
			}
		}
	}}
	machine := runtime.NewEnv(&runtime.Config{
		ChainConfig: params.MergedTestChainConfig,
		Origin:      c.from,
		GasPrice:    new(big.Int),
		Difficulty:  new(big.Int),
		BaseFee:     new(big.Int),
		BlobBaseFee: new(big.Int),
		GasLimit:    probeGas,
		Time:        p.now,
		BlockNumber: big.NewInt(1),
		Random:      &common.Hash{},
		State:       before,
		GetHashFn:   func(uint64) common.Hash { return common.Hash{} },
		EVMConfig:   vm.Config{Tracer: hooks},
	})
	defer machine.Release()
	rules := machine.GetRules()
	precompiles := vm.ActivePrecompiledContracts(rules)
	delete(precompiles, recovery)
	machine.SetPrecompiles(precompiles)
	before.Prepare(rules, c.from, common.Address{}, &p.at, vm.ActivePrecompiles(rules), nil)
	_, left, err := machine.Call(c.from, p.at, data, vm.NewGasBudget(probeGas, 0), new(uint256.Int))
	rest := left.ExecutionGas
	p.left -= probeGas - min(rest, probeGas)
	r.worked = err == nil
	return r
}

// extract is a piece of a call's data that is copied into the memory.
type extract struct{ to, from, size uint256.Int }

// sourceOf is where something is in a call's data that an instruction finds in the memory, or else the place as it is.
func sourceOf(copies []extract, op vm.OpCode, at *uint256.Int) *uint256.Int {
	for _, c := range slices.Backward(copies) {
		before := uint256.NewInt(common.HashLength) // the length, which is added to as well
		into := new(uint256.Int).Sub(new(uint256.Int).Add(at, before), &c.to)
		if (op == vm.MLOAD || op == vm.ADD) && !into.Gt(new(uint256.Int).Add(&c.size, before)) {
			return into.Add(into.Sub(into, before), &c.from)
		}
	}
	if op == vm.MLOAD {
		return new(uint256.Int).SetAllOne()
	}
	return at
}

// placed is the number of the word that begins at a place of a call's data.
func placed(at *uint256.Int) (i int, ok bool) {
	if !at.LtUint64(uint64(place(simulate.Words))) || at.LtUint64(4) {
		return 0, false
	}
	i = int(at.Uint64()-4) / common.HashLength
	return i, uint64(place(i)) == at.Uint64()
}

// mixes are the instructions whose result depends on all bits of their operands, with how many these are.
var mixes = map[vm.OpCode]int{
	vm.ADD: 2,
	vm.SUB: 2,
	vm.MUL: 2,
	vm.DIV: 2,
	vm.MOD: 2,
	vm.XOR: 2,
	vm.AND: 2,
	vm.OR:  2,
	vm.SHL: 2,
	vm.SHR: 2,
	vm.NOT: 1,
}

// inMemory is a part of a memory, nothing of one that is not there.
func inMemory(memory []byte, at, size *uint256.Int) []byte {
	if end := new(uint256.Int).Add(at, size); !size.LtUint64(1<<16) || end.GtUint64(uint64(len(memory))) {
		return nil
	}
	return memory[at.Uint64():][:size.Uint64()]
}

// spent says that the code takes more gas to run than is given to it.
func (p *probe) spent() bool { return p.left < probeGas }

// mapped keeps the word that a mapping has for an account.
func (p *probe) mapped(key []byte, account common.Address) {
	if len(key) != 2*common.HashLength {
		return
	}
	padded := common.LeftPadBytes(account[:], common.HashLength)
	mapping := key[common.HashLength:]
	if bytes.HasPrefix(key, padded) || bytes.Equal(mapping, padded) {
		p.own[crypto.Keccak256Hash(key)] = true
	}
}

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
		if i < simulate.FirstByte {
			copy(word(c.data, i), v[:])
		}
	}
	for _, at := range f.bytes {
		copy(c.data[place(at+1):], simulate.Bytes(c.asked[at], c.asked))
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

// reads finds the next word that is an offset or a length. An offset is added to a place, from where words are read then.
// A length is compared with the greatest one, and added to its own place, or made into that of so many items.
func (f *form) reads(list []seen) bool {
	sized := map[int]bool{}
	added := map[int][]uint64{} // the places that a word is added to
	for _, s := range list {
		with := s.with.Uint64()
		switch {
		case s.op == vm.CALLDATALOAD:
			for w, places := range added {
				from := with - uint64(f.data[place(w+1)-1])
				near := func(p uint64) bool { return p+common.HashLength >= from && p <= from+2*common.HashLength }
				_, ok := placed(uint256.NewInt(from))
				if ok && from <= uint64(place(w)) && slices.ContainsFunc(places, near) {
					f.offset(w, from)
					return true
				}
			}
		case s.who < 0 || s.who >= simulate.FirstByte || f.words[s.who].Fixed || !s.with.IsUint64():
		case (s.op == vm.GT && s.first || s.op == vm.LT && !s.first) && with == math.MaxUint64:
			sized[s.who] = s.who >= simulate.Head && (s.who-simulate.Head)%simulate.Part == 0
		case sized[s.who] && s.op == vm.SHL && with >= 5 && with < 8:
			return f.list(s.who, 1<<(with-5))
		case sized[s.who] && s.op == vm.MUL && with > 0 && with%common.HashLength == 0:
			return f.list(s.who, int(with/common.HashLength))
		case s.op == vm.ADD && with >= 4:
			added[s.who] = append(added[s.who], with)
		}
	}
	for w, is := range sized {
		at := uint64(place(w))
		own := func(p uint64) bool { return p == at-4 || p == at || p == at+common.HashLength }
		if is && slices.ContainsFunc(added[w], own) {
			f.reach(w, w+1+someBytes)
			f.bytes = append(f.bytes, w)
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

// offset makes a word lead to the next part that nothing else is in, or else to the last, from some place. Bytes that the
// word is in reach over that part.
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
	var most map[int]common.Hash
	furthest := 0
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
		if len(r.list) > furthest {
			furthest = len(r.list)
			most = maps.Clone(c.asked)
		}
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
	if len(out.Asked) == 0 && len(most) > 0 {
		out.Asked = append(out.Asked, most) // it never worked: what it asked for until it failed
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
		return s.op == vm.CALL && c.answering[common.BytesToAddress(s.slot[:])]
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

		packed := s.who >= simulate.FirstByte
		if s.who < 0 || s.with.BitLen() <= 1 || s.with.Bytes20() == c.from || !packed && f.words[s.who].Fixed {
			continue
		}
		if cuts := s.op == vm.AND && !packed && isMask(&s.with); cuts && amounts(s.with.BitLen()) {
			out = append(out, c.with(s.who, new(uint256.Int).AddUint64(&s.with, 1)))
		}
		if !isComparison(s.op) {
			continue
		}
		out = append(out, c.with(s.who, &s.with))
	}
	return out
}

// amounts says whether amounts have so many bits: fewer are times and the like, and addresses are no amounts.
func amounts(bits int) bool { return bits > 80 && bits < 256 && bits != 8*common.AddressLength }

// filled are the courses in which all bytes are a signature, marks or none, and all lists empty, where there are such.
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
	add(f.bytes, simulate.Packed)
	add(f.bytes, common.Hash{})
	add(f.lists, common.Hash{})
	return out
}

// word is one of the data of a call.
func word(data []byte, i int) []byte { return data[place(i):][:common.HashLength] }

// note takes over what a run showed. It says whether a word has another form than it was given, which is mended.
func (p *probe) note(list []seen, f *form, data []byte) (reshaped bool) {
	for _, s := range list {
		if s.op == vm.SLOAD {
			_, known := p.words[s.slot]
			known = known || p.own[s.slot] || slices.Contains(p.unread, s.slot)
			if !known && len(p.unread) < mostUnread {
				p.unread = append(p.unread, s.slot)
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
		if s.who < 0 || s.who >= simulate.FirstByte {
			continue
		}

		arg := &f.words[s.who]
		low := s.with.BitLen() < 256 && s.with.BitLen() >= 8 && isMask(&s.with)
		high := s.with.BitLen() == 256 && isMask(new(uint256.Int).Not(&s.with))
		switch {
		case s.op == vm.SSTORE:
			p.sets(setter{s.slot, bytes.Clone(data), place(s.who)})
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
			switch w := c.words[s.slot]; {
			case w == common.Hash{}:
				c.words[s.slot] = one
				return true
			case w == one && p.words[s.slot] == common.Hash{}:
				c.words[s.slot] = plenty
				return true
			}

		case s.op == vm.EXTCODESIZE, s.op == vm.CALL, s.op == vm.STATICCALL:
			if a := common.BytesToAddress(s.slot[:]); a != p.at && !c.answering[a] {
				c.answering[a] = true
				return true
			}

		case !isComparison(s.op):
		case s.who == theCaller && s.op != vm.LT && s.op != vm.GT && c.from != s.with.Bytes20():
			c.from = s.with.Bytes20()
			return true
		case s.who >= simulate.FirstByte:
			*c = *c.with(s.who, &s.with)
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
		if !slices.ContainsFunc(reads, func(r seen) bool { return r.op == vm.SLOAD && r.slot == s.slot }) {
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
