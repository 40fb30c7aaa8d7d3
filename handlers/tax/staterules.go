package tax

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"
)

// ownRules is what a state does that [stateTable] has no member for. Its figures are the member "own" of the
// state's file, and its type is in the file states_<code>.go. It takes part where it has the methods:
//
//   - [deducter] before taxable income,
//   - [taxer] after the brackets,
//   - [crediter] after the common credits,
//   - [localCrediter] after the local tax.
type ownRules interface {
	// check says what is missing in the figures.
	check() error
}

// deducter changes the deductions, exemptions or additions of r, whose taxable income is not there yet.
type deducter interface {
	deduct(c stateCase, r *stateResult)
}

// taxer changes the tax of r before credits, or adds to it in r.additional.
type taxer interface {
	levy(c stateCase, r *stateResult)
}

// crediter adds to r.credits. What is above the tax is cut off later: the credits are not refundable.
type crediter interface {
	credit(c stateCase, r *stateResult)
}

// localCrediter is what comes off the tax of a place whose rate on the last dollar is given.
type localCrediter interface {
	localCredit(c stateCase, r stateResult, tax, rate decimal.Decimal) decimal.Decimal
}

// newOwnRules makes the empty rules of the states that have some.
var newOwnRules = map[string]func() ownRules{
	"AL": func() ownRules { return new(alabama) },
	"AR": func() ownRules { return new(arkansas) },
	"AZ": func() ownRules { return new(arizona) },
	"CO": func() ownRules { return new(colorado) },
	"DE": func() ownRules { return new(delaware) },
	"ID": func() ownRules { return new(idaho) },
	"KS": func() ownRules { return new(kansas) },
	"MA": func() ownRules { return new(massachusetts) },
	"MD": func() ownRules { return new(maryland) },
	"MN": func() ownRules { return new(minnesota) },
	"NE": func() ownRules { return new(nebraska) },
	"NM": func() ownRules { return new(newMexico) },
	"NY": func() ownRules { return new(newYork) },
	"OH": func() ownRules { return new(ohio) },
	"OK": func() ownRules { return new(oklahoma) },
	"PA": func() ownRules { return new(pennsylvania) },
	"SC": func() ownRules { return new(southCarolina) },
	"VA": func() ownRules { return new(virginia) },
	"VT": func() ownRules { return new(vermont) },
	"WV": func() ownRules { return new(westVirginia) },
}

// readOwnRules reads the member "own" of a state; nil when the year has none.
func readOwnRules(code string, text json.RawMessage) (ownRules, error) {
	if text == nil {
		return nil, nil
	}
	empty, ok := newOwnRules[code]
	if !ok {
		return nil, errors.New("this state has no rules of its own in the program")
	}
	rules := empty()
	if err := strictly(text, rules); err != nil {
		return nil, err
	}
	if err := rules.check(); err != nil {
		return nil, fmt.Errorf("figures: %w", err)
	}
	return rules, nil
}

// requirePositive refuses figures that are missing or not positive.
func requirePositive(figures ...decimal.Decimal) error {
	for _, f := range figures {
		if !f.IsPositive() {
			return errors.New("a figure is missing")
		}
	}
	return nil
}
