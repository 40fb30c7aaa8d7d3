package realestate

import (
	"context"
	"math"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fhfa"
)

// RealestatePrices answers GET /realestate/prices.
func (h *Handlers) RealestatePrices(
	ctx context.Context, req gen.RealestatePricesRequestObject,
) (gen.RealestatePricesResponseObject, error) {
	p, err := h.find(ctx, req.Params.Geo, kindOf(req.Params.Type))
	if err != nil {
		return nil, err
	}

	var m market
	fused := upstream.FuseInto(ctx, &m,
		indexPart(h, p, func(m *market, x *indexed) { m.index = x }),
		regionPart(h.values, p, func(m *market, r *regional) { m.values = r }),
	)
	series := m.series(p, req.Params.Range)
	if len(series) == 0 {
		return nil, nothing(p, errorsOf(fused)...)
	}

	sources := []gen.Source{
		h.indexSource(p, m.index, fused.Failure(srcFHFA)),
		h.until(list(h.values.status(), fused.Failure(srcZHVI)), m.values.end()),
	}
	return gen.RealestatePrices200JSONResponse{
		Geo:         geoOf(p),
		Range:       req.Params.Range,
		Series:      series[0],
		OtherSeries: series[1:],
		Sources:     sources,
		Partial:     response.Partial(sources),
		Disclaimer:  disclaimer,
		Attribution: attribution,
	}, nil
}

// series are the series found, the smaller area's first and the index before dollars.
func (m market) series(p *places.Place, years int) []gen.RealestateSeries {
	var found []gen.RealestateSeries
	for _, area := range p.Up() {
		if m.index != nil && m.index.area == area {
			found = append(found, m.index.series(p, years))
		}
		if m.values != nil && m.values.area == area {
			found = append(found, m.values.series(p, years))
		}
	}
	return found
}

// series is the index over the given last years.
func (x *indexed) series(p *places.Place, years int) gen.RealestateSeries {
	s := gen.RealestateSeries{
		SeriesType:         gen.RealestateSeriesSeriesType("fhfa_" + x.Kind),
		Frequency:          gen.Quarterly,
		Unit:               gen.RealestateSeriesUnitIndex,
		SeasonallyAdjusted: x.adjusted,
		BasePeriod:         x.base(),
		Area:               areaOf(x.area),
		SteppedUp:          x.area != p.Asked,
		Source:             srcFHFA,
		YoyPct:             x.change(1),
		History:            []gen.RealestatePoint{},
	}

	first := x.latest().Quarter
	for i := len(x.Points) - 1; i >= 0; i-- {
		point := x.Points[i]
		if point.Quarter < x.latest().Quarter-fhfa.Quarter(4*years) {
			break
		}
		if x.value(point) == 0 {
			continue
		}
		first = point.Quarter
		s.History = append(s.History, gen.RealestatePoint{
			Period:          point.Quarter.String(),
			PeriodEnd:       day(point.Quarter.End()),
			Value:           x.value(point),
			ValueUnadjusted: response.OrNull(point.Unadjusted),
		})
	}

	sum(&s, float64(x.latest().Quarter-first)/4)
	return s
}

// series is the dollars over the given last years.
func (r *regional) series(p *places.Place, years int) gen.RealestateSeries {
	s := gen.RealestateSeries{
		SeriesType:         gen.RealestateSeriesSeriesTypeZillowZhvi,
		Frequency:          gen.Monthly,
		Unit:               gen.RealestateSeriesUnitUSD,
		SeasonallyAdjusted: true,
		Area:               areaOf(r.area),
		SteppedUp:          r.area != p.Asked,
		Source:             srcZHVI,
		YoyPct:             r.change(12),
		History:            r.history(years),
	}

	first := r.First
	if oldest := r.last() - monthsOf(years); oldest > first {
		first = oldest
	}

	for r.at(first) == 0 {
		first++
	}
	sum(&s, float64(r.last()-first)/12)
	return s
}

// sum fills in what is computed from the history, which spans the given years and is never empty.
func sum(s *gen.RealestateSeries, years float64) {
	s.Count = len(s.History)
	s.Latest = s.History[0]
	peak := s.History[0]
	for _, point := range s.History {
		if point.Value > peak.Value {
			peak = point
		}
	}

	s.Peak = gen.RealestatePeak{
		Period:      peak.Period,
		PeriodEnd:   peak.PeriodEnd,
		Value:       peak.Value,
		DrawdownPct: response.Round((1-s.Latest.Value/peak.Value)*100, 2),
	}

	if years >= 1 {
		growth := math.Pow(s.Latest.Value/s.History[len(s.History)-1].Value, 1/years) - 1
		s.CagrPct = new(response.Round(growth*100, 2))
		s.CagrYears = new(response.Round(years, 2))
	}
}
