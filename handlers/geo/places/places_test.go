package places

import (
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/upstream/ban"
	"github.com/farebox/farebox/internal/upstream/nominatim"
	"github.com/farebox/farebox/internal/upstream/photon"
)

func TestQueriesAreReadByTheirForm(t *testing.T) {
	cases := []struct {
		text                 string
		country, state, code string
		american, number     bool
		unit                 string
	}{
		{text: "1600 C Ave NW, Washington, DC 20500", state: "DC", american: true, number: true},
		{text: "350 5th Ave, New York, New York", state: "NY", american: true, number: true},
		{text: "12-34 47th Ave Queens NY 11101", state: "NY", american: true, number: true},
		{text: "1 Main St, Springfield, USA", country: "US", american: true, number: true},
		{text: "25 Main St Apt 4B, Salem, OR", state: "OR", american: true, number: true, unit: "4b"},
		{text: "25 Main St #12, Salem, OR", state: "OR", american: true, number: true, unit: "12"},
		{text: "1 Market St, Clayton, MO 63101", state: "MO", american: true, number: true},
		{text: "2 Main St, Palo Alto, CA 94303", state: "CA", american: true, number: true},
		{text: "2 Main St, Boise, ID 83702", state: "ID", american: true, number: true},
		{text: "Hauptstr. 5, 10827 Berlin, Germany", country: "DE", number: true},
		{text: "Atlanta, Georgia", state: ""},
		{text: "Tbilisi, Georgia"},
		{text: "10 Downing Street, London SW1A 2AA, UK", country: "GB", code: "SW1A 2AA", number: true},
		{text: "SW1A 2AA", code: "SW1A 2AA", number: true},
		{text: "10 rue de Rivoli, Paris, France", country: "FR", number: true},
		{text: "Nieuwezijds Voorburgwal 147, 1012 RJ Amsterdam", country: "NL", number: true},
		{text: "Unter den Linden 77, Berlin, Deutschland", number: true},
		{text: "Springfield"},
		{text: "東京都千代田区丸の内1丁目9", number: true},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			q := Read(c.text, "")
			code := q.UKPostcode
			wrongCountry := q.Country != c.country && (c.country != "" || c.american)
			if wrongCountry || q.State != c.state || code != c.code ||
				q.American() != c.american || q.HasNumber() != c.number || q.Unit != c.unit {
				t.Errorf("%+v, american %v, number %v", q, q.American(), q.HasNumber())
			}
		})
	}
}

func TestEveryStateIsReadFromAnAddress(t *testing.T) {
	for _, state := range usstate.All() {
		forms := []string{
			"12 Main St, Anytown, " + state.Code + " 12345",
			"12 Main St, Anytown, " + state.Code,
			"12 main st anytown " + state.Code + " 12345",
			"12 Main St, Anytown, " + state.Code + " 12345, USA",
		}
		if !strings.Contains(state.Name, ".") {
			forms = append(forms, "12 Main St, Anytown, "+state.Name, "12 Main St, Anytown, "+state.Name+" 12345")
		}
		for _, text := range forms {
			if q := Read(text, ""); !q.American() || q.State != state.Code {
				t.Errorf("%q: country %q, state %q", text, q.Country, q.State)
			}
		}
	}
}

func house(number, road, city, postcode string) Candidate {
	return Candidate{
		Source:      Nominatim,
		Base:        House,
		HouseNumber: number,
		Road:        road,
		City:        city,
		Postcode:    postcode,
	}
}

func street(road, city string) Candidate {
	return Candidate{Source: Nominatim, Base: Street, Road: road, City: city}
}

