package tax

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// everyStatus is the key of a value that all filing statuses share.
const everyStatus = "all"

// stateTable is a state's income tax of a year on the wages of a resident. What is nil or empty does not apply.
type stateTable struct {
	Name      string              `json:"-"`
	Type      string              `json:"type"` // none, flat, graduated; untabulated without a file's member
	Brackets  forStatus[schedule] `json:"brackets"`
	Standard  *allowance          `json:"standard_deduction"`
	Personal  *allowance          `json:"personal_exemption"`  // of the filing unit, without dependants
	Dependent *allowance          `json:"dependent_exemption"` // of one dependant
	Credit    *allowance          `json:"personal_credit"`
	// DependentCredit is the credit for one dependant.
	DependentCredit *allowance `json:"dependent_credit"`
	// CreditShare is a credit that is a share of the tax, by income (CT).
	CreditShare forStatus[tiers] `json:"credit_share"`
	// EarnedCreditShare is of the federal earned income credit, where the state does not refund its own.
	EarnedCreditShare decimal.Decimal        `json:"earned_income_credit_share"`
	Family            *familyCredit          `json:"family_credit"`
	FederalTax        *federalTaxSubtraction `json:"federal_tax_subtraction"`
	// Steps are amounts that income adds to the tax, and that take back lower brackets (CT).
	Steps []stepTax `json:"steps"`
	// NoTaxUpTo is the income up to which nothing is due (NJ, UT, VA).
	NoTaxUpTo forStatus[decimal.Decimal] `json:"no_tax_up_to"`
	// Taxes names the deductions from pay that do not lower the state's base: pretax_deductions, section125.
	Taxes []string `json:"taxes"`
	// PayrollTaxUpTo is how much Social Security and Medicare come off the income (MA).
	PayrollTaxUpTo forStatus[decimal.Decimal] `json:"payroll_tax_deduction_up_to"`
	// BaseTax comes due with the first taxed dollar (OH).
	BaseTax  decimal.Decimal `json:"base_at_first_threshold"`
	Taxpayer *taxpayerCredit `json:"taxpayer_credit"` // UT
	Own      json.RawMessage `json:"own"`             // figures of ownRules
	Local    *localTax       `json:"local"`
	// Sources is the form or statute that the figures of a member are from, by the member's name.
	Sources map[string]string `json:"sources"`
	// Aged is what people of 65 and over get, nil when that is not in the table.
	Aged *agedRule `json:"aged"`
	// Withholding is the state's own formula for employers, nil when it is not in the table.
	Withholding *stateWithholding `json:"withholding"`
	// StateTaxItemized is the income below which the state income tax itself can be itemized (HI).
	StateTaxItemized forStatus[decimal.Decimal] `json:"state_tax_itemized_below"`
	// FiguresInLaw names the parts whose figures for every year are in the law that Sources names.
	FiguresInLaw []string `json:"figures_in_law"`
	// Without names cases that lack figures for the year, by filing status or "dependents", and says why. They are
	// refused.
	Without map[string]string `json:"without"`
	// Unsettled is what the state has not published for the year, nil when all is.
	Unsettled *unsettled `json:"unsettled"`
	// Gaps are known to be missing: each is a warning of the answer.
	Gaps       []string `json:"gaps"`
	Notes      string   `json:"notes"`
	Confidence string   `json:"confidence"` // high, medium, low

	own ownRules // Own as the state's type, nil without
}

// compilers are who puts figures of many states together: a source that names one is not the state's own.
var compilers = []string{"PolicyEngine", "Tax Foundation", "compiled by"}

// compiled reports whether a source is a compilation.
func compiled(source string) bool {
	return slices.ContainsFunc(compilers, func(who string) bool { return strings.Contains(source, who) })
}

// lowerWithoutPaper takes high confidence from a table with figures of the year that are not settled, or for which no
// publication of the state is named: own are the members that the year states itself, papers the sources among them.
func (s *stateTable) lowerWithoutPaper(own map[string]json.RawMessage, papers map[string]string) {
	if s.Confidence != "high" {
		return
	}
	if s.Unsettled != nil {
		s.Confidence = "medium"
		return
	}
	for part := range s.parts() {
		_, yearly := own[part]
		named := papers[part] != "" || slices.Contains(s.FiguresInLaw, part)
		if yearly && !named || compiled(s.Sources[part]) {
			s.Confidence = "medium"
			return
		}
	}
}

// What a state may tax though the federation does not: inputs of a paycheck.
const (
	taxesPretax     = "pretax_deductions"
	taxesSection125 = "section125"
)

// withoutDependents is the key of [stateTable.Without] for every case with dependants.
const withoutDependents = "dependents"

// refusal is why the table has no tax for a case, "" when it has.
func (s *stateTable) refusal(status string, dependents int) string {
	if why := s.Without[status]; why != "" {
		return why
	}
	if dependents > 0 {
		return s.Without[withoutDependents]
	}
	return ""
}

// forStatus holds a value per filing status, or one under "all". Statuses that a state does not name
// take the joint value (surviving spouse) or the single one.
type forStatus[T any] map[string]T

