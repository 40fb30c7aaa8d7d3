package tokenrisk

import (
	"bytes"
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
)

// HolderKind says who holds a power.
type HolderKind string

// Holders, from those that a holder of the token has to fear most.
const (
	HeldByAnyone   HolderKind = "anyone"
	HeldByKey      HolderKind = "eoa"
	HeldByContract HolderKind = "contract"
	HeldByMultisig HolderKind = "multisig"
	HeldByTimelock HolderKind = "timelock"
)

// Power is something that somebody could do to the holders of a token, found by doing it in a simulation.
type Power struct {
	Function [4]byte
	Effects  simulate.Effects
	LostPct  float64 // the most that a sale loses by it, in percent
	Holder   common.Address
	Kind     HolderKind
}

// Powers is the outcome of trying a token's functions.
type Powers struct {
	Found     []Power
	Functions int // that were tried
	Total     int // that the code has, but for those of every token
	Actors    int // accounts that they were tried as
	Untried   string
}

// Bounds of the trial: requests stay small, and answers within an endpoint's time.
const (
	maxFunctions = 40
	maxActors    = 4
	maxGranted   = 2 // of those that logs name: there has to be room for those that storage names
	perCall      = 4 // functions of one simulated call
)

// stateSlots is how many of a token's first words are searched for accounts with powers.
const stateSlots = 12

// plainFunctions are those of every token, and those that give a power up.
var plainFunctions = selectors("name()", "symbol()", "decimals()", "totalSupply()", "balanceOf(address)",
	"allowance(address,address)", "owner()", "getOwner()", "decreaseAllowance(address,uint256)", "nonces(address)",
	"DOMAIN_SEPARATOR()", "transfer(address,uint256)", "approve(address,uint256)", "renounceOwnership()",
	"increaseAllowance(address,uint256)")

// everydayFunctions are those of the plain ones that change something. What they do for a stranger is what the trade
// shows; for an account with a say they may do more.
var everydayFunctions = selectors("transfer(address,uint256)", "approve(address,uint256)", "renounceOwnership()",
	"increaseAllowance(address,uint256)")

// tryPowers calls the functions of a token as each account that seems to have a say, and looks what a sale brings
// afterwards. It takes one request.
func (r *Reader) tryPowers(ctx context.Context, token common.Address, c *OnChain, f *firstReads) (*Powers, error) {
	out := &Powers{}
	functions := slices.DeleteFunc(slices.Clone(c.Code.Functions), func(s [4]byte) bool { return plainFunctions[s] })
	out.Total = len(functions)
	switch {
	case len(functions) == 0 && c.CodeRead:
		return out, nil
	case !c.CodeRead:
		out.Untried = "the contract that does the work could not be read"
		return out, nil
	case c.Trial == nil:
		out.Untried = "no purchase could be simulated, so that no sale tells what a function does"
		return out, nil
	}

	plan, planted := r.powersPlan(token, c, f)
	if plan == nil {
		out.Untried = "no tokens could be had to try with"
		return out, nil
	}

	functions = functions[:min(len(functions), maxFunctions)]
	out.Functions = len(functions)
	actors := r.actors(token, c, f)
	out.Actors = len(actors)
	code, err := simulate.Code()
	if err != nil {
		return nil, err
	}

	everyday := slices.DeleteFunc(slices.Clone(c.Code.Functions), func(s [4]byte) bool { return !everydayFunctions[s] })
	trials, calls, err := powerTrials(*plan, append(actors, simulate.Sender), functions, everyday, code, planted)
	if err != nil {
		return nil, err
	}
	kinds := make([]*kindReads, len(actors))
	for i, a := range actors {
		kinds[i] = readKind(a)
		calls = append(calls, kinds[i].calls()...)
	}
	if err := r.Client.Batch(ctx, calls...); err != nil {
		return nil, err
	}

	out.take(trials, kinds)
	if g := c.Grants; g != nil && out.Untried == "" && len(out.Found) == 0 && c.Code.Roles {
		out.Untried = g.Unread
	}
	return out, nil
}

// powersPlan is how tokens are had for the trial: planted where that is possible, else bought.
func (r *Reader) powersPlan(
	token common.Address, c *OnChain, f *firstReads,
) (*simulate.Plan, map[common.Address]map[common.Hash]common.Hash) {
	i := slices.IndexFunc(c.Pools, func(p Pool) bool { return p.Address == c.Trial.Pool })
	if i < 0 {
		return nil, nil
	}
	pool := c.Pools[i]
	layout, ok := f.layouts[token]
	amount := part(pool.TokenBalance)
	if !ok || amount == nil {
		return nil, nil
	}
	plan := sale(token, pool, amount)
	return &plan, balance(token, layout, simulate.Trader, amount)
}

