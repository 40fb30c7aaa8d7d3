package pdftext

import (
	"cmp"
	"unicode"
)

// legible counts the characters of a text, and those of them that no reader can make sense of. Fonts that do not map
// glyphs to letters yield private-use and replacement characters, or letters of several scripts within a word.
func legible(text string) (strange, total int) {
	var word wordScripts
	for _, r := range text {
		if unicode.IsSpace(r) {
			strange += word.end()
			continue
		}
		total++
		switch {
		case r == unicode.ReplacementChar || unicode.Is(unicode.Co, r) || !unicode.IsGraphic(r):
			strange++
		case unicode.IsLetter(r):
			word.add(r)
		case !unicode.IsMark(r) && !unicode.IsDigit(r):
			strange += word.end()
		}
	}
	return strange + word.end(), total
}

// unreadable reports whether a page is not worth reading: a third of it makes no sense.
func unreadable(strange, total int) bool { return strange*3 > total }

// wordScripts gathers the scripts of a word's letters.
type wordScripts struct {
	letters int
	first   *unicode.RangeTable
	mixed   bool
}

func (w *wordScripts) add(r rune) {
	w.letters++
	script := scriptOf(r)
	if script == nil {
		return
	}
	w.first = cmp.Or(w.first, script)
	w.mixed = w.mixed || script != w.first && !together(script, w.first)
}

// end is the number of letters of the word if it makes no sense, and begins the next.
func (w *wordScripts) end() int {
	strange := 0
	if w.mixed {
		strange = w.letters
	}
	*w = wordScripts{}
	return strange
}

// together reports whether two scripts share words: those of East Asia with each other and with Latin, and Greek
// letters in units and formulas.
func together(a, b *unicode.RangeTable) bool {
	eastAsian := func(s *unicode.RangeTable) bool {
		return s == unicode.Han || s == unicode.Hiragana || s == unicode.Katakana || s == unicode.Hangul ||
			s == unicode.Bopomofo
	}
	latin := func(s *unicode.RangeTable) bool { return s == unicode.Latin || s == unicode.Greek }
	return (eastAsian(a) || latin(a)) && (eastAsian(b) || latin(b))
}

// scripts are asked in the order of how often they are met.
var scripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Han, unicode.Cyrillic, unicode.Arabic, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Greek, unicode.Hebrew, unicode.Devanagari, unicode.Thai, unicode.Common, unicode.Inherited,
}

// scriptOf is the script of a letter, nil for letters of all scripts. Rare scripts count as one by the block of 128
// characters that they belong to.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range scripts {
		if unicode.Is(script, r) {
			if script == unicode.Common || script == unicode.Inherited {
				return nil
			}
			return script
		}
	}
	for _, script := range unicode.Scripts {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}

// rightToLeft reports whether a letter belongs to a script that is written from right to left.
func rightToLeft(r rune) bool {
	return unicode.IsLetter(r) &&
		unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko)
}
