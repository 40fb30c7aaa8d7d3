package sanctions

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/party/names"
)

//go:embed data/countries.txt
var countriesText string

// countries finds the ISO code of a country by the way a list writes it.
type countries map[string]string

// builtInCountries is that table, read once in a process and never changed.
var builtInCountries = sync.OnceValue(readCountries)

func readCountries() countries {
	out := countries{}
	for line := range strings.Lines(countriesText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		code, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
		for name := range strings.SplitSeq(rest, "|") {
			out[countryKey(name)] = code
		}
	}
	return out
}

// countryKey is the words of a country's name in no order: Korea, North is North Korea.
func countryKey(name string) string {
	words := strings.Fields(names.Normalize(name))
	words = slices.DeleteFunc(words, func(w string) bool { return w == "the" || w == "of" || w == "and" })
	slices.Sort(words)
	return strings.Join(words, " ")
}

// code is the ISO 3166-1 alpha-2 code for a name or a code, empty when it is neither. Lists put several countries into
// one field ("(1) Syria (2) Turkey"); the first is taken.
func (c countries) code(name string) string {
	name = strings.TrimSpace(name)
	if len(name) == 2 && name != "00" {
		return strings.ToUpper(name)
	}
	if rest, ok := strings.CutPrefix(name, "(1)"); ok {
		name, _, _ = strings.Cut(rest, "(2)")
	}
	if at := c[countryKey(name)]; at != "" {
		return at
	}
	for _, sep := range []string{"(", "/", ";", "."} {
		if first, _, ok := strings.Cut(name, sep); ok && c[countryKey(first)] != "" {
			return c[countryKey(first)]
		}
	}
	return ""
}

// first is the code of the first name that has one.
func (c countries) first(list ...string) string {
	for _, name := range list {
		if code := c.code(name); code != "" {
			return code
		}
	}
	return ""
}
