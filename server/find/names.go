package find

import (
	_ "embed" // the names
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// namesFile are names by their kind. A task about one is a task about the kind: Pfizer says no more of which route does
// it than company does.
//
//go:embed names.tsv
var namesFile string

// mostNameWords is how many words a name has at most.
const mostNameWords = 5

// gazetteer has the kinds of names, by the words of a name with blanks between them.
type gazetteer map[string]string

// builtIn is the gazetteer of the program, made when a task is first read.
var builtIn = sync.OnceValue(func() gazetteer {
	return readNames(namesFile)
})

// readNames reads the file, and adds the countries.
func readNames(file string) map[string]string {
	kinds := map[string]string{}
	for line := range strings.Lines(file) {
		kind, list, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for name := range strings.SplitSeq(list, "|") {
			addName(kinds, name, kind)
		}
	}
	for _, name := range countries() {
		if kinds[nameKey(name)] == "" {
			addName(kinds, name, "country")
		}
	}
	return kinds
}

// addName adds a name as it is written, and without accents.
func addName(kinds map[string]string, name, kind string) {
	kinds[nameKey(name)] = kind
	kinds[nameKey(foldLetters(name))] = kind
}

// nameKey is a name in the words that a task uses for it.
func nameKey(name string) string { return strings.Join(split(name), " ") }

// otherWords are names of countries that mean something else too, or that routes are about.
var otherWords = set(`turkey chad jordan georgia jersey guinea us usa peru malta niger oman mali`)

// countries are the names of countries in the languages of tasks, with those of their people in English.
func countries() []string {
	names := strings.Fields(`german french italian spanish british swiss austrian dutch belgian swedish norwegian danish
		finnish polish czech greek russian ukrainian turkish israeli egyptian indian chinese japanese korean vietnamese
		thai australian canadian mexican brazilian argentinian chilean colombian portuguese irish`)
	names = append(names, "turkiye", "england", "scotland", "great britain", "uk", "holland", "südkorea", "英国", "韩国",
		"韓国", "中国", "ドイツ", "インド", "台湾")

	for _, tag := range []language.Tag{
		language.English,
		language.German,
		language.Spanish,
		language.French,
		language.Portuguese,
		language.Chinese,
		language.Japanese,
	} {
		namer := display.Regions(tag)
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				region, err := language.ParseRegion(string([]rune{a, b}))
				if err != nil || !region.IsCountry() || region.Canonicalize() != region || region.String() == "US" {
					continue
				}
				if name := namer.Name(region); name != "" && !otherWords[nameKey(name)] {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// byKind are words with names as the words of their kinds, the longest name first.
func (g gazetteer) byKind(words []string) []string {
	var list []string
	for i := 0; i < len(words); {
		kind, length := g.nameAt(words[i:])
		if kind == "" {
			kind = words[i]
			length = 1
		}
		list = append(list, kind)
		i += length
	}
	return list
}

// nameAt is the kind of the name that the words begin with, and how many are its.
func (g gazetteer) nameAt(words []string) (kind string, length int) {
	for length = min(mostNameWords, len(words)); length > 0; length-- {
		if kind = g[strings.Join(words[:length], " ")]; kind != "" {
			return kind, length
		}
	}
	return "", 0
}
