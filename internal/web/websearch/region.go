package websearch

import (
	"regexp"
	"strings"

	"golang.org/x/text/language"

	"github.com/farebox/farebox/internal/place/country"
)

// Region is the country and language in which results are wanted: both ISO codes in lower case, or both empty for
// anywhere.
type Region struct{ Country, Language string }

var regionForm = regexp.MustCompile(`^([a-z]{2})[-_]([a-z]{2,3})$`)

// countryNames and languageNames are codes in use besides those of ISO.
var (
	countryNames  = map[string]string{"uk": "gb", "el": "gr"}
	languageNames = map[string]string{
		"jp":  "ja",
		"kr":  "ko",
		"tzh": "zh",
		"cn":  "zh",
		"cz":  "cs",
		"gr":  "el",
		"iw":  "he",
		"dk":  "da",
		"se":  "sv",
		"ua":  "uk",
		"nb":  "no",
		"nn":  "no",
	}
)

// ParseRegion reads "us-en": country, then language. "wt-wt" means no region. Common non-ISO codes ("uk-en",
// "jp-jp") are understood. ok is false for any other form, and for what no engine knows: a country or territory
// that ISO 3166 does not list today, or a language without a two-letter code in ISO 639.
func ParseRegion(s string) (r Region, ok bool) {
	m := regionForm.FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	switch {
	case m == nil:
		return Region{}, false
	case m[1] == "wt":
		return Region{}, m[2] == "wt"
	}

	r = Region{
		Country:  m[1],
		Language: m[2],
	}
	if c, ok := countryNames[r.Country]; ok {
		r.Country = c
	}
	if l, ok := languageNames[r.Language]; ok {
		r.Language = l
	}
	return r, isCountry(r.Country) && isLanguage(r.Language)
}

func isCountry(code string) bool {
	found, ok, err := country.Find(strings.ToUpper(code))
	return err == nil && ok && strings.EqualFold(found.Alpha2, code)
}

func isLanguage(code string) bool {
	if len(code) != 2 {
		return false
	}
	base, err := language.ParseBase(code)
	return err == nil && strings.EqualFold(base.String(), code)
}
