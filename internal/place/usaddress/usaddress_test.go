package usaddress

import (
	"testing"

	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
)

func match(address, number, name, city, state, zip string, lat float64) censusgeocoder.Match {
	return censusgeocoder.Match{
		Address: address,
		Lat:     lat,
		Number:  number,
		Name:    name,
		City:    city,
		State:   state,
		ZIP:     zip,
	}
}

func TestOnlyTheAddressAskedForIsTaken(t *testing.T) {
	fifth := match("350 5TH AVE, NEW YORK, NY, 10118", "350", "5TH", "NEW YORK", "NY", "10118", 40.7)
	brooklyn := match("350 5TH AVE, BROOKLYN, NY, 11215", "350", "5TH", "BROOKLYN", "NY", "11215", 40.6)
	dakota := match("350 5TH AVE, BROOKLYN, IA, 52211", "350", "5TH", "BROOKLYN", "IA", "52211", 41.7)
	oak := match("12 OAKLEY ST, DAYTON, OH, 45401", "12", "OAKLEY", "DAYTON", "OH", "45401", 39.7)
	for _, c := range []struct {
		why, line string
		matches   []censusgeocoder.Match
		want      string // an address, or the code of the refusal
	}{
		{"the address", "350 5th Ave, New York, NY", []censusgeocoder.Match{fifth}, fifth.Address},
		{"another usual spelling", "350 Fifth Avenue, New York NY 10118", []censusgeocoder.Match{fifth}, fifth.Address},
		{"a near one first", "350 5th Ave, Brooklyn, NY", []censusgeocoder.Match{fifth, brooklyn}, brooklyn.Address},
		{"another town", "350 5th Ave, Albany, NY", []censusgeocoder.Match{fifth}, "not_found"},
		{"another state", "350 5th Ave, Brooklyn, MN", []censusgeocoder.Match{brooklyn}, "not_found"},
		{"another street", "12 Oak St, Dayton, OH", []censusgeocoder.Match{oak}, "not_found"},
		{"another number", "14 Oakley St, Dayton, OH", []censusgeocoder.Match{oak}, "not_found"},
		{"two of the name", "350 5th Ave, Brooklyn", []censusgeocoder.Match{brooklyn, dakota}, "ambiguous"},
		{"sides of one street", "350 5th Ave, Brooklyn", []censusgeocoder.Match{brooklyn, brooklyn}, brooklyn.Address},
		{"none", "1 Main St, Nowhere, TX", nil, "not_found"},
	} {
		t.Run(c.why, func(t *testing.T) {
			m, bad := One(c.line, c.matches)
			got := m.Address
			if bad != nil {
				got = bad.Code
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.line, got, c.want)
			}
		})
	}
}

func TestAddressesAreThoseAskedForInAnySpelling(t *testing.T) {
	m := match("1 MARKET ST, SAINT LOUIS, MO, 63101", "1", "MARKET", "SAINT LOUIS", "MO", "63101", 38.6)
	for text, want := range map[string]bool{
		"1 Market St, St. Louis, MO":       true,
		"1 Market St, Saint Louis, MO":     true,
		"1 Market St, Kansas City, MO":     false,
		"1 Market St, Clayton, MO 63101":   true,
		"1 Market St, Saint Louis, IL":     false,
		"2 Market St, Saint Louis, MO":     false,
		"1 Market St Apt 2, St Louis, USA": true,
	} {
		if got := Fits(m, text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}

	for _, c := range []struct {
		number, street, city, line string
		want                       bool
	}{
		{"350", "42ND", "NEW YORK", "350 W 42 St, New York, NY", true},
		{"42", "42ND", "NEW YORK", "42 42 St, New York, NY", true},
		{"42", "42ND", "NEW YORK", "42 Main St, New York, NY", false},
		{"5", "5TH", "NEW YORK", "350 5th Ave, New York, NY", false},
		{"350", "11TH", "NEW YORK", "350 Eleventh Avenue, New York, NY", true},
		{"350", "12TH", "NEW YORK", "350 11th Ave, New York, NY", false},
		{"37-11", "35TH", "ASTORIA", "37-11 35th Ave, Astoria, NY", true},
		{"7", "O'CONNOR", "ALBANY", "7 OConnor Rd, Albany, NY 12207-1234", true},
		{"7", "OCONNOR", "ALBANY", "7 O’Connor Rd, Albany, NY", true},
		{"7", "CANADA", "CANON CITY", "7 Cañada Rd, Cañon City, NY", true},
		{"7", "SAINT PAUL", "STE GENEVIEVE", "7 St. Paul St, Sainte Genevieve, NY", true},
		{"7", "MAIN", "WILKES BARRE", "7 Main St, Wilkes-Barre, NY", true},
		{"7", "MAIN", "UNITED STATES", "7 Main St, Albany, NY", false},
		{"7", "MARTIN LUTHER KING JR", "ALBANY", "7 MLK Blvd, Albany, NY", true},
		{"7", "MARTIN LUTHER KING JR", "ALBANY", "7 MLK Jr Blvd, Albany, NY", true},
		{"7", "MARTIN LUTHER KING JR", "ALBANY", "7 Dr. Martin Luther King Blvd, Albany, NY", true},
		{"7", "M L KING", "ALBANY", "7 M.L. King Blvd, Albany, NY", true},
		{"7", "M L K", "ALBANY", "7 Martin Luther King Blvd, Albany, NY", true},
		{"7", "MLK", "ALBANY", "7 Martin Luther King Jr Blvd, Albany, NY", true},
		{"7", "JOHN F KENNEDY", "ALBANY", "7 JFK Blvd, Albany, NY", true},
		{"7", "MARTIN LUTHER", "ALBANY", "7 MLK Blvd, Albany, NY", false},
		{"7", "MARTIN LUTHER KING", "ALBANY", "7 Martin St, Albany, NY", false},
		{"7", "OAK", "ALBANY", "7 Old Albany Kiln Rd, Albany, NY", false},
		{"7", "1ST", "ALBANY", "1200 S Temple St, Unit 7, Albany, NY", false},
		{"7", "6TH", "ALBANY", "7 Sixth Ave, Albany, NY", true},
		{"7", "6TH", "ALBANY", "7 Avenue of the Americas, Albany, NY", false},
		{"7", "AVENUE OF THE AMERICAS", "ALBANY", "7 6th Ave, Albany, NY", false},
	} {
		if got := Fits(match("", c.number, c.street, c.city, "NY", "12207", 40), c.line); got != c.want {
			t.Errorf("%q for %s %s: %v", c.line, c.number, c.street, got)
		}
	}
}

func TestZIPCodesHaveOneForm(t *testing.T) {
	for code, want := range map[string]string{
		"301803226": "30180-3226", "30180-3226": "30180-3226", "30180": "30180", "": "", "SW1A 2AA1": "SW1A 2AA1",
	} {
		if got := ZIP(code); got != want {
			t.Errorf("%q is %q, want %q", code, got, want)
		}
	}
}