// powerTrial is one simulated call.
type powerTrial struct {
	powers simulate.Powers
	call   *evm.Call
	answer hexutil.Bytes
}

func powerTrials(
	plan simulate.Plan,
	actors []common.Address,
	functions, everyday [][4]byte,
	code []byte,
	planted map[common.Address]map[common.Hash]common.Hash,
) (list []*powerTrial, calls []*evm.Call, err error) {
	for _, actor := range actors {
		called := portions(functions)
		if actor != simulate.Sender {
			called = slices.AppendSeq(called, slices.Chunk(everyday, 1))
		}
		for _, some := range called {
			t := &powerTrial{powers: simulate.Powers{Plan: plan, Actor: actor, Functions: some}}
			overrides, err := t.powers.Overrides(code, planted)
			if err != nil {
				return nil, nil, err
			}

			t.call = evm.CallCall(&t.answer, t.powers.Message(), evm.Latest, overrides)
			list = append(list, t)
			calls = append(calls, t.call)
		}
	}
	return list, calls, nil
}

// handingFunctions give powers to others. They work with any argument, so that trying one takes the gas of a call.
var handingFunctions = selectors("transferOwnership(address)", "grantRole(bytes32,address)",
	"revokeRole(bytes32,address)", "grantRoles(address,uint256)", "revokeRoles(address,uint256)")

// portions are the functions of each call: few together, and each that gives powers to others alone.
func portions(functions [][4]byte) [][][4]byte {
	var alone [][][4]byte
	var rest [][4]byte
	for _, f := range functions {
		if handingFunctions[f] {
			alone = append(alone, [][4]byte{f})
		} else {
			rest = append(rest, f)
		}
	}
	return slices.Concat(slices.Collect(slices.Chunk(rest, perCall)), alone)
}

// take reads the trials. What a stranger can do too, anyone can.
func (p *Powers) take(trials []*powerTrial, kinds []*kindReads) {
	anyone := map[[4]byte]simulate.Effects{}
	var found []Power
	for _, t := range trials {
		tried := t.outcome()
		switch {
		case tried == nil:
			p.Untried = "an endpoint did not simulate all calls"
			continue
		case !tried.Worked:
			p.Untried = "no sale of planted tokens worked, so that none tells what a function does"
			continue
		case !tried.Whole:
			p.Untried = "the gas of a simulated call did not suffice for all arguments"
		}
		for _, one := range tried.Powers {
			if t.powers.Actor == simulate.Sender {
				anyone[one.Function] |= one.Effects
			}
			found = append(found, Power{
				Function: one.Function,
				Effects:  one.Effects,
				LostPct:  one.LostPct,
				Holder:   t.powers.Actor,
			})
		}
	}

	for _, one := range found {
		switch {
		case one.Holder == simulate.Sender:
			one.Kind = HeldByAnyone
			one.Holder = common.Address{}
		case one.Effects&^anyone[one.Function] == 0:
			continue // told of anyone
		default:
			i := slices.IndexFunc(kinds, func(k *kindReads) bool { return k.account == one.Holder })
			one.Kind = kinds[i].kind()
		}
		p.Found = append(p.Found, one)
	}
	if p.Functions < p.Total && p.Untried == "" {
		p.Untried = "the contract has more functions than are tried"
	}
}

func (t *powerTrial) outcome() *simulate.Tried {
	if t.call.Err != nil {
		return nil
	}
	tried, err := t.powers.Decode(t.answer)
	if err != nil {
		return nil
	}
	return tried
}

// actors are the accounts that may have powers: the owner, a proxy's admin, addresses that stand in the first words of
// the storage or in the code, and those that logs name. Contracts that take part in the trade are left out.
func (r *Reader) actors(token common.Address, c *OnChain, f *firstReads) []common.Address {
	var list []common.Address
	add := func(a common.Address) {
		if len(list) < maxActors && !burnt[a] && a != token && !r.trades(a, c) && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}

	if c.Owner != nil {
		add(*c.Owner)
	}
	add(c.Admin)
	if c.Grants != nil {
		for _, a := range c.Grants.Accounts[:min(len(c.Grants.Accounts), maxGranted)] {
			add(a)
		}
	}
	for _, w := range f.words {
		for _, a := range addressesIn(w) {
			add(a)
		}
	}
	for _, a := range c.Code.Accounts {
		add(a)
	}
	for _, a := range f.behind {
		add(a)
	}
	return list
}

