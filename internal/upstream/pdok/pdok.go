// Package pdok reads the Locatieserver of the Netherlands' PDOK: the position of each address of the national register
// of addresses and buildings (BAG), of streets, postcodes and places.
package pdok

import (
	"context"
	"fmt"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public service, which needs no key.
var Provider = upstream.Provider{
	Name:          "pdok",
	BaseURL:       "https://api.pdok.nl/bzk/locatieserver/search/v3_1",
	Docs:          "https://api.pdok.nl/bzk/locatieserver/search/v3_1/ui/",
	Attribution:   "PDOK, Kadaster (BAG)",
	Terms:         "https://www.pdok.nl (CC0 1.0)",
	Checked:       "recorded",
	RatePerMinute: 600,
	Burst:         10,
	Concurrency:   8,
	Retries:       1,
	TTL:           48 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
}

// Place is an entry of the register.
type Place struct {
	Lat         float64
	Lon         float64
	Kind        string // adres, weg, postcode, woonplaats, gemeente, provincie
	Label       string // "Nieuwezijds Voorburgwal 147, 1012RJ Amsterdam"
	HouseNumber string // with letter and addition: "147", "12A", "12-2"
	Street      string
	Postcode    string // "1012RJ"
	City        string
	Province    string
}

// Client asks the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the Royal Palace of Amsterdam.
func probe(ctx context.Context, u *upstream.Client) error {
	places, err := (&Client{u}).Search(ctx, "Nieuwezijds Voorburgwal 147 Amsterdam")
	return upstream.Has(places, err, "response.docs", "a place in Amsterdam", func(p Place) bool {
		return p.City == "Amsterdam"
	})
}

// Search finds entries by a text, the best first. Any word of the text is enough for a hit: Label shows what really
// fits. No entry is [upstream.NotFound].
func (c *Client) Search(ctx context.Context, text string) ([]Place, error) {
	var answer answer
	if _, err := c.c.Get("/free").Query("q", text).Query("rows", "5").JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if len(answer.Response.Docs) == 0 {
		return nil, upstream.NotFound.Errorf("pdok: no such place")
	}

	places := make([]Place, 0, len(answer.Response.Docs))
	for _, d := range answer.Response.Docs {
		place := Place{
			Kind:        d.Kind,
			Label:       d.Label,
			HouseNumber: d.number(),
			Street:      d.Street,
			Postcode:    d.Postcode,
			City:        d.City,
			Province:    d.Province,
		}
		if _, err := fmt.Sscanf(d.Point, "POINT(%f %f)", &place.Lon, &place.Lat); err != nil {
			return nil, upstream.BadResponse.Errorf("pdok: an entry without a position")
		}
		places = append(places, place)
	}
	return places, nil
}

type answer struct {
	Response struct {
		Found int   `json:"numFound"`
		Docs  []doc `json:"docs" counted:"numFound"`
	} `json:"response"`
}

// Hold sees that there are entries when some were found, and that addresses have their number and street.
func (a answer) Hold() error {
	for _, d := range a.Response.Docs {
		switch {
		case d.Kind == "adres" && d.number() == "":
			return upstream.Lacks("response.docs[].huisnummer")
		case d.Kind == "adres" && d.Street == "":
			return upstream.Lacks("response.docs[].straatnaam")
		}
	}
	return nil
}

// doc is an entry. What is required is in all recordings.
type doc struct {
	Kind     string      `json:"type"`
	Label    string      `json:"weergavenaam"`
	Whole    scalar.Text `json:"huis_nlt,omitempty"`       // of addresses
	Number   scalar.Text `json:"huisnummer,omitempty"`     // likewise
	Street   string      `json:"straatnaam,omitempty"`     // not of places
	Postcode string      `json:"postcode,omitempty"`       // not of all streets
	City     string      `json:"woonplaatsnaam,omitempty"` // not of provinces
	Province string      `json:"provincienaam,omitempty"`
	Point    string      `json:"centroide_ll" contract:"position"`
}

func (d doc) number() string {
	if d.Whole != "" {
		return string(d.Whole)
	}
	return string(d.Number)
}
