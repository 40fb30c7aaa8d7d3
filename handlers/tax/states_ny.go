package tax

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"
)

// newYork takes the benefit of the lower brackets back (Tax Law 601(d)) and gives the household credit (Tax Law
// 606(b)).
type newYork struct {
	// RecaptureOver is the income above which the benefit is taken back.
	RecaptureOver decimal.Decimal `json:"recapture_over"`
	// RecaptureWidth is the income over which a benefit is taken back in full.
	RecaptureWidth decimal.Decimal           `json:"recapture_width"`
	Recapture      forStatus[recaptureTable] `json:"recapture"`
	// TopRateAbove is the income above which the top rate applies to all taxable income.
	TopRateAbove decimal.Decimal `json:"top_rate_above"`

	// HouseholdSingle is the credit of a single filer by income; the others have HouseholdBase and for each further
	// person HouseholdPerson.
	HouseholdSingle tiers `json:"household_single"`
	HouseholdBase   tiers `json:"household_base"`
	HouseholdPerson tiers `json:"household_person"`

	// CitySingle and CityPerson are the household credit of New York City: of a single filer, and for each person of
	// the others (NYC Administrative Code 11-1706(b)).
	CitySingle tiers            `json:"city_single"`
	CityPerson forStatus[tiers] `json:"city_person"`
}

// newYorkCity is the place whose household credit comes off its tax.
const newYorkCity = "New York City"

// recaptureTable lists what is taken back by taxable income.
type recaptureTable []recaptureRow

// recaptureRow: from a taxable income of over on, base plus a share of benefit that grows with income.
type recaptureRow struct {
	over, base, benefit decimal.Decimal
}

// UnmarshalJSON reads [over, base, benefit].
func (r *recaptureRow) UnmarshalJSON(text []byte) error {
	return decodeNumbers(text, &r.over, &r.base, &r.benefit)
}

// of is the row of a taxable income.
func (t recaptureTable) of(taxable decimal.Decimal) recaptureRow {
	row := t[0]
	for _, next := range t[1:] {
		if taxable.GreaterThan(next.over) {
			row = next
		}
	}
	return row
}

func (n *newYork) check() error {
	if !n.Recapture.complete() {
		return errors.New("recapture lacks a status")
	}

	for status, table := range n.Recapture {
		if len(table) == 0 || !table[0].over.IsZero() {
			return fmt.Errorf("recapture of %s must start at 0", status)
		}
	}

	if !n.RecaptureOver.IsPositive() || !n.RecaptureWidth.IsPositive() || !n.TopRateAbove.IsPositive() {
		return errors.New("recapture_over, recapture_width and top_rate_above are required")
	}
	if len(n.HouseholdSingle) == 0 || len(n.HouseholdBase) == 0 || len(n.HouseholdPerson) == 0 {
		return errors.New("the three lists of the household credit are required")
	}
	if len(n.CitySingle) == 0 || !n.CityPerson.complete() {
		return errors.New("the household credit of New York City is required")
	}

	return nil
}

// levy adds the supplemental tax.
func (n *newYork) levy(c stateCase, r *stateResult) {
	if c.income.GreaterThan(n.TopRateAbove) {
		r.additional = floorZero(r.taxable.Mul(r.rate).Sub(r.before))
		return
	}

	row := n.Recapture.of(c.status).of(r.taxable)
	start := decimal.Max(row.over, n.RecaptureOver)
	if !c.income.GreaterThan(n.RecaptureOver) {
		return
	}
	share := decimal.Min(floorZero(c.income.Sub(start)).Div(n.RecaptureWidth), decimal.NewFromInt(1))
	r.additional = row.base.Add(row.benefit.Mul(share))
}

// credit adds the household credit; married people who file separately share it, in whole dollars.
func (n *newYork) credit(c stateCase, r *stateResult) {
	if c.status == single {
		r.credits = r.credits.Add(n.HouseholdSingle.at(c.income))
		return
	}

	further := c.people().Sub(decimal.NewFromInt(1))
	if c.status == marriedSeparate {
		further = c.people() // the spouse counts, on whose income nothing is known
	}
	credit := n.HouseholdBase.at(c.income).Add(n.HouseholdPerson.at(c.income).Mul(further))
	if c.status == marriedSeparate {
		credit = credit.Div(decimal.NewFromInt(2)).Ceil()
	}
	r.credits = r.credits.Add(credit)
}

// localCredit is the household credit of New York City.
func (n *newYork) localCredit(c stateCase, _ stateResult, _, _ decimal.Decimal) decimal.Decimal {
	switch {
	case c.locality != newYorkCity:
		return decimal.Zero
	case c.status == single:
		return n.CitySingle.at(c.income)
	}

	people := c.people()
	if c.status == marriedSeparate {
		people = people.Add(decimal.NewFromInt(1)) // the spouse counts, on whose income nothing is known
	}
	return n.CityPerson.of(c.status).at(c.income).Mul(people)
}