func TestMatchesOfTheHouseAreToldFromOthers(t *testing.T) {
	interpolated := house("1600", "PENNSYLVANIA AVE NW", "WASHINGTON", "20502")
	interpolated.Interpolated = true
	interpolated.StateCode = "DC"
	inOregon := func(c Candidate) Candidate {
		c.StateCode = "OR"
		return c
	}
	museum := house("221b", "Baker Street", "London", "NW1 6XE")
	museum.Name = "The Sherlock Holmes Museum"
	tower := house("5", "Avenue Gustave Eiffel", "Paris", "75007")
	tower.Name = "Eiffel Tower"
	london := Candidate{Source: Nominatim, Base: Locality, City: "London"}

	cases := []struct {
		why   string
		text  string
		c     Candidate
		level Level
		exact bool
	}{
		{"the house", "10 Downing Street, London", house("10", "Downing Street", "London", "SW1A 2AA"), House, true},
		{"the number last", "Hauptstraße 5, Berlin", house("5", "Hauptstraße", "Berlin", "10827"), House, true},
		{"with its postcode", "Hauptstr. 5, 10827 Berlin", house("5", "Hauptstraße", "Berlin", "10827"), House, true},
		{"the street alone", "10 Downing Street, London", street("Downing Street", "London"), Street, false},
		{"a neighbour", "12 Downing Street, London", house("10", "Downing Street", "London", ""), Street, false},
		{"a letter", "221B Baker Street, London", museum, House, true},
		{"the letter missing", "221b Baker Street, London", house("221", "Baker Street", "London", ""), Street, false},
		{"a letter apart", "Dorfstr. 12 a, Ulm", house("12a", "Dorfstraße", "Ulm", ""), House, true},
		{"12 is not 12 bis", "12 bis rue X, Paris", house("12", "rue X", "Paris", ""), Street, false},
		{"12 bis", "12 bis rue Monge, Paris", house("12 bis", "Rue Monge", "Paris", ""), House, true},
		{"a street with a letter", "12 B Street, San Mateo", house("12", "B Street", "San Mateo", ""), House, true},
		{"a building over several numbers", "12 Main Street", house("10-14", "Main Street", "", ""), House, true},
		{"the other side of the street", "13 Main Street", house("10-14", "Main Street", "", ""), Street, false},
		{"one of two numbers", "7 Main Street", house("5;7", "Main Street", "", ""), House, true},
		{"Queens", "12-34 47th Ave", house("12-34", "47th Avenue", "", ""), House, true},
		{"not Queens", "1-234 47th Ave", house("12-34", "47th Avenue", "", ""), Street, false},
		{"a number in the street's name", "5 Rue du 8 Mai 1945", house("5", "Rue du 8 Mai 1945", "", ""), House, true},
		{"only the number in its name", "Rue du 8 Mai 1945, Lyon", street("Rue du 8 Mai 1945", "Lyon"), Street, true},
		{"a numbered street for the house", "5 Avenue, New York", street("5 Avenue", "New York"), Street, true},
		{"a district of the number", "9 Main St, Wien", Candidate{
			Source: Nominatim, Base: Street, Road: "Main St", Suburb: "9 Bezirk", City: "Wien",
		}, Street, false},
		{"another postcode", "1600 Pennsylvania Ave NW, Washington, DC 20500", interpolated, Interpolated, false},
		{"no postcode asked", "1600 Pennsylvania Ave NW, Washington, DC", interpolated, Interpolated, true},
		{"ZIP+4", "1 A St, Salem, OR 97301-1234", inOregon(house("1", "A St", "Salem", "97301")), House, true},
		{"a flat", "25 Main St Apt 4B, Salem, OR", inOregon(house("25", "Main St", "Salem", "")), House, true},
		{"a flat in place of the house", "Flat 10, 25 Main St", house("10", "Main St", "", ""), Street, false},
		{"a thing with a name", "Eiffel Tower", tower, Named, true},
		{"a street asked, a house given", "Downing Street", house("10", "Downing Street", "London", ""), Street, true},
		{"the town for the house", "10 Downing Street, London", london, Locality, false},
		{"letters of the postcode", "Damrak 70, 1012 LM Amsterdam", house("70", "Damrak", "Amsterdam", "1012 LM"), House, true},
		{"another town", "Rigaer Strasse 11, Berlin", house("11", "Rigaer Strasse", "Springbok", ""), House, false},
		{"a town of the name, spelt out", "Rigaer Strasse 11, Berlin", house("11", "Rigaer Straße", "Berlin", ""), House, true},
		{"one street of a corner", "Main St and Elm St, Salem", street("Main St", "Salem"), Street, false},
		{"full-width digits", "丸の内１−９", house("1-9", "丸の内", "", ""), Street, false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			q := Read(c.text, "")
			m := q.Judge(c.c)
			if m.Level != c.level || m.Exact != c.exact {
				t.Errorf("%q: %s, exact %v, missing %q, other %q; want %s, %v",
					c.text, m.Level, m.Exact, m.Missing, m.Other, c.level, c.exact)
			}
			if m.Level == Street && m.HouseNumber != "" {
				t.Error("a house number that was not asked for is shown as matched")
			}
		})
	}
}

