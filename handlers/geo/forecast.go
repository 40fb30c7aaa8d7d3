package geo

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nws"
)

const (
	// Days when the caller names none.
	dailyDays  = 7
	hourlyDays = 2
	// oldAfter is from when on a forecast, which is written at least twice a day, is said to be old.
	oldAfter = 24 * time.Hour
)

// Forecast answers GET /forecast.
func (h *Handlers) Forecast(ctx context.Context, req gen.ForecastRequestObject) (gen.ForecastResponseObject, error) {
	ctx, s, err := h.locate(ctx, req.Params.Lat, req.Params.Lon, req.Params.Address)
	if err != nil {
		return nil, err
	}
	hourly := req.Params.Hourly
	forecast, err := h.forecast(ctx, s, hourly)
	if err != nil {
		return nil, err
	}
	answer := h.forecastAnswer(s, forecast, hourly, req.Params.Days)
	if len(ahead(forecast.Periods, h.now())) == 0 {
		response.Waive(ctx) // what is over is no forecast
	}
	return answer, nil
}

// ahead are the periods that are not over.
func ahead(periods []nws.Period, now time.Time) []nws.Period {
	return slices.DeleteFunc(slices.Clone(periods), func(p nws.Period) bool { return !p.End.After(now) })
}

func (h *Handlers) forecast(ctx context.Context, s *spot, hourly bool) (*nws.Forecast, error) {
	link := func() string {
		if hourly {
			return s.point.Hourly
		}
		return s.point.Daily
	}
	switch {
	case link() == "" && s.point.MayLack():
		return nil, noForecast(s)
	case link() == "":
		return nil, upstream.BadResponse.Errorf("nws: a point on land without a forecast")
	}

	forecast, err := h.weather.ForecastOf(ctx, link())
	if moved(err) {
		if err = h.again(ctx, s); err == nil && link() != "" {
			forecast, err = h.weather.ForecastOf(ctx, link())
		}
	}
	switch {
	case err == nil && forecast == nil, upstream.KindOf(err) == upstream.NotCovered:
		return nil, noForecast(s)
	case moved(err):
		return nil, upstream.BadResponse.Errorf("nws: a cell of the grid that is named and not there")
	}
	return forecast, err
}

// noForecast is a 404 for waters and remote places that the service has a zone for, but no forecast of a grid.
func noForecast(s *spot) error {
	field := "lat"
	if s.address != nil {
		field = "address"
	}
	where := "this position"
	if s.point.Zone != "" {
		where = "zone " + s.point.Zone
	}
	return problem.NotFound(field,
		"the National Weather Service has no such forecast for %s, as for some waters and remote places", where,
	).With("coverage", coverage)
}

func (h *Handlers) forecastAnswer(
	s *spot, forecast *nws.Forecast, hourly bool, asked *int,
) gen.Forecast200JSONResponse {
	kind := gen.GeoForecastType("daily")
	days := dailyDays
	if hourly {
		kind = "hourly"
		days = hourlyDays
	}
	if asked != nil {
		days = *asked
	}

	answer := gen.Forecast200JSONResponse{
		Location:    s.location(),
		Type:        kind,
		Days:        days,
		Coverage:    coverage,
		UpdatedAt:   response.Moment(&forecast.Updated),
		Notes:       []string{},
		Sources:     append(s.sources, s.source(response.Moment(&forecast.Updated))),
		Attribution: s.credits(),
	}
	periods := ahead(forecast.Periods, h.now())
	if len(periods) == 0 {
		periods = forecast.Periods
		answer.Notes = append(answer.Notes, "All of these periods are over: this is no longer a forecast.")
		answer.Sources[len(answer.Sources)-1].Status = shared.SourceStatusStale
	}
	answer.Periods = response.Items(response.Each(first(periods, days, hourly), periodOf))
	answer.Count = len(answer.Periods)
	if age := h.now().Sub(forecast.Updated); !forecast.Updated.IsZero() && age > oldAfter {
		answer.Notes = append(answer.Notes, fmt.Sprintf(
			"This forecast was made %d hours ago. The service has no newer one.", int(age.Hours())))
		answer.Sources[len(answer.Sources)-1].Status = shared.SourceStatusStale
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer
}

// first are the periods of a number of days: 24 times as many hours, or the half days that begin on these local days,
// counted from the day of the first.
func first(periods []nws.Period, days int, hourly bool) []nws.Period {
	if hourly {
		return periods[:min(len(periods), 24*days)]
	}
	start := periods[0].Start
	year, month, day := start.Date()
	end := time.Date(year, month, day+days, 0, 0, 0, 0, start.Location())
	for i, p := range periods {
		if !p.Start.Before(end) {
			return periods[:i]
		}
	}
	return periods
}

func periodOf(p nws.Period) gen.GeoForecastPeriod {
	period := gen.GeoForecastPeriod{
		Name:                 response.OrNull(p.Name),
		StartAt:              p.Start,
		EndAt:                p.End,
		IsDaytime:            p.Daytime,
		PrecipProbabilityPct: p.Precipitation,
		HumidityPct:          p.Humidity,
		ShortForecast:        response.OrNull(p.Short),
		DetailedForecast:     response.OrNull(p.Detailed),
		WindSpeed:            response.OrNull(p.Wind),
		WindDirection:        response.OrNull(p.Direction),
	}

	if t := p.Temperature; t != nil {
		celsius := *t
		if p.Unit == "F" {
			celsius = (*t - 32) / 1.8
		}
		period.TemperatureC = new(response.Round(celsius, 1))
		period.TemperatureF = new(response.Round(celsius*1.8+32, 1))
	}

	if kmh, ok := highest(p.Wind); ok {
		period.WindSpeedMaxKmh, period.WindSpeedMaxMph = kmhAndMph(&kmh)
	}
	return period
}

var windRange = regexp.MustCompile(`^(?:(\d+) to )?(\d+) (mph|km/h)$`)

// highest is the upper end of a range of wind in km/h: "5 to 10 mph".
func highest(wind string) (kmh float64, ok bool) {
	m := windRange.FindStringSubmatch(strings.TrimSpace(wind))
	if m == nil {
		return 0, false
	}
	kmh, err := strconv.ParseFloat(m[2], 64)
	if m[3] == "mph" {
		kmh *= kmPerMile
	}
	return kmh, err == nil
}
