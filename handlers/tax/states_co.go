package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// colorado: from an income of From on, what the federal deduction is above Kept is added back (C.R.S. 39-22-104(3)(p.5)
// and (p.7)).
type colorado struct {
	From decimal.Decimal            `json:"addback_from"`
	Kept forStatus[decimal.Decimal] `json:"addback_kept"`
}

func (a *colorado) check() error {
	if !a.From.IsPositive() || !a.Kept.complete() {
		return errors.New("the add-back lacks its limit or a status")
	}
	return nil
}

func (a *colorado) deduct(c stateCase, r *stateResult) {
	if c.income.GreaterThanOrEqual(a.From) {
		r.additions = floorZero(r.standard.Sub(a.Kept.of(c.status)))
	}
}
