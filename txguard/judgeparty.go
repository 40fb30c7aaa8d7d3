package txguard

import (
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
