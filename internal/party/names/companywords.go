package names

import (
	"cmp"
	"strings"
)

// joinAmpersands makes one word of short ones around an ampersand: AT&T, H & M. "& Co" is a legal form.
func joinAmpersands(ws []word) []word {
	out := ws[:0]
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		for i+2 < len(ws) && ws[i+1].text == "and" && shortLetters(w.text) && shortLetters(ws[i+2].text) &&
			ws[i+2].text != "co" {
			w.joined = cmp.Or(w.joined, w.text) + ws[i+2].text
			w.text += "and" + ws[i+2].text
			w.raw += "&" + ws[i+2].raw
			i += 2
			break
		}
		out = append(out, w)
	}
	return out
}

// shortLetters says whether a word is one or two letters that may stand for words.
func shortLetters(s string) bool { return len(s) <= 2 && alphabetic(s) }

// partNumbers parts a ship's name from a number written behind it: CHONGRIM2 is CHONGRIM 2, HEROIII is HERO III.
func partNumbers(ws []word) []word {
	out := make([]word, 0, len(ws))
	for _, w := range ws {
		name := strings.TrimRight(w.text, "0123456789")
		for _, roman := range [...]string{"xiii", "viii", "xii", "vii", "iii", "ii"} {
			if rest, ok := strings.CutSuffix(name, roman); ok && name == w.text && len(rest) >= 4 {
				name = rest
				break
			}
		}
		if len(name) < 3 || name == w.text || !alphabetic(name) {
			out = append(out, w)
			continue
		}
		head := w
		tail := w
		head.text, tail.text = name, w.text[len(name):]
		out = append(out, head, tail)
	}

	return out
}

// Names that were cut short.
const (
	scoreCut = 92 // all that is left agrees to the letter
	leastCut = 10 // letters that must be left
	mostOver = 3  // letters of a cut legal form that may be left behind the name
)

// cutShort lifts a name that was cut at the width of a column and is the beginning of the other, and says whether it
// is.
func cutShort(t *tally, fa, fb *Form, a, b []token) bool {
	if fa.company.cut == fb.company.cut {
		return false
	}
	if fb.company.cut {
		a, b = b, a
	}

	cut := allText(a)
	whole := allText(b)
	if len(cut) < leastCut || len(whole) < leastCut {
		return false
	}
	if !strings.HasPrefix(whole, cut) && !(strings.HasPrefix(cut, whole) && len(cut)-len(whole) <= mostOver) {
		return false
	}

	if t.points < scoreCut {
		t.points = scoreCut
		t.note(Abbreviation, scoreCut, cut, whole)
	}

	t.cap = 100
	return true
}

// compact lifts names that differ only in spaces: Mac Book, Macbook.
func compact(t *tally, a, b []token) {
	ja := allText(a)
	jb := allText(b)
	if ja == jb && t.points < scoreSpaced && len(ja) > 3 {
		t.points = scoreSpaced
		t.note(Spacing, scoreSpaced, ja, jb)
	}
}
