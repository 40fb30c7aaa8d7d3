package facts

import (
	"maps"
	"math"
	"slices"

	"github.com/shopspring/decimal"
)

// Ratios are the ratios of a period. One is nil when an input is missing, or when it would say nothing: over equity
// below zero, or growth from a loss.
type Ratios struct {
	Period Period

	GrossMargin, OperatingMargin, NetMargin      *float64
	ROA, ROE                                     *float64 // on the balances at the end of the period
	CurrentRatio, QuickRatio                     *float64
	DebtToEquity, LiabilitiesToAssets            *float64
	InterestCoverage, AssetTurnover              *float64
	FCF                                          *decimal.Decimal
	FCFMargin, RevenueGrowthYoY, NetIncomeGrowth *float64

	// The rest is of years and of twelve months only: quarters have seasons.
	AccrualRatio, AltmanZ2, BeneishM *float64
	BeneishApprox                    bool // selling expenses are not known, and taken as unchanged

	Missing []string // concepts that a ratio would have needed
	Notes   []string // what the ratios take for granted

	receivablesIndex *float64 // days of sales in receivables against the year before
	marginChange     *float64 // of the gross margin, in points of 1
}

// Ratios works the ratios of a period out; before is what it is compared with, nil for nothing.
func (f *Figures) Ratios(before *Figures) *Ratios {
	r := &reading{
		now:     f,
		missing: map[string]bool{},
	}
	out := &Ratios{
		Period: f.Period,
		FCF:    f.FreeCashFlow(),
	}
	out.margins(r)
	out.balances(r)
	out.growth(r, before)
	if f.Period.Kind == Year || f.Period.Kind == Trailing {
		out.scores(r, before)
	}
	out.Missing = slices.Sorted(maps.Keys(r.missing))
	return out
}

// over is a / b to four decimals, nil when an input is missing or b is not above zero.
func over(list []float64, known bool) *float64 {
	if !known || list[1] <= 0 {
		return nil
	}
	return rounded(list[0] / list[1])
}

func rounded(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	const places = 10_000
	return new(math.Round(x*places) / places)
}

func (o *Ratios) margins(r *reading) {
	o.GrossMargin = over(r.all("gross_profit", "revenue"))
	o.OperatingMargin = over(r.all("operating_income", "revenue"))
	o.NetMargin = over(r.all("net_income", "revenue"))
	o.AssetTurnover = over(r.all("revenue", "assets"))
	o.InterestCoverage = over(r.all("operating_income", "interest_expense"))

	cash, ok := r.all("operating_cash_flow", "capex", "revenue")
	o.FCFMargin = over([]float64{cash[0] - cash[1], cash[2]}, ok)
}

func (o *Ratios) balances(r *reading) {
	o.ROA = over(r.all("net_income", "assets"))
	o.ROE = over(r.all("net_income", "equity"))
	o.CurrentRatio = over(r.all("current_assets", "current_liabilities"))
	o.LiabilitiesToAssets = over(r.all("liabilities", "assets"))

	quick, ok := r.all("current_assets", "inventory", "current_liabilities")
	o.QuickRatio = over([]float64{quick[0] - quick[1], quick[2]}, ok)

	o.debt(r)
}

// The notes on debt that the balance sheet shows only in part.
const (
	noneDue  = "debt_to_equity: the balance sheet shows no debt due within a year, which is taken as zero"
	noneLong = "debt_to_equity: the balance sheet shows no debt due after a year, which is taken as zero"
)

// debt is debt against equity. If a balance sheet separates what is due within a year from the rest, debt that it does
// not show is zero; otherwise it is unknown. Without any debt shown there is no ratio.
func (o *Ratios) debt(r *reading) {
	long, hasLong := r.now.number("long_term_debt")
	short, hasShort := r.now.number("short_term_debt")
	_, parted := r.now.number("current_liabilities")
	if hasLong == hasShort || !parted || r.now.manyDebts {
		debt, ok := r.all("long_term_debt", "short_term_debt", "equity")
		o.DebtToEquity = over([]float64{debt[0] + debt[1], debt[2]}, ok)
		return
	}

	equity, ok := r.of("equity")
	o.DebtToEquity = over([]float64{long + short, equity}, ok)
	switch {
	case o.DebtToEquity == nil:
	case hasLong:
		o.Notes = append(o.Notes, noneDue)
	default:
		o.Notes = append(o.Notes, noneLong)
	}
}

