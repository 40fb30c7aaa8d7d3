package guard

import (
	"cmp"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// deadline looks at how long a signed permission lasts. Transactions act at once, so that for them only
// allowances with an end of their own count.
func (j *judge) deadline(a *Action) {
	if a.Deadline == nil || !a.Grants() || a.Kind != Approval && !j.signed(a) {
		return
	}
	if a.Standard == "Permit2" && a.Deadline.Sign() == 0 {
		return // Permit2 takes an expiration of 0 for the end of the block
	}
	left, ever := j.clock.until(a.Deadline)
	switch {
	case ever, left > longDays*24*time.Hour:
		j.hit(longDeadline, a.Path, "the permission lasts longer than %d days", longDays)
	case left < 0:
		j.add(expired, 0, a.Path, "the deadline has passed already")
	}
}

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
	case j.open(a, to, "can take what comes out"):
		return
	case ok, j.s.meant[*to], j.abroad(*to):
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

// borrowed looks at the account that signs: one that runs foreign code loses what it receives.
func (j *judge) borrowed() {
	if from := j.s.From; from != nil && j.f.Accounts[*from] == Delegated {
		j.borrows(*from, accountDelegated)
	}
}

// borrows looks at a plain account that runs foreign code.
func (j *judge) borrows(account common.Address, code string) {
	delegate := j.f.Delegates[account]
	if k, ok := j.at(&delegate); ok && k.Role == RoleDelegate {
		j.add(knownCounterparty, 0, j.where(), "%s borrows the code of %s", account.Hex(), k.Name)
		return
	}
	j.hit(code, j.where(), "the account %s runs the code of %s (EIP-7702), which is not a known wallet: that code may take "+
		"whatever arrives", account.Hex(), delegate.Hex())
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

		for _, other := range []*common.Address{j.s.To, j.s.From, a.Owner, a.Token} {
			if o := orNobody(other); o != zero && o != *party && endingOf(o) == endingOf(*party) {
				j.hit(addressPoisoning, a.Path, "%s looks like %s, which is also in the request, but is another address",
					party.Hex(), o.Hex())
				return
			}
		}
		if friend, like := j.endings[j.s.Network.Name][endingOf(*party)]; like && friend != *party {
			j.hit(addressPoisoning, a.Path, "%s looks like %s (%s), but is another address", party.Hex(), friend.Hex(),
				j.known[j.s.Network.Name][friend].Name)
			return
		}
	}
}
