package drug

import (
	_ "embed" // the words
	"regexp"
	"slices"
	"strings"
)

// classWords are the words that labels use for pharmacologic classes, by a part of the FDA's name of the class in small
// letters. Short forms in capitals are found in capitals only.
var classWords = readClasses(classFile)

//go:embed classes.tsv
var classFile string

type wordsOfClass struct {
	class string
	words []string
}

func readClasses(text string) []wordsOfClass {
	var all []wordsOfClass
	for line := range strings.Lines(text) {
		class, words, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all = append(all, wordsOfClass{
			class: class,
			words: strings.Split(words, ", "),
		})
	}
	return all
}

var cytochrome = regexp.MustCompile(`(?i)cytochrome p450 (\d[a-z]\d{1,2}) (inhibitor|inducer)`)

// classNames are the words that labels may use for the classes of a drug, those of the FDA itself among them. A class
// is named as "Nonsteroidal Anti-inflammatory Drug [EPC]". Kinds of structure and effect say too little to be looked
// for.
func classNames(classes []string) []string {
	var list []string
	for _, class := range classes {
		name, kind, _ := strings.Cut(class, " [")
		if kind != "EPC]" && kind != "MoA]" {
			continue
		}
		if m := cytochrome.FindStringSubmatch(name); m != nil {
			enzyme := "CYP" + strings.ToUpper(m[1])
			effect := strings.ToLower(m[2])
			list = append(list, enzyme+" "+effect, effect+"s of "+enzyme)
			continue
		}
		if kind == "EPC]" {
			list = append(list, strings.TrimSpace(name))
		}
		for _, c := range classWords {
			if strings.Contains(strings.ToLower(name), c.class) {
				list = append(list, c.words...)
			}
		}
	}

	slices.Sort(list)
	return slices.CompactFunc(list, strings.EqualFold)
}
