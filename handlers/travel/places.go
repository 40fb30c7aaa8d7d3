package travel

import (
	"regexp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/travel"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
)

// aliases are place names in governments' lists that are missing from the table of names.
var aliases = map[string]string{
	"bonaire/st eustatius/saba":                 "BQ",
	"british antarctic territory":               "AQ",
	"democratic republic of congo":              "CD",
	"gaza":                                      "PS",
	"kyrgyz republic":                           "KG",
	"mainland china":                            "CN",
	"occupied palestinian territories":          "PS",
	"palestinian territories":                   "PS",
	"people's republic of china":                "CN",
	"pitcairn island":                           "PN",
	"republic of ireland":                       "IE",
	"st helena":                                 "SH",
	"st pierre & miquelon":                      "PM",
	"st pierre and miquelon":                    "PM",
	"state of palestine":                        "PS",
	"west bank":                                 "PS",
	"west bank and gaza":                        "PS",
	"st helena, ascension and tristan da cunha": "SH",
}

// parts are countries within a state: its passports and its rules are theirs.
var parts = map[string]string{
	"england":          "GB",
	"northern ireland": "GB",
	"scotland":         "GB",
	"wales":            "GB",
}

// joint are names that stand for several places.
var joint = map[string][]string{
	"french west indies":                              {"GP", "MQ", "BL", "MF"},
	"st martin and st barthelemy":                     {"MF", "BL"},
	"st martin and st barthélemy":                     {"MF", "BL"},
	"netherlands caribbean":                           {"BQ", "CW", "SX", "AW"},
	"dutch caribbean":                                 {"BQ", "CW", "SX", "AW"},
	"israel, the west bank and gaza":                  {"IL", "PS"},
	"israel and the occupied palestinian territories": {"IL", "PS"},
	"israel and palestine":                            {"IL", "PS"},
}

// ruled are territories with their state's visa rules.
var ruled = map[string]string{
	"AX": "FI", // Åland is in the Schengen area with Finland
	"PR": "US",
	"VI": "US",
}

// belongs are territories covered by governments' advice on their state, if at all.
var belongs = map[string]string{
	"AS": "US",
	"AX": "FI",
	"GG": "GB",
	"GU": "US",
	"IM": "GB",
	"JE": "GB",
	"MP": "US",
	"PR": "US",
	"SJ": "NO",
	"VI": "US",
}

// readPlace finds the caller's place.
func readPlace(field, text string) (gen.TravelPlace, error) {
	name := strings.Join(strings.Fields(text), " ")
	found, ok, err := country.Find(name)
	if err != nil {
		return gen.TravelPlace{}, problem.Invalid(field, "%s", err)
	}
	if !ok {
		found, ok = byAlias(name)
	}
	if ok {
		return place(found), nil
	}
	if state, ok := parts[strings.ToLower(name)]; ok {
		return placeOf(state), nil
	}
	return gen.TravelPlace{}, noPlace(field)
}

func noPlace(field string) error {
	return problem.Invalid(field,
		"%s must be an ISO 3166 code or the English name of one country or territory, such as JP or Japan", field)
}

func place(c country.Country) gen.TravelPlace {
	return gen.TravelPlace{
		Country:     c.Alpha2,
		Iso3:        c.Alpha3,
		CountryName: c.Name,
	}
}

// placeOf is the place for a code in this package's tables.
func placeOf(code string) gen.TravelPlace {
	found, _, _ := country.Find(code)
	return place(found)
}

func byAlias(name string) (country.Country, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	name = strings.TrimPrefix(name, "the ")
	if code, ok := aliases[name]; ok {
		name = code
	}
	found, ok, err := country.Find(name)
	return found, ok && err == nil
}

var (
	brackets  = regexp.MustCompile(`\s*\([^)]*\)`)
	dividers  = regexp.MustCompile(`\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*|\s*;\s*`)
	seenAfter = regexp.MustCompile(`(?i)\s*-?\s*see (individual )?summar.*$`)
)

// codes are the places meant by a name in a list, and whether the whole name was readable.
func codes(name string) (list []string, whole bool) {
	name = seenAfter.ReplaceAllString(strings.Join(strings.Fields(name), " "), "")
	if several, ok := joint[strings.ToLower(strings.TrimPrefix(name, "the "))]; ok {
		return several, true
	}
	if code, ok := one(name); ok {
		return []string{code}, true
	}
	plain := brackets.ReplaceAllString(name, "")
	if code, ok := one(plain); ok {
		return []string{code}, true
	}

	parts := dividers.Split(plain, -1)
	whole = true
	for i := 0; i < len(parts); i++ {
		// "Trinidad and Tobago" may be among others.
		if i+1 < len(parts) {
			if code, ok := one(parts[i] + " and " + parts[i+1]); ok {
				list = append(list, code)
				i++
				continue
			}
		}
		if parts[i] == "" {
			continue
		}
		code, ok := one(parts[i])
		if !ok {
			whole = false
			continue
		}
		if !slices.Contains(list, code) {
			list = append(list, code)
		}
	}
	return list, whole && len(list) > 0
}

// one is the place meant by a name. A code instead of a name does not count: lists have codes of other standards.
func one(name string) (code string, ok bool) {
	name = strings.TrimSpace(name)
	if len(name) < 4 && name != "UK" && name != "USA" && name != "UAE" {
		return "", false
	}
	found, ok, err := country.Find(name)
	if err != nil {
		return "", false
	}
	if !ok {
		found, ok = byAlias(name)
	}
	return found.Alpha2, ok
}

// read is what codes gives, remembered.
func (h *Handlers) read(name string) []string {
	if known, ok := h.places.Load(name); ok {
		if list, ok := known.([]string); ok {
			return list
		}
	}
	list, _ := codes(name)
	h.places.Store(name, list)
	return list
}

// names reports whether a name in a list means exactly this place.
func (h *Handlers) names(name, code string) bool {
	list := h.read(name)
	return len(list) == 1 && list[0] == code || len(list) > 1 && slices.Contains(list, code)
}
