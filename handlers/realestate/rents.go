package realestate

import (
	"context"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// rentYears is how many years of asking rents are shown; Zillow's begin in 2015.
const rentYears = 10

// RealestateRents answers GET /realestate/rents.
func (h *Handlers) RealestateRents(
	ctx context.Context, req gen.RealestateRentsRequestObject,
) (gen.RealestateRentsResponseObject, error) {
	p, err := h.find(ctx, req.Params.Geo, kindOf(req.Params.Type))
	if err != nil {
		return nil, err
	}

	var m market
	var fair *fairRents
	parts := []upstream.Source[func(*market)]{
		h.surveysPart(p, grossRent, income),
		regionPart(h.rents, p, func(m *market, r *regional) { m.rents = r }),
	}
	if p.Asked.Level != places.State {
		parts = append(parts, upstream.Part(srcHUD, 0, func(ctx context.Context) (*fairRents, error) {
			return h.fairRents(ctx, p)
		}, func(_ *market, f *fairRents) { fair = f }))
	}
	fused := upstream.FuseInto(ctx, &m, parts...)
	if m.surveys == nil && m.rents == nil && fair == nil {
		return nil, nothing(p, errorsOf(fused)...)
	}

	answer := rentsAnswer(p, m)
	if fair != nil {
		answer.FairMarketRents = fair.answer(p)
	}
	answer.Sources = []gen.Source{
		m.surveySource(fused),
		h.until(list(h.rents.status(), fused.Failure(srcZORI)), m.rents.end()),
		response.Skipped(srcHUD, "HUD sets no fair market rents for whole states"),
	}
	if p.Asked.Level != places.State {
		answer.Sources[2] = h.until(hudSource(p, fused[2].Reads, fused[2].Err), fair.end())
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

func rentsAnswer(p *places.Place, m market) gen.RealestateRents200JSONResponse {
	answer := gen.RealestateRents200JSONResponse{
		Geo:                   geoOf(p),
		MedianGrossRent:       m.surveys.amount(p, grossRent, gen.RealestateAmountUnitUSDPerMonth),
		MedianHouseholdIncome: m.surveys.amount(p, income, gen.RealestateAmountUnitUSDPerYear),
		Disclaimer:            disclaimer,
		Attribution:           attribution,
	}

	if area, rent, earned := m.surveys.both(grossRent, income); area != nil {
		answer.RentToIncomePct = new(response.Round(12*rent/earned*100, 2))
		answer.RentToIncomeArea = response.Formed(area, areaOf)
	}

	if m.rents != nil {
		now := m.rents.now(p, srcZORI, gen.RealestateMonthlyUnitUSDPerMonth)
		history := m.rents.history(rentYears)
		answer.Zori = &gen.RealestateMonthlySeries{
			LatestUSD:   now.LatestUSD,
			AsOfDate:    now.AsOfDate,
			YoyPct:      now.YoyPct,
			FiveYearPct: now.FiveYearPct,
			Unit:        gen.RealestateMonthlySeriesUnitUSDPerMonth,
			RegionName:  now.RegionName,
			Area:        now.Area,
			SteppedUp:   now.SteppedUp,
			Source:      now.Source,
			Count:       len(history),
			History:     history,
		}
	}

	return answer
}
