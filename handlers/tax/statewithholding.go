package tax

import (
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/tax"
)

// stateWithholding is a state's own formula of what an employer withholds. It is not the tax of the return: it goes by
// the certificate's allowances, and by rows that the state rounds.
type stateWithholding struct {
	// Source is the state's publication.
	Source string `json:"source"`
	// Rows are by the certificate's status: single or married.
	Rows map[string][]withholdingRow `json:"rows"`
	// Above has other rows for wages above an amount (OR).
	Above *withholdingAbove `json:"above"`
	// Deduction comes off the wages, by the certificate's status.
	Deduction map[string]decimal.Decimal `json:"deduction"`
	// Allowance comes off the wages for each allowance, AllowanceCredit off the tax.
	Allowance       decimal.Decimal `json:"allowance"`
	AllowanceCredit decimal.Decimal `json:"allowance_credit"`
	// NoAllowancesAbove are the wages above which allowances do not count.
	NoAllowancesAbove map[string]decimal.Decimal `json:"no_allowances_above"`
	// MarriedFrom is how many allowances let a single person use the rows of the married; 0 for never.
	MarriedFrom int `json:"married_from_allowances"`
	// FederalTax says that federal tax withheld comes off, up to the cap of the state's subtraction.
	FederalTax bool `json:"federal_tax_withheld"`
	// SupplementalRate is the flat rate for supplemental wages, nil when the state has none or it was not read.
	SupplementalRate *decimal.Decimal `json:"supplemental_rate"`
}

// withholdingAbove are the rows for wages above an amount.
type withholdingAbove struct {
	Wages decimal.Decimal             `json:"wages"`
	Rows  map[string][]withholdingRow `json:"rows"`
}

// The statuses of certificates of states.
const (
	certificateSingle  = "single"
	certificateMarried = "married"
)

func (w *stateWithholding) check() error {
	if w == nil {
		return nil
	}

	if w.Source == "" {
		return errors.New("withholding: the publication is required")
	}

	tables := []map[string][]withholdingRow{w.Rows}
	if w.Above != nil {
		tables = append(tables, w.Above.Rows)
	}

	for _, rows := range tables {
		for _, status := range []string{certificateSingle, certificateMarried} {
			if len(rows[status]) == 0 {
				return fmt.Errorf("withholding: no rows for %s", status)
			}
		}
	}
	return nil
}

// stateWithheld is what a state's formula takes in a year, unrounded.
type stateWithheld struct {
	allowances                      int
	wages, federalTax, taxable, tax decimal.Decimal
}

// withhold applies the formula to a job of which federal is withheld in the year.
func (w *stateWithholding) withhold(j job, federal decimal.Decimal) stateWithheld {
	r := stateWithheld{
		allowances: j.stateAllowances(),
		wages:      j.stateWages(),
	}
	status := certificateSingle
	switch {
	case j.form.status == marriedJointly, j.form.status == survivingSpouse,
		w.MarriedFrom > 0 && r.allowances >= w.MarriedFrom:
		status = certificateMarried
	}
	if most, limited := w.NoAllowancesAbove[status]; limited && r.wages.GreaterThan(most) {
		r.allowances = 0
	}
	if w.FederalTax {
		r.federalTax = federal
		if x := j.stateTable.FederalTax; x != nil {
			r.federalTax = decimal.Min(federal, x.Cap.of(j.form.status).at(r.wages))
		}
	}

	count := decimal.NewFromInt(int64(r.allowances))
	off := decimal.Sum(r.federalTax, w.Deduction[status], w.Allowance.Mul(count))
	r.taxable = floorZero(r.wages.Sub(off))

	rows := w.Rows[status]
	if w.Above != nil && r.wages.GreaterThan(w.Above.Wages) {
		rows = w.Above.Rows[status]
	}
	r.tax = floorZero(rowOf(rows, r.taxable).tax(r.taxable).Sub(w.AllowanceCredit.Mul(count)))
	return r
}

// rowOf is the last row that an amount reaches; the zero row below the first.
func rowOf(rows []withholdingRow, amount decimal.Decimal) withholdingRow {
	var reached withholdingRow
	for _, row := range rows {
		if amount.GreaterThanOrEqual(row.over) {
			reached = row
		}
	}
	return reached
}

// tax is the base of the row and its rate on the excess.
func (r withholdingRow) tax(amount decimal.Decimal) decimal.Decimal {
	return r.base.Add(r.rate.Mul(amount.Sub(r.over)))
}

// stateAllowances are those of the state's certificate: as given, or one for each adult and each dependant.
func (j job) stateAllowances() int {
	if j.allowances != nil {
		return *j.allowances
	}
	if j.form.status == marriedJointly {
		return 2 + j.dependents
	}
	return 1 + j.dependents
}

// answerStateWithholding puts what the state's formula takes beside its liability. year has the lines of the year.
func (j job) answerStateWithholding(year payLines, s stateResult) *gen.TaxStateWithholding {
	w := j.stateTable.Withholding
	if w == nil {
		return nil
	}
	r := w.withhold(j, year.federal)
	answer := &gen.TaxStateWithholding{
		Source:     w.Source,
		Allowances: r.allowances,
		AnnualWage: money(r.wages),
		FederalTax: money(r.federalTax),
		Taxable:    money(r.taxable),
		Annual:     money(r.tax),
		PerPeriod:  money(r.tax.DivRound(j.periods, 2)),
	}
	if j.stateUnknown(s) == "" {
		answer.LessLiability = new(money(cents(r.tax).Sub(cents(s.tax))))
	}
	if local := j.stateTable.Local; local != nil && (local.Mandatory || j.locality != "") {
		return answer
	}

	withheld := year
	withheld.state = &r.tax
	withheld.local = nil
	answer.NetPayAnnual = new(money(withheld.net()))
	answer.NetPayPerPeriod = new(money(withheld.divided(j.periods).net()))
	return answer
}

// net is the pay less the deductions and the taxes that are known.
func (l payLines) net() decimal.Decimal {
	return cents(l.gross).Sub(cents(l.pretax)).Sub(l.taxes())
}

// models says what the lines of pay are.
func (j job) models() gen.TaxModels {
	m := gen.TaxModels{
		FederalIncomeTax: gen.TaxModelsFederalIncomeTaxWithheld,
		StateIncomeTax:   gen.TaxModelsStateIncomeTaxNone,
		LocalIncomeTax:   gen.TaxModelsLocalIncomeTaxNone,
		NetPay:           gen.TaxModelsNetPayWithheld,
	}
	if j.stateTable == nil || j.stateTable.Type == "none" {
		return m
	}
	m.StateIncomeTax = gen.TaxModelsStateIncomeTaxLiability
	m.NetPay = gen.TaxModelsNetPayFederalWithheldStateLiability
	if local := j.stateTable.Local; local != nil && (local.Mandatory || j.locality != "") {
		m.LocalIncomeTax = gen.TaxModelsLocalIncomeTaxLiability
	}
	return m
}
