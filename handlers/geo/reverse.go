package geo

import (
	"context"
	"fmt"
	"math"
	"strings"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/handlers/geo/borders"
	"github.com/farebox/farebox/handlers/geo/cities"
	"github.com/farebox/farebox/handlers/geo/places"
	"github.com/farebox/farebox/internal/place/sphere"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
)

const (
	// cityReachKM is how far the nearest city may be.
	cityReachKM = 300
	// ownCityKM is how far the middle of the city may be that the address names.
	ownCityKM = 50
	// shoreKM is how far off the coast a position still counts as of a state.
	shoreKM = 5
	// farM is from where on the object found is said to be far from the position.
	farM = 100
)

// area are the levels of objects that contain a position, for which no distance to their middle is reported.
var area = map[places.Level]bool{
	places.Postcode: true,
	places.Locality: true,
	places.Region:   true,
	places.Country:  true,
}

// GeocodeReverse answers GET /geocode/reverse.
func (h *Handlers) GeocodeReverse(
	ctx context.Context, req gen.GeocodeReverseRequestObject,
) (gen.GeocodeReverseResponseObject, error) {
	lat := response.Round(req.Params.Lat, 6)
	lon := response.Round(req.Params.Lon, 6)

	found, asked, failed := h.object(ctx, lat, lon, strings.ToLower(req.Params.Language))
	state, stateKnown := h.state(lat, lon, found)
	city, km := h.nearestCity(lat, lon, found, state)

	switch {
	case failed != nil: // what the maps know here is what is asked for
		return nil, failed
	case found == nil && city == nil:
		return nil, problem.NotFound("lat", "nothing is known here, and no city is within %d km", cityReachKM)
	}

	answer := reverseAnswer(lat, lon, found, asked)
	answer.NearestState = response.OrNull(state)
	if city != nil {
		answer.NearestCity = &city.Name
		answer.NearestCityDistanceKm = new(response.Round(km, 1))
		answer.Attribution = credit(string(answer.Source), places.GeoNames)
	}
	if found == nil && state != "" {
		answer.Country = new("United States")
		answer.CountryCode = new("us")
		answer.Components.Country = answer.Country
		answer.Components.CountryCode = answer.CountryCode
		answer.Components.StateCode = &state
	}
	if !stateKnown {
		answer.Notes = append(answer.Notes, "The position is too near to the border of a state to tell its state.")
	}
	return answer, nil
}

// object asks what is at a position: Nominatim, and Photon when that does not answer. That the first has nothing there
// is the word of the map which both know.
func (h *Handlers) object(
	ctx context.Context, lat, lon float64, language string,
) (found *places.Candidate, asked []gen.Source, failed error) {
	first, reads := upstream.WithReads(ctx)
	leave := h.nominatimLine.join()
	place, err := h.nominatim.Reverse(first, lat, lon, language)
	leave()
	asked = append(asked, response.Read(places.Nominatim, reads, err))
	if err == nil {
		return new(places.OfNominatim(*place)), asked, nil
	}
	if !upstream.Lacking(upstream.StatusOf(err)) {
		return nil, asked, nil
	}

	second, reads := upstream.WithReads(ctx)
	leave = h.photonLine.join()
	list, errPhoton := h.photon.Reverse(second, lat, lon, language)
	leave()
	asked = append(asked, response.Read(places.Photon, reads, errPhoton))
	if errPhoton == nil {
		return new(places.OfPhoton(list[0])), asked, nil
	}
	if !upstream.Lacking(upstream.StatusOf(errPhoton)) {
		return nil, asked, nil
	}
	return nil, asked, sooner(err, errPhoton)
}

