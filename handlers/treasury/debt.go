package treasury

import (
	"context"
	"time"

	gen "github.com/farebox/farebox/gen/treasury"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fiscaldata"
)

// TreasuryDebt answers GET /treasury/debt.
func (h *Handlers) TreasuryDebt(
	ctx context.Context, req gen.TreasuryDebtRequestObject,
) (gen.TreasuryDebtResponseObject, error) {
	first, last := h.past(req.Params.Days)
	ctx, reads := upstream.WithReads(ctx)
	debts, err := h.fiscal.Debts(ctx, before(first), last)
	if err != nil {
		return nil, err
	}
	debts = published(debts, first, func(d fiscaldata.Debt) time.Time { return d.Date })
	if len(debts) == 0 {
		return nil, noData("debt", req.Params.Days)
	}

	newest := debts[0]
	answer := gen.TreasuryDebt200JSONResponse{
		AsOfDate:    day(newest.Date),
		Latest:      debtDay(newest),
		Count:       len(debts),
		Sources:     h.daily(reads, newest.Date),
		Attribution: fiscaldata.Provider.Attribution,
	}
	answer.Partial = response.Partial(answer.Sources)
	for _, d := range debts {
		answer.History = append(answer.History, debtDay(d))
	}
	if oldest := debts[len(debts)-1]; len(debts) > 1 {
		answer.Change = change(newest.Total, oldest.Total, oldest.Date)
	}
	return answer, nil
}

func debtDay(d fiscaldata.Debt) gen.TreasuryDebtDay {
	return gen.TreasuryDebtDay{
		Date:                 day(d.Date),
		TotalUSD:             response.Number(d.Total),
		HeldByPublicUSD:      response.NumberOrNull(d.HeldByPublic),
		IntragovernmentalUSD: response.NumberOrNull(d.Intragovernment),
	}
}

func noData(what string, days int) error {
	return problem.NotFound("days", "no %s was published for the last %d days; ask for more", what, days)
}
