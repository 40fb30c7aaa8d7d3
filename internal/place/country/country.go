// Package country finds countries and territories by what people call them.
package country

import (
	"fmt"
	"strings"

	"github.com/biter777/countries"
)

// Country is a country or territory of ISO 3166-1, or Kosovo, which has codes by common use.
type Country struct {
	Alpha2 string // "DE"
	Alpha3 string // "DEU"
	Name   string // English: "Germany"
}

// Ambiguous is the error of a name that several countries have; its text is for the caller.
type Ambiguous struct {
	Name  string
	Codes []string
}

func (e *Ambiguous) Error() string {
	return fmt.Sprintf("%s is the name of several countries; use one of the codes %s",
		e.Name, strings.Join(e.Codes, ", "))
}

// ambiguous are names that the table of names gives to one of several.
var ambiguous = map[string][]string{
	"korea": {"KOR", "PRK"},
	"congo": {"COD", "COG"},
}

// aliases are names that the table of names lacks.
var aliases = map[string]string{
	"america":              "USA",
	"brunei":               "BRN",
	"cabo verde":           "CPV",
	"congo-brazzaville":    "COG",
	"congo-kinshasa":       "COD",
	"cote divoire":         "CIV",
	"dr congo":             "COD",
	"drc":                  "COD",
	"east timor":           "TLS",
	"eswatini":             "SWZ",
	"north macedonia":      "MKD",
	"republic of korea":    "KOR",
	"sao tome":             "STP",
	"são tomé":             "STP",
	"the bahamas":          "BHS",
	"the gambia":           "GMB",
	"turkiye":              "TUR",
	"u.k.":                 "GBR",
	"u.s.":                 "USA",
	"u.s.a.":               "USA",
	"united arab emirates": "ARE",
	"vatican":              "VAT",
	"vatican city":         "VAT",
}

// names are those that answers give where the table has a longer or older one.
var names = map[string]string{
	"BOL": "Bolivia",
	"CIV": "Côte d'Ivoire",
	"COD": "DR Congo",
	"CPV": "Cabo Verde",
	"CUW": "Curaçao",
	"FSM": "Micronesia",
	"GBR": "United Kingdom",
	"HKG": "Hong Kong",
	"IRN": "Iran",
	"KOR": "South Korea",
	"LAO": "Laos",
	"MAC": "Macao",
	"MDA": "Moldova",
	"MKD": "North Macedonia",
	"PRK": "North Korea",
	"PSE": "Palestine",
	"RUS": "Russia",
	"SWZ": "Eswatini",
	"SYR": "Syria",
	"TUR": "Türkiye",
	"TWN": "Taiwan",
	"TZA": "Tanzania",
	"USA": "United States",
	"VEN": "Venezuela",
	"VNM": "Viet Nam",
}

// gone are entries of the table that are no countries, or no longer are.
var gone = map[string]bool{"ANT": true, "YUG": true}

// Find gives the country with this code of two or three letters or this name, in any case. A name that several have is
// [Ambiguous]; one that is unknown is false.
func Find(text string) (Country, bool, error) {
	name := strings.ToLower(strings.Join(strings.Fields(text), " "))
	if codes, ok := ambiguous[name]; ok {
		return Country{}, false, &Ambiguous{Name: text, Codes: codes}
	}
	if code, ok := aliases[name]; ok {
		name = code
	}
	found := countries.ByName(name)
	if !found.IsValid() || len(found.Alpha2()) != 2 || len(found.Alpha3()) != 3 || gone[found.Alpha3()] {
		return Country{}, false, nil
	}

	c := Country{Alpha2: found.Alpha2(), Alpha3: found.Alpha3(), Name: found.String()}
	if usual, ok := names[c.Alpha3]; ok {
		c.Name = usual
	}
	return c, true, nil
}
