package geo

import (
	"context"
	"errors"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/geo"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/geo/cities"
	"github.com/farebox/farebox/handlers/geo/places"
	"github.com/farebox/farebox/internal/place/usaddress"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/ban"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
	"github.com/farebox/farebox/internal/upstream/nominatim"
	"github.com/farebox/farebox/internal/upstream/pdok"
	"github.com/farebox/farebox/internal/upstream/photon"
	"github.com/farebox/farebox/internal/upstream/postcodesio"
)

// attributions are what the terms of the sources ask to be shown.
var attributions = map[string]string{
	places.Census:    censusgeocoder.Provider.Attribution,
	places.BAN:       ban.Provider.Attribution,
	places.PDOK:      pdok.Provider.Attribution,
	places.Postcodes: postcodesio.Provider.Attribution,
	places.Nominatim: nominatim.Provider.Attribution,
	places.Photon:    photon.Provider.Attribution,
	places.GeoNames:  cities.Attribution,
}

type geocoder = upstream.Source[[]places.Candidate]

// search is an address or name being looked for.
type search struct {
	query    places.Query
	language string

	matches []places.Match // of all sources, in the order that they were asked in
	asked   []gen.Source
	failed  error // why a source had no say; of several, the one that can be asked again soonest
}

// ask puts the question to sources side by side.
func (s *search) ask(ctx context.Context, sources ...geocoder) {
	fused := upstream.Fuse(ctx, sources...)
	for _, outcome := range fused {
		source := response.Read(outcome.Name, outcome.Reads, outcome.Err)
		if outcome.Err == nil {
			source.Records = new(len(outcome.Value))
		}
		s.asked = append(s.asked, source)
		if upstream.Lacking(outcome.Status()) {
			s.failed = sooner(s.failed, outcome.Err)
		}
		for _, c := range outcome.Value {
			s.matches = append(s.matches, s.query.Judge(c))
		}
	}
}

// sooner is the failure after which it is worth to ask again first. Of one that does not say when, nobody knows.
func sooner(a, b error) error {
	var first, second *upstream.Error
	errors.As(a, &first)
	switch {
	case a == nil:
		return b
	case !errors.As(b, &second) || second.RetryAfter == 0:
		return a
	case first == nil || first.RetryAfter == 0 || second.RetryAfter < first.RetryAfter:
		return b
	}
	return a
}

// found says whether any place fits what was asked for.
func (s *search) found() bool {
	_, _, ok := s.query.Choose(s.matches)
	return ok
}

// settled says whether a house was found, or all that was asked for: no further source can do better.
func (s *search) settled() bool {
	best, _, ok := s.query.Choose(s.matches)
	house := best.Level == places.House || best.Level == places.Interpolated
	return ok && (best.Exact || house && !best.Elsewhere)
}

// find asks the sources in the order of their precision: the national ones of the country, then those of the world,
// then national ones that a busy world leaves.
func (h *Handlers) find(ctx context.Context, q places.Query, language string) *search {
	s := &search{query: q, language: language}

	switch {
	case q.American() && h.photonLine.wait() < patience:
		// Census positions are worked out along the street. The map may have the house itself.
		s.ask(ctx, h.fromCensus(q), h.fromPhoton(q, language))
	case q.American():
		s.ask(ctx, h.fromCensus(q))
	case q.Crossing(): // the registers know houses and streets
	case q.Country == "FR" && q.HasNumber():
		s.ask(ctx, h.fromBAN(q))
	case q.Country == "NL" && q.HasNumber():
		s.ask(ctx, h.fromPDOK(q))
	}

	h.findInWorld(ctx, s)
	if !s.found() && s.failed != nil {
		h.findInCountry(ctx, s)
	}
	return s
}

// findInWorld asks Nominatim and Photon one after the other, since both know the same map and ask to be spared: the
// second only when the first failed or has less than was asked for.
func (h *Handlers) findInWorld(ctx context.Context, s *search) {
	if s.settled() {
		return
	}

	first := places.Nominatim
	second := places.Photon
	if h.nominatimLine.wait()-h.photonLine.wait() > patience {
		first, second = second, first
	}
	for i, name := range []string{first, second} {
		if s.settled() || s.wasAsked(name) {
			continue
		}
		sources := []geocoder{h.fromMap(name, s.query, s.language)}
		if i == 0 && s.query.UKPostcode != "" {
			sources = append(sources, h.fromPostcodes(s.query))
		}
		s.ask(ctx, sources...)
	}
}

// findInCountry asks the national registers for streets and towns, which those of the world know better.
func (h *Handlers) findInCountry(ctx context.Context, s *search) {
	switch {
	case s.query.Crossing():
	case s.query.Country == "FR" && !s.wasAsked(places.BAN):
		s.ask(ctx, h.fromBAN(s.query))
	case s.query.Country == "NL" && !s.wasAsked(places.PDOK):
		s.ask(ctx, h.fromPDOK(s.query))
	}
}

func (s *search) wasAsked(name string) bool {
	return slices.ContainsFunc(s.asked, func(source gen.Source) bool { return source.Name == name })
}

