// Package ban reads the national address base of France (Base Adresse Nationale): the position of each house number
// that a municipality has given.
package ban

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the geocoding service of the mapping agency IGN, which needs no key.
var Provider = upstream.Provider{
	Name:          "ban",
	BaseURL:       "https://data.geopf.fr/geocodage",
	Docs:          "https://geoservices.ign.fr/documentation/services/services-geoplateforme/geocodage",
	Attribution:   "Base Adresse Nationale (IGN, La Poste, DGFiP), Licence Ouverte 2.0",
	Terms:         "https://adresse.data.gouv.fr",
	Checked:       "recorded",
	RatePerMinute: 600,
	Burst:         10,
	Concurrency:   8,
	Retries:       1,
	TTL:           48 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
}

// Place is an entry of the base. What is required is in all recordings.
type Place struct {
	Lat         float64     `json:"-"`
	Lon         float64     `json:"-"`
	Kind        string      `json:"type"`                      // housenumber, street, locality, municipality
	Score       float64     `json:"score" contract:"fraction"` // how well the text fits
	Label       string      `json:"label"`                     // "4 Rue du Moulin 94550 Chevilly-Larue"
	Name        string      `json:"name"`
	HouseNumber scalar.Text `json:"housenumber,omitempty"` // of houses
	Street      string      `json:"street,omitempty"`      // of houses and streets
	Postcode    scalar.Text `json:"postcode"`
	City        string      `json:"city"`
	Context     string      `json:"context"` // "94, Val-de-Marne, Île-de-France"
}

// Client asks the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for Paris.
func probe(ctx context.Context, u *upstream.Client) error {
	places, err := (&Client{u}).Search(ctx, "Paris")
	return upstream.Has(places, err, "features", "Paris", func(p Place) bool { return p.City == "Paris" })
}

// Search finds entries by a text, the best first. It is lenient: Score and Label show what really fits. No entry is
// [upstream.NotFound].
func (c *Client) Search(ctx context.Context, text string) ([]Place, error) {
	var answer features
	if _, err := c.c.Get("/search").Query("q", text).Query("limit", "5").JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if len(answer.Features) == 0 {
		return nil, upstream.NotFound.Errorf("ban: no such place")
	}

	return each.Of(answer.Features, func(f feature) Place { return f.place() }), nil
}

type features struct {
	Features []feature `json:"features"`
}

// Hold sees that houses have their number and street.
func (fs features) Hold() error {
	for _, f := range fs.Features {
		p := f.Properties
		switch {
		case p.Kind == "housenumber" && p.HouseNumber == "":
			return upstream.Lacks("features[].properties.housenumber")
		case p.Kind == "housenumber" && p.Street == "":
			return upstream.Lacks("features[].properties.street")
		}
	}
	return nil
}

type feature struct {
	Geometry struct {
		Coordinates []float64 `json:"coordinates" contract:"position"`
	} `json:"geometry"`
	Properties Place `json:"properties"`
}

func (f feature) place() Place {
	p := f.Properties
	p.Lat = f.Geometry.Coordinates[1]
	p.Lon = f.Geometry.Coordinates[0]
	if p.Kind == "street" {
		p.Street = p.Name
	}
	return p
}
