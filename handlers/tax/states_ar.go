package tax

import (
	"encoding/json"
	"errors"

	"github.com/shopspring/decimal"
)

// arkansas: the regular tax table of Form AR1000F is a rate on the whole net income less an amount. Low incomes have a
// table of their own by status and dependants; the smaller tax is due.
type arkansas struct {
	Rows      []lessRow                   `json:"rows"`
	LowIncome map[string]tiers            `json:"low_income"` // by status; _2 is with two dependants or more
	LowMost   map[string]decimal.Decimal  `json:"low_income_most"`
	Credit    arkansasAdditionalTaxCredit `json:"additional_credit"`
}

// arkansasAdditionalTaxCredit: Most per person less Loss for each Step of net income over Start.
type arkansasAdditionalTaxCredit struct {
	Most  decimal.Decimal `json:"most"`
	Start decimal.Decimal `json:"start"`
	Step  decimal.Decimal `json:"step"`
	Loss  decimal.Decimal `json:"loss"`
}

// lessRow: from an income on, the rate on all of it, less an amount.
type lessRow struct {
	from, rate, less decimal.Decimal
}

// UnmarshalJSON reads [from, rate, less].
func (r *lessRow) UnmarshalJSON(text []byte) error {
	return decodeNumbers(text, &r.from, &r.rate, &r.less)
}

var _ json.Unmarshaler = (*lessRow)(nil)

func (a *arkansas) check() error {
	tables := []string{single, marriedJointly, marriedJointly + "_2", headOfHousehold, headOfHousehold + "_2"}
	for _, status := range tables {
		if len(a.LowIncome[status]) == 0 || !a.LowMost[status].IsPositive() {
			return errors.New("a low income table is missing: " + status)
		}
	}
	if len(a.Rows) == 0 || !a.Credit.Step.IsPositive() {
		return errors.New("rows and additional_credit are required")
	}
	return nil
}

func (a *arkansas) levy(c stateCase, r *stateResult) {
	tax := a.regular(r)
	r.additional = tax.Sub(r.before)
	low, ok := a.low(c)
	if !ok || !low.LessThan(tax) {
		return
	}

	r.before = low
	r.additional = decimal.Zero
	r.brackets = []portion{}
}

// regular is the tax of the rows.
func (a *arkansas) regular(r *stateResult) decimal.Decimal {
	var tax decimal.Decimal
	for _, row := range a.Rows {
		if r.taxable.GreaterThanOrEqual(row.from) {
			tax = floorZero(r.taxable.Mul(row.rate).Sub(row.less))
		}
	}
	return tax
}

// low is the tax of the low income table, which married people who file separately may not use.
func (a *arkansas) low(c stateCase) (tax decimal.Decimal, ok bool) {
	key := c.status
	if key == survivingSpouse {
		key = headOfHousehold
	}
	if key != single && c.dependents.GreaterThan(decimal.NewFromInt(1)) {
		key += "_2"
	}
	table, ok := a.LowIncome[key]
	if !ok || c.income.GreaterThan(a.LowMost[key]) {
		return tax, false
	}
	return table.at(c.income), true
}

func (a *arkansas) credit(c stateCase, r *stateResult) {
	income := r.taxable
	if low, ok := a.low(c); ok && r.before.Equal(low) && len(r.brackets) == 0 {
		income = c.income
	}
	excess := floorZero(income.Sub(a.Credit.Start))
	lost := steps(excess, a.Credit.Step, true).Mul(a.Credit.Loss)
	r.credits = r.credits.Add(floorZero(a.Credit.Most.Sub(lost)).Mul(c.adults()))
}
