package txexplain

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
)

// flow is one transfer of one asset. The zero address means minting or burning.
type flow struct {
	from, to common.Address
	asset    Asset
	amount   *big.Int
	approx   bool
}

// ledger is every participant's net gain, in order of first appearance of participants and assets.
type ledger struct {
	order   []common.Address
	account map[common.Address]*account
}

type account struct {
	order   []Asset
	changes map[Asset]*Change
}

// net sums the flows. The zero address is not a participant: flows to it are burns, flows from it mints.
func net(flows []flow) *ledger {
	l := &ledger{account: map[common.Address]*account{}}
	for _, f := range flows {
		l.add(f.from, f.asset, new(big.Int).Neg(f.amount), f.approx)
		l.add(f.to, f.asset, f.amount, f.approx)
	}
	return l
}

func (l *ledger) add(who common.Address, asset Asset, amount *big.Int, approx bool) {
	if who == (common.Address{}) {
		return
	}
	a := l.account[who]
	if a == nil {
		a = &account{changes: map[Asset]*Change{}}
		l.account[who] = a
		l.order = append(l.order, who)
	}
	c := a.changes[asset]
	if c == nil {
		c = &Change{Asset: asset, Amount: new(big.Int)}
		a.changes[asset] = c
		a.order = append(a.order, asset)
	}
	c.Amount.Add(c.Amount, amount)
	c.Approximate = c.Approximate || approx
}

// of lists one participant's nonzero changes: the native coin first, then in order of appearance.
func (l *ledger) of(who common.Address) []Change {
	a := l.account[who]
	if a == nil {
		return nil
	}
	var first, rest []Change
	for _, asset := range a.order {
		c := *a.changes[asset]
		switch {
		case c.Amount.Sign() == 0:
		case asset.Standard == Native:
			first = append(first, c)
		default:
			rest = append(rest, c)
		}
	}
	return append(first, rest...)
}

// amount is who's gain of asset, never nil.
func (l *ledger) amount(who common.Address, asset Asset) *big.Int {
	if a := l.account[who]; a != nil && a.changes[asset] != nil {
		return a.changes[asset].Amount
	}
	return new(big.Int)
}

// movements lists the participants with a net result, the actor first.
func (r *reading) movements() []Movement {
	list := []Movement{}
	room := MaxChanges
	add := func(who common.Address, actor bool) {
		changes := r.net.of(who)
		if len(changes) == 0 {
			return
		}
		if n := min(room, len(changes)); n < len(changes) || len(list) == MaxMovements {
			r.warn(MoreMovements)
			changes = changes[:n]
		}
		if room -= len(changes); len(changes) > 0 && len(list) < MaxMovements {
			list = append(list, Movement{who, actor, changes})
		}
	}

	add(r.actor, true)
	for _, who := range r.net.order {
		if who != r.actor {
			add(who, false)
		}
	}

	return list
}
