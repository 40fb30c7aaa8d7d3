package tax

import (
	"encoding/json"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/problem"
	"github.com/shopspring/decimal"
)

// job is one employment over a year; amounts are those of the year unless said otherwise.
type job struct {
	table                     *yearTable
	form                      w4
	period                    string
	periods                   decimal.Decimal
	gross, pretax, section125 decimal.Decimal
	dependents                int
	ytd                       *decimal.Decimal // FICA wages paid before the cheque, nil when not given
	aged                      int              // people of 65 and over on the return
	allowances                *int             // on the state's certificate, nil when not given
	supplemental              *decimal.Decimal // wages beside the pay, nil without them
	state                     string
	stateTable                *stateTable // nil without a state
	locality                  string      // as the state's table names it, "" when not given
	in                        inputs
}

// incomeWages is what income tax is withheld from.
func (j job) incomeWages() decimal.Decimal { return j.gross.Sub(j.pretax).Sub(j.section125) }

// ficaWages is what Social Security and Medicare are withheld from.
func (j job) ficaWages() decimal.Decimal { return j.gross.Sub(j.section125) }

// capReached is the number of the period in which wages pass the Social Security base; nil when they
// do not.
func (j job) capReached(base decimal.Decimal) *int {
	wages := j.ficaWages()
	if !wages.GreaterThan(base) {
		return nil
	}
	n := int(steps(base.Mul(j.periods), wages, true).IntPart())
	return &n
}

// payPeriod reads a pay period; the number is how many make a year (Publication 15-T, Table 3).
func payPeriod(s string) (name string, perYear int64, err error) {
	switch canonical(s) {
	case "weekly", "week":
		return "weekly", 52, nil
	case "biweekly", "bi_weekly", "fortnightly", "every_two_weeks":
		return "biweekly", 26, nil
	case "semimonthly", "semi_monthly", "twice_monthly", "twice_a_month":
		return "semimonthly", 24, nil
	case "monthly", "month":
		return "monthly", 12, nil
	case "quarterly", "quarter":
		return "quarterly", 4, nil
	case "semiannually", "semi_annually", "semiannual", "half_yearly":
		return "semiannually", 2, nil
	case "annually", "annual", "yearly", "year":
		return "annually", 1, nil
	case "daily", "day":
		return "daily", 260, nil
	}
	return "", 0, problem.Invalid("pay_period", "pay_period must be one of weekly, biweekly, semimonthly, monthly, quarterly, semiannually, annually, daily")
}

// readJob reads the inputs of a paycheck.
func (h *Handlers) readJob(p gen.TaxPaycheckParams) (job, error) {
	table, status, err := h.filing(p.TaxYear, p.FilingStatus)
	if err != nil {
		return job{}, err
	}

	j := job{
		table:      table,
		form:       w4{status: status, twoJobs: p.Step2Checkbox},
		dependents: p.Dependents,
		in:         inputs{},
	}
	name, perYear, err := payPeriod(p.PayPeriod)
	if err != nil {
		return job{}, err
	}

	j.period = name
	j.periods = decimal.NewFromInt(perYear)
	basis := canonical(p.GrossBasis)
	if basis != "annual" && basis != "per_period" {
		return job{}, problem.Invalid("gross_basis", "gross_basis must be one of annual, per_period")
	}

	j.in.put("tax_year", table.TaxYear)
	j.in.put("filing_status", status)
	j.in.put("pay_period", name)
	j.in.put("gross_basis", basis)
	j.in.put("step2_checkbox", p.Step2Checkbox)
	j.in.put("dependents", p.Dependents)

	if err := j.readAmounts(p, basis == "per_period"); err != nil {
		return job{}, err
	}

	if p.State != nil {
		if j.state, j.stateTable, err = table.state(*p.State); err != nil {
			return job{}, err
		}
		j.in.put("state", j.state)
	}

	if err := j.readLocality(p.Locality); err != nil {
		return job{}, err
	}
	if err := j.readAged(p.Is65, p.SpouseIs65); err != nil {
		return job{}, err
	}
	if p.StateAllowances != nil {
		j.allowances = p.StateAllowances
		j.in.put("state_allowances", *p.StateAllowances)
	}
	return j, nil
}

// readLocality reads the county or city whose income tax is wanted.
func (j *job) readLocality(given *string) error {
	if given == nil {
		return nil
	}
	if j.stateTable == nil {
		return problem.Invalid("locality", "locality goes with state")
	}

	name, err := j.stateTable.Local.find(j.stateTable.Name, *given)
	if err != nil {
		return err
	}
	j.locality = name
	j.in.put("locality", name)
	return nil
}

// readAmounts reads the money inputs; pay given per period is turned into that of a year.
func (j *job) readAmounts(p gen.TaxPaycheckParams, perPeriod bool) error {
	var ytd, supplemental decimal.Decimal
	for _, one := range []struct {
		field string
		given *json.Number
		into  *decimal.Decimal
		pay   bool // follows gross_basis
	}{
		{"gross_income", &p.GrossIncome, &j.gross, true},
		{"pretax_deductions", p.PretaxDeductions, &j.pretax, true},
		{"section125", p.Section125, &j.section125, true},
		{"dependents_credit", p.DependentsCredit, &j.form.credits, false},
		{"other_income", p.OtherIncome, &j.form.otherIncome, false},
		{"deductions", p.Deductions, &j.form.deductions, false},
		{"extra_withholding", p.ExtraWithholding, &j.form.extra, false},
		{"ytd_gross", p.YtdGross, &ytd, false},
		{"supplemental_wages", p.SupplementalWages, &supplemental, false},
	} {
		value, err := optionalAmount(one.field, one.given)
		if err != nil {
			return err
		}
		j.in.putGiven(one.field, one.given, value)
		if one.pay && perPeriod {
			value = value.Mul(j.periods)
		}
		*one.into = value
	}

	if p.YtdGross != nil {
		j.ytd = &ytd
	}
	if p.SupplementalWages != nil {
		j.supplemental = &supplemental
	}
	if j.incomeWages().IsNegative() {
		return problem.Invalid("pretax_deductions", "pretax_deductions and section125 together must not exceed gross_income")
	}

	return nil
}
