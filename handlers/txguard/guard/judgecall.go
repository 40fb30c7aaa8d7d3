package guard

import (
	"cmp"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// calls looks at what is called, in contrast to what a call does: coins that go to contracts nobody knows, and
// strangers in data that nobody can read.
func (j *judge) calls() {
	j.strangers()
	if j.s.Signed {
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

	weight := valueToPublished
	if !j.f.Verified[*a.Contract] || j.f.Young[*a.Contract] {
		weight = points[valueToUnknown]
	}
	j.add(valueToUnknown, weight, a.Path, "%s wei go to %s with a call of %s, %s", a.Value, a.Contract.Hex(),
		cmp.Or(a.Function, "an unknown function"), standingText[j.standing(a.Contract)])
}

// Unknown lists contracts to ask for a published source: the one that was executed, then those that get coins or
// allowances; at most six.
func (e *Engine) Unknown(s *Subject) []common.Address {
	var out []common.Address
	add := func(all ...*common.Address) {
		for _, a := range all {
			if a == nil || *a == zero || is(s.From, *a) || len(out) == mostVerified || slices.Contains(out, *a) {
				continue
			}
			if _, known := e.Known(s.Network.Name, *a); !known {
				out = append(out, *a)
			}
		}
	}

	if s.executed() {
		add(s.effects.target)
		unread := len(s.strangers) > 0 || len(s.data) >= 4 && e.functions[[4]byte(s.data)] == nil
		if target := s.effects.target; target != nil && unread && len(out) == 0 {
			out = append(out, *target) // what it calls its values tells of those, however well it is known
		}
	}
	for i := range s.Actions {
		if a := &s.Actions[i]; a.Value != nil && a.Selector != "" && !s.Signed {
			add(a.Contract)
		}
	}
	for i := range s.Actions {
		a := &s.Actions[i]
		if a.Kind == DelegateCall || (a.Kind == Approval || a.Kind == ApprovalForAll) && a.Grants() {
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
