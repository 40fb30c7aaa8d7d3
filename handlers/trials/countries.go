package trials

import (
	"slices"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/place/country"
)

// otherNames are the registry's current and former names for countries, where they differ from package country's or
// there are several. The current one comes first.
var otherNames = map[string][]string{
	"BN": {"Brunei Darussalam"},
	"CD": {"Democratic Republic of the Congo", "Congo, The Democratic Republic of the"},
	"CG": {"Republic of the Congo", "Congo"},
	"CI": {"Côte d'Ivoire", "Cote d'Ivoire"},
	"CV": {"Cabo Verde", "Cape Verde"},
	"CZ": {"Czechia", "Czech Republic"},
	"FM": {"Micronesia", "Federated States of Micronesia"},
	"GM": {"The Gambia", "Gambia"},
	"HK": {"Hong Kong"},
	"IR": {"Iran", "Iran, Islamic Republic of"},
	"KP": {"North Korea", "Korea, Democratic People's Republic of"},
	"KR": {"South Korea", "Korea, Republic of"},
	"LA": {"Laos", "Lao People's Democratic Republic"},
	"LY": {"Libya", "Libyan Arab Jamahiriya"},
	"MD": {"Moldova", "Moldova, Republic of"},
	"MK": {"North Macedonia", "Macedonia, The Former Yugoslav Republic of"},
	"MM": {"Myanmar", "Burma"},
	"MO": {"Macau", "Macao"},
	"PS": {"Palestinian Territories, Occupied", "Palestinian Territory, occupied", "Palestine"},
	"RE": {"Réunion", "Reunion"},
	"RU": {"Russia", "Russian Federation"},
	"SY": {"Syria", "Syrian Arab Republic"},
	"SZ": {"Eswatini", "Swaziland"},
	"TL": {"Timor-Leste", "East Timor"},
	"TR": {"Turkey (Türkiye)", "Turkey", "Türkiye"},
	"TZ": {"Tanzania", "Tanzania, United Republic of"},
	"VA": {"Vatican City", "Holy See (Vatican City State)"},
	"VI": {"U.S. Virgin Islands", "Virgin Islands (U.S.)"},
	"VN": {"Vietnam", "Viet Nam"},
}

// otherCodes are the codes by folded name.
var otherCodes = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	for code, names := range otherNames {
		for _, name := range names {
			codes[foldCountry(name)] = code
		}
	}
	return codes
})

func foldCountry(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.Join(strings.Fields(name), " "), "’", "'"))
}

// countryNames are a country's names in the registry, the current one first. It is empty for anything but a country
// code.
func countryNames(code string) []string {
	found, ok, err := country.Find(code)
	if err != nil || !ok || found.Alpha2 != code {
		return nil
	}
	if others := otherNames[code]; len(others) > 0 {
		return others
	}
	name, _, _ := strings.Cut(found.Name, " (")
	return []string{name}
}

// countryCode is the code for the registry's country name, or "".
func countryCode(name string) string {
	if code, ok := otherCodes()[foldCountry(name)]; ok {
		return code
	}
	found, ok, err := country.Find(name)
	if err != nil || !ok {
		return ""
	}
	return found.Alpha2
}

// withinOthers are countries whose names occur in other countries' names.
var withinOthers = []string{"CG", "GN", "SD", "WS"}

// inCountry is the registry's expression for studies with a location in a country.
func inCountry(code string) string {
	var names []string
	for _, name := range countryNames(code) {
		phrase := `"` + name + `"`
		if slices.Contains(withinOthers, code) {
			phrase = "COVERAGE[FullMatch]" + phrase
		}
		names = append(names, phrase)
	}
	return "AREA[LocationCountry]" + anyOf(names)
}