// of is the value for a filing status.
func (m forStatus[T]) of(status string) T {
	if v, ok := m[everyStatus]; ok {
		return v
	}
	if v, ok := m[status]; ok {
		return v
	}
	if status == survivingSpouse {
		return m[marriedJointly]
	}
	return m[single]
}

// complete tells whether every status finds a value.
func (m forStatus[T]) complete() bool {
	if _, ok := m[everyStatus]; ok {
		return true
	}
	for _, s := range []string{single, marriedJointly, marriedSeparate, headOfHousehold} {
		if _, ok := m[s]; !ok {
			return false
		}
	}
	return true
}

// tiers is an amount that depends on income: of the last tier whose threshold the income is over.
type tiers []step

// UnmarshalJSON reads one number, or a list of [over, amount] that starts at 0.
func (t *tiers) UnmarshalJSON(text []byte) error {
	var one decimal.Decimal
	if len(text) > 0 && text[0] != '[' {
		if err := json.Unmarshal(text, &one); err != nil {
			return err
		}
		*t = tiers{{rate: one}}
		return nil
	}

	var list []step
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) == 0 || !list[0].over.IsZero() {
		return errors.New("tiers must start at 0")
	}
	if !slices.IsSortedFunc(list, func(a, b step) int { return a.over.Cmp(b.over) }) {
		return errors.New("tiers must rise")
	}

	*t = list
	return nil
}

// at is the amount for an income.
func (t tiers) at(income decimal.Decimal) decimal.Decimal {
	if len(t) == 0 {
		return decimal.Zero
	}
	value := t[0].rate
	for _, tier := range t[1:] {
		if income.GreaterThan(tier.over) {
			value = tier.rate
		}
	}
	return value
}

// allowance is a deduction, an exemption or a credit.
type allowance struct {
	Federal   bool             `json:"federal"` // the federal standard deduction of the year
	Amount    forStatus[tiers] `json:"amount"`
	Reduction *reduction       `json:"reduction"`
}

// reduction lowers an allowance as income rises: by marginal Slopes per dollar, or in proportion over
// the Width above Start. With Step the excess counts in whole steps, rounded "up" or "down".
type reduction struct {
	Slopes     forStatus[schedule]        `json:"slopes"`
	Start      forStatus[decimal.Decimal] `json:"start"`
	Width      forStatus[decimal.Decimal] `json:"width"`
	Step       forStatus[decimal.Decimal] `json:"step"`
	Round      string                     `json:"round"`
	Floor      forStatus[decimal.Decimal] `json:"floor"`
	FloorShare decimal.Decimal            `json:"floor_share"` // of the amount before the reduction
}

// federalTaxSubtraction is federal income tax that comes off the state's base: a share by income, up
// to a cap by income.
type federalTaxSubtraction struct {
	Share tiers            `json:"share"`
	Cap   forStatus[tiers] `json:"cap"` // empty: no cap
}

// taxpayerCredit is Rate of the federal standard deduction and of an amount per dependant, less
// PhaseOutRate of the income over the start.
type taxpayerCredit struct {
	Rate          decimal.Decimal            `json:"rate"`
	PhaseOutRate  decimal.Decimal            `json:"phase_out_rate"`
	PhaseOutStart forStatus[decimal.Decimal] `json:"phase_out_start"`
	PerDependent  decimal.Decimal            `json:"per_dependent"`
}

// stepTax adds Amount for each Size, or part of it, of income above Start, up to Most in all.
type stepTax struct {
	Start  forStatus[decimal.Decimal] `json:"start"`
	Size   forStatus[decimal.Decimal] `json:"size"`
	Amount forStatus[decimal.Decimal] `json:"amount"`
	Most   forStatus[decimal.Decimal] `json:"most"`
}

func (s stepTax) check() error {
	for _, m := range []forStatus[decimal.Decimal]{s.Start, s.Size, s.Amount, s.Most} {
		if !m.complete() || !allPositive(m) {
			return errors.New("steps need start, size, amount and most for every status")
		}
	}
	return nil
}

// familyCredit lets families near the poverty guideline off a share of their tax (KY, WV).
type familyCredit struct {
	// Guideline is an income by family size, from 1 on; the last serves larger families.
	Guideline []decimal.Decimal `json:"guideline"`
	// SeparateFactor is of the guideline, for married people who file separately.
	SeparateFactor decimal.Decimal `json:"separate_factor"`
	// Shares is by income over the guideline.
	Shares tiers `json:"shares"`
}

func (f *familyCredit) check() error {
	if f == nil {
		return nil
	}
	for _, g := range f.Guideline {
		if !g.IsPositive() {
			return errors.New("family_credit: a guideline is not positive")
		}
	}
	if len(f.Guideline) == 0 || len(f.Shares) == 0 || !f.SeparateFactor.IsPositive() {
		return errors.New("family_credit needs guidelines, shares and separate_factor")
	}
	return nil
}