// state is the state of a position in the United States, from the borders. Nearer to a border than these are exact, it
// is that of the object found there; without one it is not known.
func (h *Handlers) state(lat, lon float64, found *places.Candidate) (code string, known bool) {
	place, ok := h.states.At(lat, lon, shoreKM)
	switch {
	case ok && place.Inside && place.BorderKM > borders.Tolerance:
		return place.State, true
	case found != nil && found.CountryCode != "us" && found.CountryCode != "":
		return territory(found), true
	case found != nil && found.StateCode != "" && near(lat, lon, found):
		return found.StateCode, true
	case ok && !place.Inside && found != nil && found.CountryCode == "us":
		return place.State, true
	case !ok || !place.Inside:
		return "", true
	}
	return "", false
}

// near says whether an object tells the state of a position: one that the position lies in, or that is closer than the
// borders are exact.
func near(lat, lon float64, c *places.Candidate) bool {
	return area[c.Base] || sphere.Distance(lat, lon, c.Lat, c.Lon) <= borders.Tolerance
}

// territories are the codes of the territories of the United States that have a country code of their own.
var territories = map[string]string{
	"pr": "PR",
	"gu": "GU",
	"vi": "VI",
	"as": "AS",
	"mp": "MP",
}

// territory is the code of a territory of the United States that has a country code of its own.
func territory(c *places.Candidate) string {
	return territories[c.CountryCode]
}

// nearestCity is the city that the address names, whose middle may be farther than that of a suburb. Otherwise cities
// of the same state and of the same country come first: the one across a river may be nearer, but is not in this
// place.
func (h *Handlers) nearestCity(lat, lon float64, found *places.Candidate, state string) (*cities.City, float64) {
	var keep func(*cities.City) bool
	switch {
	case state != "":
		keep = func(c *cities.City) bool { return c.State == state }
	case found != nil && found.CountryCode != "":
		keep = func(c *cities.City) bool { return strings.EqualFold(c.Country, found.CountryCode) }
	}

	if found != nil && found.City != "" {
		city, km := h.cities.Nearest(lat, lon, ownCityKM, func(c *cities.City) bool {
			return (keep == nil || keep(c)) && places.SameName(c.Name, found.City)
		})
		if city != nil {
			return city, km
		}
	}

	if keep != nil {
		if city, km := h.cities.Nearest(lat, lon, cityReachKM, keep); city != nil {
			return city, km
		}
	}

	return h.cities.Nearest(lat, lon, cityReachKM, nil)
}

func reverseAnswer(lat, lon float64, found *places.Candidate, asked []gen.Source) gen.GeocodeReverse200JSONResponse {
	answer := gen.GeocodeReverse200JSONResponse{
		Lat:         lat,
		Lon:         lon,
		Source:      gen.GeoReverseSource(places.GeoNames),
		Notes:       []string{},
		Sources:     asked,
		Partial:     response.Partial(asked),
		Attribution: credit(places.GeoNames),
	}
	if found == nil {
		answer.Notes = append(answer.Notes, "No address is known here. The nearest city is given alone.")
		return answer
	}

	answer.Partial = mark(asked, *found)
	level := found.Base
	if level == places.House && found.Interpolated {
		level = places.Interpolated
	}
	answer.MatchedAddress = &found.Label
	answer.Components = componentsOf(*found)
	answer.Country = response.OrNull(found.Country)
	answer.CountryCode = response.OrNull(found.CountryCode)
	answer.Source = gen.GeoReverseSource(found.Source)
	answer.MatchLevel = new(gen.GeoReverseMatchLevel(level))
	answer.MatchedLat = &found.Lat
	answer.MatchedLon = &found.Lon
	answer.Attribution = credit(found.Source)
	if !area[level] {
		metres := sphere.Distance(lat, lon, found.Lat, found.Lon) * 1000
		answer.DistanceM = new(response.Round(metres, 1))
		if metres > farM {
			answer.Notes = append(answer.Notes, fmt.Sprintf(
				"The nearest object on the map is %.0f m away: its address need not be that of the position.",
				math.Round(metres)))
		}
	}
	return answer
}
