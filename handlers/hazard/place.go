package hazard

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/hazard"
	"github.com/farebox/farebox/internal/place/usaddress"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
)

// coverage is what the routes know about, as refusals name it.
const coverage = "US"

// site is the point that is asked about.
type site struct {
	lat, lon   float64
	address    string // as the geocoder has it; empty for a point that the caller gave
	county     string
	countyFIPS string
	state      string
}

// box is a rectangle of latitudes and longitudes.
type box struct{ south, north, west, east float64 }

// boxes hold the United States and its territories, and parts of their neighbours: they refuse what is far away before
// any source is asked.
var boxes = []box{
	{24.3, 49.5, -125.1, -66.8},    // the 48 states
	{51.0, 71.6, -180, -129.8},     // Alaska
	{51.0, 53.2, 172.3, 180},       // the Aleutian islands beyond 180 degrees
	{18.5, 28.6, -178.6, -154.6},   // Hawaii
	{17.5, 18.7, -68.1, -64.4},     // Puerto Rico and the Virgin Islands
	{13.0, 20.7, 144.4, 146.3},     // Guam and the Northern Mariana Islands
	{-14.8, -10.9, -171.3, -167.9}, // American Samoa
}

func near(lat, lon float64) bool {
	return slices.ContainsFunc(boxes, func(b box) bool {
		return lat >= b.south && lat <= b.north && lon >= b.west && lon <= b.east
	})
}

// outside is the problem of a point that is not in the United States.
func outside() *problem.Problem {
	return problem.NotFound("lat",
		"the point is not in the United States or its territories").
		With("coverage", coverage)
}

// given is a place as a caller names it: an address, or a point.
type given struct {
	address  string
	lat, lon float64
}

// readGiven takes exactly one of address, and lat with lon. The others are further ways that the route has.
func readGiven(address *string, lat, lon *float64, others ...string) (given, error) {
	ways := "address, and lat with lon"
	if len(others) > 0 {
		ways = "address, lat with lon, and " + strings.Join(others, ", ")
	}
	switch {
	case address == nil && lat == nil && lon == nil:
		return given{}, problem.InvalidCode("address", problem.CodeMissingInput, "give one of %s", ways)
	case address != nil && (lat != nil || lon != nil):
		return given{}, problem.InvalidCode("address", problem.CodeAmbiguous, "give only one of %s", ways)
	case address == nil && lon == nil:
		return given{}, problem.InvalidCode("lon", problem.CodeMissingInput, "lat and lon go together")
	case address == nil && lat == nil:
		return given{}, problem.InvalidCode("lat", problem.CodeMissingInput, "lat and lon go together")
	case address == nil && !near(*lat, *lon):
		return given{}, outside()
	case address == nil:
		return given{lat: *lat, lon: *lon}, nil
	}

	line := strings.Join(strings.Fields(*address), " ")
	if !strings.ContainsAny(line, "0123456789") || !strings.Contains(line, " ") {
		return given{}, problem.Invalid("address",
			"address must be a US street address with number and street, such as 350 5th Ave, New York, NY")
	}
	return given{address: line}, nil
}

// locate gives the point, by the geocoder when an address was given. The source is nil when it was not asked.
func (h *Handlers) locate(ctx context.Context, g given) (*site, []gen.Source, error) {
	if g.address == "" {
		return &site{lat: g.lat, lon: g.lon}, []gen.Source{}, nil
	}

	ctx, reads := upstream.WithReads(ctx)
	matches, err := h.geocoder.Geographies(ctx, g.address)
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return nil, nil, err
	}
	m, none := usaddress.One(g.address, matches)
	if none != nil {
		return nil, nil, none.With("coverage", coverage)
	}

	at := &site{
		lat:     m.Lat,
		lon:     m.Lon,
		address: m.Address,
	}
	at.in(m.Areas)
	at.state = cmp.Or(at.state, m.State)
	return at, []gen.Source{response.Read(srcGeocoder, reads, nil)}, nil
}

// in takes over the county that the geocoder names.
func (s *site) in(areas *censusgeocoder.Areas) {
	if areas == nil || areas.County == nil {
		return
	}
	s.county = areas.County.Name
	s.countyFIPS = areas.County.GEOID
	if len(s.countyFIPS) == countyDigits {
		state, _ := usstate.Find(s.countyFIPS[:2])
		s.state = state.Code
	}
}

// areas asks what lies at the point, which is what tells the United States from the rest of the world.
func (h *Handlers) areas(at *site) func(context.Context) (*censusgeocoder.Areas, error) {
	return func(ctx context.Context) (*censusgeocoder.Areas, error) {
		return h.geocoder.At(ctx, at.lat, at.lon)
	}
}

func (s *site) answer() gen.HazardPlace {
	return gen.HazardPlace{
		Lat:            s.lat,
		Lon:            s.lon,
		MatchedAddress: response.OrNull(s.address),
		PlacedBy:       gen.HazardPlacedBy(s.placedBy()),
		County:         response.OrNull(s.county),
		CountyFips:     response.OrNull(s.countyFIPS),
		State:          response.OrNull(s.state),
	}
}

func (s *site) placedBy() string {
	if s.address == "" {
		return "coordinates"
	}
	return "address_range"
}

// interpolated is said of every answer for an address where metres matter.
const interpolated = "The address was placed along its street by its number and may be tens of metres from the " +
	"building: where a border is near, ask again with lat and lon of the building."

// unchecked is said where the county could not be asked for.
const unchecked = "Whether the point is inside the United States could not be checked this time."
