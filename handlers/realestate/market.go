package realestate

import (
	"cmp"
	"context"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

// market is the sources' data for /realestate/market.
type market struct {
	surveys      surveys
	surveyFailed error // why further areas could not be queried, if there are surveys
	index        *indexed
	values       *regional
	rents        *regional
}

// RealestateMarket answers GET /realestate/market.
func (h *Handlers) RealestateMarket(
	ctx context.Context, req gen.RealestateMarketRequestObject,
) (gen.RealestateMarketResponseObject, error) {
	p, err := h.find(ctx, req.Params.Geo, kindOf(req.Params.Type))
	if err != nil {
		return nil, err
	}

	var m market
	fused := upstream.FuseInto(ctx, &m,
		h.surveysPart(p, homeValue, grossRent, income),
		indexPart(h, p, func(m *market, x *indexed) { m.index = x }),
		regionPart(h.values, p, func(m *market, r *regional) { m.values = r }),
		regionPart(h.rents, p, func(m *market, r *regional) { m.rents = r }),
	)
	if m.surveys == nil && m.index == nil && m.values == nil && m.rents == nil {
		return nil, nothing(p, errorsOf(fused)...)
	}

	answer := marketAnswer(p, m)
	answer.Sources = []gen.Source{
		m.surveySource(fused),
		h.indexSource(p, m.index, fused.Failure(srcFHFA)),
		h.until(list(h.values.status(), fused.Failure(srcZHVI)), m.values.end()),
		h.until(list(h.rents.status(), fused.Failure(srcZORI)), m.rents.end()),
	}
	answer.Partial = response.Partial(answer.Sources)
	m.label(p, &answer, h.now())
	return answer, nil
}

// surveysPart asks the survey. Results before a failure are shown too.
func (h *Handlers) surveysPart(p *places.Place, wanted ...median) upstream.Source[func(*market)] {
	return upstream.Part(srcCensus, 0, func(ctx context.Context) (market, error) {
		found, err := h.surveysOf(ctx, p, p.Up(), wanted...)
		if len(found) > 0 {
			return market{surveys: found, surveyFailed: err}, nil
		}
		return market{}, err
	}, func(m *market, came market) {
		m.surveys = came.surveys
		m.surveyFailed = came.surveyFailed
	})
}

// surveySource is the role of the survey, the first source of an answer.
func (m market) surveySource(fused upstream.Fused[func(*market)]) gen.Source {
	return response.Read(srcCensus, fused[0].Reads, cmp.Or(fused[0].Err, m.surveyFailed))
}

func indexPart[A any](h *Handlers, p *places.Place, put func(*A, *indexed)) upstream.Source[func(*A)] {
	return upstream.Part(srcFHFA, 0, func(context.Context) (*indexed, error) { return h.indexOf(p) }, put)
}

func regionPart[A any](r *regions, p *places.Place, put func(*A, *regional)) upstream.Source[func(*A)] {
	return upstream.Part(r.name, 0, func(ctx context.Context) (*regional, error) { return r.find(ctx, p.Up()) }, put)
}

func errorsOf[T any](fused upstream.Fused[T]) []error {
	return response.Each(fused, func(outcome upstream.Outcome[T]) error { return outcome.Err })
}

func marketAnswer(p *places.Place, m market) gen.RealestateMarket200JSONResponse {
	answer := gen.RealestateMarket200JSONResponse{
		Geo:                   geoOf(p),
		MedianHomeValue:       m.surveys.amount(p, homeValue, gen.RealestateAmountUnitUSD),
		MedianGrossRent:       m.surveys.amount(p, grossRent, gen.RealestateAmountUnitUSDPerMonth),
		MedianHouseholdIncome: m.surveys.amount(p, income, gen.RealestateAmountUnitUSDPerYear),
		Disclaimer:            disclaimer,
		Attribution:           attribution,
	}

	if m.index != nil {
		answer.PriceIndex = m.index.now(p)
	}
	if m.values != nil {
		answer.Zhvi = m.values.now(p, srcZHVI, gen.RealestateMonthlyUnitUSD)
	}

	if m.rents != nil {
		answer.Zori = m.rents.now(p, srcZORI, gen.RealestateMonthlyUnitUSDPerMonth)
	}
	m.ratios(&answer)
	return answer
}

// ratios fills in the two ratios, both for the smallest area with all three medians.
func (m market) ratios(answer *gen.RealestateMarket200JSONResponse) {
	for i := range m.surveys {
		one := m.surveys[i : i+1]
		area, value, rent := one.both(homeValue, grossRent)
		_, _, earned := one.both(homeValue, income)
		if area == nil || earned == 0 {
			continue
		}
		answer.GrossRentalYieldPct = new(response.Round(12*rent/value*100, 2))
		answer.PriceToIncome = new(response.Round(value/earned, 2))
		answer.RatiosArea = response.Formed(area, areaOf)
		return
	}
}

// Changes of prices over a year, in per cent, from which a market has the label.
const (
	hotFrom    = 8
	warmFrom   = 4
	stableFrom = 0
)

// label fills in the market's label, by the series of the smaller area with a known change. A whole state says
// nothing about the market of a place in it, nor does a series that ended long ago about the market of now.
func (m market) label(p *places.Place, answer *gen.RealestateMarket200JSONResponse, now time.Time) {
	var yoy *float64
	var area places.Area
	var source gen.RealestateMarketMarketLabelSource
	take := func(a places.Area, change *float64, from gen.RealestateMarketMarketLabelSource) {
		tooWide := a.Level == places.State && p.Asked.Level != places.State
		if change == nil || tooWide || yoy != nil && slices.Index(p.Up(), a) >= slices.Index(p.Up(), area) {
			return
		}
		yoy = change
		area = a
		source = from
	}
	if m.index != nil && now.Sub(m.index.end()) <= usual[srcFHFA] {
		take(m.index.area, m.index.change(1), gen.RealestateMarketMarketLabelSourceFhfa)
	}
	if m.values != nil && now.Sub(m.values.end()) <= usual[srcZHVI] {
		take(m.values.area, m.values.change(12), gen.RealestateMarketMarketLabelSourceZillowZhvi)
	}
	if yoy == nil {
		return
	}

	label := gen.Cooling
	switch {
	case *yoy >= hotFrom:
		label = gen.Hot
	case *yoy >= warmFrom:
		label = gen.Warm
	case *yoy >= stableFrom:
		label = gen.Stable
	}
	answer.MarketLabel = &label
	answer.MarketLabelSource = &source
	answer.MarketLabelArea = response.Formed(&area, areaOf)
}
