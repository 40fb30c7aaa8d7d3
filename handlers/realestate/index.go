package realestate

import (
	"time"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fhfa"
)

// indexed is a price index with its area.
type indexed struct {
	*fhfa.Series
	area     places.Area
	adjusted bool
}

// indexOf is the price index of the smallest area around a place that has one: metropolitan divisions if an area is
// divided, metropolitan areas, states. It does not step up from an area in several states, or from one published
// only by its divisions.
func (h *Handlers) indexOf(p *places.Place) (*indexed, error) {
	list, _, err := h.index.Get()
	if err != nil {
		return nil, err
	}

	for _, area := range p.Up() {
		s := list.Series(area.Code)
		if area.Level == places.ZIP ||
			area.Level == places.County { // whose digits may also be a metropolitan area's
			continue
		}
		if s != nil {
			return newIndexed(s, area), nil
		}
		if area == p.Asked && area.Level == places.CBSA && len(p.Divisions) > 0 {
			break
		}
	}

	return nil, upstream.NotFound.Errorf("no index of this place")
}

func newIndexed(s *fhfa.Series, area places.Area) *indexed {
	return &indexed{
		Series:   s,
		area:     area,
		adjusted: s.Adjusted(),
	}
}

// value is a point's displayed value: the adjusted index if the series has one, or 0 if that is not published.
func (x *indexed) value(p fhfa.Point) float64 {
	if x.adjusted {
		return p.Adjusted
	}
	return p.Unadjusted
}

// latest is the last point. A series has at least one.
func (x *indexed) latest() fhfa.Point { return x.Points[len(x.Points)-1] }

// at is the value of a quarter, or 0.
func (x *indexed) at(q fhfa.Quarter) float64 {
	for _, p := range x.Points {
		if p.Quarter == q {
			return x.value(p)
		}
	}
	return 0
}

// end is the last day of the latest quarter, zero without an index.
func (x *indexed) end() time.Time {
	if x == nil {
		return time.Time{}
	}
	return x.latest().Quarter.End()
}

// change is the change over the given years up to the latest quarter, in per cent.
func (x *indexed) change(years int) *float64 {
	latest := x.latest()
	return pct(x.value(latest), x.at(latest.Quarter-fhfa.Quarter(4*years)))
}

func (x *indexed) base() *string {
	if base, ok := x.Base(); ok {
		return new(base.String())
	}
	return nil
}

// now is the latest quarter in answers' form.
func (x *indexed) now(p *places.Place) *gen.RealestateIndex {
	latest := x.latest()
	return &gen.RealestateIndex{
		Latest:             x.value(latest),
		LatestUnadjusted:   response.OrNull(latest.Unadjusted),
		Period:             latest.Quarter.String(),
		PeriodStart:        day(latest.Quarter.Start()),
		PeriodEnd:          day(latest.Quarter.End()),
		YoyPct:             x.change(1),
		FiveYearPct:        x.change(5),
		Kind:               gen.RealestateIndexKind(x.Kind),
		SeasonallyAdjusted: x.adjusted,
		BasePeriod:         x.base(),
		Unit:               gen.RealestateIndexUnitIndex,
		Area:               areaOf(x.area),
		SteppedUp:          x.area != p.Asked,
		Source:             srcFHFA,
	}
}

// indexSource is the index's role, which x came from, if it has one of the place.
func (h *Handlers) indexSource(p *places.Place, x *indexed, err error) gen.Source {
	status := h.index.Status(titles[srcFHFA])
	status.ID = srcFHFA
	source := h.until(list(status, err), x.end())
	if err != nil && len(p.Divisions) > 0 && p.Asked.Level == places.CBSA {
		source.Detail = new("published by its divisions; ask for one of these with type=cbsa: " + joined(p.Divisions))
	}
	return source
}
