package duty

import (
	"slices"
	"time"

	"github.com/shopspring/decimal"
)

// fees are the user fees of a formal entry of this line alone. A fee whose rates on the day are missing from the
// tables is still due: it is open, never left out.
func (t *Tables) fees(q Question, base Base) []Levy {
	var list []Levy
	for _, code := range t.feeCodes() {
		rows := slices.DeleteFunc(slices.Clone(t.Fees), func(f Fee) bool { return f.Code != code })
		at := slices.IndexFunc(rows, func(f Fee) bool { return f.on(q.Day) })
		if at < 0 {
			list = append(list, untabled(rows[len(rows)-1]))
			continue
		}
		list = append(list, levy(rows[at], q, base))
	}
	return list
}

// feeCodes are the tables' fees, each once, in order.
func (t *Tables) feeCodes() []string {
	var codes []string
	for _, f := range t.Fees {
		if !slices.Contains(codes, f.Code) {
			codes = append(codes, f.Code)
		}
	}
	return codes
}

// untabled is a fee on a day without rates in the tables; last is its latest row.
func untabled(last Fee) Levy {
	return Levy{
		Fee:    last,
		Status: StatusUnresolved,
		Why: "the rates of this day are not in the tables: those shown hold from " +
			last.Start.Format(time.DateOnly) + " to " + last.End.Format(time.DateOnly),
	}
}

// informal is the value up to which an entry may be informal, with a fixed fee instead of the percentage (19 CFR
// 143.21 and 24.23(b)).
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
