package names

import "cmp"

// Slips of the pen are looked for where house number and postcode agree. Two streets of one postcode may be a letter
// apart (Clinton and Clifton), so that a word is a slip of another only where one of them is no word that streets are
// named with.

// setWritten keeps the words of street and town in the order in which they are written, those with an abbreviation
// spelled out: a slip in them, or a type or direction that a slip hides, is a slip like others.
func (e *Engine) setWritten(a *address, ws []word) {
	for _, w := range ws {
		text := w.text
		if text == a.house || text == a.postcode {
			continue
		}
		switch kind := e.streets.types[text]; {
		case kind != "" && len(a.written) > 0: // a type comes after a name, or is spelled out
			text = cmp.Or(e.streets.spelledOf[kind], text)
		case e.streets.directions[text] != "":
			text = e.streets.quarters[e.streets.directions[text]]
		case ordinal(text):
			text = cmp.Or(e.streets.ordinals[text], text)
		}
		a.written = append(a.written, text)
	}
}

// wordSlips says whether street and town of two addresses with one house number and one postcode are written with the
// same words but for slips in some of them: sourh waccker dtive and south wacker drive.
func (e *Engine) wordSlips(a, b *address) bool {
	if !sameSpot(a, b) || len(a.written) != len(b.written) || len(a.written) == 0 {
		return false
	}
	for i, x := range a.written {
		if y := b.written[i]; x != y && !e.wordSlip(x, y) {
			return false
		}
	}
	return true
}

// sameSpot says whether all that has digits agrees, and the state.
func sameSpot(a, b *address) bool {
	return a.house != "" && a.house == b.house && a.postcode != "" && a.postcode == b.postcode &&
		a.state == b.state && a.unit == b.unit
}

// Letters from which on a word may have one slip and two: shorter ones are other words.
const (
	oneSlipFrom = 4
	twoSlipFrom = 7
)

// wordSlip says whether one word is the other with slips, which spare its first letter.
func (e *Engine) wordSlip(x, y string) bool {
	longer := max(len(x), len(y))
	most := 0
	switch {
	case longer >= twoSlipFrom:
		most = 2
	case longer >= oneSlipFrom:
		most = 1
	}
	return most > 0 && x[0] == y[0] && !hasDigit(x) && !hasDigit(y) && editsUpTo(most, x, y) <= most &&
		!(e.streetWord(x) && e.streetWord(y))
}

// streetWord says whether streets are named with a word: a person's name, a tree, a building, a number.
func (e *Engine) streetWord(s string) bool {
	return e.streets.words[s] || e.streets.spelledOf[e.streets.types[s]] == s && s != "" ||
		within(e.surname[s], commonSurnames) || within(e.male[s], commonGiven) || within(e.female[s], commonGiven)
}

// The last ranks of names that are so common that streets bear them. Rarer ones look like slips in others: Pak, Jame.
const (
	commonSurnames = 2000
	commonGiven    = 600
)

func within(rank, last int) bool { return rank > 0 && rank <= last }

// otherStreets says whether two streets of equally many words differ in one that streets are named with on both sides.
func (e *Engine) otherStreets(a, b *address) bool {
	if len(a.street) != len(b.street) {
		return false
	}
	for i := range a.street {
		x := a.street[i].text
		y := b.street[i].text
		if x != y && e.streetWord(x) && e.streetWord(y) {
			return true
		}
	}
	return false
}
