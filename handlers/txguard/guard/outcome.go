package guard

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	coretypes "github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/internal/chain/coinlog"
	"github.com/farebox/farebox/internal/chain/txexplain"
)

// Outcome is what a transaction does when it is executed on the state of the newest block.
type Outcome struct {
	Worked bool
	Reason string // why it fails
	Logs   []*coretypes.Log

	// Runs says that the calls of Subject.Runs were executed, and not the transaction that makes them.
	Runs bool
}

// effects are the net changes that an outcome's logs tell of.
type effects struct {
	Outcome
	payer  *common.Address             // who sends what was executed
	target *common.Address             // what it calls, nil where it makes a contract
	whole  bool                        // each transfer in the logs could be read
	net    map[common.Address][]Change // in order of appearance
	moves  []txexplain.Move
	order  []common.Address
	total  map[txexplain.Asset]*big.Int // of all net changes

	times map[string]int            // how often a log of the same topics is left
	taken map[[2]common.Address]int // how often a token is taken, by owner and token
}

// keyOf is whose log it is, and its topics.
func keyOf(l *coretypes.Log) string { return fmt.Sprint(l.Address, l.Topics) }

// Change is what an account gains by a transaction, or loses where Amount is negative.
type Change struct {
	Account common.Address
	Asset   txexplain.Asset
	Amount  *big.Int
	Payer   bool // the account sends what was executed
}

// Happened puts what executing a transaction did into its subject: who gains and loses what, and as actions the rights
// and the control that logs tell of and the data did not.
func (e *Engine) Happened(s *Subject, o Outcome) {
	f := &effects{
		Outcome: o,
		payer:   s.From,
		target:  s.To,
		net:     map[common.Address][]Change{},
		total:   map[txexplain.Asset]*big.Int{},
		times:   map[string]int{},
		taken:   map[[2]common.Address]int{},
	}
	if len(s.runs) > 0 && (o.Runs || s.Signed) {
		f.payer = s.runs[0].From
		if s.account != nil {
			f.payer = s.account
		}
		f.target = e.leastKnown(s)
	}
	s.effects = f
	if !o.Worked {
		return
	}

	n := txexplain.NetworkOf(s.Network.Name, s.Network.NativeSymbol, s.Network.WrappedToken)
	f.moves, f.whole = txexplain.Moves(n, o.Logs, coinlog.Address)
	for _, m := range f.moves {
		f.add(m.From, m.Asset, new(big.Int).Neg(m.Amount))
		f.add(m.To, m.Asset, m.Amount)
		f.taken[[2]common.Address{m.From, m.Asset.Contract}]++
		s.mention(m.From, m.To, m.Asset.Contract)
	}
	if len(s.Actions) == 1 && s.Actions[0].Kind == Transfer && f.passesOn(s.Actions[0].Recipient) {
		f.target = s.Actions[0].Recipient // the token calls it
	}

	for _, l := range o.Logs {
		f.times[keyOf(l)]++
	}
	for _, owner := range s.own() {
		left := maps.Clone(f.times)
		for _, l := range o.Logs {
			key := keyOf(l)
			left[key]--
			if left[key] == 0 && !s.counted(l, owner) { // what is said last of a right counts
				s.rightOf(l, owner)
			}
		}
	}
	for _, l := range o.Logs {
		e.controlOf(s, l)
	}
	s.mentionParties()
}

func (f *effects) add(who common.Address, asset txexplain.Asset, amount *big.Int) {
	if who == zero {
		return
	}
	if f.net[who] == nil {
		f.order = append(f.order, who)
	}

	i := slices.IndexFunc(f.net[who], func(c Change) bool { return c.Asset == asset })
	if i < 0 {
		i = len(f.net[who])
		f.net[who] = append(f.net[who], Change{
			Account: who,
			Asset:   asset,
			Amount:  new(big.Int),
			Payer:   is(f.payer, who),
		})
	}
	f.net[who][i].Amount.Add(f.net[who][i].Amount, amount)
	f.total[asset] = new(big.Int).Add(orZero(f.total[asset]), amount)
}

// of are the net changes of an account.
func (f *effects) of(who common.Address) (lost, gained []Change) {
	for _, c := range f.net[who] {
		switch c.Amount.Sign() {
		case -1:
			c.Amount = new(big.Int).Neg(c.Amount)
			lost = append(lost, c)
		case 1:
			gained = append(gained, c)
		}
	}
	return lost, gained
}

// passesOn says whether anything leaves an account by the execution, which a plain transfer to it does not bring about.
func (f *effects) passesOn(who *common.Address) bool {
	return slices.ContainsFunc(f.moves, func(m txexplain.Move) bool { return is(who, m.From) })
}

// made says whether the execution makes more of an asset than there was.
func (f *effects) made(asset txexplain.Asset) bool {
	return orZero(f.total[asset]).Sign() > 0
}

// Executed says whether the transaction was executed, and whether it worked; reason is why it did not.
func (s *Subject) Executed() (executed, worked bool, reason string) {
	if s.effects == nil {
		return false, false, ""
	}
	return true, s.effects.Worked, s.effects.Reason
}

// leastKnown is the first contract of several calls that is not well known, or the first of all.
func (e *Engine) leastKnown(s *Subject) *common.Address {
	for _, r := range s.runs {
		if _, ok := e.Known(s.Network.Name, *r.To); !ok && !is(r.From, *r.To) {
			return r.To
		}
	}
	return s.runs[0].To
}

