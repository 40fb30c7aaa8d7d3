// Package places finds out what an address or the name of a place means. It puts the answers of geocoders into one
// form, and distinguishes a match of the house number from one of its street, its town or something else of that name.
package places

import (
	"cmp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/upstream/ban"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
	"github.com/farebox/farebox/internal/upstream/nominatim"
	"github.com/farebox/farebox/internal/upstream/pdok"
	"github.com/farebox/farebox/internal/upstream/photon"
	"github.com/farebox/farebox/internal/upstream/postcodesio"
)

// The sources, as answers name them.
const (
	Census    = "census"
	BAN       = "ban"
	PDOK      = "pdok"
	Postcodes = "postcodes_io"
	Nominatim = "nominatim"
	Photon    = "photon"
	GeoNames  = "geonames"
)

// Level is what a position stands for.
type Level string

// The levels.
const (
	House        Level = "house_number" // the house of that number
	Interpolated Level = "interpolated" // a place along the street worked out from the number
	Intersection Level = "intersection" // a thing that stands where two streets meet
	Street       Level = "street"
	Postcode     Level = "postcode"
	Locality     Level = "locality" // a city, town, village or part of one
	Region       Level = "region"   // a state, province or county
	Country      Level = "country"
	Named        Level = "place" // a building, business, river, mountain or other thing with a name
)

// Candidate is a place that a source gave. Empty texts are what it did not say.
type Candidate struct {
	Source       string
	Label        string
	Lat          float64
	Lon          float64
	Base         Level // of the place itself, whatever was asked for
	Interpolated bool
	Kind         string // in the words of the source: residential, cafe, administrative
	Name         string

	HouseNumber string
	Road        string
	Suburb      string
	City        string
	County      string
	State       string
	StateCode   string   // two letters, of the United States only
	Codes       []string // of its province or state, in small letters; see [Candidate.in]
	Postcode    string
	Country     string
	CountryCode string // two letters, lower case

	Box        []float64 // south, north, west, east; nil when not told
	Importance float64   // 0 to 1; 0 when not told
	Odd        bool      // a part of it came under a name that is not known
}

// OfCensus is a match of the Census Geocoder.
func OfCensus(m censusgeocoder.Match) Candidate {
	return Candidate{
		Source:       Census,
		Label:        m.Address,
		Lat:          m.Lat,
		Lon:          m.Lon,
		Base:         House,
		Interpolated: true,
		HouseNumber:  m.Number,
		Road:         m.Street,
		City:         m.City,
		State:        m.State,
		StateCode:    stateCode(m.State),
		Postcode:     m.ZIP,
		Country:      "United States",
		CountryCode:  "us",
	}
}

// OfNominatim is a place of Nominatim.
func OfNominatim(p nominatim.Place) Candidate {
	part := func(names ...string) string {
		for _, name := range names {
			if text := p.Address[name]; text != "" {
				return text
			}
		}
		return ""
	}
	c := Candidate{
		Source:      Nominatim,
		Label:       p.DisplayName,
		Lat:         p.Lat,
		Lon:         p.Lon,
		Base:        levelOfNominatim(p),
		Kind:        p.Type,
		Name:        p.Name,
		HouseNumber: part("house_number"),
		Road:        part("road", "pedestrian", "footway", "path", "cycleway", "square"),
		Suburb:      part("suburb", "city_district", "borough", "quarter", "neighbourhood"),
		City:        part("city", "town", "village", "municipality", "hamlet"),
		County:      part("county", "state_district"),
		State:       part("state", "region", "province"),
		Postcode:    onePostcode(part("postcode")),
		Country:     part("country"),
		CountryCode: strings.ToLower(part("country_code")),
		Box:         p.Box,
		Importance:  max(0, min(1, p.Importance)),
		Odd:         p.Odd,
	}
	c.Name = cmp.Or(c.Name, part(p.Category, p.Type, p.AddressType))
	for name, code := range p.Address {
		if _, code, coded := strings.Cut(code, "-"); coded && strings.HasPrefix(name, "ISO3166-2-") {
			c.Codes = append(c.Codes, strings.ToLower(code))
		}
	}
	if c.CountryCode == "us" {
		// The code is the same in every language of the answer.
		c.StateCode = cmp.Or(strings.TrimPrefix(part("ISO3166-2-lvl4"), "US-"), stateCode(c.State))
	}

	// The map gives houses along an interpolation line, and those of the TIGER ranges, as houses that are ways.
	c.Interpolated = c.HouseNumber != "" && p.OSMType == "way" && p.Category == "place" && p.Type == "house"
	return c
}

func levelOfNominatim(p nominatim.Place) Level {
	word := cmp.Or(p.AddressType, p.Type)
	switch {
	case p.Address["house_number"] != "":
		return House
	case p.Type == "postcode" || word == "postcode":
		return Postcode
	case p.Category == "highway" && p.Rank < 28 && (p.Rank == 0 || p.Rank >= 25):
		return Street
	case p.Category != "place" && p.Category != "boundary":
		return Named
	case p.Rank > 25 || slices.Contains([]string{"island", "islet", "continent", "ocean", "sea", "square"}, p.Type):
		return Named
	case p.Rank > 12 || (p.Rank == 0 && slices.Contains(localities, word)):
		return Locality
	case p.Rank > 4 || word != "country":
		return Region
	}

	return Country
}

