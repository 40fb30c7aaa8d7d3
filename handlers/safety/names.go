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

// bodies are words of a body, a cab or driven wheels: a longer name that adds only these is of the same model. Any
// other word may make another car of it, as in Corolla Cross.
var bodies = strings.Fields("SD SUPER DUTY SUPERCREW SUPERCAB CREW CAB REGULAR REG EXTENDED EXT DOUBLE QUAD ACCESS " +
	"KING MEGA PU PICKUP SEDAN COUPE HATCHBACK WAGON CONVERTIBLE SUV VAN 2DR 3DR 4DR 5DR 2 3 4 5 DR DOOR " +
	"2WD 4WD 4X4 4X2 AWD FWD RWD")

// sameBody says whether a longer name adds only words of a body to a shorter one.
func sameBody(long, short string) bool {
	for _, word := range words(long)[len(words(short)):] {
		if !slices.Contains(bodies, word) {
			return false
		}
	}
	return true
}

// mostNames is how many names of one model are asked for.
const mostNames = 6

// sure are the names that are the model's beyond doubt: other spellings, with a VIN's further words (series, trim), or
// with words of a body, of which a database may have several.
func (n naming) sure(model string, further []string) []string {
	if len(n.same) > 0 {
		return n.same[:min(len(n.same), mostNames)]
	}
	for _, name := range n.longer {
		for _, word := range further {
			if plain(name) == plain(model+" "+word) {
				return []string{name}
			}
		}
	}

	if list := n.bodies(model); len(list) > 0 {
		return list
	}
	for _, name := range n.shorter {
		if sameBody(model, name) {
			return []string{name}
		}
	}
	return nil
}

// bodies are the longer names that only add a body to the model's.
func (n naming) bodies(model string) []string {
	var list []string
	for _, name := range n.longer {
		if sameBody(name, model) && len(list) < mostNames {
			list = append(list, name)
		}
	}
	return list
}

// related are all names that have to do with the model.
func (n naming) related() []string { return slices.Concat(n.same, n.longer, n.shorter) }
