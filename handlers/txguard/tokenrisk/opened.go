package tokenrisk

import (
	"bytes"
	"context"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
)

// powerTrial is what is tried in one state: calls as the network is now, or calls behind a wallet's journey.
type powerTrial struct {
	powers  simulate.Powers
	listed  bool              // the actor was put on lists of the token
	passes  []byte            // the call of the token that a contract passes on
	openers [][]byte          // that the actor calls before
	journey *simulate.Journey // of a wallet, behind the openers, which all of it follows

	call   *evm.Call
	answer hexutil.Bytes
	blocks []evm.SimulatedResult // of a journey
	err    error
}

// powerRound is what is tried in one request.
type powerRound struct {
	plan    *simulate.Plan // nil where no tokens can be had
	held    *big.Int       // what that gives of the token
	signs   bool           // some function asks who has signed
	code    []byte
	planted planted
	around  *surroundings
	trials  []*powerTrial
	changed map[common.Address][]byte // code that is not as it is on the network
	journey *simulate.Journey         // a wallet's, with what pays for it
	paid    planted
}

// overrides are the accounts as a trial finds them.
func (p *powerRound) overrides(t *powerTrial) map[common.Address]evm.Override {
	t.powers.Plan = *p.plan
	t.powers.Held = p.held
	t.powers.Signs = p.signs && !t.powers.Unsigned
	if i := p.around.find(t.powers.Actor); i >= 0 {
		t.powers.ActorCode = p.around.related[i].code
	}
	overrides, err := t.powers.Overrides(p.code, p.planted)
	t.err = err
	for a, code := range p.changed {
		one := overrides[a]
		one.Code = code
		overrides[a] = one
	}
	return overrides
}

// add plans calls.
func (p *powerRound) add(powers simulate.Powers, passes []byte) {
	t := &powerTrial{powers: powers, passes: passes, openers: powers.Openers}
	overrides := p.overrides(t)
	t.call = evm.CallCall(&t.answer, t.powers.Message(), evm.Latest, overrides)
	p.trials = append(p.trials, t)
}

// travel plans a wallet's journey after the openers of a trial, whose calls are tried when a month is over.
func (p *powerRound) travel(powers simulate.Powers) *powerTrial {
	if p.journey == nil {
		return nil
	}
	after := *p.journey
	after.Keeper = powers.Actor
	after.Openers = powers.Openers
	t := &powerTrial{
		powers:  powers,
		openers: powers.Openers,
		journey: &after,
	}
	t.powers.Openers = nil

	var overrides map[common.Address]evm.Override
	if p.plan != nil {
		overrides = p.overrides(t)
		t.powers.Plan.Buy = false
		t.powers.Plan.Amount = p.held
		after.Powers = &t.powers
	}
	t.call = evm.SimulateCall(&t.blocks, evm.Latest, after.Blocks(p.code, p.paid, overrides)...)
	p.trials = append(p.trials, t)
	return t
}

// tries plans calls of functions in a state, in as many simulated calls as that takes.
func (p *powerRound) tries(powers simulate.Powers, functions [][4]byte, known shapes) {
	for powers.Tries, functions = p.calls(powers, functions, known); len(powers.Tries) > 0; {
		p.add(powers, nil)
		powers.Tries, functions = p.calls(powers, functions, known)
	}
}

// calls are those of as many functions as one simulated call takes, and the functions that are left.
func (p *powerRound) calls(powers simulate.Powers, functions [][4]byte, known shapes) (list [][]byte, left [][4]byte) {
	powers.Plan = *p.plan
	powers.Held = p.held
	for i, f := range functions {
		more := powers.Calls(f, known[f])
		if len(list)+len(more) > perCall {
			return list, functions[i:]
		}
		list = append(list, more...)
	}
	return list, nil
}

// asUnknown plans to call functions that ask for somebody nobody knows as a stranger who passes for that one: a mapping
// does not tell who is in it, nor a hash of whom it is, and other contracts that are asked name the stranger.
func (p *powerRound) asUnknown(token common.Address, functions [][4]byte, f *firstReads) {
	words := map[common.Hash]common.Hash{}
	maps.Copy(words, p.planted[token])
	changed := map[common.Address][]byte{}
	code := patch{}
	asking := slices.DeleteFunc(slices.Clone(functions), func(f4 [4]byte) bool { return f.probe.unknown[f4] == nil })
	for _, function := range asking {
		one := f.probe.unknown[function]
		maps.Copy(code, one.code)
		for _, slot := range one.words {
			words[slot] = common.BigToHash(big.NewInt(1))
		}
		for _, o := range p.around.related {
			if one.asked[o.account] {
				changed[o.account] = answerOf(simulate.Sender)
				if one.yes {
					changed[o.account] = answer
				}
			}
		}
	}

	if len(code) > 0 {
		changed[f.worker] = code.applied(f.code)
	}
	p.asListed(words, changed, simulate.Powers{Actor: simulate.Sender}, asking, f)
}

func (p *powerRound) run(ctx context.Context, client *evm.Client, more ...*evm.Call) error {
	calls := more
	for _, t := range p.trials {
		if t.err != nil {
			return t.err
		}
		calls = append(calls, t.call)
	}
	if len(calls) == 0 {
		return nil
	}
	return client.Batch(ctx, calls...)
}

