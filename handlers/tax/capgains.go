package tax

import (
	"context"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/shopspring/decimal"
)

// gainCase is a net gain stacked on ordinary taxable income.
type gainCase struct {
	gain, taxableGain decimal.Decimal // before and after what an unused deduction shelters
	ordinary          decimal.Decimal // ordinary taxable income
	magi              decimal.Decimal
	status            string
}

// gainTax is the tax on a gain for one holding period, unrounded.
type gainTax struct {
	portions []portion
	tax      decimal.Decimal
	limited  bool // the ordinary brackets were cheaper than the bands
	rate     decimal.Decimal
}

// TaxCapgains answers GET /tax/capgains: federal tax on a net gain, or what a net loss saves.
func (h *Handlers) TaxCapgains(_ context.Context, req gen.TaxCapgainsRequestObject) (gen.TaxCapgainsResponseObject, error) {
	p := req.Params
	t, status, err := h.filing(p.TaxYear, p.FilingStatus)
	if err != nil {
		return nil, err
	}

	period, err := holdingPeriod(p.HoldingPeriod)
	if err != nil {
		return nil, err
	}

	in := inputs{}
	in.put("filing_status", status)
	in.put("tax_year", t.TaxYear)
	in.put("holding_period", period)
	in.put("apply_standard_deduction", p.ApplyStandardDeduction)
	c, ordinary, err := t.readGain(p, status, in)
	if err != nil {
		return nil, err
	}

	f := &t.Federal
	long := f.longTerm(c)
	short := f.shortTerm(c)
	chosen := long
	if period == gen.Short {
		chosen = short
	}

	threshold := f.NetInvestmentIncome.Threshold[status]
	base := floorZero(decimal.Min(c.gain, c.magi.Sub(threshold)))
	niit := cents(base.Mul(f.NetInvestmentIncome.Rate))
	tax := cents(chosen.tax)
	sum := tax.Add(niit)
	deductible, carryforward, saved := f.loss(c)
	basis := gen.Taxable
	if p.ApplyStandardDeduction {
		basis = gen.Gross
	}

	ends := f.GainEnds[status]
	return gen.TaxCapgains200JSONResponse{
		TaxYear: t.TaxYear, FilingStatus: status, Gain: money(c.gain), HoldingPeriod: period,
		OrdinaryIncome: money(ordinary), OrdinaryIncomeBasis: basis, OrdinaryTaxableIncome: money(c.ordinary), TaxableGain: money(c.taxableGain),
		Bands: gainBandSteps(chosen.portions), CapitalGainsTax: money(tax), LimitedToOrdinaryRates: chosen.limited,
		Niit: gen.TaxNiit{
			Rate:      exact(f.NetInvestmentIncome.Rate),
			Threshold: exact(threshold),
			Magi:      money(c.magi),
			Base:      money(base),
			Tax:       money(niit),
		},
		TotalTax: money(sum), EffectiveRate: ratio(sum, c.gain), MarginalRate: exact(chosen.rate), NetGain: money(cents(c.gain).Sub(sum).Add(cents(saved))),
		LossDeductible: money(deductible), Carryforward: money(carryforward), TaxSaved: money(saved),
		Thresholds:    gen.TaxGainThresholds{ZeroRateUpTo: exact(ends[0]), FifteenRateUpTo: exact(ends[1])},
		TaxIfLongTerm: money(cents(long.tax).Add(niit)), TaxIfShortTerm: money(cents(short.tax).Add(niit)),
		Inputs: gen.TaxInputs(in), Assumptions: gainAssumptions(p), Warnings: gainWarnings(p),
		NotModelled: []string{"unrecaptured_section_1250_gain_25_percent", "collectibles_28_percent", "qualified_small_business_stock", "qualified_dividends", "amt", "state_tax", "carryforward_from_earlier_years"},
		Conventions: gen.TaxConventions{
			"stacking":       "the gain lies on top of ordinary taxable income",
			"holding_period": "long is more than one year; a count of days is long from 366",
			"loss":           "26 USC 1211(b) and 1212(b)(2): what taxable income is too low to absorb is carried on",
			"rounding":       "each line half away from zero to cents at its end, rates to 6 decimals; total_tax is the sum of the printed lines",
		},
		Source: f.Source + "; 26 USC 1(h), 1211, 1222 and 1411", TablesDate: t.AsOf, Disclaimer: disclaimer,
	}, nil
}

