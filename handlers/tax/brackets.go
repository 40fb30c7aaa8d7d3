package tax

import (
	"context"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/response"
	"github.com/shopspring/decimal"
)

// TaxBrackets answers GET /tax/brackets: the federal tables of a year.
func (h *Handlers) TaxBrackets(_ context.Context, req gen.TaxBracketsRequestObject) (gen.TaxBracketsResponseObject, error) {
	t, err := h.year(req.Params.TaxYear)
	if err != nil {
		return nil, err
	}

	in := inputs{}
	in.put("tax_year", t.TaxYear)
	f := &t.Federal

	answer := gen.TaxBrackets200JSONResponse{
		TaxYear:                t.TaxYear,
		SocialSecurityWageBase: exact(f.Payroll.WageBase),
		SupportedYears:         h.knownYears(),
		Inputs:                 gen.TaxInputs(in),
		Source:                 f.Source,
		Sources:                t.sources(),
		TablesDate:             t.AsOf,
		Disclaimer:             disclaimer,
	}
	if req.Params.FilingStatus == nil {
		answer.ByStatus = make(map[string]gen.TaxStatusTables, len(statuses()))
		for _, status := range statuses() {
			answer.ByStatus[status] = f.statusTables(status)
		}
		return answer, nil
	}

	status, err := filingStatus(*req.Params.FilingStatus)
	if err != nil {
		return nil, err
	}

	in.put("filing_status", status)
	one := f.statusTables(status)
	answer.FilingStatus = &status
	answer.Brackets = one.Brackets
	answer.LongTermCapitalGains = one.LongTermCapitalGains
	answer.StandardDeduction = &one.StandardDeduction
	answer.AdditionalStandardDeduction = &one.AdditionalStandardDeduction
	answer.Niit = &one.Niit
	answer.Amt = &one.Amt
	answer.AdditionalMedicare = &one.AdditionalMedicare
	return answer, nil
}

// statusTables are the tables of one filing status.
func (f *federalTable) statusTables(status string) gen.TaxStatusTables {
	ordinary := f.brackets(status)
	brackets := make([]gen.TaxBracket, len(ordinary))
	for i, st := range ordinary {
		brackets[i] = gen.TaxBracket{
			Rate:    exact(st.rate),
			From:    exact(st.over),
			To:      response.NumberOrNull(ordinary.end(i)),
			BaseTax: money(ordinary.tax(st.over)),
		}
	}

	gains := f.gainBands(status)
	bands := make([]gen.TaxBand, len(gains))
	for i, st := range gains {
		bands[i] = gen.TaxBand{
			Rate: exact(st.rate),
			From: exact(st.over),
			To:   response.NumberOrNull(gains.end(i)),
		}
	}

	return gen.TaxStatusTables{
		Brackets: brackets, LongTermCapitalGains: bands,
		StandardDeduction: exact(f.StandardDeduction[status]), AdditionalStandardDeduction: exact(f.AgedOrBlind[status]),
		Niit: gen.TaxRateThreshold{Rate: exact(f.NetInvestmentIncome.Rate), Threshold: exact(f.NetInvestmentIncome.Threshold[status])},
		Amt: gen.TaxAmt{
			Exemption: exact(f.MinimumTax.Exemption[status]), PhaseOutStart: exact(f.MinimumTax.PhaseOutStart[status]),
			PhaseOutRate: exact(f.MinimumTax.PhaseOutRate), Rate: exact(f.MinimumTax.Rates[0]), Rate28Above: exact(f.MinimumTax.Rate28Above[status]),
		},
		AdditionalMedicare: gen.TaxRateThreshold{Rate: exact(f.Payroll.AdditionalRate), Threshold: exact(f.Payroll.AdditionalThreshold[status])},
	}
}

// end is where step i ends; nil for the last one.
func (s schedule) end(i int) *decimal.Decimal {
	if i+1 < len(s) {
		return &s[i+1].over
	}
	return nil
}