var localities = []string{
	"city", "town", "village", "municipality", "hamlet", "suburb", "borough", "city_district", "quarter",
	"neighbourhood", "isolated_dwelling", "locality", "farm",
}

// OfPhoton is a place of Photon, which gives no label.
func OfPhoton(p photon.Place) Candidate {
	c := Candidate{
		Source:      Photon,
		Lat:         p.Lat,
		Lon:         p.Lon,
		Base:        levelOfPhoton(p),
		Kind:        p.Value,
		Name:        p.Name,
		HouseNumber: string(p.HouseNumber),
		Road:        p.Street,
		Suburb:      cmp.Or(p.District, p.Locality),
		City:        p.City,
		County:      p.County,
		State:       p.State,
		Postcode:    string(p.Postcode),
		Country:     p.Country,
		CountryCode: strings.ToLower(p.CountryCode),
		Box:         p.Box,
		Odd:         p.Odd,
	}

	switch p.Kind {
	case "street":
		c.Road = cmp.Or(c.Road, p.Name)
	case "city":
		c.City = cmp.Or(c.City, p.Name)
	case "county":
		c.County = cmp.Or(c.County, p.Name)
	case "state":
		c.State = cmp.Or(c.State, p.Name)
	case "country":
		c.Country = cmp.Or(c.Country, p.Name)
	}

	if found, ok, err := country.Find(c.Country); c.CountryCode == "" && ok && err == nil {
		c.CountryCode = strings.ToLower(found.Alpha2)
	}
	if c.CountryCode == "us" {
		c.StateCode = stateCode(c.State)
	}

	c.Label = label(c)
	return c
}

func levelOfPhoton(p photon.Place) Level {
	switch {
	case p.HouseNumber != "":
		return House
	case p.Value == "postcode" || p.Value == "postal_code":
		return Postcode
	}
	switch p.Kind {
	case "street":
		return Street
	case "locality", "district", "city":
		return Locality
	case "county", "state":
		return Region
	case "country":
		return Country
	}
	return Named
}

// numberFirst are countries where the house number precedes the street.
var numberFirst = []string{"au", "ca", "fr", "gb", "hk", "ie", "in", "lu", "my", "nz", "ph", "sg", "th", "us", "za"}

// label writes an address in the order of its country.
func label(c Candidate) string {
	street := c.Road
	if c.HouseNumber != "" {
		street = strings.TrimSpace(c.Road + " " + c.HouseNumber)
		if slices.Contains(numberFirst, c.CountryCode) {
			street = strings.TrimSpace(c.HouseNumber + " " + c.Road)
		}
	}

	var parts []string
	for _, part := range []string{c.Name, street, c.Suburb, c.City, c.State, c.Postcode, c.Country} {
		if part != "" && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// OfBAN is an entry of the national address base of France.
func OfBAN(p ban.Place) Candidate {
	levels := map[string]Level{
		"housenumber":  House,
		"street":       Street,
		"locality":     Locality,
		"municipality": Locality,
	}
	c := Candidate{
		Source:      BAN,
		Label:       p.Label + ", France",
		Lat:         p.Lat,
		Lon:         p.Lon,
		Base:        levels[p.Kind],
		Kind:        p.Kind,
		HouseNumber: string(p.HouseNumber),
		Road:        p.Street,
		City:        p.City,
		Postcode:    string(p.Postcode),
		Country:     "France",
		CountryCode: "fr",
	}

	// "94, Val-de-Marne, Île-de-France": the number of the department, the department, the region.
	if parts := strings.Split(p.Context, ", "); len(parts) > 1 {
		c.State = parts[len(parts)-1]
		if len(parts) > 2 {
			c.County = parts[1]
		}
	}

	return c
}

// OfPDOK is an entry of the Dutch register.
func OfPDOK(p pdok.Place) Candidate {
	levels := map[string]Level{
		"adres":      House,
		"weg":        Street,
		"postcode":   Postcode,
		"woonplaats": Locality,
		"gemeente":   Locality,
		"provincie":  Region,
	}

	level, known := levels[p.Kind]
	if !known {
		level = Named
	}

	return Candidate{
		Source:      PDOK,
		Label:       p.Label + ", Netherlands",
		Lat:         p.Lat,
		Lon:         p.Lon,
		Base:        level,
		Kind:        p.Kind,
		HouseNumber: p.HouseNumber,
		Road:        p.Street,
		City:        p.City,
		State:       p.Province,
		Postcode:    p.Postcode,
		Country:     "Netherlands",
		CountryCode: "nl",
	}
}

// OfPostcode is a postcode of the United Kingdom.
func OfPostcode(p postcodesio.Postcode) Candidate {
	return Candidate{
		Source:      Postcodes,
		Label:       strings.Join([]string{p.Code, p.District, "United Kingdom"}, ", "),
		Lat:         p.Lat,
		Lon:         p.Lon,
		Base:        Postcode,
		Kind:        "postcode",
		County:      p.District,
		State:       p.Country,
		Postcode:    p.Code,
		Country:     "United Kingdom",
		CountryCode: "gb",
	}
}

func stateCode(name string) string {
	found, _ := usstate.Find(name)
	return found.Code
}

// onePostcode is empty for a place with several.
func onePostcode(text string) string {
	if strings.ContainsAny(text, ";,") {
		return ""
	}
	return text
}
