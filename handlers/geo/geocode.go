package geo

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/handlers/geo/places"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// maxCandidates is how many other places of a name an answer lists.
const maxCandidates = 5

// Geocode answers GET /geocode.
func (h *Handlers) Geocode(ctx context.Context, req gen.GeocodeRequestObject) (gen.GeocodeResponseObject, error) {
	query, err := readQuery(req.Params)
	if err != nil {
		return nil, err
	}

	s := h.find(ctx, query, strings.ToLower(req.Params.Language))
	best, others, ok := query.Choose(s.matches)
	switch {
	case !ok && s.failed != nil:
		return nil, s.failed // a source that did not answer may have known it
	case !ok:
		return nil, unknown(query)
	}
	return geocodeAnswer(s, best, others), nil
}

// unknown is a 404 that says what to ask for instead.
func unknown(query places.Query) error {
	if query.Crossing() {
		return problem.NotFound("address",
			"no source knows this intersection; ask for one of its streets, or for a house or a shop at the corner")
	}
	return problem.NotFound("address", "no source knows this address or place")
}

// readQuery refuses what cannot be the name of anything before a source is asked.
func readQuery(params gen.GeocodeParams) (places.Query, error) {
	text := strings.TrimSpace(params.Address)
	named := strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if !named || strings.ContainsFunc(text, unicode.IsControl) {
		return places.Query{}, problem.Invalid("address", "address must be an address or the name of a place")
	}

	return places.Read(text, response.OrZero(params.Country)), nil
}

func geocodeAnswer(s *search, best places.Match, others []places.Match) gen.Geocode200JSONResponse {
	partial := mark(s.asked, best.Candidate)
	rivals := s.query.Rivals(best, others)
	agreement := places.Compare(best, others)

	answer := gen.Geocode200JSONResponse{
		MatchedAddress:  best.Label,
		Lat:             best.Lat,
		Lon:             best.Lon,
		Components:      componentsOf(best.Candidate),
		Country:         response.OrNull(best.Country),
		CountryCode:     response.OrNull(best.CountryCode),
		Source:          gen.GeoGeocodeSource(best.Source),
		MatchLevel:      gen.GeoMatchLevel(best.Level),
		Exact:           best.Exact,
		Unmatched:       response.Items(best.Missing),
		Ambiguous:       len(rivals) > 0,
		ConfidenceLevel: gen.GeoGeocodeConfidenceLevel(places.Confidence(best, rivals, agreement)),
		Name:            response.OrNull(best.Name),
		PlaceType:       response.OrNull(best.Kind),
		BoundingBox:     boxOf(best.Candidate),
		Intersection:    intersection(s.query, best),
		Candidates:      []gen.GeoCandidate{},
		Notes:           response.Items(notes(s, best, rivals, agreement)),
		Sources:         s.asked,
		Partial:         partial,
	}

	credited := []string{best.Source}
	if agreement != nil {
		answer.Agreement = &gen.GeoAgreement{
			Source:    agreement.Other.Source,
			DistanceM: response.Round(agreement.KM*1000, 0),
		}
		credited = append(credited, agreement.Other.Source)
		if agreement.Conflict() {
			rivals = append([]places.Match{agreement.Other}, rivals...)
		}
	}
	for i, m := range rivals {
		if i < maxCandidates {
			answer.Candidates = append(answer.Candidates, candidateOf(m))
			credited = append(credited, m.Source)
		}
	}
	answer.Attribution = credit(credited...)
	return answer
}

// intersection is how an intersection was found, nil where none was asked for.
func intersection(q places.Query, best places.Match) *gen.GeoGeocodeIntersection {
	switch {
	case !q.Crossing():
		return nil
	case best.Level != places.Intersection:
		return new(gen.IntersectionNotResolved)
	case best.Kind == places.Junction:
		return new(gen.Computed)
	}
	return new(gen.Named)
}

func candidateOf(m places.Match) gen.GeoCandidate {
	return gen.GeoCandidate{
		MatchedAddress: m.Label,
		Lat:            m.Lat,
		Lon:            m.Lon,
		MatchLevel:     gen.GeoMatchLevel(m.Level),
		City:           response.OrNull(m.City),
		State:          response.OrNull(m.State),
		CountryCode:    response.OrNull(m.CountryCode),
		Source:         m.Source,
	}
}

// notes say in words what a reader of the position has to know about it.
func notes(s *search, best places.Match, rivals []places.Match, agreement *places.Agreement) []string {
	var list []string
	say := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }

	switch {
	case best.Kind == places.Junction && best.Level == places.Intersection:
		say("The position is a point that the lines of both streets on the map share.")
	case best.Level == places.Intersection:
		say("The position is that of a thing at the intersection that is named for both streets (%s).", best.Kind)
	case s.query.Crossing():
		say("No source knows the intersection: this is a position on one of its streets, or another place of the name.")
	case best.Other != "":
		say("The house asked for was not found: this is the position of number %s in the same street.", best.Other)
	case best.Level == places.Interpolated:
		say("The position is worked out from the range of house numbers along the street. " +
			"Whether a house of this number exists is not known.")
	case len(best.Missing) > 0 && best.Level == places.Street:
		say("The house asked for was not found: this is a position on the street.")
	}
	if len(best.Missing) > 0 {
		say("The match does not have these words of the address: %s.", strings.Join(best.Missing, ", "))
	}
	if s.query.Unit != "" {
		say("No source knows flats and suites: the position is that of the building.")
	}
	if len(rivals) > 0 {
		say("Other places fit as well; they are listed as candidates.")
	}
	if agreement.Conflict() {
		say("Another source puts it %.1f km away.", agreement.KM)
	}
	return list
}
