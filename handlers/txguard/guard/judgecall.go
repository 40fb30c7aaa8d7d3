package guard

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// Whole coins of the network, in wei.
var (
	oneCoin  = big.NewInt(1_000_000_000_000_000_000)
	tenCoins = new(big.Int).Mul(oneCoin, big.NewInt(10))
)

// calls looks at what is called, in contrast to what a call does: coins that go to contracts nobody knows, and
// strangers in data that nobody can read.
func (j *judge) calls() {
	j.strangers()
	if j.s.Signed {
		j.payees()
		return
	}
	seen := map[string]bool{}
	for i := range j.s.Actions {
		a := &j.s.Actions[i]
		if seen[a.Path] || a.Contract == nil || a.Selector == "" {
			continue
		}
		seen[a.Path] = true
		j.coins(a)
	}
}

// coins looks at coins that a call takes along to a contract that is not known.
func (j *judge) coins(a *Action) {
	if a.Value == nil || a.Value.Sign() == 0 || is(j.s.From, *a.Contract) || j.seen(valueToUnknown) {
		return
	}
	if _, ok := j.at(a.Contract); ok || j.f.Accounts[*a.Contract] == NoCode {
		return
	}

	const text = "%s wei go to %s with a call of %s; the contract is not known"
	function := a.Function
	if function == "" {
		function = "an unknown function"
	}
	switch {
	case !j.f.Verified[*a.Contract] || j.f.Young[*a.Contract]:
		j.hit(valueToUnknown, a.Path, text+", and its source is not published", a.Value, a.Contract.Hex(), function)
	case a.Value.Cmp(oneCoin) >= 0 && a.Value.Cmp(tenCoins) < 0:
		j.add(valueToUnknown, coinToPublished, a.Path, text, a.Value, a.Contract.Hex(), function)
	case a.Value.Cmp(tenCoins) >= 0:
		j.add(valueToUnknown, muchToPublished, a.Path, text, a.Value, a.Contract.Hex(), function)
	default:
		j.add(valueToUnknown, valueToPublished, a.Path, text, a.Value, a.Contract.Hex(), function)
	}
}

// Unknown lists contracts to ask for a published source: the one that was executed, then those that get coins or
// allowances; at most six.
func (e *Engine) Unknown(s *Subject) []common.Address {
	var out []common.Address
	add := func(a *common.Address) {
		if a == nil || *a == zero || is(s.From, *a) || len(out) == mostVerified {
			return
		}
		if _, ok := e.known[s.Network.Name][*a]; ok {
			return
		}
		for _, have := range out {
			if have == *a {
				return
			}
		}
		out = append(out, *a)
	}

	if s.executed() {
		add(s.effects.target)
		if target := s.effects.target; target != nil && len(s.strangers) > 0 && len(out) == 0 {
			out = append(out, *target) // what it calls its values tells of those, however well it is known
		}
	}
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Value != nil && a.Selector != "" && !s.Signed {
			add(a.Contract)
		}
	}
	for i := range s.Actions {
		if a := &s.Actions[i]; (a.Kind == Approval || a.Kind == ApprovalForAll) && a.Grants() {
			add(a.Spender)
		}
	}
	for _, f := range s.findings {
		if f.code == unknownSelector {
			add(s.contractAt(f.path))
		}
	}
	s.askAge(add)
	return out
}

// mostVerified bounds how many contracts are looked up.
const mostVerified = 6

// contractAt is the contract that is called at a path.
func (s *Subject) contractAt(path string) *common.Address {
	for i := range s.Actions {
		if s.Actions[i].Path == path {
			return s.Actions[i].Contract
		}
	}
	return nil
}
