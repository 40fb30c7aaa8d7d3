package treasury

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/treasury"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fiscaldata"
)

const (
	monthsBack = 12 // months of the history
	topFlows   = 10 // listed parts of receipts and of outlays
)

// The statement's parts, by source name. All come from Fiscal Data.
const (
	partTotals    = "mts_totals"
	partReceipts  = "mts_receipts_by_source"
	partFunctions = "mts_outlays_by_function"
)

// statement is the data of the Monthly Treasury Statement's tables.
type statement struct {
	months   []budget // newest first
	receipts []fiscaldata.Flow
	outlays  []fiscaldata.Flow
}

// budget is a month's total receipts and outlays.
type budget struct{ receipts, outlays fiscaldata.Flow }

// TreasuryStatement answers GET /treasury/statement. Without the totals there is no answer; without a breakdown it is
// partial.
func (h *Handlers) TreasuryStatement(
	ctx context.Context, _ gen.TreasuryStatementRequestObject,
) (gen.TreasuryStatementResponseObject, error) {
	var s statement
	fused := upstream.FuseInto(ctx, &s,
		upstream.Part(partTotals, 0, h.totals, func(s *statement, months []budget) { s.months = months }),
		upstream.Part(partReceipts, 0, h.fiscal.ReceiptsBySource,
			func(s *statement, flows []fiscaldata.Flow) { s.receipts = flows }),
		upstream.Part(partFunctions, 0, h.fiscal.OutlaysByFunction,
			func(s *statement, flows []fiscaldata.Flow) { s.outlays = flows }),
	)
	if err := fused.Failure(partTotals); err != nil {
		return nil, err
	}

	newest := s.months[0]
	answer := gen.TreasuryStatement200JSONResponse{
		AsOfDate:    day(newest.receipts.Month),
		Month:       month(newest.receipts.Month),
		FiscalYear:  newest.receipts.FiscalYear,
		ReceiptsUSD: response.Number(newest.receipts.Current),
		OutlaysUSD:  response.Number(newest.outlays.Current),
		DeficitUSD:  response.Number(newest.outlays.Current.Sub(newest.receipts.Current)),
		Fytd:        between(newest.receipts.YearToDate, newest.outlays.YearToDate),
		TopReceipts: largest(s.receipts, newest.receipts),
		TopOutlays:  largest(s.outlays, newest.outlays),
		Sources:     response.Sources(fused),
		Attribution: fiscaldata.Provider.Attribution,
	}
	answer.Sources[0] = response.Until(answer.Sources[0], newest.receipts.Month, h.now(), oldMonth)
	answer.Partial = response.Partial(answer.Sources)
	if newest.receipts.PriorYear != nil && newest.outlays.PriorYear != nil {
		answer.PriorFytd = new(between(*newest.receipts.PriorYear, *newest.outlays.PriorYear))
	}
	for _, m := range s.months[:min(len(s.months), monthsBack)] {
		answer.History = append(answer.History, gen.TreasuryMonth{
			Month:       month(m.receipts.Month),
			ReceiptsUSD: response.Number(m.receipts.Current),
			OutlaysUSD:  response.Number(m.outlays.Current),
			DeficitUSD:  response.Number(m.outlays.Current.Sub(m.receipts.Current)),
		})
	}
	return answer, nil
}

// printed is how far the printed deficit may differ from outlays less receipts: totals of years are printed in
// millions.
var printed = decimal.NewFromInt(1_000_000)

// totals are the latest months with both receipts and outlays, newest first. The statement's own deficit serves as
// a check: the statement's tables disagree on its sign, and a total read from the wrong line must not be sold.
func (h *Handlers) totals(ctx context.Context) ([]budget, error) {
	tables, err := upstream.Fuse(ctx,
		monthsOf("receipts", h.fiscal.Receipts),
		monthsOf("outlays", h.fiscal.Outlays),
		monthsOf("balances", h.fiscal.Balances),
	).Values()
	if err != nil {
		return nil, err
	}
	receipts := tables[0]
	outlays := tables[1]
	balances := tables[2]

	var months []budget
	for _, r := range receipts {
		o := ofMonth(outlays, r.Month)
		if o == nil {
			continue
		}
		deficit := o.Current.Sub(r.Current)
		if b := ofMonth(balances, r.Month); b != nil && b.Current.Neg().Sub(deficit).Abs().GreaterThan(printed) {
			return nil, upstream.BadResponse.Errorf(
				"the statement of %s: outlays less receipts are not the deficit that it prints", month(r.Month))
		}
		months = append(months, budget{receipts: r, outlays: *o})
	}
	if len(months) == 0 {
		return nil, upstream.BadResponse.Errorf("no month with receipts and outlays")
	}
	return months, nil
}

func monthsOf(
	name string, ask func(context.Context, int) ([]fiscaldata.Flow, error),
) upstream.Source[[]fiscaldata.Flow] {
	return upstream.Source[[]fiscaldata.Flow]{
		Name: name,
		Call: func(ctx context.Context) ([]fiscaldata.Flow, error) { return ask(ctx, monthsBack+1) },
	}
}

func ofMonth(flows []fiscaldata.Flow, month time.Time) *fiscaldata.Flow {
	for i := range flows {
		if flows[i].Month.Equal(month) {
			return &flows[i]
		}
	}
	return nil
}

// largest are the parts of a total in its month, sorted by the fiscal year to date, largest first.
func largest(parts []fiscaldata.Flow, total fiscaldata.Flow) []gen.TreasuryFlow {
	parts = slices.Clone(parts)
	parts = slices.DeleteFunc(parts, func(f fiscaldata.Flow) bool { return !f.Month.Equal(total.Month) })
	slices.SortStableFunc(parts, func(a, b fiscaldata.Flow) int {
		return cmp.Or(b.YearToDate.Cmp(a.YearToDate), cmp.Compare(a.Name, b.Name))
	})

	list := []gen.TreasuryFlow{}
	for _, f := range parts[:min(len(parts), topFlows)] {
		list = append(list, gen.TreasuryFlow{
			Name:            f.Name,
			MonthUSD:        response.Number(f.Current),
			FytdUSD:         response.Number(f.YearToDate),
			PriorFytdUSD:    response.NumberOrNull(f.PriorYear),
			ShareOfTotalPct: response.Pct(f.YearToDate, total.YearToDate, 1),
		})
	}
	return list
}

func between(receipts, outlays decimal.Decimal) gen.TreasuryBudget {
	return gen.TreasuryBudget{
		ReceiptsUSD: response.Number(receipts),
		OutlaysUSD:  response.Number(outlays),
		DeficitUSD:  response.Number(outlays.Sub(receipts)),
	}
}

func month(t time.Time) string { return t.Format("2006-01") }
