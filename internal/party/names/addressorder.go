package names

import (
	"regexp"
	"slices"
	"strings"
)

// countrySign is the sign of a country before a postcode of Europe: D-10117, CH-8001.
var countrySign = regexp.MustCompile(`(?i)\b(?:D|A|CH|F|I|B|L|NL|DK|PL|CZ|SE|FI|E|P|FL)\s?-\s?(\d{4,5})\b`)

// streetFirst puts the street before the town: "10117 Berlin, Unter den Linden 77" with the street first. Parts are
// what commas divide. Only parts before the street that are surely a place are moved: those with a postcode, or any
// when no town follows the street.
func (e *Engine) streetFirst(s string) string {
	s = countrySign.ReplaceAllString(s, "$1")
	parts := strings.Split(s, ",")
	if len(parts) < 2 || e.isStreetLine(parts[0]) || e.endsInStreet(parts[0]) {
		return s
	}

	at := slices.IndexFunc(parts, e.isStreetLine)
	if at < 1 {
		return s
	}

	before := parts[:at]
	townAfter := slices.ContainsFunc(parts[at+1:], func(p string) bool { return strings.ContainsFunc(p, isLetter) })
	if townAfter || !e.arePlaces(before) {
		return s
	}

	// The largest comes last: Germany, 10117 Berlin is 10117 Berlin, Germany.
	if len(before) > 1 && e.streets.countries[Normalize(before[0])] != "" {
		before = append(slices.Clone(before[1:]), before[0])
	}

	return strings.Join(slices.Concat(parts[at:at+1], before, parts[at+1:]), ",")
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80 }

// longestHouse is the most digits of a house number without a street type: longer ones are postcodes.
const longestHouse = 3

// isStreetLine says whether a part has a street with a house number.
func (e *Engine) isStreetLine(part string) bool {
	part = postcodeGB.ReplaceAllString(postcodeCA.ReplaceAllString(part, " "), " ")
	ws := strings.Fields(Normalize(part))
	if slices.ContainsFunc(ws, func(w string) bool { return e.streets.units[w] != "" }) {
		return false
	}

	number := false
	short := false
	typed := false
	worded := false
	for i, w := range ws {
		switch {
		case ordinal(w):
			worded = true
		case hasDigit(w):
			number = true
			short = short || len(strings.TrimRight(w, "abcdefgh")) <= longestHouse
		case e.streetType(w) != "" && (i > 0 || len(w) > 2) || germanStreet(w):
			typed = true
		default:
			worded = true
		}
	}

	return number && (short && (worded || typed) || typed)
}

// endsInStreet says whether a part is a street without a house number.
func (e *Engine) endsInStreet(part string) bool {
	ws := strings.Fields(Normalize(part))
	if len(ws) == 0 {
		return true
	}
	last := ws[len(ws)-1]
	return len(ws) > 1 && e.streetType(last) != "" || germanStreet(last)
}

// arePlaces says whether parts are town, postcode, state or country, and neither a house number nor a street. A number
// alone may be that of the house: 1358, rue Alvarez.
func (e *Engine) arePlaces(parts []string) bool {
	for _, p := range parts {
		if numeric(strings.TrimSpace(p)) {
			return false
		}
		marked := postcodeGB.MatchString(p) || postcodeCA.MatchString(p)
		p = postcodeGB.ReplaceAllString(postcodeCA.ReplaceAllString(p, " "), " ")
		for _, w := range strings.Fields(Normalize(p)) {
			code := numeric(w) && len(w) >= 4 && len(w) <= 6
			if hasDigit(w) && !code && !marked || e.streets.units[w] != "" {
				return false
			}
		}
	}
	return true
}

// swappedOrdinal is the number of a street that is written with two letters swapped: fifht for fifth.
func swappedOrdinal(w string) string {
	for spelled, short := range ordinalWords {
		swapped := len(w) == len(spelled) && editsUpTo(1, w, spelled) == 1 && sameLetters(w, spelled)
		if swapped && ordinal(short) {
			return short
		}
	}
	return ""
}

func sameLetters(a, b string) bool {
	x := []byte(a)
	y := []byte(b)
	slices.Sort(x)
	slices.Sort(y)
	return string(x) == string(y)
}
