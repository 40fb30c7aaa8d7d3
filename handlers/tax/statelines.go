package tax

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/response"
)

// stateUnknown says why there is no state tax, "" when there is one.
func (j job) stateUnknown(s stateResult) string {
	if why := j.withoutTable(); why != "" {
		return why
	}
	if s.span.wide() {
		return j.stateTable.unsettledReason("The tax", s.span)
	}
	return ""
}

// withoutTable says why the tables have no tax of the state for this job, "" when they have one.
func (j job) withoutTable() string {
	if why := j.stateTable.refusal(j.form.status, j.dependents); why != "" {
		return why
	}
	if why := j.stateTable.agedRefusal(j.aged); why != "" {
		return why
	}
	if j.stateTable.Type == untabulated {
		return fmt.Sprintf("The income tax of %s for %d is not in the tables: no other year's is used in its place.",
			j.stateTable.Name, j.table.TaxYear)
	}
	return ""
}

// localKnown tells whether the tax of the locality can be answered.
func (j job) localKnown(s stateResult) bool {
	return j.stateUnknown(s) == "" && j.locality != "" && !s.local.span.wide()
}

// addStateLines puts what the state and the locality take into the lines of the year.
func (j job) addStateLines(year *payLines, s stateResult) {
	year.state = nil
	year.complete = j.stateUnknown(s) == ""
	if year.complete {
		year.state = &s.tax
	}

	localMissing := false
	if local := j.stateTable.Local; local != nil {
		switch {
		case j.localKnown(s):
			year.local = &s.local.tax
		case j.locality != "" || local.Mandatory:
			year.complete = false
			localMissing = true
		}
	}
	year.missing = j.missing(s, localMissing)

	for _, item := range j.table.StatePayroll {
		if item.State == j.state {
			due := item.due(j.ficaWages(), j.table.Federal.Payroll.WageBase)
			year.other = append(year.other, namedAmount{item.Name, due})
		}
	}
}

// missing is between what the taxes of the state and its locality lie that are not answered; nil when none are missing,
// or nothing bounds them.
func (j job) missing(s stateResult, local bool) *span {
	bound := span{}
	if j.stateUnknown(s) != "" {
		if j.withoutTable() != "" {
			return nil
		}
		bound = s.span
	}
	if local {
		due := s.local.span
		if j.locality == "" {
			due = spanOf(s.local.low.tax, s.local.high.tax)
		}
		bound.low = bound.low.Add(due.low)
		bound.high = bound.high.Add(due.high)
	}
	if bound.width().IsZero() {
		return nil
	}

	return &bound
}

// stateRate is the state's rate on the last dollar, nil when it is not known.
func (j job) stateRate(s stateResult) *json.Number {
	if j.stateUnknown(s) != "" {
		return nil
	}
	return rateOrNull(s.rate)
}

func rateOrNull(d decimal.Decimal) *json.Number { return response.NumberOrNull(&d) }

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
	if why := j.stateUnknown(s); why != "" {
		detail.Type = untabulated
		detail.Brackets = bracketSteps(nil)
		detail.ConfidenceLevel = "low"
		detail.Notes = why
		return detail
	}

	detail.StateTableYear = &j.table.TaxYear
	detail.Additions = new(money(s.additions))
	detail.StandardDeduction = new(money(s.standard))
	detail.PersonalExemption = new(money(s.personal))
	detail.DependentExemption = new(money(s.dependent))
	detail.FederalTaxSubtraction = new(money(s.federalTax))
	detail.OtherDeductions = new(money(s.other))
	detail.TaxableIncome = new(money(s.taxable))
	detail.TaxBeforeCredits = new(money(s.before))
	detail.BaseAmount = new(money(s.base))
	detail.AdditionalTax = new(money(s.additional.Add(s.fixed)))
	detail.Credits = new(money(s.credits))
	detail.Tax = new(money(s.tax))
	detail.DeductionTaken = s.deductionTaken()
	detail.Alternative = s.itemized.answer()
	detail.Local = j.localDetail(s)
	if j.locality != "" && !j.localKnown(s) {
		detail.ConfidenceLevel = "low"
	}
	maps.Copy(detail.Authorities, table.Sources)
	return detail
}

// deductionTaken is which deduction a tax is worked out with.
func (s stateResult) deductionTaken() *gen.TaxStateDetailDeductionTaken {
	taken := gen.TaxStateDetailDeductionTakenNone
	switch {
	case s.payrollItemized:
		taken = gen.TaxStateDetailDeductionTakenItemizedPayrollTax
	case s.standard.IsPositive():
		taken = gen.TaxStateDetailDeductionTakenStandard
	}
	return &taken
}

func (i *itemizedStateTax) answer() *gen.TaxStateAlternative {
	if i == nil {
		return nil
	}
	return &gen.TaxStateAlternative{
		Deduction: gen.ItemizedStateIncomeTax,
		Amount:    money(i.deduction),
		Tax:       money(i.tax),
		Condition: fmt.Sprintf("State income tax of that amount was paid in the year, it is itemized on the state's return "+
			"and nothing else is, and federal adjusted gross income is below %s.", i.below),
	}
}

// localDetail is what counties or cities take, nil where the tables have none.
func (j job) localDetail(s stateResult) *gen.TaxLocalDetail {
	law := j.stateTable.Local
	if law == nil {
		return nil
	}

	l := s.local
	detail := &gen.TaxLocalDetail{
		Kind:      law.Kind,
		Mandatory: law.Mandatory,
	}
	if l.name != "" {
		detail.Locality = &l.name
		if j.localKnown(s) {
			detail.Rate = rateOrNull(l.rate)
			detail.Tax = new(money(l.tax))
		}
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

// stateWarnings are what to know before relying on the lines of the state.
func (j job) stateWarnings(s stateResult) []gen.TaxWarning {
	var warnings []gen.TaxWarning
	warn := func(field, reason, detail string) {
		warnings = append(warnings, gen.TaxWarning{
			Field:  field,
			Reason: reason,
			Detail: detail,
		})
	}

	table := j.stateTable
	why := j.stateUnknown(s)
	switch {
	case why != "":
		warn("annual.state_income_tax", untabulated, why+" "+incomplete)
	case s.span.width().IsPositive():
		warn("annual.state_income_tax", "unsettled_figures", table.unsettledNote("The tax", s.tax, s.span))
	case table.Confidence == "low":
		warn("state_detail", "low_confidence", table.Notes)
	}
	if why == "" && j.locality != "" {
		j.localWarning(s, warn)
	}
	for _, gap := range table.Gaps {
		warn("state_detail", "not_modelled", gap)
	}
	if table.Local != nil && j.locality == "" {
		warn("annual.local_income_tax", "locality_missing", table.localMissing(s.local))
	}
	return warnings
}

// localWarning tells of figures of the locality that are not settled.
func (j job) localWarning(s stateResult, warn func(field, reason, detail string)) {
	const field = "annual.local_income_tax"
	const what = "The local tax"
	switch table := j.stateTable; {
	case s.local.span.wide():
		warn(field, untabulated, table.unsettledReason(what, s.local.span)+" "+incomplete)
	case s.local.span.width().IsPositive():
		warn(field, "unsettled_figures", table.unsettledNote(what, s.local.tax, s.local.span))
	}
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
				Detail: fmt.Sprintf("%s has payroll items such as %s: their %d rates are not in the tables. %s",
					j.state, item.Name, j.table.TaxYear, incomplete),
			}}
		}
	}
	return nil
}