func (h *Handlers) fromCensus(q places.Query) geocoder {
	return geocoder{Name: places.Census, Call: func(ctx context.Context) ([]places.Candidate, error) {
		matches, err := h.census.Locate(ctx, q.Text)
		fitting := slices.DeleteFunc(slices.Clone(matches), func(m censusgeocoder.Match) bool {
			return !usaddress.Fits(m, q.Text)
		})
		return response.Each(fitting, places.OfCensus), err
	}}
}

func (h *Handlers) fromBAN(q places.Query) geocoder {
	return geocoder{Name: places.BAN, Call: func(ctx context.Context) ([]places.Candidate, error) {
		found, err := h.ban.Search(ctx, q.WithoutCountry())
		return response.Each(found, places.OfBAN), err
	}}
}

func (h *Handlers) fromPDOK(q places.Query) geocoder {
	return geocoder{Name: places.PDOK, Call: func(ctx context.Context) ([]places.Candidate, error) {
		found, err := h.pdok.Search(ctx, q.WithoutCountry())
		return response.Each(found, places.OfPDOK), err
	}}
}

func (h *Handlers) fromPostcodes(q places.Query) geocoder {
	return geocoder{Name: places.Postcodes, Call: func(ctx context.Context) ([]places.Candidate, error) {
		found, err := h.postcodes.Find(ctx, q.UKPostcode)
		if err != nil {
			return nil, err
		}
		return []places.Candidate{places.OfPostcode(*found)}, nil
	}}
}

func (h *Handlers) fromMap(name string, q places.Query, language string) geocoder {
	if name == places.Photon {
		return h.fromPhoton(q, language)
	}
	return h.fromNominatim(q, language)
}

func (h *Handlers) fromNominatim(q places.Query, language string) geocoder {
	leave := h.nominatimLine.join()
	return geocoder{Name: places.Nominatim, Call: func(ctx context.Context) ([]places.Candidate, error) {
		defer leave()
		found, err := h.nominatim.Search(ctx, q.Text, language)
		list := response.Each(found, places.OfNominatim)
		failed := err != nil && !errors.Is(err, upstream.NotFound)
		if !q.Crossing() || failed || slices.ContainsFunc(list, q.AtCrossing) {
			return list, err
		}

		junctions, failure := h.junctions(ctx, q, language)
		switch {
		case failure != nil:
			return nil, failure
		case len(junctions) == 0:
			return list, err
		}
		return append(junctions, list...), nil
	}}
}

// junctions looks for an intersection by the lines of its two streets, since the map has no intersections as such.
// A street that is not on the map meets none.
func (h *Handlers) junctions(ctx context.Context, q places.Query, language string) ([]places.Candidate, error) {
	var ways [2][]nominatim.Way
	for i, street := range q.Streets() {
		found, err := h.nominatim.Ways(ctx, street, language)
		switch {
		case errors.Is(err, upstream.NotFound):
			return nil, nil
		case err != nil:
			return nil, err
		}
		ways[i] = found
	}
	return q.Junctions(ways[0], ways[1]), nil
}

func (h *Handlers) fromPhoton(q places.Query, language string) geocoder {
	leave := h.photonLine.join()
	return geocoder{Name: places.Photon, Call: func(ctx context.Context) ([]places.Candidate, error) {
		defer leave()
		found, err := h.photon.Search(ctx, q.Text, language)
		return response.Each(found, places.OfPhoton), err
	}}
}

// mark notes at the source of the place shown when a part of it came under a name that is not known, and says whether
// the answer is partial.
func mark(asked []gen.Source, shown places.Candidate) (partial bool) {
	for i := range asked {
		if shown.Odd && asked[i].Name == shown.Source {
			asked[i].Status = shared.SourceStatusError
			asked[i].Detail = new("A part of the address came under a name that is not known.")
		}
	}
	return response.Partial(asked)
}

// credit names those whose data the answer shows, each once.
func credit(sources ...string) string {
	var list []string
	for _, name := range sources {
		if words := attributions[name]; words != "" && !slices.Contains(list, words) {
			list = append(list, words)
		}
	}
	return strings.Join(list, "; ")
}

func componentsOf(c places.Candidate) gen.GeoComponents {
	return gen.GeoComponents{
		HouseNumber: response.OrNull(c.HouseNumber),
		Road:        response.OrNull(c.Road),
		Suburb:      response.OrNull(c.Suburb),
		City:        response.OrNull(c.City),
		County:      response.OrNull(c.County),
		State:       response.OrNull(c.State),
		StateCode:   response.OrNull(c.StateCode),
		Postcode:    response.OrNull(c.Postcode),
		Country:     response.OrNull(c.Country),
		CountryCode: response.OrNull(c.CountryCode),
	}
}

func boxOf(c places.Candidate) *gen.GeoBox {
	if len(c.Box) != 4 {
		return nil
	}
	return &gen.GeoBox{
		South: c.Box[0],
		North: c.Box[1],
		West:  c.Box[2],
		East:  c.Box[3],
	}
}
