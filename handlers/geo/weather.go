package geo

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/internal/place/sphere"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nws"
)

const (
	// freshFor is how old an observation may be. Most stations report every hour, some every 20 minutes.
	freshFor = 3 * time.Hour
	// aheadFor is how far a station's clock may be ahead of ours.
	aheadFor = 15 * time.Minute
	// atOnce is how many stations are asked side by side, and maxStations how many in all.
	atOnce      = 3
	maxStations = 6
	// fillKM is how far a station may be that gives what the nearest one lacks.
	fillKM = 80
)

// report is an observation with the station that made it.
type report struct {
	station nws.Station
	km      float64
	*nws.Observation
}

// Weather answers GET /weather.
func (h *Handlers) Weather(ctx context.Context, req gen.WeatherRequestObject) (gen.WeatherResponseObject, error) {
	ctx, s, err := h.locate(ctx, req.Params.Lat, req.Params.Lon, req.Params.Address)
	if err != nil {
		return nil, err
	}
	got, alerts, err := h.observed(ctx, s)
	if err != nil {
		return nil, err
	}
	if len(got.reports) == 0 && got.failed != nil {
		return nil, got.failed
	}

	current, fresh := h.current(got.reports)
	sources := slices.Concat(s.sources, []gen.Source{s.source(current.ObservedAt), alerts})
	answer := gen.Weather200JSONResponse{
		Location:    s.location(),
		Current:     current,
		Alerts:      h.inForce(got.alerts),
		Coverage:    coverage,
		Notes:       []string{},
		Sources:     sources,
		Partial:     !fresh || got.failed != nil || response.Partial(sources),
		Attribution: s.credits(),
	}
	if at := current.Station; at != nil && at.DistanceKm > fillKM {
		answer.Notes = append(answer.Notes, fmt.Sprintf(
			"The nearest station with values is %.0f km away: the weather here may be another.", at.DistanceKm))
	}
	if !fresh {
		answer.Notes = append(answer.Notes, stale(got.reports))
		response.Waive(ctx) // nothing was delivered
	}
	return answer, nil
}

// stale says why there are no values.
func stale(reports []report) string {
	var last time.Time
	for _, r := range reports {
		if r.At.After(last) {
			last = r.At
		}
	}
	text := "No station near has a value of the last 3 hours."
	if !last.IsZero() {
		text += " The latest report is of " + last.UTC().Format(time.RFC3339) + "."
	}
	return text
}

// stations gives those near a spot, the nearest first.
func (h *Handlers) stations(ctx context.Context, s *spot) ([]report, error) {
	switch {
	case s.point.Stations == "" && s.point.MayLack():
		return nil, outside(s.address)
	case s.point.Stations == "":
		return nil, upstream.BadResponse.Errorf("nws: a point on land without stations")
	}
	list, err := h.weather.StationsOf(ctx, s.point)
	if moved(err) {
		if err = h.again(ctx, s); err == nil {
			list, err = h.weather.StationsOf(ctx, s.point)
		}
	}
	if err != nil {
		return nil, err
	}

	near := make([]report, 0, len(list))
	for _, station := range list {
		near = append(near, report{
			station: station,
			km:      sphere.Distance(s.lat, s.lon, station.Lat, station.Lon),
		})
	}
	slices.SortStableFunc(near, func(a, b report) int { return cmp.Compare(a.km, b.km) })
	return near, nil
}

// observe asks the nearest stations side by side, and the next ones while values are missing. A station that has
// reported nothing is passed over; failed is why one could not be asked: those farther away stand in for it.
func (h *Handlers) observe(ctx context.Context, stations []report) (reports []report, failed error) {
	stations = stations[:min(len(stations), maxStations)]
	for group := range slices.Chunk(stations, atOnce) {
		latest := func(ctx context.Context, r report) (*nws.Observation, error) {
			return h.weather.Latest(ctx, r.station.ID)
		}
		for i, outcome := range upstream.AskEach(ctx, nws.Provider.Name, group, latest) {
			switch {
			case outcome.Err == nil:
				group[i].Observation = outcome.Value
				reports = append(reports, group[i])
			case failed == nil && upstream.Lacking(outcome.Status()):
				failed = outcome.Err
			}
		}
		if h.complete(reports) {
			break
		}
	}

	return reports, failed
}

// fresh leaves the reports of the last hours, the nearest first.
func (h *Handlers) fresh(reports []report) []report {
	now := h.now()
	var list []report
	for _, r := range reports {
		if age := now.Sub(r.At); age <= freshFor && age >= -aheadFor {
			list = append(list, r)
		}
	}
	return list
}

// complete says whether the values that every answer should have are there.
func (h *Handlers) complete(reports []report) bool {
	wanted := map[string]bool{}
	for _, field := range fields {
		if field.wanted {
			wanted[field.name] = false
		}
	}
	for i, r := range h.fresh(reports) {
		for _, field := range fields {
			if (i == 0 || r.km <= fillKM) && field.of(r.Observation) != nil {
				delete(wanted, field.name)
			}
		}
	}
	return len(wanted) == 0
}

// field is a value of an answer, taken from the nearest station that has it.
type field struct {
	name   string
	wanted bool // stations of airports report it as a rule
	of     func(*nws.Observation) *float64
}