// opened is the second round: the token's functions that had no effect, after all calls that wrote something without
// one, at once and when a month is over, and after those that keep what another asks for.
func (p *powerRound) opened(functions, everyday [][4]byte, alone *simulate.Arrival, f *firstReads) *powerRound {
	next := *p
	next.trials = nil
	var actors []common.Address
	stands := map[common.Address][]byte{}
	openers := map[common.Address][][]byte{}
	done := map[common.Address][][4]byte{}
	for _, t := range p.trials {
		_, tried := t.outcome()
		if t.listed || t.journey != nil || t.powers.Target != (common.Address{}) || tried == nil || !tried.Worked {
			continue
		}
		actor := t.powers.Actor
		if !slices.Contains(actors, actor) {
			actors = append(actors, actor)
		}
		stands[actor] = tried.Stands
		for _, one := range tried.Powers {
			done[actor] = append(done[actor], one.Function)
		}
		for _, one := range tried.Acted {
			f4 := one.Function
			if !handingFunctions[f4] && !everydayFunctions[f4] && f4 != simulate.TransferFrom {
				// What is given may be the actor's to use.
				named := bytes.ReplaceAll(one.Call, simulate.Trader[:], actor[:])
				openers[actor] = append(openers[actor], one.Call, named)
			}
		}
	}

	for _, actor := range actors {
		left := slices.DeleteFunc(slices.Clone(functions), func(f [4]byte) bool {
			return handingFunctions[f] || slices.Contains(done[actor], f)
		})
		if len(openers[actor]) > 0 {
			again := slices.Repeat(openers[actor], 1+mostOpeners/(1+len(openers[actor])))
			state := simulate.Powers{Actor: actor, Openers: again, Without: stands[actor]}
			next.tries(state, left, f.shapes)
			if actor == simulate.Sender {
				next.asMost(state, left, f)
			}
			state.Tries, _ = next.calls(state, left, f.shapes)
			state.Without = nil
			if alone != nil && alone.Tried != nil {
				state.Without = alone.Tried.Stands
			}
			next.travel(state)
		}
		next.unlocked(actor, append(left, everyday...), f)
	}
	return &next
}

// asMost plans the same as a stranger who has as much as there is, as whoever borrows it for a moment.
func (p *powerRound) asMost(state simulate.Powers, functions [][4]byte, f *firstReads) {
	words := maps.Clone(p.planted[p.plan.Token])
	if words == nil {
		return // nothing of the token can be planted
	}
	words[f.layouts[p.plan.Token].Slot(simulate.Sender)] = common.BigToHash(f.supply)
	state.Without = nil
	p.asListed(words, nil, state, functions, f)
}

// asListed plans calls of a stranger in a state in which he passes for somebody whom nothing on the chain names: by
// words of the token's storage, or by changed code.
func (p *powerRound) asListed(
	words map[common.Hash]common.Hash, changed map[common.Address][]byte,
	state simulate.Powers, functions [][4]byte, f *firstReads,
) {
	other := *p
	other.trials = nil
	other.planted = planted{}
	maps.Copy(other.planted, p.planted) // what pays for the purchase
	other.planted[p.plan.Token] = words
	other.changed = changed
	other.tries(state, functions, f.shapes)
	for _, t := range other.trials {
		t.listed = true
	}
	p.trials = append(p.trials, other.trials...)
}

// mostOpeners is how many calls come before others: what one of them does may add up, or wait for another.
const mostOpeners = 24

// Bounds of what is unlocked, for one account.
const (
	maxUnlocked = 8 // pairs of calls
	perFunction = 8 // calls of a function that are run here
)

// unlocked plans calls behind one that keeps what they ask for. The actor is a contract that says one to the token. A
// bystander's address follows the arguments, for tokens that believe whom they trust who the sender is (ERC-2771).
func (p *powerRound) unlocked(actor common.Address, functions [][4]byte, f *firstReads) {
	tries := map[string][][]byte{} // by what comes before them
	bystander := simulate.Bystander()
	for _, function := range functions {
		calls, _ := p.calls(simulate.Powers{Actor: actor}, [][4]byte{function}, f.shapes)
		for _, call := range calls[:min(len(calls), perFunction)] {
			forwarded := slices.Concat(call, bystander[:])
			for _, opener := range f.probe.unlock(actor, call) {
				tries[string(opener)] = append(tries[string(opener)], forwarded)
			}
		}
	}

	openers := slices.Sorted(maps.Keys(tries))
	for _, opener := range openers[:min(len(openers), maxUnlocked)] {
		p.add(simulate.Powers{
			Actor:   actor,
			Openers: [][]byte{[]byte(opener)},
			Tries:   tries[opener][:min(len(tries[opener]), perCall)],
		}, nil)
	}
}

// maxPassed is how many powers of one contract are tried through it.
const maxPassed = 2

// through plans to use the powers of contracts by their own functions, as whoever seems to have a say over them: a
// timelock that does not wait, or a multisig that obeys one key, is no more than that key.
func (p *powerRound) through(found []Power, contracts []related) {
	for _, c := range contracts {
		n := 0
		for _, power := range found {
			if power.Holder != c.account || n >= maxPassed {
				continue
			}
			n++

			for _, actor := range append(c.actors[:len(c.actors):len(c.actors)], simulate.Sender) {
				powers := simulate.Powers{Plan: *p.plan, Actor: actor, Target: c.account}
				for _, f := range c.functions {
					for _, words := range powers.PassingArguments(power.call) {
						powers.Tries = append(powers.Tries, slices.Concat(f[:], words))
					}
				}
				p.add(powers, power.call)
			}
		}
	}
}
