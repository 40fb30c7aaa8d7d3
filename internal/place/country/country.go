// Package country finds countries and territories by code or name.
package country

import (
	_ "embed" // the table
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/problem"
)

// Country is a country or territory of ISO 3166-1, or Kosovo, whose codes are customary.
type Country struct {
	Alpha2 string // "DE"
	Alpha3 string // "DEU"
	Name   string // English: "Germany"
}

// territories are by country what ISO 3166-2 lists as its subdivisions and ISO 3166-1 gives codes of their own. China's
// are not among them: their networks are registered, and measured, apart.
var territories = map[string]string{
	"FI": "AX",
	"FR": "BL GF GP MF MQ NC PF PM RE TF WF YT",
	"NL": "AW BQ CW SX",
	"NO": "SJ",
	"US": "AS GU MP PR UM VI",
}

// Contradict says whether two alpha-2 codes cannot both be right of one place: those of Puerto Rico and of the United
// States can.
func Contradict(a, b string) bool {
	return a != b && !strings.Contains(territories[a], b) && !strings.Contains(territories[b], a)
}

// Ambiguous is the error for a name shared by several countries; its text is for the caller.
type Ambiguous struct {
	Name  string
	Codes []string
}

func (e *Ambiguous) Error() string {
	return fmt.Sprintf("%s is the name of several countries; use one of the codes %s",
		e.Name, strings.Join(e.Codes, ", "))
}

// ambiguous are names that the table assigns to one of several countries.
var ambiguous = map[string][]string{
	"congo":          {"COD", "COG"},
	"guiana":         {"GUF", "GUY"},
	"kongo":          {"COD", "COG"},
	"korea":          {"KOR", "PRK"},
	"koreya":         {"KOR", "PRK"},
	"virgin islands": {"VGB", "VIR"},
}

// aliases are names that the table lacks or assigns to another country.
var aliases = map[string]string{
	"america":                           "USA",
	"brunei":                            "BRN",
	"cabo verde":                        "CPV",
	"congo-brazzaville":                 "COG",
	"congo-kinshasa":                    "COD",
	"congo republic":                    "COG",
	"congo (drc)":                       "COD",
	"congo, republic of the":            "COG",
	"hong kong sar":                     "HKG",
	"korea, south":                      "KOR",
	"congo, democratic republic of the": "COD",
	"congo, republic of":                "COG",
	"cote divoire":                      "CIV",
	"dr congo":                          "COD",
	"drc":                               "COD",
	"east timor":                        "TLS",
	"el":                                "GRC",
	"eswatini":                          "SWZ",
	"dprk":                              "PRK",
	"ksa":                               "SAU",
	"north macedonia":                   "MKD",
	"prc":                               "CHN",
	"republic of congo":                 "COG",
	"republic of the congo":             "COG",
	"republic of korea":                 "KOR",
	"rok":                               "KOR",
	"sao tome":                          "STP",
	"saint martin (french part)":        "MAF",
	"sint maarten (dutch part)":         "SXM",
	"são tomé":                          "STP",
	"turkiye":                           "TUR",
	"u.k.":                              "GBR",
	"u.s. virgin islands":               "VIR",
	"uae":                               "ARE",
	"uk":                                "GBR",
	"us virgin islands":                 "VIR",
	"usvi":                              "VIR",
	"u.s.":                              "USA",
	"u.s.a.":                            "USA",
	"united arab emirates":              "ARE",
	"vatican":                           "VAT",
	"vatican city":                      "VAT",
}

// Find returns the country with this code of two or three letters or this name, in any case. The name may be
// official or common, English or local. The whole text must match: digits, further words and other marks make it
// unknown. A name shared by several countries is [Ambiguous]; for an unknown one Find returns false.
func Find(text string) (Country, bool, error) {
	name := strings.ToLower(strings.Join(strings.Fields(norm.NFC.String(text)), " "))
	if strings.ContainsFunc(name, foreign) {
		return Country{}, false, nil
	}

	before, inside, bracketed := strings.Cut(name, "(")
	if _, ok := aliases[name]; ok || !bracketed {
		return named(name, text)
	}
	inside, after, _ := strings.Cut(inside, ")")
	before = strings.TrimSpace(before)
	inside = strings.TrimSpace(inside)
	if strings.TrimSpace(after) != "" {
		return named(before+" "+inside+" "+after, text) // Cocos (Keeling) Islands
	}
	return inBrackets(before, inside, text)
}

// Named is Find for the input of a field. What is not one country is a problem that says so.
func Named(field, text string) (Country, error) {
	found, ok, err := Find(text)
	var several *Ambiguous
	switch {
	case errors.As(err, &several):
		return Country{}, problem.InvalidCode(field, problem.CodeAmbiguous, "%s", several).
			With("candidates", several.Codes)
	case err != nil || !ok:
		return Country{}, problem.Invalid(field, "%s must be the English name of one country or territory, or its ISO "+
			"3166 code, such as DE, DEU or Germany", field)
	}
	return found, nil
}

// inBrackets matches names such as "Korea (Republic of)", "Virgin Islands (British)" and "Myanmar (Burma)".
func inBrackets(before, inside, text string) (Country, bool, error) {
	for _, whole := range []string{inside + " " + before, before + " " + inside, before + "-" + inside} {
		if c, ok, err := named(whole, text); ok || err != nil {
			return c, ok, err
		}
	}

	outer, ok, err := named(before, text)
	if !ok || err != nil {
		return Country{}, false, err
	}
	if inner, ok, _ := named(inside, text); !ok || inner != outer {
		return Country{}, false, nil
	}
	return outer, true, nil
}

// foreign reports whether a rune occurs in no code or name.
func foreign(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" .,'’‘-&()", r)
}

// named finds a name without brackets in lower case; text is the caller's spelling.
func named(name, text string) (Country, bool, error) {
	name = strings.ReplaceAll(name, "&", " and ")
	name = strings.Join(strings.Fields(name), " ")
	bare := strings.TrimPrefix(name, "the ")
	for _, form := range []string{name, bare, chosen.Fold(bare)} {
		if codes, ok := ambiguous[form]; ok {
			return Country{}, false, &Ambiguous{Name: text, Codes: codes}
		}
		if c, ok := inTable(form); ok {
			return c, true, nil
		}
	}
	return Country{}, false, nil
}

// inTable looks up a name or code. The table's lookup ignores everything but letters, so a code must match exactly.
func inTable(name string) (Country, bool) {
	if code, ok := aliases[name]; ok {
		name = code
	}
	found, ok := table()[strings.ToUpper(letters(name))]
	short := len(letters(name)) <= len("DEU")
	if short && !strings.EqualFold(name, found.Alpha2) && !strings.EqualFold(name, found.Alpha3) {
		return Country{}, false
	}
	return found, ok
}

// data has a line for each country: its codes, its name in answers, and the letters of the names that find it.
// scripts/research/countrynames writes it.
//
//go:embed data/names.tsv
var data string

// table is the country of each name.
var table = sync.OnceValue(func() map[string]Country {
	countries := map[string]Country{}
	for line := range strings.Lines(data) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		c := Country{
			Alpha2: fields[0],
			Alpha3: fields[1],
			Name:   fields[2],
		}
		for name := range strings.FieldsSeq(fields[3]) {
			countries[name] = c
		}
	}
	return countries
})

// letters are what the table compares.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, name)
}
