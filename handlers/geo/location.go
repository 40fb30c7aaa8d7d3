package geo

import (
	"context"
	"strings"
	"time"
	"unicode"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/handlers/geo/places"
	"github.com/farebox/farebox/internal/place/usaddress"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nws"
)

// coverage is the area of the weather routes.
const coverage = "US"

// spot is a position whose weather is asked for.
type spot struct {
	lat, lon float64
	address  *string // as the geocoder writes it, when an address was given
	point    *nws.Point
	sources  []gen.Source
	reads    *upstream.Reads // of the National Weather Service
}

// locate reads a position, or an address that it finds with the Census Geocoder, and what the National Weather Service
// has for it.
//
// The context that it gives is that of the calls to the service.
func (h *Handlers) locate(ctx context.Context, lat, lon *float64, address *string) (context.Context, *spot, error) {
	s, err := h.position(ctx, lat, lon, address)
	if err != nil {
		return ctx, nil, err
	}

	ctx, s.reads = upstream.WithReads(ctx)
	s.point, err = h.weather.Point(ctx, s.lat, s.lon, false)
	if !upstream.Lacking(upstream.StatusOf(err)) && err != nil {
		return ctx, nil, outside(address)
	}
	return ctx, s, err
}

// source is the service as one of the sources of an answer.
func (s *spot) source(asOf *time.Time) gen.Source {
	source := response.Read(nws.Provider.Name, s.reads, nil)
	source.AsOf = asOf
	return source
}

// elsewhere are official services that cover what the National Weather Service does not, without a key.
var elsewhere = []string{
	"https://api.met.no (Norwegian Meteorological Institute: forecasts for the whole world)",
	"https://worldweather.wmo.int (World Meteorological Organization: each country's own service)",
}

// outside is a 404 for what lies beyond the area of the service.
func outside(address *string) error {
	field := "lat"
	if address != nil {
		field = "address"
	}
	return problem.NotFound(field,
		"the National Weather Service has no data for this position; it covers the United States and its territories; "+
			"elsewhere lists services that cover the rest of the world",
	).With("coverage", coverage).With("elsewhere", elsewhere)
}

func (h *Handlers) position(ctx context.Context, lat, lon *float64, address *string) (*spot, error) {
	switch {
	case address != nil && (lat != nil || lon != nil):
		return nil, problem.Invalid("address", "give either lat and lon or address, not both")
	case address != nil:
		return h.byAddress(ctx, *address)
	case lat == nil && lon == nil:
		return nil, problem.InvalidCode("lat", problem.CodeMissingInput, "lat and lon, or address, are required")
	case lat == nil:
		return nil, problem.Missing("lat")
	case lon == nil:
		return nil, problem.Missing("lon")
	}
	return &spot{lat: *lat, lon: *lon}, nil
}

// byAddress finds a street address. The geocoder knows nothing but streets with house numbers, so that anything else is
// refused before it is asked.
func (h *Handlers) byAddress(ctx context.Context, text string) (*spot, error) {
	text = strings.Join(strings.Fields(text), " ")
	if !strings.ContainsFunc(text, unicode.IsDigit) || !strings.Contains(text, " ") {
		return nil, problem.Invalid("address",
			"address must be a street address in the United States, with number and street, as in "+
				"1600 Pennsylvania Ave NW, Washington, DC; for a town give lat and lon")
	}

	ctx, reads := upstream.WithReads(ctx)
	matches, err := h.census.Locate(ctx, text)
	if upstream.Lacking(upstream.StatusOf(err)) {
		return nil, err
	}
	m, none := usaddress.One(text, matches)
	if none != nil {
		return nil, none.With("coverage", coverage)
	}
	return &spot{
		lat:     m.Lat,
		lon:     m.Lon,
		address: &m.Address,
		sources: []gen.Source{response.Read(places.Census, reads, nil)},
	}, nil
}

func (s *spot) location() gen.GeoWeatherLocation {
	return gen.GeoWeatherLocation{
		Lat:            s.lat,
		Lon:            s.lon,
		City:           response.OrNull(s.point.City),
		State:          response.OrNull(s.point.State),
		MatchedAddress: s.address,
		Timezone:       response.OrNull(s.point.TimeZone),
		Zone:           response.OrNull(s.point.Zone),
	}
}

// credits are the sources of an answer whose weather is that of the service.
func (s *spot) credits() string {
	text := nws.Provider.Attribution
	if s.address != nil {
		text += "; " + credit(places.Census)
	}
	return text
}

// moved says whether err is that of a cell that is no more.
func moved(err error) bool { return upstream.KindOf(err) == upstream.NotFound }

// again reads the point of a spot again, since the grid was moved.
func (h *Handlers) again(ctx context.Context, s *spot) (err error) {
	s.point, err = h.weather.Point(ctx, s.lat, s.lon, true)
	return err
}
