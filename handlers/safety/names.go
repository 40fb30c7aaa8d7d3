package safety

import (
	"slices"
	"strings"
	"unicode"
)

// plain is a model's name without case and signs: F-150 and F150 are one.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, name)
}

// words are the parts of a name, each without signs.
func words(name string) []string {
	var list []string
	for word := range strings.FieldsSeq(name) {
		if p := plain(word); p != "" {
			list = append(list, p)
		}
	}
	return list
}

// begins says whether the words of one name are the first words of a longer one.
func begins(long, short string) bool {
	l := words(long)
	s := words(short)
	return len(s) > 0 && len(l) > len(s) && slices.Equal(l[:len(s)], s)
}

// naming is how a database calls a model.
type naming struct {
	same    []string // in another spelling
	longer  []string // the model with more words: F-150 SUPERCREW
	shorter []string // the model with fewer: F-150
}

// calls finds a model in a database's list of models. Nothing is guessed beyond spelling and whole words.
func calls(model string, list []string) naming {
	var n naming
	for _, name := range list {
		switch {
		case plain(name) == plain(model):
			n.same = append(n.same, name)
		case begins(name, model):
			n.longer = append(n.longer, name)
		case begins(model, name):
			n.shorter = append(n.shorter, name)
		}
	}
	slices.Sort(n.longer)
	slices.SortFunc(n.shorter, func(a, b string) int { return len(b) - len(a) })
	return n
}

// one is the only name that the model can have in the list, "" when there are none or several. A VIN's further words
// (series, trim) may tell several apart.
func (n naming) one(model string, further []string) string {
	switch {
	case len(n.same) > 0:
		return n.same[0]
	case len(n.longer) == 1:
		return n.longer[0]
	case len(n.longer) == 0 && len(n.shorter) > 0:
		return n.shorter[0]
	}
	for _, name := range n.longer {
		for _, word := range further {
			if plain(name) == plain(model+" "+word) {
				return name
			}
		}
	}
	return ""
}

// related are all names that have to do with the model.
func (n naming) related() []string { return slices.Concat(n.same, n.longer, n.shorter) }