// readGain reads the amounts; ordinary is the income as given.
func (t *yearTable) readGain(p gen.TaxCapgainsParams, status string, in inputs) (c gainCase, ordinary decimal.Decimal, err error) {
	c.status = status
	if c.gain, err = amount("gain", p.Gain); err != nil {
		return c, ordinary, err
	}
	if ordinary, err = optionalAmount("ordinary_income", p.OrdinaryIncome); err != nil {
		return c, ordinary, err
	}

	c.magi = ordinary.Add(c.gain)
	if p.Magi != nil {
		if c.magi, err = amount("magi", *p.Magi); err != nil {
			return c, ordinary, err
		}
	}

	in.put("gain", c.gain)
	in.putGiven("ordinary_income", p.OrdinaryIncome, ordinary)
	in.putGiven("magi", p.Magi, c.magi)
	c.ordinary = ordinary
	c.taxableGain = floorZero(c.gain)

	if p.ApplyStandardDeduction {
		deduction := t.Federal.StandardDeduction[status]
		c.ordinary = floorZero(ordinary.Sub(deduction))
		c.taxableGain = floorZero(c.taxableGain.Sub(floorZero(deduction.Sub(ordinary))))
	}

	if least := c.ordinary.Add(c.taxableGain); p.Magi != nil && c.magi.LessThan(least) {
		return c, ordinary, problem.Invalid("magi", "magi must be at least the taxable income with the gain in it, %s",
			money(least))
	}
	return c, ordinary, nil
}

// longTerm is the tax at 0, 15 and 20 %, but never more than the ordinary brackets would take: just
// above the 0 % band the 12 % bracket can be cheaper than 15 %.
func (f *federalTable) longTerm(c gainCase) gainTax {
	g := c.taxBy(f.gainBands(c.status))
	if ordinary := f.shortTerm(c); ordinary.tax.LessThan(g.tax) {
		ordinary.limited = true
		return ordinary
	}
	return g
}

// shortTerm is the tax by the ordinary brackets.
func (f *federalTable) shortTerm(c gainCase) gainTax { return c.taxBy(f.brackets(c.status)) }

// taxBy is the tax on the gain by a schedule, on top of the ordinary income.
func (c gainCase) taxBy(s schedule) gainTax {
	top := c.ordinary.Add(c.taxableGain)
	g := gainTax{portions: s.between(c.ordinary, top)}
	g.tax = total(g.portions)
	if c.taxableGain.IsPositive() {
		g.rate = s.lastRate(top)
	}
	return g
}

// loss is what of a net loss comes off income now and what is carried on, and the tax it saves now. No more than the
// limit of 26 USC 1211(b) comes off, and no more than there is taxable income: the rest stays in the carryforward
// (26 USC 1212(b)(2)).
func (f *federalTable) loss(c gainCase) (deductible, carryforward, saved decimal.Decimal) {
	lost := floorZero(c.gain.Neg())
	deductible = decimal.Min(lost, f.CapitalLossLimit[c.status], c.ordinary)
	brackets := f.brackets(c.status)
	saved = brackets.tax(c.ordinary).Sub(brackets.tax(floorZero(c.ordinary.Sub(deductible))))
	return deductible, lost.Sub(deductible), saved
}

func gainWarnings(p gen.TaxCapgainsParams) []gen.TaxWarning {
	if p.OrdinaryIncome != nil {
		return []gen.TaxWarning{}
	}
	return []gen.TaxWarning{{
		Field:  "ordinary_income",
		Reason: "assumed_zero",
		Detail: "ordinary_income was not given: the gain is taxed as if there were no other income. " +
			"Give it for the rate that applies.",
	}}
}

func gainAssumptions(p gen.TaxCapgainsParams) []string {
	list := []string{"gain is the only net capital result of the year."}
	if p.ApplyStandardDeduction {
		list = append(list, "ordinary_income is gross: the standard deduction without additions comes off it first and what is left of it shelters the gain.")
	} else {
		list = append(list, "ordinary_income is taxable income after deductions.")
	}
	if p.Magi == nil {
		list = append(list, "Modified adjusted gross income is ordinary_income plus gain; give magi when deductions make it higher.")
	}
	return list
}

func gainBandSteps(portions []portion) []gen.TaxGainBand {
	return each.Of(portions, func(p portion) gen.TaxGainBand {
		return gen.TaxGainBand{
			Rate:   exact(p.rate),
			From:   exact(p.from),
			To:     response.NumberOrNull(p.to),
			Amount: money(p.amount),
			Tax:    money(p.tax()),
		}
	})
}

// holdingPeriod reads long or short, or the days that the asset was held.
func holdingPeriod(s string) (gen.TaxCapgainsHoldingPeriod, error) {
	word := canonical(s)
	switch word {
	case "long", "long_term", "longterm", "lt", "l":
		return gen.Long, nil
	case "short", "short_term", "shortterm", "st":
		return gen.Short, nil
	}
	word = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(word, "days"), "day"), "_")
	days, err := strconv.ParseUint(word, 10, 32)
	switch {
	case err != nil:
		return "", problem.Invalid("holding_period", "holding_period must be long, short, or a number of days such as 400 or 400 days")
	case days > 365:
		return gen.Long, nil
	}
	return gen.Short, nil
}
