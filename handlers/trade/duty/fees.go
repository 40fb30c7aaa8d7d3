package duty

import (
	"slices"

	"github.com/shopspring/decimal"
)

// fees are the user fees of a formal entry of this line alone.
func (t *Tables) fees(q Question, base Base) []Levy {
	var list []Levy
	for _, f := range t.Fees {
		if q.Day.Before(f.Start) || !f.End.IsZero() && q.Day.After(f.End) {
			continue
		}
		list = append(list, levy(f, q, base))
	}
	return list
}

// informal is the value up to which an entry may be informal, with a fixed fee in place of the percentage
// (19 CFR 143.21 and 24.23(b)).
var informal = decimal.NewFromInt(2500)

func levy(f Fee, q Question, base Base) Levy {
	l := Levy{
		Fee:    f,
		Status: StatusApplies,
	}
	amount := share(q.Value, f.RatePct)
	if f.Minimum != nil && amount.LessThan(*f.Minimum) {
		amount = *f.Minimum
	}
	if f.Maximum != nil && amount.GreaterThan(*f.Maximum) {
		amount = *f.Maximum
	}

	switch {
	case f.Code == "hmf" && q.Mode == "":
		l.Status = StatusUnresolved
		l.Why = "due when the goods come by sea: give mode"
	case f.Code == "hmf" && q.Mode != "ocean":
		l.Status = StatusExempt
		l.Why = "the goods do not come by sea"
	case f.Code == "mpf" && base.Program != nil && base.Program.MPFExempt:
		l.Status = StatusExempt
		l.Why = "goods that originate under " + base.Program.Name + " pay none when the preference is claimed"
	case slices.Contains(f.Doubtful, q.Origin):
		l.Status = StatusUnresolved
		l.Why = "products of some least developed and Caribbean countries and of possessions are free of it (19 CFR " +
			"24.23(c)): whether those of this origin are is not known here"
	case f.Code == "mpf" && q.Value.LessThanOrEqual(informal):
		l.Status = StatusUnresolved
		l.Why = "an entry of at most $2500 can be informal, with a fixed fee that the tables do not hold"
	}
	if l.Status == StatusApplies {
		l.Amount = &amount
	}
	return l
}
