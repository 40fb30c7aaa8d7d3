package guard

import (
	"math/big"
)

// spendStandard is Coinbase's spend permissions: a spender, who may well be a plain account, takes up to an amount in
// each period out of a smart wallet.
const spendStandard = "Coinbase spend permission"

// monthSeconds are 30 days, the time over which spending is counted.
const monthSeconds = 30 * 24 * 3600

// spending judges a permission to spend by what it lets the spender take in a month, or in one period that is longer.
func (j *judge) spending(a *Action) {
	if a.Unlimited {
		j.add(unlimitedPermit, spendUnlimited, a.Path, "%s may take all of %s, again and again", text(a.Spender),
			text(a.Token))
		return
	}
	monthly := *a
	if a.period != nil && a.period.Sign() > 0 && a.period.Cmp(big.NewInt(monthSeconds)) < 0 {
		monthly.Amount = new(big.Int).Mul(a.Amount, big.NewInt(monthSeconds))
		monthly.Amount.Quo(monthly.Amount, a.period)
	}
	if orZero(a.period).Sign() == 0 {
		j.add(spendPermitted, spendBase, a.Path, "%s may take %s in all", text(a.Spender), j.amount(a))
	} else {
		j.add(spendPermitted, spendBase, a.Path,
			"%s may take %s again in each period of %s seconds", text(a.Spender), j.amount(a), a.period)
	}
	j.exposed(&monthly)
}
