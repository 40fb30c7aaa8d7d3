package tokenrisk

import (
	"bytes"
	"context"
	"maps"
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

	// Listed is what strangers can do whom a list, a hash or a contract names that the token asks, or who have all
	// tokens.
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
// say, and looks how things stand afterwards. It takes two requests: the second tries what the first may have opened.
func (r *Reader) tryPowers(ctx context.Context, token common.Address, c *OnChain, f *firstReads) (*Powers, error) {
	code, err := simulate.Code()
	if err != nil {
		return nil, err
	}
	functions := slices.DeleteFunc(slices.Clone(c.Code.Functions), func(s [4]byte) bool { return plainFunctions[s] })
	everyday := slices.DeleteFunc(slices.Clone(c.Code.Functions), func(s [4]byte) bool { return !everydayFunctions[s] })
	actors := r.actors(token, c, f)
	out := &Powers{Total: len(functions)}
	round := &powerRound{
		code:   code,
		around: f.around,
		signs:  f.probe.recovers,
	}

	round.journey, round.paid = r.journeyPlan(token, c, f)
	switch {
	case c.Native:
		out.Untried = "the token is part of the network's nodes, which have no code to read its functions from"
	case !c.CodeRead:
		out.Untried = "the contract that does the work could not be read"
	case c.Trial == nil:
		out.Untried = "no purchase could be simulated, so that no sale tells what a function does"
	default:
		round.plan, round.planted, round.held = r.powersPlan(token, c, f)
	}

	nobody := simulate.Powers{Actor: simulate.Sender}
	if round.plan != nil {
		functions = functions[:min(len(functions), maxFunctions)]
		out.Functions = len(functions)
		out.Actors = len(actors)
		nobody.Tries, _ = round.calls(nobody, functions, f.shapes)
		for _, actor := range actors {
			round.tries(simulate.Powers{Actor: actor}, slices.Concat(functions, everyday), f.shapes)
		}
		round.tries(simulate.Powers{Actor: simulate.Sender}, slices.Concat(functions, everyday), f.shapes)
		if round.signs {
			round.tries(simulate.Powers{Actor: simulate.Sender, Unsigned: true}, functions, f.shapes)
		}
		round.asUnknown(token, functions, f)
		for _, one := range f.around.related {
			for _, actor := range append(one.actors[:len(one.actors):len(one.actors)], simulate.Sender) {
				round.tries(simulate.Powers{Actor: actor, Target: one.account}, one.functions, one.shapes)
			}
		}
	} else if out.Untried == "" {
		out.Untried = "no tokens could be had to try with"
	}
	journey := round.travel(nobody)
	kinds := kindsOf(actors, f.around.related)
	if err := round.run(ctx, r.Client, kinds.calls()...); err != nil {
		return nil, err
	}

	alone, _ := journey.outcome()
	if alone != nil {
		c.Trial.arrived(alone)
	}
	if round.plan == nil {
		return out, nil
	}
	out.take(round, alone, kinds)
	next := round.opened(functions, everyday, alone, f)
	next.through(out.Found, f.around.related)
	if err := next.run(ctx, r.Client); err != nil {
		return nil, err
	}
	out.take(next, alone, kinds)
	out.gaps(c, f)
	return out, nil
}

// gaps says what the trial leaves open.
func (p *Powers) gaps(c *OnChain, f *firstReads) {
	for _, gap := range []struct {
		open bool
		why  string
	}{
		{p.Functions < p.Total, "the contract has more functions than are tried"},
		{len(p.Found) == 0 && c.Code.Roles && c.Grants.Unread != "", c.Grants.Unread},
		{
			p.Listed != 0,
			"somebody whom a list, a hash or another contract names, or who has most tokens, has power over holders",
		},
		{f.probe.spent(), "the code takes too much gas to learn what its functions ask for"},
	} {
		if gap.open && p.Untried == "" {
			p.Untried = gap.why
		}
	}
}

// powersPlan is how tokens are had for the trial: bought where they can be sold at once, else planted where that is
// possible. A stranger's are planted.
func (r *Reader) powersPlan(token common.Address, c *OnChain, f *firstReads) (*simulate.Plan, planted, *big.Int) {
	pool := c.tradedOn()
	plan, words := r.buying(token, pool, f)
	held := c.Trial.bought
	layout, ok := f.layouts[token]
	amount := part(pool.TokenBalance)
	if !ok || amount == nil {
		return plan, words, held
	}

	own := map[common.Hash]common.Hash{layout.Slot(simulate.Sender): common.BigToHash(amount)}
	if plan == nil || !c.Trial.Sellable {
		sold := sale(token, pool, amount)
		plan = &sold
		held = amount
		words = nil
		own[layout.Slot(simulate.Trader)] = common.BigToHash(amount)
	}
	out := planted{token: own}
	maps.Copy(out, words)
	return plan, out, held
}

// handingFunctions give powers to others. They are not called before other functions: those would then be refused.
var handingFunctions = selectors("transferOwnership(address)", "grantRole(bytes32,address)",
	"revokeRole(bytes32,address)", "grantRoles(address,uint256)", "revokeRoles(address,uint256)")

// take reads a round. What a stranger can do too, anyone can.
func (p *Powers) take(round *powerRound, alone *simulate.Arrival, kinds kindList) {
	anyone := map[[4]byte]simulate.Effects{}
	listed := map[[4]byte]simulate.Effects{}
	var found []Power
	for _, t := range round.trials {
		arrival, tried := t.outcome()
		asItIs := len(t.openers) == 0 && t.journey == nil // what does not work then is not tried
		switch {
		case tried == nil && asItIs:
			p.Untried = "an endpoint did not simulate all calls"
		case tried == nil, asItIs && !tried.Worked && (t.listed || round.around.find(t.powers.Actor) >= 0):
			// The token asks the contract whose place the actor took.
		case asItIs && !tried.Worked:
			p.Untried = "no sale of the tokens at hand worked, so that none tells what a function does"
		case asItIs && !tried.Whole:
			p.Untried = "the gas of a simulated call did not suffice for all arguments"
		case !tried.Signed:
			p.Untried = "an endpoint did not let signatures count"
		}
		if tried == nil {
			tried = &simulate.Tried{}
		}
		if tried.Obeys && !t.listed {
			found = append(found, t.found(simulate.Power{Effects: simulate.Stops}))
		}
		if len(t.openers) > 0 {
			one := simulate.Power{Function: [4]byte(t.openers[0]), Effects: tried.Opened}
			tried.Powers = append(tried.Powers, one)
			if arrival != nil && alone != nil && arrival.Bought {
				one.Effects = arrival.Worse(alone)
				now := t.found(one)
				now.Later = false
				found = append(found, now)
			}
		}
		for _, one := range tried.Powers {
			switch {
			case t.listed:
				listed[one.Function] |= one.Effects
				continue
			case t.powers.Actor == simulate.Sender:
				anyone[one.Function] |= one.Effects
			}
			found = append(found, t.found(one))
		}
	}

	for _, one := range found {
		if one.Holder == simulate.Sender {
			one.Kind = HeldByAnyone
			one.Holder = common.Address{}
		} else {
			one.Kind = kinds.of(one.Holder)
		}
		told := one.Kind != HeldByAnyone && one.Effects&^anyone[one.Function] == 0
		if one.Effects != 0 && !told && !slices.ContainsFunc(p.Found, one.within) {
			p.Found = append(p.Found, one)
		}
	}
	for _, one := range p.Found {
		listed[one.Function] &^= one.Effects
	}
	for _, effects := range listed {
		p.Listed |= effects
	}
}

// within says whether another power of the same holder has all effects of one.
func (p Power) within(other Power) bool {
	return p.Function == other.Function && p.Holder == other.Holder && p.Effects&^other.Effects == 0
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
		Later:    t.journey != nil,
		call:     one.Call,
	}
}

