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

	standard := f.StandardDeduction[status].Add(j.agedAddition())
	senior := j.seniorDeduction(j.incomeWages())
	taxable := floorZero(j.incomeWages().Sub(standard).Sub(senior))
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
		federalDeduction: j.stateDeduction(standard),
		federalTax:       floorZero(tax.Sub(credits)),
		federalBefore:    tax,
		childCredit:      children.allowed.Add(refund),
		earnedCredit:     j.earnedCredit(),
		childRefund:      refund,
		payrollTax:       decimal.Sum(fica.socialSecurity, fica.medicare, fica.additional),
		aged:             decimal.NewFromInt(int64(j.aged)),
		senior:           senior,
		locality:         j.locality,
	}
}

// stateDeduction is the federal standard deduction that the state's own follows: with the additions for those of 65 and
// over where the state has them.
func (j job) stateDeduction(standard decimal.Decimal) decimal.Decimal {
	if aged := j.stateTable.Aged; aged != nil && aged.Federal {
		return standard
	}
	return j.table.Federal.StandardDeduction[j.form.status]
}

// earnedCredit is the federal earned income credit. Without children it is for people below 65 (26 USC
// 32(c)(1)(A)(ii)).
func (j job) earnedCredit() decimal.Decimal {
	adults := 1
	if j.form.status == marriedJointly {
		adults = 2
	}
	if j.dependents == 0 && j.aged >= adults {
		return decimal.Zero
	}
	return j.table.Federal.EarnedIncome.credit(j.form.status, j.incomeWages(), j.dependents)
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
