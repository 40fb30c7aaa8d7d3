package tax

import (
	"errors"
	"slices"

	"github.com/shopspring/decimal"
)

// earnedIncomeTable: 26 USC 32(b). Lists are by the number of qualifying children, 0 to 3 and more.
type earnedIncomeTable struct {
	Source             string            `json:"source"`
	Maximum            []decimal.Decimal `json:"maximum"`
	PhaseInRate        []decimal.Decimal `json:"phase_in_rate"`
	PhaseOutRate       []decimal.Decimal `json:"phase_out_rate"`
	PhaseOutStart      []decimal.Decimal `json:"phase_out_start"`
	PhaseOutStartJoint []decimal.Decimal `json:"phase_out_start_joint"`
}

func (e *earnedIncomeTable) check() error {
	const counts = 4
	lists := [][]decimal.Decimal{
		e.Maximum,
		e.PhaseInRate,
		e.PhaseOutRate,
		e.PhaseOutStart,
		e.PhaseOutStartJoint,
	}
	for _, list := range lists {
		if len(list) != counts {
			return errors.New("earned_income_credit needs a value for 0, 1, 2 and 3 children")
		}
	}
	if e.Source == "" {
		return errors.New("earned_income_credit needs a source")
	}
	return nil
}

// credit is the earned income credit on wages alone. Married people who file separately get none here: they must have
// lived apart (26 USC 32(d)).
func (e *earnedIncomeTable) credit(status string, wages decimal.Decimal, children int) decimal.Decimal {
	if status == marriedSeparate {
		return decimal.Zero
	}

	i := min(children, len(e.Maximum)-1)
	start := e.PhaseOutStart[i]
	if status == marriedJointly {
		start = e.PhaseOutStartJoint[i]
	}
	most := decimal.Min(e.Maximum[i], wages.Mul(e.PhaseInRate[i]))
	lost := floorZero(wages.Sub(start)).Mul(e.PhaseOutRate[i])
	return floorZero(most.Sub(lost))
}

// refund is the additional child tax credit (26 USC 24(d)) on wages alone, by the earned income formula.
func (d *dependentCreditTable) refund(c dependentCredit, wages decimal.Decimal, children int) decimal.Decimal {
	left := c.children.Add(c.others).Sub(c.phaseOut).Sub(c.allowed)
	most := d.RefundablePerChild.Mul(decimal.NewFromInt(int64(children)))
	earned := floorZero(wages.Sub(d.RefundableOver)).Mul(d.RefundableRate)
	return decimal.Min(floorZero(left), most, earned)
}

// stateCase is a job as its state sees it. With W-4 step 3 the federal tax is less that amount; otherwise it is less
// the child tax credit for the dependants.
func (j job) stateCase() stateCase {
	t := j.table
	f := &t.Federal
	status := j.form.status

	taxable := floorZero(j.incomeWages().Sub(f.StandardDeduction[status]))
	tax := f.brackets(status).tax(taxable)
	children := f.dependentCredits(status, j.incomeWages(), tax, j.dependents, 0)
	credits := j.form.credits
	if !credits.IsPositive() {
		credits = children.allowed
	}
	refund := f.DependentCredits.refund(children, j.incomeWages(), j.dependents)
	fica := f.Payroll.employee(j.ficaWages(), f.Payroll.AdditionalThreshold[status])

	return stateCase{
		income:           j.stateWages(),
		status:           status,
		dependents:       decimal.NewFromInt(int64(j.dependents)),
		federalDeduction: f.StandardDeduction[status],
		federalTax:       floorZero(tax.Sub(credits)),
		federalBefore:    tax,
		childCredit:      children.allowed.Add(refund),
		earnedCredit:     f.EarnedIncome.credit(status, j.incomeWages(), j.dependents),
		childRefund:      refund,
		payrollTax:       decimal.Sum(fica.socialSecurity, fica.medicare, fica.additional),
		locality:         j.locality,
	}
}

// stateWages is what the state's income tax starts from.
func (j job) stateWages() decimal.Decimal {
	wages := j.incomeWages()
	if slices.Contains(j.stateTable.Taxes, taxesPretax) {
		wages = wages.Add(j.pretax)
	}
	if slices.Contains(j.stateTable.Taxes, taxesSection125) {
		wages = wages.Add(j.section125)
	}
	return wages
}
