package treasury

import (
	"context"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/treasury"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fiscaldata"
)

// TreasuryCash answers GET /treasury/cash.
func (h *Handlers) TreasuryCash(
	ctx context.Context, req gen.TreasuryCashRequestObject,
) (gen.TreasuryCashResponseObject, error) {
	first, last := h.past(req.Params.Days)
	ctx, reads := upstream.WithReads(ctx)
	days, err := h.fiscal.Cash(ctx, before(first), last)
	if err != nil {
		return nil, err
	}
	// A day without a closing balance says nothing about the balance.
	days = slices.DeleteFunc(days, func(c fiscaldata.Cash) bool { return c.Closing == nil })
	days = published(days, first, func(c fiscaldata.Cash) time.Time { return c.Date })
	if len(days) == 0 {
		return nil, noData("cash balance", req.Params.Days)
	}

	newest := days[0]
	answer := gen.TreasuryCash200JSONResponse{
		AsOfDate:    day(newest.Date),
		Latest:      cashDay(newest),
		Count:       len(days),
		Sources:     h.daily(reads, newest.Date),
		Attribution: fiscaldata.Provider.Attribution,
	}
	answer.Partial = response.Partial(answer.Sources)
	for _, d := range days {
		answer.History = append(answer.History, cashDay(d))
	}
	if oldest := days[len(days)-1]; len(days) > 1 {
		answer.Change = change(*newest.Closing, *oldest.Closing, oldest.Date)
	}
	return answer, nil
}

func cashDay(c fiscaldata.Cash) gen.TreasuryCashDay {
	return gen.TreasuryCashDay{
		Date:           day(c.Date),
		OpeningUSD:     response.NumberOrNull(c.Opening),
		DepositsUSD:    response.NumberOrNull(c.Deposits),
		WithdrawalsUSD: response.NumberOrNull(c.Withdrawals),
		ClosingUSD:     response.NumberOrNull(c.Closing),
	}
}
