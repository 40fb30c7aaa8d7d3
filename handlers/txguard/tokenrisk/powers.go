package tokenrisk

import (
	"bytes"
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
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

	Later bool   // a month after the holder has called other functions, and not before
	call  []byte // the first that had an effect
}

// Powers is the outcome of trying a token's functions.
type Powers struct {
	Found     []Power
	Functions int // that were tried
	Total     int // that the code has, but for those of every token
	Actors    int // accounts that they were tried as
	Untried   string

	slowly []Power // what stops sales a month later, if time alone does not

	// Listed is what strangers can do whom a list, a hash or a contract names that the token asks.
	Listed simulate.Effects
}

// Bounds of the trial: requests stay small, and answers within an endpoint's time.
const (
	maxFunctions = 40
	maxActors    = 4
	maxGranted   = 2   // of those that logs name: there has to be room for those that storage names
	perCall      = 100 // calls of the token in one simulated call; all of one function are together
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

// tryPowers calls the functions of a token, and of contracts that it may obey, as each account that seems to have a
// say, and looks what a sale brings afterwards. It takes two requests: the second tries what the first may have opened.
func (r *Reader) tryPowers(ctx context.Context, token common.Address, c *OnChain, f *firstReads) (*Powers, error) {
	out := &Powers{}
	functions := slices.DeleteFunc(slices.Clone(c.Code.Functions), func(s [4]byte) bool { return plainFunctions[s] })
	out.Total = len(functions)
	switch {
	case len(functions) == 0 && len(f.around.related) == 0 && c.CodeRead:
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
	code, err := simulate.Code()
	if err != nil {
		return nil, err
	}

	functions = functions[:min(len(functions), maxFunctions)]
	everyday := slices.DeleteFunc(slices.Clone(c.Code.Functions), func(s [4]byte) bool { return !everydayFunctions[s] })
	actors := r.actors(token, c, f)
	out.Functions = len(functions)
	out.Actors = len(actors)
	round := &powerRound{plan: *plan, code: code, planted: planted, around: f.around}
	round.journey, round.paid = r.journeyPlan(token, c, f)
	for _, actor := range actors {
		round.tries(actor, common.Address{}, slices.Concat(functions, everyday), f.shapes)
	}
	round.tries(simulate.Sender, common.Address{}, functions, f.shapes)
	round.asUnknown(token, functions, f)
	for _, one := range f.around.related {
		for _, actor := range append(one.actors[:len(one.actors):len(one.actors)], simulate.Sender) {
			round.tries(actor, one.account, one.functions, one.shapes)
		}
	}

	kinds := kindsOf(actors, f.around.related)
	if err := round.run(ctx, r.Client, kinds.calls()...); err != nil {
		return nil, err
	}
	out.take(round.trials, kinds)
	next := round.opened(functions, everyday, f)
	next.through(out.Found, f.around.related)
	next.gifts(r.suspects(token, c, f))
	if err := next.run(ctx, r.Client); err != nil {
		return nil, err
	}
	out.takeMore(next.trials, kinds)
	if g := c.Grants; g != nil && out.Untried == "" && len(out.Found) == 0 && c.Code.Roles {
		out.Untried = g.Unread
	}
	if f.probe.spent() && out.Untried == "" {
		out.Untried = "the code takes too much gas to learn what its functions ask for"
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

// handingFunctions give powers to others. They are not called before other functions: those would then be refused.
var handingFunctions = selectors("transferOwnership(address)", "grantRole(bytes32,address)",
	"revokeRole(bytes32,address)", "grantRoles(address,uint256)", "revokeRoles(address,uint256)")

// take reads the trials. What a stranger can do too, anyone can.
func (p *Powers) take(trials []*powerTrial, kinds kindList) {
	anyone := map[[4]byte]simulate.Effects{}
	listed := map[[4]byte]simulate.Effects{}
	var found []Power
	for _, t := range trials {
		tried := t.outcome()
		switch {
		case tried == nil:
			p.Untried = "an endpoint did not simulate all calls"
			continue
		case !tried.Worked && (t.standsIn || t.listed):
			continue // the token asks the contract whose place the actor took
		case !tried.Worked:
			p.Untried = "no sale of planted tokens worked, so that none tells what a function does"
			continue
		case !tried.Whole:
			p.Untried = "the gas of a simulated call did not suffice for all arguments"
		}
		for _, one := range tried.Powers {
			if t.listed {
				listed[one.Function] |= one.Effects
				continue
			}
			if t.powers.Actor == simulate.Sender {
				anyone[one.Function] |= one.Effects
			}
			found = append(found, t.found(one))
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
			one.Kind = kinds.of(one.Holder)
		}
		p.Found = append(p.Found, one)
	}
	for _, one := range p.Found {
		listed[one.Function] &^= one.Effects
	}
	for _, effects := range listed {
		p.Listed |= effects
	}
	if p.Functions < p.Total && p.Untried == "" {
		p.Untried = "the contract has more functions than are tried"
	}
}

// takeMore adds what the second round found. What could not be tried in it leaves no word: the first was whole.
func (p *Powers) takeMore(trials []*powerTrial, kinds kindList) {
	for _, t := range trials {
		if t.journey != nil {
			a, ok := t.journey.Arrived(t.blocks)
			if ok && a.Bought && a.Month != nil && !a.Month.Sold {
				p.stopped(t, kinds)
			}
			continue
		}
		tried := t.outcome()
		if tried == nil {
			continue
		}

		if !tried.Worked && len(t.openers) > 0 && t.powers.Actor != simulate.Sender {
			p.stopped(t, kinds)
		}

		for _, one := range tried.Powers {
			power := t.found(one)
			if t.later && slices.ContainsFunc(p.Found, power.same) {
				continue
			}

			power.Kind = HeldByAnyone
			if power.Holder == simulate.Sender || power.Holder == simulate.Bystander() {
				power.Holder = common.Address{}
			} else {
				power.Kind = kinds.of(power.Holder)
			}
			p.Found = append(p.Found, power)
		}
	}
}

// stopped adds that calls without an effect of their own make sales fail together.
func (p *Powers) stopped(t *powerTrial, kinds kindList) {
	one := Power{
		Function: [4]byte(t.openers[0]),
		Effects:  simulate.Stops,
		LostPct:  100,
		Holder:   t.powers.Actor,
		Kind:     kinds.of(t.powers.Actor),
		Later:    t.later,
	}
	switch {
	case slices.ContainsFunc(p.Found, one.same):
	case t.later, t.journey != nil:
		p.slowly = append(p.slowly, one)
	default:
		p.Found = append(p.Found, one)
	}
}

// same says whether two powers are of one function and one holder.
func (p Power) same(other Power) bool {
	return p.Function == other.Function && p.Holder == other.Holder
}

// found is a power as the answer tells it. A call that a contract passes on has the name of what it does.
func (t *powerTrial) found(one simulate.Power) Power {
	function := one.Function
	if len(t.passes) > 0 {
		function = [4]byte(t.passes)
	}
	return Power{
		Function: function,
		Effects:  one.Effects,
		LostPct:  one.LostPct,
		Holder:   t.powers.Actor,
		Later:    t.later,
		call:     one.Call,
	}
}

func (t *powerTrial) outcome() *simulate.Tried {
	if t.call.Err != nil {
		return nil
	}
	answer := t.answer
	if t.later {
		if len(t.blocks) != 2 || len(t.blocks[1].Calls) != 1 || !t.blocks[1].Calls[0].Worked() {
			return nil
		}
		answer = t.blocks[1].Calls[0].Data
	}
	tried, err := t.powers.Decode(answer)
	if err != nil {
		return nil
	}
	return tried
}

// actors are the accounts that may have powers: the owner, a proxy's admin, whom functions compare the caller
// with, and those that logs or words of the storage name. Contracts that take part in the trade are left out.
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
	for _, a := range f.probe.callers {
		add(a)
	}
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
	for _, a := range f.around.behind {
		add(a)
	}
	return list
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
		return []common.Address{a} // something is packed before it
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
