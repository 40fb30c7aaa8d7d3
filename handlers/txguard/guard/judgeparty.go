package guard

import (
	"strings"
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
	case ever:
		j.hit(longDeadline, a.Path, "the permission does not end in a lifetime")
	case left > longDays*24*time.Hour:
		j.hit(longDeadline, a.Path, "the permission lasts %d days", int(left.Hours()/24))
	case left < 0:
		j.add(expired, 0, a.Path, "the deadline has passed already")
	}
}

// payee looks at who gets what the owner is owed: a swap, an order or a withdrawal that pays somebody else is a gift.
func (j *judge) payee(a *Action) {
	to := a.Recipient
	if !a.proceeds || to == nil || *to == zero || is(a.Owner, *to) || is(a.Contract, *to) {
		return
	}

	owner := a.Owner
	if owner == nil {
		owner = j.s.From
	}

	if is(owner, *to) || !j.s.Signed && is(j.s.From, *to) {
		return
	}
	if k, ok := j.at(to); ok {
		j.knownPayee(a, k)
		return
	}
	if j.s.meant[*to] {
		j.add(knownCounterparty, 0, a.Path, "what comes out goes to %s, as the caller means it to", to.Hex())
		return
	}
	if owner == nil {
		j.add(recipientUnchecked, 0, a.Path, "what comes out goes to %s: make sure that this is the account that pays", to.Hex())
		return
	}

	if a.Standard == vaultStandard && j.s.executed() && len(j.gains(*to)) == 0 {
		return // another function with the selector of the standard's
	}

	weight := points[foreignRecipient]
	switch {
	case j.s.meant[*to] || j.abroad(*to):
		return
	case a.Kind == Call && j.f.Accounts[*to] == Contract && !j.untold(*to):
		weight = publishedPayee
	case a.Standard == validatorStandard: // services pay into contracts that they make later
	case a.Kind == Call && j.s.executed() && j.personal(*to) && j.givesMuch():
		weight = foreignMuch
	}
	if j.s.executed() && j.personal(*to) {
		if dollars, whole := j.sum(j.gains(*to)); whole && dollars.GreaterThanOrEqual(muchMoney) {
			weight = foreignMuch
		}
	}
	switch contract, order := j.f.Accounts[*to] == Contract, a.Kind == Order; {
	case contract && order:
		weight = foreignContract
	case order:
		weight = foreignOrder
	}

	j.add(foreignRecipient, weight, a.Path, "%s pays, and what comes out goes to %s", owner.Hex(), to.Hex())
}

// validatorStandard is the deposit of a validator.
const validatorStandard = "Ethereum deposit"

// vaultStandard is that of vaults that give shares.
const vaultStandard = "ERC-4626"

// givesMuch says whether much of the sender's leaves by the execution.
func (j *judge) givesMuch() bool {
	return j.payer() != nil && j.loss(*j.payer()).given.GreaterThanOrEqual(muchMoney)
}

// gains are what an account gains by the execution.
func (j *judge) gains(who common.Address) []Change {
	_, gained := j.s.effects.of(who)
	return gained
}

// fusionSettlement begins the names of the contracts that pass on what orders of 1inch Fusion bring.
const fusionSettlement = "1inch Fusion"

// knownPayee looks at a well-known contract that gets what the owner is owed: what a router or a caller of calls gets
// goes to whoever asks it next.
func (j *judge) knownPayee(a *Action, k Known) {
	switch {
	case j.open(a, a.Recipient, "can take what comes out"):
	case strings.HasPrefix(k.Name, fusionSettlement):
		j.add(foreignRecipient, passedOnUnseen, a.Path, "what comes out goes to %s, which passes it on: the "+
			"order has only the hash of the data that say to whom", k.Name)
	default:
		j.add(knownCounterparty, 0, a.Path, "what comes out goes to %s", k.Name)
	}
}

// borrowed looks at the account that signs: one that runs foreign code loses what it receives.
func (j *judge) borrowed() {
	from := j.s.From
	if from == nil || j.f.Accounts[*from] != Delegated {
		return
	}
	delegate := j.f.Delegates[*from]
	if k, ok := j.at(&delegate); ok && k.Role == RoleDelegate {
		return
	}
	j.hit(accountDelegated, j.where(), "the account %s runs the code of %s (EIP-7702), which is not a known wallet: that code may take whatever arrives", from.Hex(), delegate.Hex())
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
			return other != *party && other != zero && party[0] == other[0] && party[1] == other[1] && party[18] == other[18] && party[19] == other[19]
		}

		for _, other := range []*common.Address{j.s.To, j.s.From, a.Owner, a.Token} {
			if other != nil && like(*other) {
				j.hit(addressPoisoning, a.Path, "%s looks like %s, which is also in the request, but is another address", party.Hex(), other.Hex())
				return
			}
		}

		for other, k := range j.known[j.s.Network.Name] { // no two known ones look alike
			if like(other) {
				j.hit(addressPoisoning, a.Path, "%s looks like %s (%s), but is another address", party.Hex(), other.Hex(), k.Name)
				return
			}
		}
	}
}
