package tax

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
)

// localTax is the income tax of a state's counties or cities on their residents. Only what is levied on the state's own
// taxable income, or on its tax, fits here.
type localTax struct {
	Kind      string           `json:"kind"`      // what a place is: county, city
	Mandatory bool             `json:"mandatory"` // every resident of the state owes it somewhere
	Places    map[string]place `json:"places"`    // by the name on the state's list
}

// place is one local tax: brackets on the state's taxable income, a rate on all of it by its size, or a share of the
// state's tax.
type place struct {
	Brackets   forStatus[schedule] `json:"brackets"`
	WholeRate  forStatus[tiers]    `json:"whole_rate"`
	OfStateTax decimal.Decimal     `json:"of_state_tax"`
}

// UnmarshalJSON reads one number, which is a flat rate, or the members of a place.
func (p *place) UnmarshalJSON(text []byte) error {
	var rate decimal.Decimal
	if len(text) > 0 && text[0] != '{' {
		if err := json.Unmarshal(text, &rate); err != nil {
			return err
		}
		p.Brackets = forStatus[schedule]{everyStatus: {{rate: rate}}}
		return nil
	}

	type members place
	return strictly(text, (*members)(p))
}

// localResult is what the places of a state take. Without a locality it is the range of a mandatory tax.
type localResult struct {
	name      string // of the locality, "" when none was given
	tax, rate decimal.Decimal
	span      span // where the tax lies
	low, high localShare
}

// localShare is what one place takes.
type localShare struct {
	name string
	tax  decimal.Decimal
}

// local is the local tax of a case whose state tax is known.
func (s *stateTable) local(c stateCase, r stateResult) localResult {
	var out localResult
	if s.Local == nil {
		return out
	}
	if c.locality != "" {
		p := s.Local.Places[c.locality]
		out.name = c.locality
		out.tax = s.localTax(p, c, r)
		out.rate = p.rate(c, r)
		return out
	}
	if !s.Local.Mandatory {
		return out
	}

	for i, name := range slices.Sorted(maps.Keys(s.Local.Places)) {
		one := localShare{
			name: name,
			tax:  s.localTax(s.Local.Places[name], c, r),
		}
		if i == 0 || one.tax.LessThan(out.low.tax) {
			out.low = one
		}
		if i == 0 || one.tax.GreaterThan(out.high.tax) {
			out.high = one
		}
	}
	return out
}

// localTax is the tax of a place, its credits taken off.
func (s *stateTable) localTax(p place, c stateCase, r stateResult) decimal.Decimal {
	tax := p.tax(c, r)
	if own, ok := s.own.(localCrediter); ok {
		tax = floorZero(tax.Sub(own.localCredit(c, r, tax, p.rate(c, r))))
	}
	return tax
}

func (p place) tax(c stateCase, r stateResult) decimal.Decimal {
	switch {
	case len(p.WholeRate) > 0:
		return r.taxable.Mul(p.rate(c, r))
	case len(p.Brackets) > 0:
		return p.Brackets.of(c.status).tax(r.taxable)
	}
	return r.tax.Mul(p.OfStateTax)
}

// rate is the rate on the last dollar of taxable income.
func (p place) rate(c stateCase, r stateResult) decimal.Decimal {
	switch {
	case len(p.WholeRate) > 0:
		return p.WholeRate.of(c.status).at(r.taxable)
	case len(p.Brackets) > 0:
		return p.Brackets.of(c.status).lastRate(r.taxable)
	}
	return r.rate.Mul(p.OfStateTax)
}

// find is the name on the state's list of a locality, given in any spelling; without "County" or "City" where only one
// has the rest of the name.
func (l *localTax) find(state, given string) (string, error) {
	if l == nil {
		return "", problem.Invalid("locality",
			"locality goes with a state and year whose local income tax is in the tables, such as MD from 2024 on")
	}
	list := slices.Sorted(maps.Keys(l.Places))
	found, _ := chosen.Find(given, list,
		func(name string) []string { return []string{name} },
		func(name string) []string {
			return []string{strings.TrimSuffix(strings.TrimSuffix(name, " County"), " City")}
		})

	switch len(found) {
	case 0:
		return "", problem.Invalid("locality", "locality must be a %s of %s: %s", l.Kind, state,
			strings.Join(list, ", "))
	case 1:
		return found[0], nil
	}
	return "", chosen.Several("locality", l.Kind+" of "+state, found)
}

func (l *localTax) check() error {
	if l == nil {
		return nil
	}
	if l.Kind == "" || len(l.Places) == 0 {
		return errors.New("local needs a kind and places")
	}

	for name, p := range l.Places {
		if len(p.Brackets) == 0 && (p.OfStateTax.IsPositive() || p.WholeRate.complete()) {
			continue
		}
		if !p.Brackets.complete() {
			return fmt.Errorf("local: %s lacks a rate for a status", name)
		}
		for _, b := range p.Brackets {
			if err := b.check(); err != nil {
				return fmt.Errorf("local: %s: %w", name, err)
			}
		}
	}

	return nil
}
