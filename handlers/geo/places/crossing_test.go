package places

import "testing"

func TestIntersectionsAreReadByTheirForm(t *testing.T) {
	for text, want := range map[string]bool{
		"5th Ave & W 34th St, New York":                true,
		"5th Ave and W 34th St New York NY":            true,
		"corner of Hollywood and Vine, Los Angeles":    true,
		"Hollywood Blvd & Vine St, Los Angeles":        true,
		"Broadway & Main, Salem":                       true,
		"Main St at Elm St, Salem, OR":                 true,
		"Main and 2nd St, Salem, OR":                   true,
		"S St & E St, Washington, DC":                  true,
		"Friedrichstraße Ecke Leipziger Straße":        true,
		"Friedrichstr. / Leipziger Str., Berlin":       true,
		"Calle de Alcalá esquina Gran Vía, Madrid":     true,
		"Rua Augusta e Avenida Paulista":               true,
		"Calle 26 con Carrera 7, Bogotá":               true,
		"Via Roma e Via Milano, Torino":                true,
		"angle rue de Rivoli et rue Saint-Denis, Lyon": true,

		"Marks & Spencer, London":                    false,
		"Elephant and Castle, London":                false,
		"Elephant and Castle Road, London":           false,
		"Trinidad and Tobago":                        false,
		"University of Texas at Austin":              false,
		"12 & 14 Main St, Salem":                     false,
		"12/14 Hauptstr., Berlin":                    false,
		"Bosnia and Herzegovina":                     false,
		"350 5th Ave, New York":                      false,
		"10 Rose and Crown Lane, Ely":                false,
		"Castilla y León":                            false,
		"Avenida 9 de Julio 1000, Buenos Aires":      false,
		"Smith & Sons, 4 High Street, Ely":           false,
		"Tower Hamlets, London":                      false,
		"1600 Pennsylvania Ave NW, Washington, DC":   false,
		"Straße des 17. Juni 135, Berlin":            false,
		"10 Street of the Martyrs, Ramallah":         false,
		"Rue du 8 Mai 1945, Lyon":                    false,
		"Santiago de Compostela":                     false,
		"Isle of Wight":                              false,
		"Tyne and Wear, England":                     false,
		"Hotel Bed and Breakfast, Rue Monge 5, Lyon": false,
	} {
		t.Run(text, func(t *testing.T) {
			if q := Read(text, ""); q.Crossing() != want {
				t.Errorf("crossing %+v", q.crossing)
			}
		})
	}
}

func TestStreetIsNotItsIntersection(t *testing.T) {
	thing := func(kind, name, road, city string) Candidate {
		c := street(road, city)
		c.Base = Named
		c.Kind = kind
		c.Name = name
		return c
	}
	const asked = "5th Ave & W 34th St, New York"
	for _, c := range []struct {
		why   string
		text  string
		c     Candidate
		level Level
		exact bool
	}{
		{"one street", asked, street("5th Avenue", "New York"), Street, false},
		{"the other street", asked, street("West 34th Street", "New York"), Street, false},
		{"a house of the street's number", asked, house("34", "5th Avenue", "New York", ""), Street, false},
		{"a stop of both", asked, thing("bus_stop", "5 Av/W 34 St", "5th Avenue", "New York"), Intersection, true},
		{"lights of both", asked, thing("traffic_signals", "5th Avenue & West 34th Street", "", "New York"), Intersection, true},
		{"a stop of one", asked, thing("bus_stop", "W 34 St", "5th Avenue", "New York"), Named, false},
		{"a bar of both", asked, thing("bar", "5th & 34th", "5th Avenue", "New York"), Named, false},
		{"a stop elsewhere", asked, thing("bus_stop", "5 Av/W 34 St", "5th Avenue", "Brooklyn Park"), Intersection, false},
		{"letters", "S St & E St, Washington", street("S Street", "Washington"), Street, false},
		{"the town", asked, Candidate{Source: Nominatim, Base: Locality, Name: "New York", City: "New York"}, Locality, false},
		{"one street, all words there", "Main St & Main Blvd, Salem", street("Main Street", "Salem"), Street, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			q := Read(c.text, "")
			m := q.Judge(c.c)
			if m.Level != c.level || m.Exact != c.exact || m.Exact == (len(m.Missing) > 0) {
				t.Errorf("%s, exact %v, missing %q; want %s, %v", m.Level, m.Exact, m.Missing, c.level, c.exact)
			}
			if m.HouseNumber != "" {
				t.Error("an intersection has no house number")
			}
			if got := Confidence(m, nil, nil); got == "high" {
				t.Error("as sure as of a house")
			}
		})
	}
}

func TestCountryAndStateOfOneNameAreRivals(t *testing.T) {
	georgia := Candidate{
		Source: Nominatim, Base: Country, Name: "Georgia", Country: "Georgia", CountryCode: "ge",
		Lat: 42.0, Lon: 43.5, Importance: 0.84, Box: []float64{41.0, 43.6, 39.8, 46.8},
	}
	state := Candidate{
		Source: Nominatim, Base: Region, Name: "Georgia", State: "Georgia", StateCode: "GA", Country: "United States",
		CountryCode: "us", Lat: 32.3, Lon: -83.1, Importance: 0.80, Box: []float64{30.3, 35.0, -85.7, -80.7},
	}
	city := locality("New York", "New York", "", 40.71, -74.0, 0.9)
	city.CountryCode = "us"
	newYork := Candidate{
		Source: Nominatim, Base: Region, Name: "New York", State: "New York", StateCode: "NY", CountryCode: "us",
		Country: "United States", Lat: 43.1, Lon: -75.5, Importance: 0.85, Box: []float64{40.4, 45.1, -79.8, -71.7},
	}
	bare := newYork
	bare.Box = nil

	for _, c := range []struct {
		why        string
		text       string
		candidates []Candidate
		rivals     int
		confidence string
	}{
		{"the country first", "Georgia", []Candidate{georgia, state}, 1, "low"},
		{"the state first", "Georgia", []Candidate{state, georgia}, 1, "low"},
		{"the country is named", "Georgia, USA", []Candidate{georgia, state}, 0, "high"},
		{"a city within its state", "New York", []Candidate{city, newYork}, 0, "high"},
		{"the same without a box", "New York", []Candidate{city, bare}, 0, "high"},
	} {
		t.Run(c.why, func(t *testing.T) {
			q := Read(c.text, "")
			var matches []Match
			for _, candidate := range c.candidates {
				candidate.Label = candidate.Name + ", " + candidate.Country
				matches = append(matches, q.Judge(candidate))
			}
			best, others, ok := q.Choose(matches)
			rivals := q.Rivals(best, others)
			if got := Confidence(best, rivals, nil); !ok || len(rivals) != c.rivals || got != c.confidence {
				t.Errorf("%s, %d rivals", got, len(rivals))
			}
		})
	}
}
