package guard

import (
	"bytes"
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
	case a.Kind == Transfer && j.below(a, someMoney):
		weight = passedLittle
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
	known := j.known[j.s.Network.Name]
	others := []common.Address{orNobody(j.s.To), orNobody(j.s.From), orNobody(a.Owner), orNobody(a.Token)}
	others = slices.Concat(others, slices.Collect(maps.Keys(j.s.meant)), slices.Collect(maps.Keys(known)))
	for _, party := range []*common.Address{a.Spender, a.Recipient} {
		if _, ok := j.at(party); ok || orNobody(party) == zero {
			continue
		}
		like := func(o common.Address) bool { // many begin like a number
			return o[0] != 0 && o != *party && bytes.Equal(o[:2], party[:2]) && bytes.Equal(o[18:], party[18:])
		}
		if i := slices.IndexFunc(others, like); i >= 0 {
			j.hit(addressPoisoning, a.Path, "%s looks like %s (%s), but is another address", party.Hex(), others[i].Hex(),
				cmp.Or(known[others[i]].Name, "which is also in the request"))
			return
		}
	}
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
