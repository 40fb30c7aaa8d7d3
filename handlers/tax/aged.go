package tax

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/problem"
)

// agedRule is what a state gives people of 65 and over on wages, each of them. A state without the rule is not computed
// for them.
type agedRule struct {
	Source string `json:"source"`
	// Nothing says that the state gives them nothing on wages.
	Nothing bool `json:"nothing"`
	// Federal says that the additions to the federal standard deduction are in the state's, FederalSenior that the
	// federal senior deduction comes off too: the state starts from federal taxable income.
	Federal       bool `json:"federal"`
	FederalSenior bool `json:"federal_senior"`
	// Deduction is added to the standard deduction before that is reduced, Exemption to the personal exemption.
	Deduction *allowance `json:"deduction"`
	Exemption *allowance `json:"exemption"`
	Credit    *allowance `json:"credit"`
}

func (a *agedRule) check() error {
	if a == nil {
		return nil
	}
	gives := a.Federal || a.Deduction != nil || a.Exemption != nil || a.Credit != nil
	if a.Source == "" || a.Nothing == gives || a.FederalSenior && !a.Federal {
		return errors.New("aged needs a source, and either what is given or nothing")
	}
	for _, given := range []*allowance{a.Deduction, a.Exemption, a.Credit} {
		if err := given.check(); err != nil {
			return fmt.Errorf("aged: %w", err)
		}
	}
	return nil
}

// each is an allowance for every person of 65 and over in the case.
func (c stateCase) each(a *allowance) decimal.Decimal {
	if a == nil {
		return decimal.Zero
	}
	return a.value(c, decimal.Zero).Mul(c.aged)
}

// agedRefusal is why the table has no tax for people of 65 and over, "" when it has.
func (s *stateTable) agedRefusal(aged int) string {
	if aged == 0 || s.Aged != nil || s.Type == "none" || s.Type == untabulated {
		return ""
	}
	return "What " + s.Name + " gives people of 65 and over on wages is not in the tables of the year."
}

// readAged reads who is 65 or older.
func (j *job) readAged(taxpayer, spouse bool) error {
	if spouse && j.form.status != marriedJointly {
		return problem.Invalid("spouse_is_65", "spouse_is_65 goes with filing_status married_jointly only")
	}
	if taxpayer {
		j.aged++
		j.in.put("is_65", true)
	}
	if spouse {
		j.aged++
		j.in.put("spouse_is_65", true)
	}
	return nil
}

// agedAddition is what the federal standard deduction rises by for those of 65 and over.
func (j job) agedAddition() decimal.Decimal {
	return j.table.Federal.AgedOrBlind[j.form.status].Mul(decimal.NewFromInt(int64(j.aged)))
}

// seniorDeduction is the federal deduction of 2025 to 2028 for them (26 USC 151(d)(5)(C)).
func (j job) seniorDeduction(income decimal.Decimal) decimal.Decimal {
	return j.table.Federal.Temporary.senior(j.form.status, income, j.aged)
}

// senior is the deduction for people of 65 and over, phased out by income; married people must file jointly.
func (law *temporaryTable) senior(status string, magi decimal.Decimal, people int) decimal.Decimal {
	if law == nil || status == marriedSeparate {
		return decimal.Zero
	}
	s := law.Senior
	lost := s.PhaseOutRate.Mul(floorZero(magi.Sub(s.PhaseOutStart[status])))
	return floorZero(s.PerPerson.Sub(lost)).Mul(decimal.NewFromInt(int64(people)))
}
