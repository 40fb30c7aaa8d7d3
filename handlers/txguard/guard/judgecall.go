package guard

import (
	"cmp"

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

// contractAt is the contract that is called at a path.
func (s *Subject) contractAt(path string) *common.Address {
	for i := range s.Actions {
		if s.Actions[i].Path == path {
			return s.Actions[i].Contract
		}
	}
	return nil
}
