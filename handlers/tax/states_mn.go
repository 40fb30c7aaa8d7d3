package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// minnesota: the alternative minimum tax of Schedule M1MT on income before the deduction and the exemptions.
type minnesota struct {
	Rate      decimal.Decimal            `json:"minimum_tax_rate"`
	Exemption forStatus[decimal.Decimal] `json:"minimum_tax_exemption"`
	FallsFrom forStatus[decimal.Decimal] `json:"minimum_tax_exemption_falls_from"`
	FallsBy   decimal.Decimal            `json:"minimum_tax_exemption_falls_by"`
}

func (m *minnesota) check() error {
	if !m.Rate.IsPositive() || !m.FallsBy.IsPositive() || !m.Exemption.complete() || !m.FallsFrom.complete() {
		return errors.New("the minimum tax lacks a figure")
	}
	return nil
}

func (m *minnesota) levy(c stateCase, r *stateResult) {
	lost := floorZero(c.income.Sub(m.FallsFrom.of(c.status))).Mul(m.FallsBy)
	exemption := floorZero(m.Exemption.of(c.status).Sub(lost))
	minimum := floorZero(c.income.Sub(exemption)).Mul(m.Rate)
	r.additional = floorZero(minimum.Sub(r.before))
}
