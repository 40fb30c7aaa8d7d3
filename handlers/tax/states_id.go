package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// idaho: the permanent building fund tax of Form 40, due from everybody who must file (Idaho Code 63-3082).
type idaho struct {
	BuildingFund decimal.Decimal `json:"permanent_building_fund_tax"`
}

func (i *idaho) check() error {
	if !i.BuildingFund.IsPositive() {
		return errors.New("permanent_building_fund_tax is required")
	}
	return nil
}

func (i *idaho) levy(c stateCase, r *stateResult) {
	if c.income.GreaterThan(c.federalDeduction) {
		r.fixed = i.BuildingFund
	}
}
