package tax

import (
	"errors"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/response"
)

// supplementalTable: the flat rates for supplemental wages (26 CFR 31.3402(g)-1).
type supplementalTable struct {
	Source    string          `json:"source"`
	Rate      decimal.Decimal `json:"rate"`
	UpTo      decimal.Decimal `json:"up_to"` // of a year
	RateAbove decimal.Decimal `json:"rate_above"`
}

func (s supplementalTable) check() error {
	if s.Source == "" || !s.Rate.IsPositive() || !s.UpTo.IsPositive() || !s.RateAbove.IsPositive() {
		return errors.New("supplemental needs a source, both rates and the amount between them")
	}
	return nil
}

// tax is what is withheld from the supplemental wages of a year.
func (s supplementalTable) tax(wages decimal.Decimal) decimal.Decimal {
	below := decimal.Min(wages, s.UpTo)
	return below.Mul(s.Rate).Add(wages.Sub(below).Mul(s.RateAbove))
}

// answerSupplemental is what is withheld from supplemental wages, nil without them.
func (j job) answerSupplemental() *gen.TaxSupplemental {
	if j.supplemental == nil {
		return nil
	}

	wages := *j.supplemental
	law := j.table.Withholding.Supplemental
	federal := law.tax(wages)
	answer := &gen.TaxSupplemental{
		Wages:            money(wages),
		Method:           "flat_rate",
		FederalRate:      exact(law.Rate),
		FederalIncomeTax: money(federal),
		Source:           law.Source,
		StateOther:       []gen.TaxNamedAmount{},
	}

	before := j.ficaWages()
	if j.ytd != nil {
		before = *j.ytd
	}
	payroll := &j.table.Federal.Payroll
	less := payroll.employee(before, payroll.AdditionalWithheldAboveAnyway)
	more := payroll.employee(before.Add(wages), payroll.AdditionalWithheldAboveAnyway)
	security := more.socialSecurity.Sub(less.socialSecurity)
	medicare := more.medicare.Sub(less.medicare)
	additional := more.additional.Sub(less.additional)
	answer.SocialSecurity = money(security)
	answer.Medicare = money(medicare)
	answer.AdditionalMedicare = money(additional)

	net := cents(wages)
	for _, tax := range []decimal.Decimal{federal, security, medicare, additional} {
		net = net.Sub(cents(tax))
	}
	for _, item := range j.table.StatePayroll {
		if item.State != j.state {
			continue
		}
		base := payroll.WageBase
		due := item.due(before.Add(wages), base).Sub(item.due(before, base))
		answer.StateOther = append(answer.StateOther, gen.TaxNamedAmount{
			Name:   item.Name,
			Amount: money(due),
		})
		net = net.Sub(cents(due))
	}

	rate, source := j.supplementalRate()
	if rate == nil {
		return answer
	}
	state := wages.Mul(*rate)
	answer.StateRate = response.NumberOrNull(rate)
	answer.StateIncomeTax = new(money(state))
	answer.StateSource = source
	answer.Net = new(money(net.Sub(cents(state))))
	return answer
}

// supplementalRate is the state's flat rate with its publication: 0 where no state income tax is counted, nil where the
// tables have no rate.
func (j job) supplementalRate() (*decimal.Decimal, *string) {
	if j.stateTable == nil || j.stateTable.Type == "none" {
		return new(decimal.Decimal), nil
	}
	w := j.stateTable.Withholding
	if w == nil || w.SupplementalRate == nil {
		return nil, nil
	}
	return w.SupplementalRate, &w.Source
}
