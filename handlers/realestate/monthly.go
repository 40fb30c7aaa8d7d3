package realestate

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/upstream/zillow"
)

func day(t time.Time) string { return t.Format(time.DateOnly) }

func joined(codes []string) string { return strings.Join(codes, ", ") }

// last is the latest month.
func (r *regional) last() zillow.Month { return r.First + zillow.Month(len(r.Values)-1) }

// end is the last day of the latest month, zero without a series.
func (r *regional) end() time.Time {
	if r == nil {
		return time.Time{}
	}
	return r.last().End()
}

// at is the value of a month, or 0.
func (r *regional) at(m zillow.Month) float64 {
	i := int(m - r.First)
	if i < 0 || i >= len(r.Values) {
		return 0
	}
	return float64(r.Values[i])
}

// change is the change over the given months up to the latest one, in per cent.
func (r *regional) change(months int) *float64 {
	return pct(r.at(r.last()), r.at(r.last()-zillow.Month(months)))
}

// now is the latest month in answers' form.
func (r *regional) now(p *places.Place, source string, unit gen.RealestateMonthlyUnit) *gen.RealestateMonthly {
	return &gen.RealestateMonthly{
		LatestUSD:   whole(r.at(r.last())),
		AsOfDate:    day(r.last().End()),
		YoyPct:      r.change(12),
		FiveYearPct: r.change(60),
		Unit:        unit,
		RegionName:  r.Name,
		Area:        areaOf(r.area),
		SteppedUp:   r.area != p.Asked,
		Source:      source,
	}
}

// whole is dollars without cents: the index is smoothed, and cents would feign precision.
func whole(value float64) json.Number {
	return json.Number(strconv.FormatFloat(math.Round(value), 'f', 0, 64))
}

// monthsOf is so many years.
func monthsOf(years int) zillow.Month { return zillow.Month(12 * years) }

// history is the values of the given last years, newest first.
func (r *regional) history(years int) []gen.RealestatePoint {
	points := []gen.RealestatePoint{}
	for m := r.last(); m >= r.last()-monthsOf(years) && m >= r.First; m-- {
		if value := r.at(m); value > 0 {
			points = append(points, gen.RealestatePoint{
				Period:    m.String(),
				PeriodEnd: day(m.End()),
				Value:     math.Round(value),
			})
		}
	}
	return points
}