// outcome is what was seen in a state; nil of what could not be simulated.
func (t *powerTrial) outcome() (*simulate.Arrival, *simulate.Tried) {
	switch {
	case t == nil, t.call.Err != nil:
	case t.journey == nil:
		tried, _ := t.powers.Decode(t.answer)
		return nil, tried
	default:
		if a, ok := t.journey.Arrived(t.blocks); ok {
			return a, a.Tried
		}
	}
	return nil, nil
}

// actors are the accounts that may have powers: the owner, a proxy's admin, whom functions compare the caller
// with, and those that logs or words of the storage name. Contracts that take part in the trade are left out.
func (r *Reader) actors(token common.Address, c *OnChain, f *firstReads) []common.Address {
	granted := c.Grants.Accounts[:min(len(c.Grants.Accounts), maxGranted)]
	stored := addressesIn(f.words...)
	return r.outside(token, c, maxActors, c.owners(), f.probe.callers, granted, stored, f.around.behind)
}

// owners are whom the token names as owner, and its proxy as admin.
func (c *OnChain) owners() (list []common.Address) {
	if c.Owner != nil {
		list = append(list, *c.Owner)
	}
	return append(list, c.Admin)
}

// outside are the first of those accounts, each once, that are neither burnt, nor the token, nor part of the trade.
func (r *Reader) outside(
	token common.Address, c *OnChain, most int, lists ...[]common.Address,
) (out []common.Address) {
	for _, a := range slices.Concat(lists...) {
		if len(out) < most && !burnt[a] && a != token && !r.trades(a, c) && !slices.Contains(out, a) {
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

// addressesIn are the addresses in words of storage: one alone in each, or behind one or two flags.
func addressesIn(words ...[]byte) (list []common.Address) {
	for _, word := range words {
		if a := addressIn(word); looksLikeAddress(a) {
			list = append(list, a)
		}
	}
	return list
}

func addressIn(word []byte) common.Address {
	if len(word) != common.HashLength {
		return common.Address{}
	}
	for flags := range 3 {
		end := len(word) - flags
		start := end - common.AddressLength
		a := common.BytesToAddress(word[start:end])
		flagged := !slices.ContainsFunc(word[end:], func(b byte) bool { return b > 1 })
		if looksLikeAddress(a) && flagged && isZero(word[:start]) {
			return a
		}
	}
	return common.BytesToAddress(word) // something is packed before it, if it is one
}

// looksLikeAddress tells addresses, which are hashes, from small numbers and masks.
func looksLikeAddress(a common.Address) bool {
	leading := new(big.Int).SetBytes(a[:4])
	return leading.Sign() > 0 && !bytes.Equal(a[:], bytes.Repeat([]byte{0xff}, len(a)))
}

func isZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }
