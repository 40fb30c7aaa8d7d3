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

// powerTrial is one simulated call.
type powerTrial struct {
	powers   simulate.Powers
	listed   bool   // the actor was put on lists of the token
	standsIn bool   // the actor is a contract that the token may ask
	passes   []byte // the call of the token that a contract passes on
	call     *evm.Call
	answer   hexutil.Bytes
	openers  [][]byte              // that the actor calls before
	later    bool                  // the openers came a month before
	blocks   []evm.SimulatedResult // of such a trial, or of a journey
	journey  *simulate.Journey     // of a wallet that buys after the openers
	err      error
}

// powerRound is what is tried in one request.
type powerRound struct {
	plan    simulate.Plan
	code    []byte
	planted map[common.Address]map[common.Hash]common.Hash
	around  *surroundings
	trials  []*powerTrial
	changed map[common.Address][]byte // code that is not as it is on the network
	journey *simulate.Journey         // a wallet's, with what pays for it
	paid    map[common.Address]map[common.Hash]common.Hash
}

// add plans a call.
func (p *powerRound) add(powers simulate.Powers, passes []byte) {
	powers.Plan = p.plan
	i := slices.IndexFunc(p.around.related, func(o related) bool { return o.account == powers.Actor })
	if i >= 0 {
		powers.ActorCode = p.around.related[i].code
	}
	t := &powerTrial{
		powers:   powers,
		openers:  powers.Openers,
		standsIn: i >= 0,
		passes:   passes,
	}

	overrides, err := t.powers.Overrides(p.code, p.planted)
	t.err = err
	for a, code := range p.changed {
		one := overrides[a]
		one.Code = code
		overrides[a] = one
	}
	t.call = evm.CallCall(&t.answer, t.powers.Message(), evm.Latest, overrides)
	p.trials = append(p.trials, t)
}

// tries plans to call functions of the token, or of another contract.
func (p *powerRound) tries(actor, target common.Address, functions [][4]byte, known shapes) {
	p.behind(simulate.Powers{Actor: actor, Target: target}, functions, known)
}

// behind plans to call functions after the openers of a trial, in as many simulated calls as that takes.
func (p *powerRound) behind(powers simulate.Powers, functions [][4]byte, known shapes) {
	powers.Plan = p.plan
	for _, f := range functions {
		calls := powers.Calls(f, known[f])
		if len(powers.Tries)+len(calls) > perCall {
			p.add(powers, nil)
			powers.Tries = nil
		}
		powers.Tries = append(powers.Tries, calls...)
	}
	if len(powers.Tries) > 0 {
		p.add(powers, nil)
	}
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
			}
		}
	}

	if len(code) > 0 {
		changed[f.worker] = code.applied(f.code)
	}
	other := *p
	other.trials = nil
	other.planted = map[common.Address]map[common.Hash]common.Hash{token: words}
	other.changed = changed
	other.tries(simulate.Sender, common.Address{}, asking, f.shapes)
	for _, t := range other.trials {
		t.listed = true
	}
	p.trials = append(p.trials, other.trials...)
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
// one, and after those that keep what another asks for.
func (p *powerRound) opened(functions, everyday [][4]byte, f *firstReads) *powerRound {
	next := *p
	next.trials = nil
	var actors []common.Address
	openers := map[common.Address][][]byte{}
	done := map[common.Address][][4]byte{}
	for _, t := range p.trials {
		tried := t.outcome()
		if t.listed || t.powers.Target != (common.Address{}) || tried == nil || !tried.Worked {
			continue
		}
		actor := t.powers.Actor
		if !slices.Contains(actors, actor) {
			actors = append(actors, actor)
		}
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
		next.bought(actor, openers[actor])
		left := slices.DeleteFunc(slices.Clone(functions), func(f [4]byte) bool {
			return handingFunctions[f] || slices.Contains(done[actor], f)
		})
		if len(openers[actor]) > 0 {
			next.behind(simulate.Powers{Actor: actor, Openers: openers[actor]}, left, f.shapes)
			next.afterAMonth(actor, openers[actor], left, f)
		}
		next.unlocked(actor, append(left, everyday...), f)
	}
	return &next
}

// afterAMonth plans functions a month after their openers, for what an account starts and time completes.
func (p *powerRound) afterAMonth(actor common.Address, openers [][]byte, functions [][4]byte, f *firstReads) {
	powers := simulate.Powers{Plan: p.plan, Actor: actor}
	for _, function := range functions {
		if calls := powers.Calls(function, f.shapes[function]); len(powers.Tries)+len(calls) <= perCall {
			powers.Tries = append(powers.Tries, calls...)
		}
	}
	p.add(powers, nil)

	t := p.trials[len(p.trials)-1]
	overrides, err := t.powers.Overrides(p.code, p.planted)
	t.err = err
	t.later = true
	t.openers = openers
	t.call = evm.SimulateCall(&t.blocks, evm.Latest, t.powers.AfterAMonth(openers, f.at, overrides)...)
}

// bought plans a wallet's journey after an account's calls: what is bought after them may stay where it is.
func (p *powerRound) bought(actor common.Address, openers [][]byte) {
	if p.journey == nil || len(openers) == 0 || actor == simulate.Sender {
		return
	}
	after := *p.journey
	after.Keeper = actor
	after.Openers = openers
	t := &powerTrial{powers: simulate.Powers{Actor: actor}, openers: openers, journey: &after}
	t.call = evm.SimulateCall(&t.blocks, evm.Latest, after.Blocks(p.code, p.paid)...)
	p.trials = append(p.trials, t)
}

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
		powers := simulate.Powers{Plan: p.plan, Actor: actor}
		calls := powers.Calls(function, f.shapes[function])
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
			Actor:     actor,
			ActorCode: answer,
			Openers:   [][]byte{[]byte(opener)},
			Tries:     tries[opener][:min(len(tries[opener]), perCall)],
		}, nil)
	}
}

// gifts plans that somebody who only holds sends a unit to accounts: sales may depend on what these have.
func (p *powerRound) gifts(accounts []common.Address) {
	powers := simulate.Powers{Actor: simulate.Bystander()}
	one := common.BigToHash(big.NewInt(1))
	for _, a := range accounts {
		to := common.LeftPadBytes(a[:], common.HashLength)
		powers.Tries = append(powers.Tries, slices.Concat(selector("transfer(address,uint256)"), to, one[:]))
	}
	if len(accounts) > 0 {
		p.add(powers, nil)
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
				powers := simulate.Powers{
					Plan:   p.plan,
					Actor:  actor,
					Target: c.account,
				}
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
