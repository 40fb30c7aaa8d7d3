package metadata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// agreedAccount is an author with a one-word name, or one that is not a person's, if two signs on the page agree.
func (a *authorship) agreedAccount() []string {
	var signs []string
	for _, c := range a.creators {
		if !c.isOrganisation {
			signs = append(signs, c.name)
		}
	}

	signs = append(signs, cleanAuthor(a.f.meta["author"]), cleanAuthor(a.f.labelledAuthor()))
	for _, s := range a.f.signed {
		if (s.isExact || s.isLink) && !a.place.isBeside(s.region) && a.place.isNear(s.read) {
			signs = append(signs, cleanAuthor(s.text))
			break
		}
	}

	for _, s := range a.f.signed {
		name := cleanAuthor(s.text)
		if s.isExact && !a.place.isBeside(s.region) && a.place.isNear(s.read) && isAccount(name) &&
			!a.namesSite(name) {
			return []string{name}
		}
	}

	for i, name := range signs {
		for _, other := range signs[i+1:] {
			if name != "" && strings.EqualFold(name, other) && !a.namesSite(name) {
				return []string{name}
			}
		}
	}

	return nil
}

// otherName is the first author name that is not recognised as a person's and is not an organisation's. One that is
// also the site's counts last, and only where it signs: some blogs are called after their author.
func (a *authorship) otherName() []string {
	var others []string
	var own []string
	add := func(name string, signs bool) {
		switch name = cleanAuthor(name); {
		case name == "" || a.isOrganisation(name):
		case !a.namesSite(name):
			others = append(others, name)
		case signs:
			own = append(own, name)
		}
	}
	addShown := func(name string) {
		if name = cleanAuthor(name); isNameLike(name) && dayIn(name, a.order) == "" {
			add(name, true)
		}
	}

	for _, c := range a.creators {
		if !c.isOrganisation {
			add(c.name, c.isPerson)
		}
	}
	for _, s := range a.f.signed {
		isNear := !a.place.isBeside(s.region) && a.place.isNear(s.read)
		if _, signs := afterBy(s.text); s.isExact || isNear && (s.isLink || signs) {
			addShown(s.text)
		}
	}
	for i, l := range a.f.lines {
		if a.place.isBeside(l.region) || !a.place.isRightBelow(l.read) {
			continue
		}
		rest, signs := signedLine(a.f.lines, i)
		if signs && strings.Count(rest, " ") < 4 && startsLarge(rest) {
			addShown(rest)
		}
	}
	stated := []string{a.f.labelledAuthor()}
	for _, key := range authorKeys {
		stated = append(stated, a.f.meta[key])
	}
	for _, name := range stated {
		// In alphabets in which persons are recognised, another name is as often that of who made the site.
		name = cleanAuthor(name)
		isHan := strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		if isHan || agencies[strings.ToLower(name)] {
			add(name, false)
		}
	}

	return slices.Concat(others, own)[:min(1, len(others)+len(own))]
}

// isNameLike reports whether a text is not part of a sentence: its words are capitalised, or it is a single word.
func isNameLike(s string) bool {
	words := strings.Fields(s)
	if len(words) == 1 {
		return isAccount(s) || agencies[strings.ToLower(s)]
	}
	if strings.ContainsAny(s, "»!?") {
		return false
	}
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(w)
		if unicode.IsLower(r) && !particles[w] && !joints[w] {
			return false
		}
	}
	return len(words) > 0
}

// isAccount reports whether a text is a single word that could be a person's or an account's name.
func isAccount(s string) bool {
	const longest = 30 // bytes; longer is an identifier
	low := strings.ToLower(s)
	return s != "" && len(s) <= longest && !strings.ContainsAny(strings.TrimPrefix(s, "u/"), " »!?()[]:/") &&
		!noNames[low] && !doubtfulWords[low]
}

func startsLarge(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return !unicode.IsLower(r)
}

// joints are the lower-case words inside names of organisations.
var joints = setOf(`of for the and in at by und für mit et pour per con com dpa afp reuters`)
