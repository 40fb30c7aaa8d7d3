package nonprofit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	gen "github.com/farebox/farebox/gen/nonprofit"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/propublica"
)

// mostDocuments is how many returns without figures are shown.
const mostDocuments = 25

// NonprofitFinancials answers GET /nonprofit/financials from ProPublica's extracts of the returns.
func (h *Handlers) NonprofitFinancials(
	ctx context.Context, req gen.NonprofitFinancialsRequestObject,
) (gen.NonprofitFinancialsResponseObject, error) {
	ein, err := readEIN(req.Params.Ein)
	if err != nil {
		return nil, err
	}
	ctx, reads := upstream.WithReads(ctx)
	record, err := h.explorer.Record(ctx, ein)
	if errors.Is(err, upstream.NotFound) {
		return nil, problem.NotFound("ein", "ProPublica's Nonprofit Explorer has no organisation with this EIN")
	}
	if err != nil {
		return nil, err
	}

	returns := returnsOf(record)
	years := response.Items(response.Each(returns, func(r annual) gen.NonprofitReturn { return r.shown() }))
	source := explored(reads, nil)
	source.Records = new(len(years))
	return gen.NonprofitFinancials200JSONResponse(gen.NonprofitFinancials{
		Ein:         written(ein),
		Name:        record.Organization.Name,
		Count:       len(years),
		Years:       years,
		Documents:   documents(record),
		Metrics:     metrics(returns),
		URL:         propublica.Page(ein),
		Sources:     []shared.Source{source},
		AsOf:        response.AsOf([]shared.Source{source}),
		CheckedAt:   h.checkedAt(),
		Attribution: attribution,
	}), nil
}

// annual is a return with its figures.
type annual struct {
	filing *propublica.Filing
	propublica.Figures
	netIncome *int64
}

// returnsOf are the returns with figures, the latest period first. Of several returns of one period the one that was
// taken over last stands.
func returnsOf(record *propublica.Record) []annual {
	filings := slices.Clone(record.Filings)
	slices.SortStableFunc(filings, func(a, b propublica.Filing) int {
		return cmp.Or(cmp.Compare(b.Period, a.Period), b.Updated.Compare(a.Updated))
	})
	filings = slices.CompactFunc(filings, func(a, b propublica.Filing) bool { return a.Period == b.Period })

	all := make([]annual, 0, len(filings))
	for i := range filings {
		r := annual{filing: &filings[i], Figures: filings[i].Figures()}
		r.netIncome = less(r.Revenue, r.Expenses)
		r.NetAssets = cmp.Or(r.NetAssets, less(r.Assets, r.Liabilities))
		all = append(all, r)
	}
	return all
}

// less is a difference, nil when a side is not known.
func less(a, b *int64) *int64 {
	if a == nil || b == nil {
		return nil
	}
	return new(*a - *b)
}

func (r *annual) shown() gen.NonprofitReturn {
	return gen.NonprofitReturn{
		FiscalYear:             r.filing.Period / 100,
		TaxPeriod:              *period(r.filing.Period),
		Form:                   form(r.filing.Form),
		RevenueUSD:             dollars(r.Revenue),
		ExpensesUSD:            dollars(r.Expenses),
		NetIncomeUSD:           dollars(r.netIncome),
		AssetsUSD:              dollars(r.Assets),
		LiabilitiesUSD:         dollars(r.Liabilities),
		NetAssetsUSD:           dollars(r.NetAssets),
		ContributionsUSD:       dollars(r.Contributions),
		ProgramRevenueUSD:      dollars(r.ProgramRevenue),
		OfficerCompensationUSD: dollars(r.OfficerPay),
		PdfURL:                 response.OrNull(r.filing.PDF),
	}
}

func documents(record *propublica.Record) []gen.NonprofitDocument {
	others := slices.Clone(record.Others)
	others = slices.DeleteFunc(others, func(f propublica.FilingWithoutSum) bool { return period(f.Period) == nil })
	slices.SortStableFunc(others, func(a, b propublica.FilingWithoutSum) int { return cmp.Compare(b.Period, a.Period) })

	return each.Of(others[:min(len(others), mostDocuments)], func(f propublica.FilingWithoutSum) gen.NonprofitDocument {
		return gen.NonprofitDocument{
			FiscalYear: f.Period / 100,
			TaxPeriod:  *period(f.Period),
			Form:       formOrNull(f.Form),
			PdfURL:     response.OrNull(f.PDF),
		}
	})
}

// period is YYYY-MM of the number YYYYMM.
func period(yyyymm int) *string { return month(strconv.Itoa(yyyymm)) }

func formOrNull(code *int) *string {
	if code == nil {
		return nil
	}
	return new(form(*code))
}

func form(code int) string {
	switch code {
	case propublica.Form990:
		return "990"
	case propublica.Form990EZ:
		return "990-EZ"
	case propublica.Form990PF:
		return "990-PF"
	}
	return "other"
}

func dollars(n *int64) *json.Number {
	if n == nil {
		return nil
	}
	return new(json.Number(strconv.FormatInt(*n, 10)))
}

// growthYears is over how many years growth is measured.
const growthYears = 3

// metrics are the ratios of the latest return; all null without one.
func metrics(returns []annual) gen.NonprofitMetrics {
	var m gen.NonprofitMetrics
	if len(returns) == 0 {
		return m
	}
	latest := returns[0]

	m.ExpenseRatio = ratio(latest.Expenses, latest.Revenue, 1)
	m.MonthsOfReserves = ratio(latest.NetAssets, latest.Expenses, 12)
	m.LiabilitiesToAssetsRatio = ratio(latest.Liabilities, latest.Assets, 1)
	m.OfficerCompensationPct = ratio(latest.OfficerPay, latest.Expenses, 100)
	for _, earlier := range returns[1:] {
		if earlier.filing.Period == latest.filing.Period-100*growthYears {
			m.RevenueCagr3YPct = growth(earlier.Revenue, latest.Revenue)
		}
	}
	return m
}

// ratio is times a/b to four decimals, or to two where it is counted in more than ones; null when a side is not known
// or b is not above zero.
func ratio(a, b *int64, times float64) *float64 {
	if a == nil || b == nil || *b <= 0 {
		return nil
	}
	decimals := 4
	if times > 1 {
		decimals = 2
	}
	return new(response.Round(times*float64(*a)/float64(*b), decimals))
}

// growth is the yearly growth in per cent over growthYears; null unless both are above zero.
func growth(from, to *int64) *float64 {
	if from == nil || to == nil || *from <= 0 || *to <= 0 {
		return nil
	}
	yearly := math.Pow(float64(*to)/float64(*from), 1.0/growthYears) - 1
	return new(response.Round(100*yearly, 2))
}

// twoDigits is a code of two digits that ProPublica gives as a number.
func twoDigits(code *int) string {
	if code == nil {
		return ""
	}
	return fmt.Sprintf("%02d", *code)
}
