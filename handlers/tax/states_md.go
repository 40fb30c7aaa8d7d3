package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// maryland: Form 502. Until 2024 the standard deduction is a share of income within limits. The earned income credit is
// a share of the federal one, not refunded up to the tax, and all of it for the unmarried without children; the poverty
// level credit lets off a share of the wages (Tax-General 10-217, 10-704 and 10-709). Both come off the local tax too.
type maryland struct {
	Standard         *shareWithin    `json:"standard_deduction_share"`
	EarnedShare      decimal.Decimal `json:"earned_income_credit_share"`
	EarnedChildless  decimal.Decimal `json:"earned_income_credit_share_childless"`
	LocalMultiple    decimal.Decimal `json:"local_earned_income_credit_times_rate"`
	PovertyShare     decimal.Decimal `json:"poverty_level_credit_share"`
	PovertyFirst     decimal.Decimal `json:"poverty_guideline_first_person"`
	PovertyPerPerson decimal.Decimal `json:"poverty_guideline_additional_person"`
}

// shareWithin is a share of income, at least Least and at most Most.
type shareWithin struct {
	Rate  decimal.Decimal            `json:"rate"`
	Least forStatus[decimal.Decimal] `json:"least"`
	Most  forStatus[decimal.Decimal] `json:"most"`
}

func (m *maryland) check() error {
	if x := m.Standard; x != nil && (!x.Least.complete() || !x.Most.complete()) {
		return errors.New("standard_deduction_share lacks a status")
	}
	for _, d := range []decimal.Decimal{
		m.EarnedShare, m.EarnedChildless, m.LocalMultiple, m.PovertyShare, m.PovertyFirst, m.PovertyPerPerson,
	} {
		if !d.IsPositive() {
			return errors.New("a share or an amount is missing")
		}
	}
	return nil
}

func (m *maryland) deduct(c stateCase, r *stateResult) {
	if x := m.Standard; x != nil {
		share := c.income.Mul(x.Rate)
		r.standard = decimal.Min(decimal.Max(share, x.Least.of(c.status)), x.Most.of(c.status))
	}
}

func (m *maryland) credit(c stateCase, r *stateResult) {
	earned := c.earnedCredit.Mul(m.EarnedShare)
	if c.dependents.IsZero() && c.status != marriedJointly && c.status != marriedSeparate {
		r.credits = r.credits.Add(c.earnedCredit.Mul(m.EarnedChildless))
		earned = decimal.Zero
	}
	r.credits = r.credits.Add(earned)
	if m.poor(c) && earned.LessThan(r.before) {
		r.credits = r.credits.Add(decimal.Min(r.before.Sub(earned), c.income.Mul(m.PovertyShare)))
	}
}

// poor tells whether income is within the poverty guideline of the family.
func (m *maryland) poor(c stateCase) bool {
	others := c.people().Sub(decimal.NewFromInt(1))
	return c.income.LessThanOrEqual(m.PovertyFirst.Add(others.Mul(m.PovertyPerPerson)))
}

func (m *maryland) localCredit(c stateCase, r stateResult, tax, rate decimal.Decimal) decimal.Decimal {
	off := decimal.Min(c.earnedCredit.Mul(m.LocalMultiple).Mul(rate), tax)
	if m.poor(c) && c.earnedCredit.Mul(m.EarnedShare).LessThan(r.before) {
		off = off.Add(c.income.Mul(rate))
	}
	return off
}
