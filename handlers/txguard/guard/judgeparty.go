package guard

import (
	"cmp"
	"maps"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// payee looks at who gets what the owner is owed: a swap, an order or a withdrawal that pays somebody else is a gift.
// What a router or a caller of calls gets goes to whoever asks it next.
func (j *judge) payee(a *Action) {
	to := a.Recipient
	owner := cmp.Or(a.Owner, j.s.From)
	if !a.proceeds || orNobody(to) == zero || is(owner, *to) || is(a.Contract, *to) ||
		!j.s.Signed && is(j.s.From, *to) {
		return
	}

	known, ok := j.at(to)
	contract := j.f.Accounts[*to] == Contract
	code := foreignRecipient
	weight := points[foreignRecipient]
	switch {
	case ok && !opens(known), j.s.meant[*to]:
		code = knownCounterparty
		weight = 0
	case owner == nil:
		code = recipientUnchecked
		weight = 0
	case a.Kind == Call && contract && !j.untold(*to):
		weight = publishedPayee
	}
	j.add(code, weight, a.Path, "what is owed to %s goes to %s, %s", text(owner), to.Hex(),
		cmp.Or(known.Name, standingText[j.standing(to)]))
}

// gains are what an account gains by the execution.
func (j *judge) gains(who common.Address) []Change {
	_, gained := j.s.effects.of(who)
	return gained
}

// poisoned compares a party with the addresses it may be mistaken for: people compare the first and last
// digits only, and thieves make addresses that agree in those.
func (j *judge) poisoned(a *Action) {
	for _, party := range []*common.Address{a.Spender, a.Recipient} {
		if party == nil || *party == zero {
			continue
		}
		if _, ok := j.at(party); ok {
			continue
		}

		like := func(other common.Address) bool {
			return other != zero && other != *party && endingOf(other) == endingOf(*party)
		}
		others := []common.Address{orNobody(j.s.To), orNobody(j.s.From), orNobody(a.Owner), orNobody(a.Token)}
		for _, o := range slices.Concat(others, slices.Collect(maps.Keys(j.s.meant))) {
			if like(o) {
				j.hit(addressPoisoning, a.Path, "%s looks like %s, which is also in the request, but is another address",
					party.Hex(), o.Hex())
				return
			}
		}
		for friend, known := range j.known[j.s.Network.Name] {
			if friend[0] != 0 && like(friend) { // many begin like a number
				j.hit(addressPoisoning, a.Path, "%s looks like %s (%s), but is another address", party.Hex(), friend.Hex(),
					known.Name)
				return
			}
		}
	}
}

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

// actionAt is the first action at a path, nil where there is none.
func (s *Subject) actionAt(path string) *Action {
	for i := range s.Actions {
		if s.Actions[i].Path == path {
			return &s.Actions[i]
		}
	}
	return nil
}