var fields = []field{
	{"temperature", true, func(o *nws.Observation) *float64 { return o.Temperature }},
	{"humidity", true, func(o *nws.Observation) *float64 { return o.Humidity }},
	{"wind_speed", true, func(o *nws.Observation) *float64 { return o.Wind }},
	{"pressure", true, func(o *nws.Observation) *float64 { return cmp.Or(o.SeaLevel, o.Altimeter) }},
	{"dewpoint", false, func(o *nws.Observation) *float64 { return o.Dewpoint }},
	{"visibility", false, func(o *nws.Observation) *float64 { return o.Visibility }},
}

// current puts the values together. fresh is false when there are none.
func (h *Handlers) current(reports []report) (current gen.GeoCurrentWeather, fresh bool) {
	current.FilledFrom = []gen.GeoFilledValue{}
	list := h.fresh(reports)
	main := slices.IndexFunc(list, func(r report) bool { return r.Temperature != nil })
	if main < 0 {
		main = slices.IndexFunc(list, hasAny)
	}
	if main < 0 {
		return current, false
	}

	own := list[main]
	current.Station = &gen.GeoStation{
		ID:         own.station.ID,
		Name:       own.station.Name,
		Lat:        own.station.Lat,
		Lon:        own.station.Lon,
		DistanceKm: response.Round(own.km, 1),
	}
	current.ObservedAt = response.Moment(&own.At)
	current.AgeMinutes = new(max(0, int(h.now().Sub(own.At)/time.Minute)))

	whole := *own.Observation
	fill := fillWith(&current, own, list)
	whole.Humidity = fill("humidity")
	putPressure(&current, fill("pressure"), list)
	whole.Dewpoint = fill("dewpoint")
	whole.Visibility = fill("visibility")
	if windy := fill("wind_speed"); own.Wind == nil && windy != nil {
		other := list[slices.IndexFunc(list, func(r report) bool { return r.Wind == windy })]
		whole.Wind = windy
		whole.Direction = other.Direction
		whole.Gust = other.Gust
	}
	put(&current, whole)
	return current, true
}

func hasAny(r report) bool {
	for _, field := range fields {
		if field.of(r.Observation) != nil {
			return true
		}
	}
	return r.Description != ""
}

// fillWith gives what takes a value from the station of the answer, or from the nearest other one that has it, which is
// then noted in the answer.
func fillWith(current *gen.GeoCurrentWeather, own report, list []report) func(name string) *float64 {
	return func(name string) *float64 {
		field := fields[slices.IndexFunc(fields, func(f field) bool { return f.name == name })]
		if value := field.of(own.Observation); value != nil {
			return value
		}

		for _, r := range list {
			if value := field.of(r.Observation); value != nil && r.km <= fillKM {
				current.FilledFrom = append(current.FilledFrom, gen.GeoFilledValue{
					Value:      gen.GeoFilledValueValue(name),
					StationID:  r.station.ID,
					DistanceKm: response.Round(r.km, 1),
					ObservedAt: r.At.UTC().Truncate(time.Second),
				})
				return value
			}
		}

		return nil
	}
}

// putPressure writes the pressure and which of its two kinds it is.
func putPressure(current *gen.GeoCurrentWeather, pressure *float64, list []report) {
	if pressure == nil {
		return
	}
	current.PressureHpa = response.RoundOrNull(pressure, 1)
	current.PressureKind = new(gen.Altimeter)
	if slices.ContainsFunc(list, func(r report) bool { return r.SeaLevel == pressure }) {
		current.PressureKind = new(gen.SeaLevel)
	}
}

// put writes the values in both units.
func put(current *gen.GeoCurrentWeather, o nws.Observation) {
	current.Description = response.OrNull(o.Description)
	current.TemperatureC, current.TemperatureF = degrees(o.Temperature)
	current.DewpointC, current.DewpointF = degrees(o.Dewpoint)
	current.FeelsLikeC, current.FeelsLikeF = degrees(cmp.Or(o.HeatIndex, o.WindChill))
	current.HumidityPct = response.RoundOrNull(o.Humidity, 1)
	current.WindSpeedKmh, current.WindSpeedMph = kmhAndMph(o.Wind)
	current.WindGustKmh, current.WindGustMph = kmhAndMph(o.Gust)
	current.VisibilityKm = response.RoundOrNull(o.Visibility, 1)
	if o.Direction != nil && o.Wind != nil && *o.Wind > 0 {
		current.WindDirectionDeg = new(int(math.Round(*o.Direction)) % 360)
		current.WindDirection = new(compass(*o.Direction))
	}
}

// degrees are a temperature in Celsius and Fahrenheit.
func degrees(celsius *float64) (c, f *float64) {
	if celsius == nil {
		return nil, nil
	}
	return new(response.Round(*celsius, 1)), new(response.Round(*celsius*1.8+32, 1))
}

const kmPerMile = 1.609344

func kmhAndMph(kmh *float64) (k, m *float64) {
	if kmh == nil {
		return nil, nil
	}
	return new(response.Round(*kmh, 1)), new(response.Round(*kmh/kmPerMile, 1))
}

var points = []string{
	"N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
}

// compass is the nearest of the sixteen points.
func compass(degrees float64) string {
	return points[int(math.Round(math.Mod(degrees, 360)/22.5)+16)%16]
}
