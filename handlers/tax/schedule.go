package tax

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"
)

// step is a rate that applies to what lies over a threshold, up to the next step.
type step struct {
	over, rate decimal.Decimal
}

// UnmarshalJSON reads [over, rate].
func (s *step) UnmarshalJSON(text []byte) error {
	return decodeNumbers(text, &s.over, &s.rate)
}

// decodeNumbers reads a JSON list of exactly as many numbers as there is room for.
func decodeNumbers(text []byte, into ...*decimal.Decimal) error {
	var list []decimal.Decimal
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) != len(into) {
		return fmt.Errorf("%s has %d numbers, not %d", text, len(list), len(into))
	}
	for i, number := range list {
		*into[i] = number
	}
	return nil
}

// schedule is a marginal-rate schedule: steps with rising thresholds.
type schedule []step

// newSchedule is the schedule with these rates, each up to its end; the last rate has no end.
func newSchedule(rates, ends []decimal.Decimal) schedule {
	s := make(schedule, len(rates))
	for i, rate := range rates {
		s[i].rate = rate
		if i > 0 {
			s[i].over = ends[i-1]
		}
	}
	return s
}

// check says what keeps s from being a schedule.
func (s schedule) check() error {
	if len(s) == 0 {
		return errors.New("no steps")
	}
	for i, st := range s {
		if i > 0 && !st.over.GreaterThan(s[i-1].over) {
			return fmt.Errorf("threshold %s does not rise", st.over)
		}
		if st.rate.IsNegative() || st.rate.GreaterThan(decimal.NewFromInt(1)) {
			return fmt.Errorf("rate %s is not between 0 and 1", st.rate)
		}
	}
	return nil
}

// portion is the part of an amount that falls into one step.
type portion struct {
	rate, from decimal.Decimal
	to         *decimal.Decimal // nil in the last step
	amount     decimal.Decimal
}

// tax is what the portion costs, exactly.
func (p portion) tax() decimal.Decimal { return p.amount.Mul(p.rate) }

// between is what of the range from lo to hi falls into each step that it reaches, lowest first.
func (s schedule) between(lo, hi decimal.Decimal) []portion {
	portions := []portion{}
	for i, st := range s {
		p := portion{rate: st.rate, from: st.over}
		top := hi
		if i+1 < len(s) {
			p.to = &s[i+1].over
			top = decimal.Min(hi, *p.to)
		}
		if p.amount = top.Sub(decimal.Max(lo, st.over)); p.amount.IsPositive() {
			portions = append(portions, p)
		}
	}
	return portions
}

// tax is the tax on x, exactly; 0 below the first threshold.
func (s schedule) tax(x decimal.Decimal) decimal.Decimal {
	return total(s.between(s[0].over, x))
}

// total is the tax of the portions, exactly.
func total(portions []portion) decimal.Decimal {
	var sum decimal.Decimal
	for _, p := range portions {
		sum = sum.Add(p.tax())
	}
	return sum
}

// lastRate is the rate on the last dollar of x; 0 when nothing is taxed.
func (s schedule) lastRate(x decimal.Decimal) decimal.Decimal { return s.rate(x.GreaterThan) }

// nextRate is the rate on a dollar added to x, which must not be below the first threshold.
func (s schedule) nextRate(x decimal.Decimal) decimal.Decimal { return s.rate(x.GreaterThanOrEqual) }

// rate is that of the last step whose threshold is passed.
func (s schedule) rate(passes func(over decimal.Decimal) bool) decimal.Decimal {
	var rate decimal.Decimal
	for _, st := range s {
		if passes(st.over) {
			rate = st.rate
		}
	}
	return rate
}
