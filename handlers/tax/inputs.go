package tax

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/shopspring/decimal"
)

// Filing statuses, as the tables and the answers name them.
const (
	single          = "single"
	marriedJointly  = "married_jointly"
	marriedSeparate = "married_separately"
	headOfHousehold = "head_of_household"
	survivingSpouse = "surviving_spouse"
)

// statuses lists the filing statuses in the order of the forms.
func statuses() []string {
	return []string{single, marriedJointly, marriedSeparate, headOfHousehold, survivingSpouse}
}

// canonical is how a word that names a choice is compared: case, spaces and dashes do not matter.
func canonical(s string) string {
	return strings.NewReplacer("-", "_", " ", "_", "(", "", ")", "").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// filingStatus reads a filing status or one of its aliases.
func filingStatus(s string) (string, error) {
	switch canonical(s) {
	case single, "s":
		return single, nil
	case marriedJointly, "married", "mfj", "joint", "jointly", "married_joint", "married_filing_jointly", "married_filing_joint":
		return marriedJointly, nil
	case marriedSeparate, "mfs", "separate", "separately", "married_separate", "married_filing_separately", "married_filing_separate":
		return marriedSeparate, nil
	case headOfHousehold, "hoh", "head":
		return headOfHousehold, nil
	case survivingSpouse, "qss", "qualifying_surviving_spouse", "widow", "widower", "qualifying_widow", "qualifying_widower":
		return survivingSpouse, nil
	}
	return "", problem.Invalid("filing_status", "filing_status must be one of %s", strings.Join(statuses(), ", "))
}

// Bounds of how a number is written, so that none of them takes long to compute with.
const (
	maxDigits   = 60
	maxDecimals = 20
)

// amount reads an exact amount of USD.
func amount(field string, n json.Number) (decimal.Decimal, error) {
	d, err := decimal.NewFromString(n.String())
	if err != nil || len(n) > maxDigits {
		return decimal.Zero, problem.Invalid(field, "%s must be a decimal number of at most %d characters", field, maxDigits)
	}
	if d.IsZero() {
		return decimal.Zero, nil // an exponent of a zero would be carried along
	}
	if d.Exponent() < -maxDecimals || d.Exponent() > maxDigits {
		return decimal.Zero, problem.Invalid(field, "%s must have at most %d decimals", field, maxDecimals)
	}
	return d, nil
}

// optionalAmount is amount of an input that may be left out, 0 then.
func optionalAmount(field string, n *json.Number) (decimal.Decimal, error) {
	if n == nil {
		return decimal.Zero, nil
	}
	return amount(field, *n)
}

// year is the table of a tax year, of the present one when none is given; a 400 that names the years when there is
// none. The law of another year is never taken in its place.
func (h *Handlers) year(given *int) (*yearTable, error) {
	year := h.now().UTC().Year()
	if given != nil {
		year = *given
	}
	if t := h.years[year]; t != nil {
		return t, nil
	}

	known := h.knownYears()
	names := each.Of(known, strconv.Itoa)
	why := ""
	if given == nil {
		why = fmt.Sprintf("; it was not given, and there are no tables of %d", year)
	}
	return nil, problem.InvalidCode("tax_year", problem.CodeUnsupportedTaxYear,
		"tax_year must be one of %s%s", strings.Join(names, ", "), why).With("supported_years", known)
}

func (h *Handlers) knownYears() []int { return slices.Sorted(maps.Keys(h.years)) }

// filing reads the two inputs that every route has.
func (h *Handlers) filing(taxYear *int, status string) (*yearTable, string, error) {
	t, err := h.year(taxYear)
	if err != nil {
		return nil, "", err
	}
	s, err := filingStatus(status)
	return t, s, err
}

// inputs collects the inputs as understood.
type inputs gen.TaxInputs

// put adds an input that has a value.
func (in inputs) put(name string, value any) { in[name] = fmt.Sprint(value) }

// putGiven adds an optional amount if the caller gave it.
func (in inputs) putGiven(name string, given *json.Number, value decimal.Decimal) {
	if given != nil {
		in.put(name, value)
	}
}

// money is an amount rounded to cents, half away from zero.
func money(d decimal.Decimal) json.Number { return json.Number(cents(d).String()) }

func cents(d decimal.Decimal) decimal.Decimal { return d.Round(2) }

// exact is a number of the tables as they give it.
func exact(d decimal.Decimal) json.Number { return json.Number(d.String()) }

// ratio is part of whole to 6 decimals, 0 when there is no whole.
func ratio(part, whole decimal.Decimal) json.Number {
	if !whole.IsPositive() {
		return "0"
	}
	return json.Number(part.DivRound(whole, 6).String())
}

// floorZero is d, or 0 when it is below.
func floorZero(d decimal.Decimal) decimal.Decimal { return decimal.Max(d, decimal.Zero) }

// bracketSteps shows the portions of an income.
func bracketSteps(portions []portion) []gen.TaxBracketStep {
	return each.Of(portions, func(p portion) gen.TaxBracketStep {
		return gen.TaxBracketStep{
			Rate:            exact(p.rate),
			From:            exact(p.from),
			To:              response.NumberOrNull(p.to),
			IncomeInBracket: money(p.amount),
			Tax:             money(p.tax()),
		}
	})
}
