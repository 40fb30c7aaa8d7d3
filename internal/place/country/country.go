// Package country finds countries and territories by what people call them.
package country

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/biter777/countries"
	"golang.org/x/text/unicode/norm"
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
	"congo":          {"COD", "COG"},
	"guiana":         {"GUF", "GUY"},
	"kongo":          {"COD", "COG"},
	"korea":          {"KOR", "PRK"},
	"koreya":         {"KOR", "PRK"},
	"virgin islands": {"VGB", "VIR"},
}

// aliases are names that the table of names lacks, or gives to another country.
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

// loose are names that the table gives to a country, and that are also or only those of parts, other places, people,
// languages or states of the past; or codes of four letters, of which ISO 3166-3 has them for what is gone.
var loose = setOf(`
	afghan afghanian afghani afganian armenian bagamian bahamian belarussian bellarussian bellorussian belorussian
	bolivian brazilian byelorussian central-african chinese czech deutsch finnish french indian iranian israilian
	libyan moldavian mongolian namibian nepali nigerian nigger niggeria niggerian niggeriya palestinian panamian polski
	portugalian russian russish russo slovac slovak slovakian somali swiss syrian taiwanian thai turkish turkmeni

	bermud hana hungar island livia lucia maritime marshall norfolc norfolk panam saint-pierre sankt-pierre skin
	solomon st-pierre tristan

	england ingland mariana-islands minor-outlying neuguinea new-guinea papua polynesia
	southern-territories timor timore

	former-yugoslav-republic former-yugoslav-republic-of province-china province-of-china states-micronesia
	states-of-micronesia the-former-yugoslav-republic the-former-yugoslav-republic-of ussr yugoslav-republic

	aidj anhh bqaq bumm byaa cshh csxx ctki ddde dybj fxfr hvbf jtum mium nhvu nqaq puum pzpa rhzw tptl vdvn wkum
	ydye zrcd usmi
`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[letters(word)] = true
	}
	return set
}

// Find gives the country with this text as its code of two or three letters or its name, in any case: the official or
// a common one, in English or in use there. Nothing is left out of the text: digits, further words and other marks
// make it unknown. A name that several have is [Ambiguous]; one that is unknown is false.
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
	before, inside = strings.TrimSpace(before), strings.TrimSpace(inside)
	if strings.TrimSpace(after) != "" {
		return named(before+" "+inside+" "+after, text) // Cocos (Keeling) Islands
	}
	return inBrackets(before, inside, text)
}

// inBrackets finds names such as "Korea (Republic of)", "Virgin Islands (British)" and "Myanmar (Burma)".
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

// foreign says whether a rune is in no code or name.
func foreign(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune(" .,'’‘-&()", r)
}

// named finds a name without brackets in lower case; text is what the caller wrote.
func named(name, text string) (Country, bool, error) {
	name = strings.ReplaceAll(name, "&", " and ")
	name = strings.Join(strings.Fields(name), " ")
	bare := strings.TrimPrefix(name, "the ")
	for _, form := range []string{name, bare, plain(bare)} {
		if codes, ok := ambiguous[form]; ok {
			return Country{}, false, &Ambiguous{Name: text, Codes: codes}
		}
		if c, ok := inTable(form); ok {
			return c, true, nil
		}
	}
	return Country{}, false, nil
}

// plain is a name without accents, which the table has at times with all of them or none only.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(name))
}

// inTable looks up a name or code. The table reads through all but letters, so that a code must be one as it stands.
func inTable(name string) (Country, bool) {
	if code, ok := aliases[name]; ok {
		name = code
	}
	if loose[letters(name)] {
		return Country{}, false
	}
	found := countries.ByName(name)
	if !found.IsValid() || len(found.Alpha2()) != 2 || len(found.Alpha3()) != 3 || gone[found.Alpha3()] {
		return Country{}, false
	}
	short := len(letters(name)) <= len("DEU")
	if short && !strings.EqualFold(name, found.Alpha2()) && !strings.EqualFold(name, found.Alpha3()) {
		return Country{}, false
	}

	c := Country{
		Alpha2: found.Alpha2(),
		Alpha3: found.Alpha3(),
		Name:   found.String(),
	}
	if usual, ok := names[c.Alpha3]; ok {
		c.Name = usual
	}
	return c, true
}

// letters are what the table compares.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, name)
}
