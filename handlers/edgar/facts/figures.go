package facts

import (
	"slices"

	"github.com/shopspring/decimal"
)

// Figures are all concepts of a period.
type Figures struct {
	Period Period
	values map[string]*Value

	manyDebts bool // kinds of debt are shown that may be part of each other
}

// Figures works all concepts of a period out.
func (c *Company) Figures(p Period) *Figures {
	f := &Figures{
		Period: p,
		values: make(map[string]*Value, len(concepts)),
	}
	for _, concept := range concepts {
		if v := c.Value(concept, p); v != nil {
			f.values[concept.Name] = v
		}
	}
	f.manyDebts = c.manyDebts(p)
	return f
}

// Value is a concept of the period, nil when the filings do not say it.
func (f *Figures) Value(name string) *Value {
	if f == nil {
		return nil
	}
	return f.values[name]
}

// Before is the period that a period is compared with: the fiscal year before, the same quarter of it, or the twelve
// months that ended a year earlier. It is nil where there is none of the same length.
func (c *Company) Before(p Period) *Period {
	switch p.Kind {
	case Year:
		i := slices.IndexFunc(
			c.annual,
			func(y Period) bool { return y.Kind == Year && abs(y.End+1-p.Start) <= slack },
		)
		if i >= 0 {
			return &c.annual[i]
		}
	case Quarter:
		return c.quarter(p.FY-1, p.Quarter)
	case Trailing:
		for _, t := range c.Trailings() {
			if t.FY == p.FY-1 && t.Quarter == p.Quarter {
				return &t
			}
		}
	}
	return nil
}

// reading counts with the figures of a period, and keeps which were missing.
type reading struct {
	now     *Figures
	missing map[string]bool
}

// of is a figure of the period, with whether there is one.
func (r *reading) of(name string) (float64, bool) {
	v := r.now.Value(name)
	if v == nil {
		r.missing[name] = true
		return 0, false
	}
	return v.Number.InexactFloat64(), true
}

// all are several figures, with whether there is each of them.
func (r *reading) all(names ...string) ([]float64, bool) {
	list := make([]float64, len(names))
	whole := true
	for i, name := range names {
		x, ok := r.of(name)
		list[i] = x
		whole = whole && ok
	}
	return list, whole
}

// number is a figure without a record of its absence.
func (f *Figures) number(name string) (float64, bool) {
	v := f.Value(name)
	if v == nil {
		return 0, false
	}
	return v.Number.InexactFloat64(), true
}

// FreeCashFlow is cash from operating activities less capital expenditure.
func (f *Figures) FreeCashFlow() *decimal.Decimal {
	cash := f.Value("operating_cash_flow")
	spent := f.Value("capex")
	if cash == nil || spent == nil {
		return nil
	}
	return new(cash.Number.Sub(spent.Number))
}
