package tokenrisk

import (
	"bytes"
	"context"
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

// stranger is what lets a stranger pass for whom a function asks for: words that are set, and code in which comparisons
// with the caller, or with a hash, are other instructions. These stand for comparisons that cannot be solved.
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
	mostSeen    = 1000                                             // in one run
	probedSize  = (simulate.Words + someBytes) * common.HashLength // room for marks that are taken for lengths
)

// seen is one instruction that tells something.
type seen struct {
	op    vm.OpCode
	who   int         // the number of an argument, or one of the others below
	first bool        // it was the upper one of two operands
	with  uint256.Int // the other operand, the word that was read or written, or the account that was asked

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
		if len(r.list) >= mostSeen {
			return
		}
		stack := scope.StackData()
		op := vm.OpCode(b)
		top := func(i int) *uint256.Int {
			if i >= len(stack) {
				return new(uint256.Int)
			}
			return &stack[len(stack)-1-i]
		}
		saw := func(op vm.OpCode, who int, with *uint256.Int) *seen {
			r.list = append(r.list, seen{op: op, who: who})
			s := &r.list[len(r.list)-1]
			s.with = *with
			return s
		}
		cannotSolve := func(m made, at uint64, makes vm.OpCode) {
			size := len(p.code)
			own := at < uint64(size) && len(scope.ContractCode()) == size // and not what it creates, or borrows
			if own && (m.who == theCaller || m.who == aHash) {
				s := saw(unsolved, m.who, new(uint256.Int))
				s.at = at
				s.makes = byte(makes)
			}
		}

		// nothing notes that a difference is compared with nothing, as compilers compare. BYTE makes nothing of it.
		nothing := func(v *uint256.Int) {
			switch m, ok := mixed[*v]; {
			case !ok || !m.differs():
			case m.from != nil:
				saw(vm.EQ, m.who, m.from)
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
				next = &made{w, at, op, new(*top(1 - i))}
				if op == vm.ADD {
					next.from.Neg(next.from)
				}
			} else if m, ok := mixed[*top(i)]; ok && next == nil {
				next = &made{m.who, at, op, nil}
			}
		}
		switch op {
		case vm.CALLDATALOAD, vm.MLOAD:
			from := sourceOf(copies, op, top(0))
			if i, aligned := placed(from); aligned && op == vm.CALLDATALOAD {
				r.loads = max(r.loads, i+1)
			} else if !aligned && from.IsUint64() {
				saw(vm.CALLDATALOAD, nobody, from)
			}
		case vm.CALLDATACOPY:
			if top(1).LtUint64(uint64(len(data))) && !top(1).LtUint64(4) {
				copies = append(copies, extract{*top(0), *top(1), *top(2)})
			}
		case vm.ADD, vm.MUL, vm.SHL:
			for i := range 2 {
				if w := who(top(i)); w >= 0 {
					saw(op, w, sourceOf(copies, op, top(1-i)))
				}
			}
		case vm.ISZERO:
			nothing(top(0))
		case vm.JUMPI:
			nothing(top(1))
		case vm.SLOAD, vm.EXTCODESIZE:
			saw(op, nobody, top(0))
		case vm.KECCAK256:
			hashed := inMemory(scope.MemoryData(), top(0), top(1))
			p.mapped(hashed, c.from)
			next = &made{aHash, at, op, nil}
		case vm.CALL, vm.STATICCALL:
			if !precompiled(top(1)) {
				saw(op, nobody, top(1))
			}
			p.recovers = p.recovers || top(1).Eq(uint256.NewInt(1))
		case vm.SSTORE:
			if w := who(top(1)); w >= 0 {
				saw(op, w, top(0))
			}
		case vm.EQ, vm.LT, vm.GT, vm.SLT, vm.SGT, vm.AND, vm.SHR:
			for i := range 2 {
				w := who(top(i))
				m, ok := mixed[*top(i)]
				switch n := top(1 - i); {
				case op == vm.EQ && n.Eq(top(i)) || op != vm.EQ && mixed[*n].who == aHash:
					// What is so asks for nothing, and how large a hash is tells nothing.
				case w == theSize && n.LtUint64(probedSize) && n.Uint64()%common.HashLength == 0:
					r.loads = max(r.loads, int(n.Uint64())/common.HashLength)
				case w != nobody:
					saw(op, w, n).first = i == 0
				case ok && op == vm.EQ && !n.IsZero():
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