func (o *Ratios) growth(r *reading, before *Figures) {
	grown := func(name string) *float64 {
		now, known := r.now.number(name)
		then, earlier := before.number(name)
		if !known || !earlier || then <= 0 {
			return nil
		}
		return rounded(now/then - 1)
	}
	o.RevenueGrowthYoY = grown("revenue")
	o.NetIncomeGrowth = grown("net_income")
}

// scores are the accrual ratio (Sloan 1996, by cash flows), Altman's Z” for companies that make no goods, by book
// values (Altman 1995), and Beneish's M of eight variables (Beneish 1999).
func (o *Ratios) scores(r *reading, before *Figures) {
	accruals, known := r.all("net_income", "operating_cash_flow", "assets")
	then, earlier := before.number("assets")
	o.AccrualRatio = over([]float64{accruals[0] - accruals[1], (accruals[2] + then) / 2}, known && earlier)

	z, known := r.all("current_assets", "current_liabilities", "retained_earnings", "operating_income", "equity",
		"assets", "liabilities")
	if known && z[5] > 0 && z[6] > 0 {
		o.AltmanZ2 = rounded(6.56*(z[0]-z[1])/z[5] + 3.26*z[2]/z[5] + 6.72*z[3]/z[5] + 1.05*z[4]/z[6])
	}
	o.beneish(r, before)
}

// variables are the figures of one year that Beneish's score needs.
type variables struct {
	sales, receivables, gross, currentAssets, ppe, assets, depreciation, debt float64
	selling                                                                   float64
	sold                                                                      bool // selling expenses are known
	known                                                                     bool
}

func (r *reading) eight() variables {
	x, known := r.all("revenue", "accounts_receivable", "gross_profit", "current_assets", "ppe", "assets",
		"depreciation_amortization", "long_term_debt", "current_liabilities")
	selling, sold := r.now.number("sga_expense")
	return variables{
		sales:         x[0],
		receivables:   x[1],
		gross:         x[2],
		currentAssets: x[3],
		ppe:           x[4],
		assets:        x[5],
		depreciation:  x[6],
		debt:          x[7] + x[8],
		selling:       selling,
		sold:          sold && selling > 0,
		known:         known,
	}
}

// measurable says whether indices can be made of the figures: below zero they would change their signs.
func (v variables) measurable() bool { return v.known && v.sales > 0 && v.gross > 0 && v.assets > 0 }

func (o *Ratios) beneish(r *reading, before *Figures) {
	now := r.eight()
	then := (&reading{now: before, missing: map[string]bool{}}).eight()
	o.compared(r, before)
	cash, known := r.all("net_income", "operating_cash_flow")
	if !known || !now.measurable() || !then.measurable() {
		return
	}

	sellingIndex := 1.0
	if now.sold && then.sold {
		sellingIndex = (now.selling / now.sales) / (then.selling / then.sales)
	}
	index := func(f func(variables) float64) float64 { return f(now) / f(then) }
	soft := func(y variables) float64 { return 1 - (y.currentAssets+y.ppe)/y.assets }
	margin := func(y variables) float64 { return y.gross / y.sales }
	worn := func(y variables) float64 { return y.depreciation / (y.depreciation + y.ppe) }
	m := -4.84 +
		0.92*index(func(y variables) float64 { return y.receivables / y.sales }) +
		0.528/index(margin) +
		0.404*index(soft) +
		0.892*now.sales/then.sales +
		0.115/index(worn) -
		0.172*sellingIndex +
		4.679*(cash[0]-cash[1])/now.assets -
		0.327*index(func(y variables) float64 { return y.debt / y.assets })
	o.BeneishM = rounded(m)
	o.BeneishApprox = o.BeneishM != nil && (!now.sold || !then.sold)
}

// compared keeps the two changes that are anomalies on their own.
func (o *Ratios) compared(r *reading, before *Figures) {
	ratio := func(f *Figures, over string) (float64, bool) {
		part, ok := f.number(over)
		sales, known := f.number("revenue")
		if !ok || !known || sales <= 0 {
			return 0, false
		}
		return part / sales, true
	}

	now, known := ratio(r.now, "accounts_receivable")
	then, earlier := ratio(before, "accounts_receivable")
	if known && earlier && then > 0 {
		o.receivablesIndex = rounded(now / then)
	}

	now, known = ratio(r.now, "gross_profit")
	then, earlier = ratio(before, "gross_profit")
	if known && earlier {
		o.marginChange = rounded(now - then)
	}
}
