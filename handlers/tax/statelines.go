package tax

import (
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/tax"
)

// stateKnown tells whether the tables have the state's tax for the year.
func (j job) stateKnown() bool {
	return j.stateTable.Type != untabulated && j.stateTable.refusal(j.form.status, j.dependents) == ""
}

// addStateLines puts what the state and the locality take into the lines of the year.
func (j job) addStateLines(year *payLines, s stateResult) {
	year.state = nil
	year.complete = j.stateKnown()
	if j.stateKnown() {
		year.state = &s.tax
	}

	if local := j.stateTable.Local; local != nil {
		switch {
		case j.locality != "":
			year.local = &s.local.tax
		case local.Mandatory:
			year.complete = false
		}
	}

	for _, item := range j.table.StatePayroll {
		if item.State == j.state {
			due := item.due(j.ficaWages(), j.table.Federal.Payroll.WageBase)
			year.other = append(year.other, namedAmount{item.Name, due})
		}
	}
}

// stateRate is the state's rate on the last dollar, nil when it is not known.
func (j job) stateRate(s stateResult) *json.Number {
	if !j.stateKnown() {
		return nil
	}
	return rateOrNull(s.rate)
}

func rateOrNull(d decimal.Decimal) *json.Number { return exactPtr(&d) }

// moneyOrNull is money, null for what is not known.
func moneyOrNull(d *decimal.Decimal) *json.Number {
	if d == nil {
		return nil
	}
	return moneyPtr(*d)
}

// stateDetail is how the state's tax comes about.
func (j job) stateDetail(s stateResult) *gen.TaxStateDetail {
	table := j.stateTable
	detail := &gen.TaxStateDetail{
		State:           j.state,
		Name:            table.Name,
		Type:            gen.TaxStateDetailType(table.Type),
		Method:          "annual_tax_divided_by_periods",
		Brackets:        bracketSteps(s.brackets),
		ConfidenceLevel: gen.TaxStateDetailConfidenceLevel(table.Confidence),
		Notes:           table.Notes,
		Authorities:     map[string]string{},
	}
	for _, item := range j.table.StatePayroll {
		if item.State == j.state {
			detail.Authorities[item.Name] = item.Source
		}
	}
	if !j.stateKnown() {
		detail.Type = untabulated
		detail.Brackets = bracketSteps(nil)
		detail.ConfidenceLevel = "low"
		detail.Notes = j.untabulated()
		return detail
	}

	detail.StateTableYear = &j.table.TaxYear
	detail.Additions = moneyPtr(s.additions)
	detail.StandardDeduction = moneyPtr(s.standard)
	detail.PersonalExemption = moneyPtr(s.personal)
	detail.DependentExemption = moneyPtr(s.dependent)
	detail.FederalTaxSubtraction = moneyPtr(s.federalTax)
	detail.OtherDeductions = moneyPtr(s.other)
	detail.TaxableIncome = moneyPtr(s.taxable)
	detail.TaxBeforeCredits = moneyPtr(s.before)
	detail.BaseAmount = moneyPtr(s.base)
	detail.AdditionalTax = moneyPtr(s.additional.Add(s.fixed))
	detail.Credits = moneyPtr(s.credits)
	detail.Tax = moneyPtr(s.tax)
	detail.Local = j.localDetail(s.local)
	for part, source := range table.Sources {
		detail.Authorities[part] = source
	}
	return detail
}

// localDetail is what counties or cities take, nil where the tables have none.
func (j job) localDetail(l localResult) *gen.TaxLocalDetail {
	law := j.stateTable.Local
	if law == nil {
		return nil
	}

	detail := &gen.TaxLocalDetail{
		Kind:      law.Kind,
		Mandatory: law.Mandatory,
	}
	if l.name != "" {
		detail.Locality = &l.name
		detail.Rate = rateOrNull(l.rate)
		detail.Tax = moneyPtr(l.tax)
		return detail
	}
	if law.Mandatory {
		detail.Lowest = l.low.answer()
		detail.Highest = l.high.answer()
	}
	return detail
}

func (s localShare) answer() *gen.TaxLocalShare {
	return &gen.TaxLocalShare{
		Locality: s.name,
		Tax:      money(s.tax),
	}
}

// untabulated says why there is no state tax.
func (j job) untabulated() string {
	if why := j.stateTable.refusal(j.form.status, j.dependents); why != "" {
		return why
	}
	return fmt.Sprintf("The income tax of %s for %d is not in the tables: no other year's is used in its place.",
		j.stateTable.Name, j.table.TaxYear)
}

// stateWarnings are what to know before relying on the lines of the state.
func (h *Handlers) stateWarnings(j job, s stateResult) []gen.TaxWarning {
	var warnings []gen.TaxWarning
	warn := func(field, reason, detail string) {
		warnings = append(warnings, gen.TaxWarning{Field: field, Reason: reason, Detail: detail})
	}

	table := j.stateTable
	switch {
	case !j.stateKnown():
		warn("annual.state_income_tax", untabulated, j.untabulated()+" "+incomplete)
	case table.Confidence == "low":
		warn("state_detail", "low_confidence", table.Notes)
	}
	for _, gap := range table.Gaps {
		warn("state_detail", "not_modelled", gap)
	}
	if table.Local != nil && j.locality == "" {
		warn("annual.local_income_tax", "locality_missing", table.localMissing(s.local))
	}
	return append(warnings, h.payrollWarnings(j)...)
}

// incomplete says what a missing line does to the sums.
const incomplete = "total_taxes, net_pay and effective_rate are null."

// localMissing says what a request without locality leaves out.
func (s *stateTable) localMissing(l localResult) string {
	if !s.Local.Mandatory {
		return fmt.Sprintf("Places of %s have an income tax of their own: it is left out without locality.", s.Name)
	}
	return fmt.Sprintf("Every resident of %s owes the income tax of a %s: from %s (%s) to %s (%s) a year on this pay. "+
		"Give locality; without it %s",
		s.Name, s.Local.Kind, money(l.low.tax), l.low.name, money(l.high.tax), l.high.name, incomplete)
}

// payrollWarnings tell of payroll items that the tables have for other years only.
func (h *Handlers) payrollWarnings(j job) []gen.TaxWarning {
	if len(j.table.StatePayroll) > 0 {
		return nil
	}
	for _, year := range h.knownYears() {
		for _, item := range h.years[year].StatePayroll {
			if item.State != j.state {
				continue
			}
			return []gen.TaxWarning{{
				Field:  "per_period.state_other",
				Reason: "not_tabulated",
				Detail: fmt.Sprintf("%s has payroll items such as %s: their %d rates are not in the tables.",
					j.state, item.Name, j.table.TaxYear),
			}}
		}
	}
	return nil
}
