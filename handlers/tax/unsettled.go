package tax

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/shopspring/decimal"
)

// unsettled is what a state has not published for the year, or what is contested. The figures of the table are one end
// of what the law allows, Other stands for the other end: the tax lies between the two.
type unsettled struct {
	// Why says in a sentence what is missing, and what bounds it.
	Why string `json:"why"`
	// Other holds the members of the table that differ at the other end.
	Other map[string]json.RawMessage `json:"other"`

	end *stateTable // the table with Other in place
}

// settledWithin is how many dollars a year the two ends may differ for a tax to be answered: a dollar on a biweekly
// cheque. A wider span is a null line with the span in the warning.
var settledWithin = decimal.NewFromInt(26)

// read makes the other end out of the members of the year.
func (u *unsettled) read(code string, members map[string]json.RawMessage) error {
	if u == nil {
		return nil
	}
	if u.Why == "" || len(u.Other) == 0 {
		return errors.New("unsettled needs why and other")
	}

	end := maps.Clone(members)
	maps.Copy(end, u.Other)
	delete(end, "unsettled")
	delete(end, "sources")
	text, err := json.Marshal(end)
	if err != nil {
		return err
	}

	u.end = new(stateTable)
	if err := strictly(text, u.end); err != nil {
		return fmt.Errorf("unsettled: %w", err)
	}
	if u.end.own, err = readOwnRules(code, u.end.Own); err != nil {
		return fmt.Errorf("unsettled: own: %w", err)
	}
	u.end.Name = code
	u.end.Confidence = "low"
	return u.end.check()
}

// span is where a tax lies whose figures are not settled. Without such figures both ends are the same.
type span struct {
	low, high decimal.Decimal
}

// spanOf is the span between two taxes.
func spanOf(a, b decimal.Decimal) span {
	return span{
		low:  decimal.Min(a, b),
		high: decimal.Max(a, b),
	}
}

// width is how far the ends are apart.
func (s span) width() decimal.Decimal { return s.high.Sub(s.low) }

// wide tells whether the ends are too far apart for an answer.
func (s span) wide() bool { return s.width().GreaterThan(settledWithin) }

// String is the span as warnings write it.
func (s span) String() string { return fmt.Sprintf("%s to %s", money(s.low), money(s.high)) }

// spread puts the other end of what is not settled into r.
func (s *stateTable) spread(c stateCase, r *stateResult) {
	r.span = spanOf(r.tax, r.tax)
	r.local.span = spanOf(r.local.tax, r.local.tax)
	if s.Unsettled == nil {
		return
	}

	other := s.Unsettled.end.compute(c)
	r.span = spanOf(r.tax, other.tax)
	r.local.span = spanOf(r.local.tax, other.local.tax)
	if other.local.low.tax.LessThan(r.local.low.tax) {
		r.local.low = other.local.low
	}
	if other.local.high.tax.GreaterThan(r.local.high.tax) {
		r.local.high = other.local.high
	}
}

// unsettledReason says why a wide span is not answered.
func (s *stateTable) unsettledReason(what string, r span) string {
	return fmt.Sprintf("%s %s lies from %s dollars a year on this pay: more than %s apart, so it is not answered.",
		s.Unsettled.Why, what, r, settledWithin)
}

// unsettledNote says how far a tax that is answered can be off.
func (s *stateTable) unsettledNote(what string, answered decimal.Decimal, r span) string {
	direction := "too high"
	if answered.Equal(r.low) {
		direction = "too low"
	}
	return fmt.Sprintf("%s %s is at most %s dollars a year %s.", s.Unsettled.Why, what, money(r.width()), direction)
}