func TestObjectsOfTheMapHaveLevels(t *testing.T) {
	cases := []struct {
		why  string
		p    nominatim.Place
		want Level
		told bool // interpolated
	}{
		{"a country", nominatim.Place{Category: "boundary", AddressType: "country", Rank: 4}, Country, false},
		{"a state", nominatim.Place{Category: "boundary", AddressType: "state", Rank: 8}, Region, false},
		{"a county", nominatim.Place{Category: "boundary", AddressType: "county", Rank: 12}, Region, false},
		{"a city", nominatim.Place{Category: "boundary", AddressType: "city", Rank: 16}, Locality, false},
		{"a village, not ranked", nominatim.Place{Category: "place", Type: "village"}, Locality, false},
		{"a street", nominatim.Place{Category: "highway", Type: "residential", Rank: 26}, Street, false},
		{"a bus stop", nominatim.Place{Category: "highway", Type: "bus_stop", Rank: 30}, Named, false},
		{"a postcode", nominatim.Place{Category: "place", Type: "postcode", Rank: 21}, Postcode, false},
		{"a cafe", nominatim.Place{Category: "amenity", Type: "cafe", Rank: 30}, Named, false},
		{"an island", nominatim.Place{Category: "place", Type: "island", Rank: 17}, Named, false},
		{"a house", nominatim.Place{
			OSMType:  "node",
			Category: "place",
			Type:     "house",
			Rank:     30,
			Address:  map[string]string{"house_number": "1"},
		}, House, false},
		{"a house along a line", nominatim.Place{
			OSMType:  "way",
			Category: "place",
			Type:     "house",
			Rank:     30,
			Address:  map[string]string{"house_number": "1"},
		}, House, true},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := OfNominatim(c.p); got.Base != c.want || got.Interpolated != c.told {
				t.Errorf("%s, interpolated %v", got.Base, got.Interpolated)
			}
		})
	}
}

func TestPhotonsAddressesAreWrittenAsInTheirCountry(t *testing.T) {
	german := OfPhoton(photon.Place{HouseNumber: "5", Street: "Hauptstraße", City: "Ulm", Country: "Germany"})
	if german.Label != "Hauptstraße 5, Ulm, Germany" || german.CountryCode != "de" {
		t.Errorf("%+v", german)
	}
	british := OfPhoton(photon.Place{HouseNumber: "5", Street: "High Street", City: "Ely", CountryCode: "GB"})
	if british.Label != "5 High Street, Ely" || british.Base != House {
		t.Errorf("%+v", british)
	}
}

func locality(name, state, county string, lat, lon, importance float64) Candidate {
	return Candidate{
		Source:     Nominatim,
		Base:       Locality,
		Name:       name,
		City:       name,
		State:      state,
		County:     county,
		Lat:        lat,
		Lon:        lon,
		Importance: importance,
	}
}

func TestPlacesOfOneNameAreCandidates(t *testing.T) {
	springfields := []Candidate{
		locality("Springfield", "Illinois", "Sangamon County", 39.799, -89.644, 0.60),
		locality("Springfield", "Illinois", "", 39.81, -89.65, 0.60),
		locality("Springfield", "Missouri", "Greene County", 37.209, -93.292, 0.58),
		locality("Springfield", "Massachusetts", "Hampden County", 42.101, -72.590, 0.57),
		locality("West Springfield", "Massachusetts", "Hampden County", 42.107, -72.620, 0.40),
	}
	cases := []struct {
		text       string
		list       []Candidate
		rivals     int
		confidence string
	}{
		{"Springfield", springfields, 2, "low"},
		{"Springfield", springfields[:2], 0, "high"},
		{"Paris", []Candidate{
			locality("Paris", "Île-de-France", "", 48.8589, 2.32, 0.89),
			locality("Paris", "Texas", "Lamar County", 33.66, -95.55, 0.45),
		}, 1, "medium"},
		{"Springfield, IL", springfields, 0, "high"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			q := Read(c.text, "")
			var matches []Match
			for _, candidate := range c.list {
				candidate.StateCode = stateCode(candidate.State)
				candidate.Label = candidate.Name + ", " + candidate.State
				matches = append(matches, q.Judge(candidate))
			}
			best, others, ok := q.Choose(matches)
			rivals := q.Rivals(best, others)
			if got := Confidence(best, rivals, nil); !ok || len(rivals) != c.rivals || got != c.confidence {
				t.Errorf("%s, %d rivals: %+v", got, len(rivals), rivals)
			}
		})
	}
}

