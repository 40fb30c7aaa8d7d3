package tokenrisk

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk/simulate"
	"github.com/farebox/farebox/internal/chain/evm"
)

// powerTrial is one simulated call.
type powerTrial struct {
	powers   simulate.Powers
	standsIn bool   // the actor is a contract that the token may ask
	passes   []byte // the call of the token that a contract passes on
	call     *evm.Call
	answer   hexutil.Bytes
	err      error
}

// powerRound is what is tried in one request.
type powerRound struct {
	plan    simulate.Plan
	code    []byte
	planted map[common.Address]map[common.Hash]common.Hash
	around  *surroundings
	trials  []*powerTrial
}

// add plans a call.
func (p *powerRound) add(powers simulate.Powers, passes []byte) {
	powers.Plan = p.plan
	i := slices.IndexFunc(p.around.related, func(o related) bool { return o.account == powers.Actor })
	if i >= 0 {
		powers.ActorCode = p.around.related[i].code
	}
	t := &powerTrial{powers: powers, standsIn: i >= 0, passes: passes}
	overrides, err := t.powers.Overrides(p.code, p.planted)
	t.err = err
	t.call = evm.CallCall(&t.answer, t.powers.Message(), evm.Latest, overrides)
	p.trials = append(p.trials, t)
}

// tries plans to call functions of the token, or of another contract.
func (p *powerRound) tries(actor, target common.Address, functions [][4]byte) {
	for _, some := range portions(functions) {
		p.add(simulate.Powers{Actor: actor, Target: target, Functions: some}, nil)
	}
}

// everyday plans to call what every token has: with the arguments of all, and transferFrom with each number that the
// code compares something with, selectors included.
func (p *powerRound) everyday(actor common.Address, functions, compared [][4]byte) {
	for _, f := range functions {
		p.add(simulate.Powers{Actor: actor, Functions: [][4]byte{f}}, nil)
	}
	if !slices.Contains(compared, simulate.TransferFrom) {
		return
	}
	numbers := slices.Clone(p.around.values)
	for _, c := range compared[:min(len(compared), maxFunctions)] {
		numbers = append(numbers, common.BytesToHash(c[:]))
	}
	powers := simulate.Powers{Plan: p.plan, Actor: actor, Functions: [][4]byte{simulate.TransferFrom}}
	powers.Words = powers.TakingArguments(numbers)
	p.add(powers, nil)
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

// perOpened is how many functions of the second round are tried in one call: all that acted take the gas of a sale.
const perOpened = 2

// opened is the second round: the token's functions that had no effect, after all calls that wrote something without
// one, and with values that stand in the code and the storage.
func (p *powerRound) opened(functions [][4]byte) *powerRound {
	next := &powerRound{plan: p.plan, code: p.code, planted: p.planted, around: p.around}
	var actors []common.Address
	openers := map[common.Address][][]byte{}
	done := map[common.Address][][4]byte{}
	for _, t := range p.trials {
		tried := t.outcome()
		if t.powers.Target != (common.Address{}) || tried == nil || !tried.Worked {
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
			if !handingFunctions[one.Function] && !everydayFunctions[one.Function] {
				openers[actor] = append(openers[actor], one.Call)
			}
		}
	}

	for _, actor := range actors {
		left := slices.DeleteFunc(slices.Clone(functions), func(f [4]byte) bool {
			return handingFunctions[f] || slices.Contains(done[actor], f)
		})
		next.afterOpeners(actor, left, openers[actor])
		next.withValues(actor, left)
	}
	return next
}

// afterOpeners plans functions behind all that may have opened them. Those that did nothing before come first: they take
// little gas.
func (p *powerRound) afterOpeners(actor common.Address, functions [][4]byte, openers [][]byte) {
	if len(openers) == 0 {
		return
	}
	acted := func(f [4]byte) bool {
		return slices.ContainsFunc(openers, func(o []byte) bool { return [4]byte(o) == f })
	}
	closed := slices.DeleteFunc(slices.Clone(functions), acted)
	open := slices.DeleteFunc(slices.Clone(functions), func(f [4]byte) bool { return !acted(f) })
	slices.SortFunc(open, func(a, b [4]byte) int {
		return int(int64(binary.BigEndian.Uint32(a[:])) - int64(binary.BigEndian.Uint32(b[:])))
	})
	for some := range slices.Chunk(closed, perCall) {
		p.add(simulate.Powers{Actor: actor, Openers: openers, Functions: some}, nil)
	}
	for some := range slices.Chunk(open, perOpened) {
		p.add(simulate.Powers{Actor: actor, Openers: openers, Functions: some}, nil)
	}
}

// withValues plans functions with the values of this token.
func (p *powerRound) withValues(actor common.Address, functions [][4]byte) {
	if len(p.around.values) == 0 {
		return
	}
	for some := range slices.Chunk(functions, perCall) {
		powers := simulate.Powers{Plan: p.plan, Actor: actor, Functions: some}
		powers.Words = powers.ArgumentsOf(p.around.values)
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
				powers := simulate.Powers{Plan: p.plan, Actor: actor, Target: c.account, Functions: c.functions}
				powers.Words = powers.PassingArguments(power.call)
				p.add(powers, power.call)
			}
		}
	}
}
