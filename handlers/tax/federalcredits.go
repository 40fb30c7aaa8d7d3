package tax

import (
	"errors"

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

// stateCase is a job as its state sees it. With W-4 step 3 the federal tax is less that amount; otherwise it is less
// the child tax credit for the dependants.
func (j job) stateCase() stateCase {
	t := j.table
	f := &t.Federal
	status := j.form.status

	taxable := floorZero(j.incomeWages().Sub(f.StandardDeduction[status]))
	tax := f.brackets(status).tax(taxable)
	credits := j.form.credits
	if !credits.IsPositive() {
		credits = f.dependentCredits(status, j.incomeWages(), tax, j.dependents, 0).allowed
	}
	fica := f.Payroll.employee(j.ficaWages(), f.Payroll.AdditionalThreshold[status])

	return stateCase{
		income:           j.incomeWages(),
		status:           status,
		dependents:       decimal.NewFromInt(int64(j.dependents)),
		federalDeduction: f.StandardDeduction[status],
		federalTax:       floorZero(tax.Sub(credits)),
		earnedCredit:     f.EarnedIncome.credit(status, j.incomeWages(), j.dependents),
		payrollTax:       fica.socialSecurity.Add(fica.medicare),
		locality:         j.locality,
	}
}