func TestNationalSourcesHaveToShowTheWordsAskedFor(t *testing.T) {
	q := Read("10 Rue de la Paix, Nantes, France", "")
	right := q.Judge(OfBAN(ban.Place{
		Kind: "housenumber", Label: "10 Rue de la Paix 44000 Nantes", HouseNumber: "10", Street: "Rue de la Paix",
		City: "Nantes", Postcode: "44000", Context: "44, Loire-Atlantique, Pays de la Loire",
	}))
	wrong := q.Judge(OfBAN(ban.Place{
		Kind:        "housenumber",
		Label:       "10 Rue du Port 29200 Brest",
		HouseNumber: "10",
		Street:      "Rue du Port",
		City:        "Brest",
	}))
	if !q.Usable(right) || right.Level != House || right.State != "Pays de la Loire" ||
		right.County != "Loire-Atlantique" {
		t.Errorf("%+v", right)
	}
	if q.Usable(wrong) {
		t.Errorf("%+v", wrong)
	}
}

func TestCountriesAndStatesAskedForAreKept(t *testing.T) {
	texas := Candidate{CountryCode: "us", StateCode: "TX"}
	for text, want := range map[string]bool{
		"Paris, France":           false,
		"Paris, TX":               true,
		"Paris":                   true,
		"Paris, Norfolk":          true,
		"1 A St, Paris, KY 40361": false,
		"Paris, USA":              true,
	} {
		q := Read(text, "")
		if got := q.InCountry(texas); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestSourcesThatAreFarApartAreAConflict(t *testing.T) {
	q := Read("10 Main St, Salem", "")
	a := q.Judge(house("10", "Main St", "Salem", ""))
	b := a
	b.Source = Photon
	b.Lat = 0.5
	agreement := Compare(a, []Match{b})
	if !agreement.Conflict() || Confidence(a, nil, agreement) != "low" {
		t.Errorf("%+v", agreement)
	}
	b.Lat = 0.001
	if agreement := Compare(a, []Match{b}); agreement.Conflict() || Confidence(a, nil, agreement) != "high" {
		t.Errorf("%+v", agreement)
	}
}

func TestStatesAreKnownInEveryLanguage(t *testing.T) {
	c := OfNominatim(nominatim.Place{Address: map[string]string{
		"state":          "Калифорния",
		"ISO3166-2-lvl4": "US-CA",
		"country_code":   "us",
	}})
	if c.StateCode != "CA" || c.State != "Калифорния" {
		t.Errorf("%+v", c)
	}
}

func TestWordsOfTexts(t *testing.T) {
	for text, want := range map[string][]string{
		"Straße des 17. Juni, Łódź": {"strasse", "des", "17", "juni", "lodz"},
		"12-34 47th Ave.":           {"12-34", "47th", "ave"},
		"L'Haÿ-les-Roses":           {"l", "hay", "les", "roses"},
		"丸の内１":                      {"丸の内1"},
		"Çankırı":                   {"cankiri"},
	} {
		if got := words(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestHouseInAnotherTownIsNoConfidentAnswer: a geocoder that finds the street in some other town found another house.
func TestHouseInAnotherTownIsNoConfidentAnswer(t *testing.T) {
	for _, c := range []struct {
		why, text, city string
		want            string
	}{
		{"the town", "Rigaer Strasse 11, Berlin", "Berlin", "high"},
		{"another town", "Rigaer Strasse 11, Berlin", "Springbok", "low"},
		{"another town, named by its postcode too", "Rigaer Strasse 11, 10247 Berlin", "Braunschweig", "low"},
		{"no town is named", "Rigaer Strasse 11", "Springbok", "high"},
	} {
		q := Read(c.text, "")
		m := q.Judge(house("11", "Rigaer Straße", c.city, "10247"))
		if got := Confidence(m, nil, nil); got != c.want || (c.want == "low") != (len(m.Missing) > 0) {
			t.Errorf("%s: %s, missing %q", c.why, got, m.Missing)
		}
	}
}

func TestAStateIsNoOtherCountryThanItsLettersMean(t *testing.T) {
	for _, c := range []struct {
		text, country, state, stateCode string
		in                              bool
	}{
		{"1 Main St, Dover, DE", "us", "Delaware", "DE", true},
		{"1 Hauptstr, Berlin, DE", "de", "Berlin", "", true},
		{"10 Hay St, Perth, WA", "au", "Western Australia", "", true},
		{"1 Rustaveli Ave, Tbilisi, Georgia", "ge", "Tbilisi", "", true},
		{"1600 Pennsylvania Ave, Madison, Washington", "gb", "England", "", false},
		{"1600 Pennsylvania Ave, Madison, Washington", "us", "Wisconsin", "WI", false},
	} {
		q := Read(c.text, "")
		name := map[string]string{
			"us": "United States", "de": "Germany", "au": "Australia", "ge": "Georgia", "gb": "United Kingdom",
		}
		got := Candidate{Country: name[c.country], CountryCode: c.country, State: c.state, StateCode: c.stateCode}
		if q.InCountry(got) != c.in {
			t.Errorf("%s in %s, %s: %v", c.text, c.state, c.country, !c.in)
		}
	}
}

// TestACountryIsNoStateOfItsLetters: those of Israel end addresses there, and are missing everywhere else.
func TestACountryIsNoStateOfItsLetters(t *testing.T) {
	for _, c := range []struct{ text, city, code, want string }{
		{"Tel Aviv, IL", "Tel Aviv", "il", "high"},
		{"Tel Aviv IL", "Tel Aviv", "il", "high"},
		{"Berlin, DE", "Berlin", "de", "high"},
		{"Tel Aviv, IL", "Tel Aviv", "tr", "low"},
	} {
		q := Read(c.text, "")
		m := q.Judge(Candidate{Base: Locality, City: c.city, Country: "x", CountryCode: c.code})
		if got := Confidence(m, nil, nil); got != c.want {
			t.Errorf("%s in %s: %s, missing %q", c.text, c.code, got, m.Missing)
		}
	}
}

// TestAProvinceIsNoStateOfItsLetters: the letters of a province end addresses in Italy, Brazil and Switzerland.
func TestAProvinceIsNoStateOfItsLetters(t *testing.T) {
	place := func(name, country, code, second string) Match {
		c := OfNominatim(nominatim.Place{Name: name, DisplayName: name + ", " + country, Address: map[string]string{
			"city": name, "country": country, "country_code": code, "ISO3166-2-lvl6": second,
		}})
		c.Base = Locality
		return Match{Candidate: c, Level: Locality}
	}
	for text, c := range map[string]struct {
		m    Match
		want bool
	}{
		"Milano, MI":              {place("Milano", "Italia", "it", "IT-MI"), true},
		"Via Torino, Milano, MI":  {place("Milano", "Italia", "it", "IT-MI"), true},
		"Belém, PA":               {place("Belém", "Brasil", "br", "BR-PA"), true},
		"Neuchâtel NE":            {place("Neuchâtel", "Schweiz", "ch", "CH-NE"), true},
		"Milano, PA":              {place("Milano", "Italia", "it", "IT-MI"), false},
		"Milano, Michigan":        {place("Milano", "Italia", "it", "IT-MI"), false},
		"Via Torino, Milano, TX":  {place("Milano", "Italia", "it", "IT-MI"), false},
		"Via Torino, Milano Ohio": {place("Milano", "Italia", "it", "IT-MI"), false},
	} {
		q := Read(text, "")
		if got := len(q.usable([]Match{c.m})) == 1; got != c.want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
