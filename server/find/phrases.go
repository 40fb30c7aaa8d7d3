package find

import (
	"embed"
	"strings"

	"github.com/farebox/farebox/internal/spec"
)

// phrasesFiles are further ways of asking for the routes, and for kinds of tasks that no route does, in one file for
// each language: the path of a route or the name of a kind, and phrases parted by |.
//
//go:embed phrases/*.tsv
var phrasesFiles embed.FS

// phrasesOf are the phrases of the files, by the path or the name before them.
func phrasesOf(files embed.FS) map[string][]string {
	phrases := map[string][]string{}
	for _, language := range append([]string{ofEnglish}, languages...) {
		file, err := files.ReadFile("phrases/" + language + ".tsv")
		if err != nil {
			continue // a language may have none
		}
		for line := range strings.Lines(string(file)) {
			name, list, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if ok && !strings.HasPrefix(line, "#") {
				phrases[name] = append(phrases[name], strings.Split(list, "|")...)
			}
		}
	}
	return phrases
}

// askedFor are all ways of asking for each text of the index, in all languages.
func askedFor(s *spec.Spec, kinds []kind) [][]string {
	phrases := phrasesOf(phrasesFiles)
	var list [][]string
	for _, op := range s.Operations {
		own := append([]string{op.Summary}, op.Tasks...)
		list = append(list, append(own, phrases[op.Path]...))
	}
	for _, k := range kinds {
		list = append(list, append(k.phrases, phrases[k.name]...))
	}
	return list
}