// Runs are the calls that an account makes by a message, or a Safe by its transaction, or the call that uses a
// signature, so that what they do can be seen by executing them; empty where there are none such.
func (s *Subject) Runs() []Request { return s.runs }

// calls adds a call to those that are executed.
func (s *Subject) calls(from, to *common.Address, value *big.Int, data []byte) {
	s.runs = append(s.runs, Request{
		Network: s.Network,
		From:    from,
		To:      to,
		Value:   value,
		Data:    data,
	})
}

// Changes are what each account gains and loses, the sender first.
func (s *Subject) Changes() []Change {
	if s.effects == nil {
		return nil
	}
	var out []Change
	for _, payer := range []bool{true, false} {
		for _, who := range s.effects.order {
			for _, c := range s.effects.net[who] {
				if c.Payer == payer && c.Amount.Sign() != 0 {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// executed says whether the outcome is known.
func (s *Subject) executed() bool { return s.effects != nil && s.effects.Worked }

// own are the accounts whose assets are at stake: the payer's, and the contract that is called where that acts as an
// account, making calls in its own name.
func (s *Subject) own() []common.Address {
	payer, target := s.effects.payer, s.effects.target
	var out []common.Address
	if payer != nil {
		out = append(out, *payer)
	}
	if target == nil || is(payer, *target) {
		return out
	}
	for i := range s.Actions {
		a := &s.Actions[i]
		if is(a.Owner, *target) && strings.Contains(a.Path, ".") {
			return append(out, *target)
		}
	}
	return out
}

// effectPath is where actions are found that only the execution shows.
const effectPath = "effect"

// rightOf adds a right that a log gives, unless the data say so too. An allowance that a token counts down as it is
// used is logged as well: it gives nothing.
func (s *Subject) rightOf(l *coretypes.Log, owner common.Address) {
	p, ok := txexplain.PermissionOf(l, owner)
	if !ok || !p.Given || p.Spender == zero || p.Spender == owner {
		return
	}
	for i := range s.Actions {
		a := &s.Actions[i]
		if (a.Kind == Approval || a.Kind == ApprovalForAll) && is(a.Token, p.Token) && is(a.Spender, p.Spender) {
			return
		}
	}

	a := Action{
		Path:      effectPath,
		Kind:      Approval,
		Standard:  "ERC-20",
		Contract:  &l.Address,
		Token:     &p.Token,
		Owner:     &owner,
		Spender:   &p.Spender,
		Amount:    p.Amount,
		Unlimited: p.Amount != nil && unlimited(p.Amount),
	}
	switch {
	case p.Permit2:
		a.Standard = "Permit2"
	case p.Amount == nil:
		a.Kind = ApprovalForAll
		a.Standard = "ERC-721"
		a.Approved = new(true)
	}
	if p.ID != nil {
		a.Kind = Approval
		a.TokenID = p.ID.Big()
	}
	s.Actions = append(s.Actions, a)
}

// counted says whether tokens that were taken account for an allowance that is logged: many tokens log what is left of
// one each time that it is used. One that is given is logged once more than it is used.
func (s *Subject) counted(l *coretypes.Log, owner common.Address) bool {
	return s.effects.times[keyOf(l)] <= s.effects.taken[[2]common.Address{owner, l.Address}]
}

// controlOf adds a change of control that a log of the called contract tells of, unless the data say so too. A contract
// that the transaction makes has no holder before it.
func (e *Engine) controlOf(s *Subject, l *coretypes.Log) {
	payer, target := s.effects.payer, s.effects.target
	tells := e.told(l)
	if tells == nil || target == nil || tells.act.kind != Ownership && tells.act.kind != Upgrade {
		return
	}

	holder := tells.at(l, "spender")
	former := tells.at(l, "owner")
	mine := former != nil && is(payer, *former)
	if orNobody(holder) == zero || is(payer, *holder) || l.Address != *target && !mine {
		return
	}
	if slices.ContainsFunc(s.Actions, func(a Action) bool { return a.Kind == Ownership || a.Kind == Upgrade }) {
		return
	}
	s.Actions = append(s.Actions, Action{
		Path:     effectPath,
		Kind:     tells.act.kind,
		Standard: tells.act.standard,
		Contract: &l.Address,
		Owner:    payer,
		Spender:  holder,
	})
}

// told is the event of the table that a log tells of, or nil.
func (e *Engine) told(l *coretypes.Log) *function {
	if len(l.Topics) == 0 {
		return nil
	}
	return e.events[l.Topics[0]]
}

// at is the address that an event's row has in a role. Contracts of one standard differ in which members they index:
// those come first.
func (f *function) at(l *coretypes.Log, role string) *common.Address {
	path := f.act.values[role]
	i := slices.IndexFunc(f.params, func(p abi.Argument) bool { return path != nil && p.Name == path[0] })
	words := valuesOf(l)
	if i < 0 || i >= len(words) {
		return nil
	}
	return new(common.BytesToAddress(words[i][:]))
}

// valuesOf are the words that a log with topics has as values: those that are indexed come first.
func valuesOf(l *coretypes.Log) []common.Hash {
	words := slices.Clone(l.Topics[1:])
	for rest := l.Data; len(rest) >= common.HashLength; rest = rest[common.HashLength:] {
		words = append(words, common.BytesToHash(rest[:common.HashLength]))
	}
	return words
}