func (s *stateTable) check() error {
	if s.Name == "" || !slices.Contains([]string{"high", "medium", "low"}, s.Confidence) {
		return errors.New("name and confidence are required")
	}
	if s.Type == "none" {
		return nil
	}
	if s.Type != "flat" && s.Type != "graduated" {
		return fmt.Errorf("type %q", s.Type)
	}
	if !s.Brackets.complete() {
		return errors.New("brackets for a status are missing")
	}

	for status, b := range s.Brackets {
		if err := b.check(); err != nil || !b[0].over.IsZero() {
			return fmt.Errorf("brackets of %s must start at 0 and rise: %w", status, err)
		}
	}

	for name, a := range map[string]*allowance{
		"standard_deduction":  s.Standard,
		"personal_exemption":  s.Personal,
		"dependent_exemption": s.Dependent,
		"personal_credit":     s.Credit,
		"dependent_credit":    s.DependentCredit,
	} {
		if err := a.check(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}

	if x := s.Taxpayer; x != nil && !x.PhaseOutStart.complete() {
		return errors.New("taxpayer_credit lacks a status")
	}
	if x := s.FederalTax; x != nil && (len(x.Share) == 0 || len(x.Cap) > 0 && !x.Cap.complete()) {
		return errors.New("federal_tax_subtraction lacks a share or the cap of a status")
	}
	if len(s.CreditShare) > 0 && !s.CreditShare.complete() {
		return errors.New("credit_share lacks a status")
	}
	if len(s.NoTaxUpTo) > 0 && !s.NoTaxUpTo.complete() {
		return errors.New("no_tax_up_to lacks a status")
	}

	for _, name := range s.Taxes {
		if name != taxesPretax && name != taxesSection125 {
			return fmt.Errorf("taxes: %q is no deduction from pay", name)
		}
	}

	for name, why := range s.Without {
		if why == "" || name != withoutDependents && !slices.Contains(statuses(), name) {
			return fmt.Errorf("without: %q needs a reason, and is a filing status or dependents", name)
		}
	}

	if len(s.PayrollTaxUpTo) > 0 && !s.PayrollTaxUpTo.complete() {
		return errors.New("payroll_tax_deduction_up_to lacks a status")
	}

	for _, st := range s.Steps {
		if err := st.check(); err != nil {
			return err
		}
	}

	if err := s.Family.check(); err != nil {
		return err
	}
	if err := s.Local.check(); err != nil {
		return err
	}
	if err := s.Aged.check(); err != nil {
		return err
	}
	if err := s.Withholding.check(); err != nil {
		return err
	}
	if len(s.StateTaxItemized) > 0 && !s.StateTaxItemized.complete() {
		return errors.New("state_tax_itemized_below lacks a status")
	}

	return s.checkSources()
}

// parts are the members with figures, and whether the table has them.
func (s *stateTable) parts() map[string]bool {
	return map[string]bool{
		"brackets":                true,
		"taxes":                   len(s.Taxes) > 0,
		"no_tax_up_to":            len(s.NoTaxUpTo) > 0,
		"base_at_first_threshold": s.BaseTax.IsPositive(),
		"steps":                   len(s.Steps) > 0,
		"own":                     s.own != nil,
		"local":                   s.Local != nil,

		"standard_deduction":          s.Standard != nil,
		"personal_exemption":          s.Personal != nil,
		"dependent_exemption":         s.Dependent != nil,
		"federal_tax_subtraction":     s.FederalTax != nil,
		"payroll_tax_deduction_up_to": len(s.PayrollTaxUpTo) > 0,

		"personal_credit":            s.Credit != nil,
		"dependent_credit":           s.DependentCredit != nil,
		"credit_share":               len(s.CreditShare) > 0,
		"earned_income_credit_share": s.EarnedCreditShare.IsPositive(),
		"family_credit":              s.Family != nil,
		"taxpayer_credit":            s.Taxpayer != nil,
	}
}

// checkSources holds a table that is sold with high confidence to a source for each of its parts.
func (s *stateTable) checkSources() error {
	for part, present := range s.parts() {
		if present && s.Sources[part] == "" && s.Confidence == "high" {
			return fmt.Errorf("high confidence needs a source for %s", part)
		}
		if !present && s.Sources[part] != "" {
			return fmt.Errorf("a source for %s, which the table does not have", part)
		}
	}
	return nil
}

func (a *allowance) check() error {
	if a == nil || a.Federal {
		return nil
	}
	if !a.Amount.complete() {
		return errors.New("amount lacks a status")
	}

	r := a.Reduction
	switch {
	case r == nil:
		return nil
	case !r.Slopes.complete() && (!r.Start.complete() || !r.Width.complete() || !allPositive(r.Width)):
		return errors.New("reduction needs slopes, or start and width, for every status")
	case len(r.Step) > 0 && (!r.Step.complete() || !allPositive(r.Step) || r.Round != "up" && r.Round != "down"):
		return errors.New("reduction needs a step for every status and how to round it")
	}

	for _, s := range r.Slopes {
		if err := s.check(); err != nil {
			return fmt.Errorf("slopes: %w", err)
		}
	}

	return nil
}

func allPositive(m forStatus[decimal.Decimal]) bool {
	for v := range maps.Values(m) {
		if !v.IsPositive() {
			return false
		}
	}
	return true
}
