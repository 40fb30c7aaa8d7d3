package find

import (
	"embed"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/spec"
)

// phrasesFiles are further ways of asking for the routes, and for kinds of tasks that no route does, in one file for
// each language: the path of a route or the name of a kind, and phrases parted by |.
//
//go:embed phrases/*.tsv
var phrasesFiles embed.FS

// phrases are ways of asking for one text, by language.
type phrases map[string][]string

func (p phrases) in(language string) []string { return p[language] }

// all are those of all languages.
func (p phrases) all() []string {
	list := slices.Clone(p.in(ofEnglish))
	for _, language := range languages {
		list = append(list, p.in(language)...)
	}
	return list
}

// readPhrases reads the files: phrases by the path or the name before them.
func readPhrases(files embed.FS) map[string]phrases {
	texts := map[string]phrases{}
	for _, language := range append([]string{ofEnglish}, languages...) {
		file, err := files.ReadFile("phrases/" + language + ".tsv")
		if err != nil {
			continue // a language may have none
		}

		for line := range strings.Lines(string(file)) {
			name, list, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !ok {
				continue
			}
			if texts[name] == nil {
				texts[name] = phrases{}
			}
			texts[name][language] = strings.Split(list, "|")
		}
	}
	return texts
}

// asFields are phrases as a text of the index has them.
func asFields(phrases []string) []field {
	return each.Of(phrases, func(text string) field {
		return field{
			text:   text,
			weight: weightTask,
			phrase: true,
		}
	})
}

// askedFor are all ways of asking for each text of the index, in all languages.
func askedFor(routes []*spec.Operation, kinds []kind, further map[string]phrases) [][]string {
	var texts [][]string
	for _, op := range routes {
		texts = append(texts, slices.Concat([]string{op.Summary}, op.Tasks, further[op.Path].all()))
	}
	for _, k := range kinds {
		texts = append(texts, slices.Concat(k.phrases, further[k.name].all()))
	}
	return texts
}
