package names

import (
	"cmp"
	"strings"
)

// Scores that an address cannot pass.
const (
	capHouse     = 70 // another house number
	capStreet    = 75 // another street
	capType      = 80 // Oak Street against Oak Avenue
	capDirection = 78 // N Main against S Main
	capUnit      = 78 // another apartment
	capTown      = 80 // another town
	capNoHouse   = 82 // a house against a whole street

	capNoHouseHere = 86 // the same, with the postcode and the street equal
)

// compareAddresses scores two addresses part by part. The house number and the street decide; town,
// postcode and state may be missing on one side.
func (e *Engine) compareAddresses(t *tally, a, b *address, r *Result) {
	sum := 0.0
	weight := 0.0
	add := func(w, s float64) { sum += w * s; weight += w }

	if a.box != "" || b.box != "" {
		if a.box == b.box {
			add(0.5, 1)
			t.note(TokenAgreement, 100, "po box "+a.box, "po box "+b.box)
		} else {
			t.limit(NumberConflict, capHouse, a.box, b.box)
		}
	}
	street := 0.0
	written := e.wordSlips(a, b)
	slips := written || e.manySlips(a, b)
	if len(a.streetTokens) > 0 || len(b.streetTokens) > 0 {
		street = e.alignWords(t, a.streetTokens, b.streetTokens)
		if e.shortOthers(a, b) || e.otherStreets(a, b) {
			street = min(street, otherStreet)
		}
		switch {
		case street < 1 && a.line == b.line:
			street = 1
			t.note(Spacing, 100, joinTexts(a.street)+" "+a.kind, joinTexts(b.street)+" "+b.kind)
		case street < 0.85 && e.slippedLine(a, b):
			street = slippedStreet
			t.note(Typo, 85, joinTexts(a.street)+" "+a.kind, joinTexts(b.street)+" "+b.kind)
		case street < slippedStreet && slips:
			street = slippedStreet
			t.note(Typo, 85, wholeLine(a), wholeLine(b))
		}
		add(0.5, street)
		if street < 0.78 {
			t.limit(StreetConflict, capStreet, joinTexts(a.street), joinTexts(b.street))
		}
	}
	switch {
	case a.house == "" && b.house == "":
	case a.house == b.house:
		add(0.3, 1)
		t.note(TokenAgreement, 100, a.house, b.house)
	case a.house == "" || b.house == "":
		if a.postcode != "" && a.postcode == b.postcode && street >= 0.9 {
			t.limit(MissingWord, capNoHouseHere, a.house, b.house)
		} else {
			t.limit(MissingWord, capNoHouse, a.house, b.house)
		}
	default:
		add(0.3, 0)
		t.limit(NumberConflict, capHouse, a.house, b.house)
	}
	if !written { // all words but for slips
		e.compareStreetDetails(t, a, b, slips)
	}
	e.comparePlaces(t, a, b, slips, add)
	if weight == 0 {
		t.points = 0
		return
	}
	t.points += 100*sum/weight - 100
	r.Components.TokenAlignment = sum / weight
}

// otherStreet is how far streets agree at most that differ in a letter of one short word, or in words that streets are
// named with: Mill Lane and Hill Lane are two streets more often than one with a slip.
const otherStreet = 0.7

// shortOthers says whether two streets of one word of four letters or fewer differ.
func (e *Engine) shortOthers(a, b *address) bool {
	if len(a.street) != 1 || len(b.street) != 1 {
		return false
	}
	x := a.street[0].text
	y := b.street[0].text
	return x != y && len(x) <= 4 && len(y) <= 4 && !sameLetters(x, y)
}

// slippedLine says whether two street lines without digits differ in few letters once the spaces are
// out: crisp circuit, crispcir cuit.
func (e *Engine) slippedLine(a, b *address) bool {
	line := func(a *address) string {
		return strings.ReplaceAll(joinTexts(a.street)+cmp.Or(e.streets.spelledOf[a.kind], a.kind), " ", "")
	}
	if len(a.street) == len(b.street) && a.kind == b.kind {
		return false // whole words differ
	}
	x := line(a)
	y := line(b)
	n := max(len(x), len(y))
	return n >= 7 && !hasDigit(x) && !hasDigit(y) && abs(len(x)-len(y)) <= 2 && Edits(x, y) <= n/6
}

// slippedStreet is how far streets agree that are one but for slips.
const slippedStreet = 0.85

// Bounds of slips in an address whose number and postcode agree: for how many letters there may be one, and how many
// there may be. A slip in the first letter is another name more often.
const (
	lettersPerSlip = 6
	mostSlips      = 4
	nameLetters    = 4 // letters of the street's name for each slip in it
)

// manySlips says whether street and town of two addresses with one house number and one postcode are the same but for
// slips, wherever their words end: maclea ysutreet, aubuan and macleay street, auburn. Where both are read as a name
// with one type the names themselves must be near: Oak Street and Elm Street have most of their letters in common.
func (e *Engine) manySlips(a, b *address) bool {
	if a.house == "" || a.house != b.house || a.postcode == "" || a.postcode != b.postcode || a.state != b.state {
		return false
	}
	if a.name == "" || b.name == "" || a.direction() != b.direction() || a.unit != b.unit || e.otherStreets(a, b) {
		return false
	}
	if a.kind == b.kind && a.kind != "" {
		shorter := min(len(a.name), len(b.name))
		if Edits(a.name, b.name) > max(1, shorter/nameLetters) || shorter <= nameLetters && a.name != b.name {
			return false
		}
	}

	x := wholeLine(a)
	y := wholeLine(b)
	most := min(mostSlips, min(len(x), len(y))/lettersPerSlip)
	return x[0] == y[0] && !hasDigit(x) && !hasDigit(y) && editsUpTo(most, x, y) <= most
}