// maxBehind is how many accounts are taken from what other contracts say.
const maxBehind = 2

// behind are the accounts that contracts name as having a say, where those stand in the token's storage or code: a
// token may ask another contract whom to obey.
func (r *Reader) behind(ctx context.Context, token common.Address, c *OnChain, f *firstReads) []common.Address {
	var reads []evm.Read
	for _, a := range r.suspects(token, c, f) {
		for _, signature := range []string{"owner()", "admin()", "getOwner()"} {
			reads = append(reads, evm.Read{To: a, Data: selector(signature)})
		}
	}
	if len(reads) == 0 {
		return nil
	}
	snap, err := r.Client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return nil
	}

	var out []common.Address
	for _, result := range snap.Results {
		a, ok := ownerOf(result)
		if ok && len(out) < maxBehind && looksLikeAddress(a) && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// trades says whether an address takes part in the trade itself.
func (r *Reader) trades(a common.Address, c *OnChain) bool {
	if slices.ContainsFunc(c.Pools, func(p Pool) bool { return p.Address == a }) {
		return true
	}
	if slices.ContainsFunc(r.Market.Bases, func(b Base) bool { return b.Address == a }) {
		return true
	}
	network := r.Client.Network().Name
	isIt := func(k known.Contract) bool { return k.Address == a && k.On(network) }
	return slices.ContainsFunc(known.Contracts(), isIt)
}

// addressesIn are the addresses in a word of storage: one alone, or behind one or two flags.
func addressesIn(word []byte) []common.Address {
	if len(word) != common.HashLength {
		return nil
	}
	for flags := range 3 {
		end := len(word) - flags
		start := end - common.AddressLength
		a := common.BytesToAddress(word[start:end])
		if looksLikeAddress(a) && isFlags(word[end:]) && isZero(word[:start]) {
			return []common.Address{a}
		}
	}
	if a := common.BytesToAddress(word); looksLikeAddress(a) {
		return []common.Address{a} // something stands in front of it
	}
	return nil
}

// looksLikeAddress tells addresses, which are hashes, from small numbers and masks.
func looksLikeAddress(a common.Address) bool {
	leading := new(big.Int).SetBytes(a[:4])
	return leading.Sign() > 0 && !bytes.Equal(a[:], bytes.Repeat([]byte{0xff}, len(a)))
}

func isFlags(tail []byte) bool {
	return !slices.ContainsFunc(tail, func(b byte) bool { return b > 1 })
}

func isZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// kindReads are what tells who an account is.
type kindReads struct {
	account              common.Address
	code, delay, signers hexutil.Bytes
	asked                []*evm.Call
}

func readKind(a common.Address) *kindReads {
	k := &kindReads{account: a}
	k.asked = []*evm.Call{
		evm.CodeCall(&k.code, a, evm.Latest),
		evm.CallCall(&k.delay, evm.Msg{To: &a, Data: selector("getMinDelay()")}, evm.Latest, nil),
		evm.CallCall(&k.signers, evm.Msg{To: &a, Data: selector("getThreshold()")}, evm.Latest, nil),
	}
	return k
}

func selector(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4] }

func (k *kindReads) calls() []*evm.Call { return k.asked }

// shortestDelay is what makes a timelock, in seconds: holders have a day to leave.
const shortestDelay = 24 * 60 * 60

// kind is who the account is. A contract that only says that it is a timelock or a multisig is believed: it is still
// said to hold the power.
func (k *kindReads) kind() HolderKind {
	number := func(call int, answer []byte) uint64 {
		n := new(big.Int).SetBytes(answer)
		if k.asked[call].Err != nil || len(answer) != common.HashLength || !n.IsUint64() {
			return 0
		}
		return n.Uint64()
	}

	switch {
	case k.asked[0].Err != nil:
		return HeldByKey // the worse of what it may be
	case accountOf(k.code) == OwnerEOA:
		return HeldByKey
	case number(1, k.delay) >= shortestDelay:
		return HeldByTimelock
	case number(2, k.signers) >= 2:
		return HeldByMultisig
	}
	return HeldByContract
}