// wholeLine is street and town without spaces.
func wholeLine(a *address) string { return a.line + a.town }

// compareStreetDetails weighs street type, direction and unit; slips says that the types are one but for slips.
func (e *Engine) compareStreetDetails(t *tally, a, b *address, slips bool) {
	switch {
	case a.kind == b.kind || a.line == b.line:
	case slips && (a.kind == "" || b.kind == ""):
	case a.kind != "" && b.kind != "":
		t.limit(StreetConflict, capType, a.kind, b.kind)
	default:
		t.take(MissingWord, 3, a.kind, b.kind)
	}

	if x, y := compassOf(a), compassOf(b); x != y && strings.TrimPrefix(a.name, x) == strings.TrimPrefix(b.name, y) {
		t.limit(StreetConflict, capDirection, a.name, b.name)
	}

	switch da, db := a.direction(), b.direction(); {
	case da == db:
	case da != "" && db != "":
		t.limit(StreetConflict, capDirection, da, db)
	default:
		t.take(MissingWord, 4, da, db)
	}

	switch {
	case a.unit == b.unit:
	case a.unit != "" && b.unit != "":
		t.limit(UnitConflict, capUnit, a.unit, b.unit)
	default:
		t.take(MissingWord, 5, a.unit, b.unit)
	}
}

// compassOf is the quarter that the name of a street begins with: Northfield and Southfield, Westwood and Eastwood.
func compassOf(a *address) string {
	for _, quarter := range [...]string{"north", "south", "east", "west"} {
		if rest, ok := strings.CutPrefix(a.name, quarter); ok && rest != "" {
			return quarter
		}
	}
	return ""
}

// comparePlaces weighs town, state, postcode and country; slips says that the towns are one but for slips.
func (e *Engine) comparePlaces(t *tally, a, b *address, slips bool, add func(w, s float64)) {
	agree := false
	conflict := false
	if a.postcode != "" && b.postcode != "" {
		if a.postcode == b.postcode {
			add(0.15, 1)
			agree = true
		} else {
			d := Edits(a.postcode, b.postcode)
			points := 10.0
			if d == 1 {
				points = 5
			}
			t.take(PlaceConflict, points, a.postcode, b.postcode)
			conflict = d > 1
		}
	}

	if len(a.cityTokens) > 0 && len(b.cityTokens) > 0 {
		s := max(e.alignWords(t, a.cityTokens, b.cityTokens), townLine(a, b))
		if slips {
			s = max(s, slippedStreet)
		}
		add(0.15, max(s, 0.5))
		switch {
		case s >= 0.7:
			agree = true
		case agree: // the postcode agrees: a suburb or district in place of the town
			t.note(PlaceConflict, 0, joinTexts(a.city), joinTexts(b.city))
		default:
			t.limit(PlaceConflict, capTown, joinTexts(a.city), joinTexts(b.city))
		}
	}

	if a.state != "" && b.state != "" && a.state != b.state && (!agree || conflict) {
		t.limit(PlaceConflict, capTown, a.state, b.state)
	}
	if a.country != "" && b.country != "" && a.country != b.country {
		t.limit(PlaceConflict, capTown, a.country, b.country)
	}
}

// townLine is how far two towns agree without their spaces, 0 when it is not far: Rowvil le and Rowville.
func townLine(a, b *address) float64 {
	if s := lineAgreement(a.town, b.town); s >= 0.75 && min(len(a.town), len(b.town)) >= 7 {
		return s
	}
	return 0
}

// alignWords is how far two runs of words agree, 0 to 1: words left over on both sides are conflicts,
// on one side half.
func (e *Engine) alignWords(t *tally, a, b []token) float64 {
	a2, ja := e.joinSplit(a, b)
	b2, jb := e.joinSplit(b, a2)
	if ja || jb {
		t.note(Spacing, 100, allWords(a), allWords(b))
	}

	pairs, restA, restB := e.align(a2, b2)
	sum := 0.0
	weight := 0.0
	for _, p := range pairs {
		w := (a2[p.a].weight + b2[p.b].weight) / 2
		if p.code == Initials {
			p.sim = 0.6
		}
		sum += w * p.sim
		weight += w
		t.note(p.code, round(100*p.sim), a2[p.a].text, b2[p.b].text)
	}

	ua := left(a2, restA)
	ub := left(b2, restB)
	weight += min(ua, ub) + 0.5*(max(ua, ub)-min(ua, ub))

	if wa, wb := textsOf(a2, restA), textsOf(b2, restB); wa != "" && wb != "" {
		t.note(DifferentWord, 0, wa, wb)
	} else if wa != "" || wb != "" {
		t.note(MissingWord, 0, wa, wb)
	}

	if weight == 0 {
		return 0
	}
	return sum / weight
}
