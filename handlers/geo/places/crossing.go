package places

import (
	"regexp"
	"slices"
	"strings"
)

// crossing is an intersection that a query asks for, by its two streets.
type crossing [2]side

// side is one street of an intersection.
type side struct {
	text  string   // as it was asked for
	words []string // those that tell it from other streets: "34th"
}

// joiner is the word between the two streets of an intersection.
type joiner struct {
	sign *regexp.Regexp
	// sure is a joiner that only occurs between streets. The others also occur in names: Marks & Spencer, Elephant and
	// Castle.
	sure bool
	// plain is a word that names of streets have in them, so that it needs a street before it.
	plain bool
}

var joiners = []joiner{
	{sign: regexp.MustCompile(`(?i)\s+(?:ecke|esquina(?: con)?|esq\.?|angolo|cnr\.?)\s+`), sure: true},
	{sign: regexp.MustCompile(`\s*[&@]\s*|\s+/\s+`)},
	{sign: regexp.MustCompile(`(?i)\s+(?:and|at|und|y|et|e|con)\s+`), plain: true},
}

var (
	cornerOf = regexp.MustCompile(`(?i)^(?:(?:the )?(?:corner|intersection|junction|crossing) of|(?:à )?l'angle de|angle|ecke|esquina de)\s+`)
	ordinal  = regexp.MustCompile(`^(\d+)(?:st|nd|rd|th)$`)
)

// streetWords are those that make a name one of a street.
var streetWords = map[string]bool{
	"street": true, "st": true, "road": true, "rd": true, "avenue": true, "ave": true, "av": true, "avenida": true,
	"boulevard": true, "blvd": true, "bd": true, "drive": true, "dr": true, "lane": true, "ln": true, "court": true,
	"ct": true, "place": true, "pl": true, "highway": true, "hwy": true, "parkway": true, "pkwy": true, "way": true,
	"terrace": true, "ter": true, "route": true, "rue": true, "via": true, "viale": true, "corso": true, "calle": true,
	"carrer": true, "carrera": true, "rua": true, "strasse": true, "str": true, "allee": true, "weg": true, "ulica": true, "broadway": true,
}

// streetEnds are the ends of words that do so.
var streetEnds = []string{"strasse", "str", "weg", "allee", "gasse", "damm", "straat", "laan", "gatan", "vej"}

func isStreetWord(word string) bool {
	return streetWords[word] || ordinal.MatchString(word) || len(word) > 5 &&
		slices.ContainsFunc(streetEnds, func(end string) bool { return strings.HasSuffix(word, end) })
}

// readCrossing finds the two streets of an intersection in the first part of the text.
func (q *Query) readCrossing() {
	if q.hasHouse() {
		return
	}

	first, _, _ := strings.Cut(q.Text, ",")
	corner := cornerOf.FindString(first)
	first = strings.TrimPrefix(first, corner)

	for _, j := range joiners {
		at := j.sign.FindStringIndex(first)
		if at == nil {
			continue
		}

		left := sideOf(first[:at[0]])
		right := sideOf(firstStreet(first[at[1]:]))
		if left.named() && right.named() && (j.sure || corner != "" || j.between(left, right)) {
			q.crossing = &crossing{left, right}
			q.markCrossing()
			return
		}
	}
}

// numberedBy are words for streets whose number stands behind them: "Calle 26".
var numberedBy = []string{"calle", "carrera", "avenida", "route", "highway", "hwy"}

// hasHouse says whether a number of the text can be that of a house. Those of streets are ordinal or stand behind what
// sort of street it is, and postcodes are longer.
func (q *Query) hasHouse() bool {
	for i, t := range q.tokens {
		ofStreet := i > 0 && slices.Contains(numberedBy, q.tokens[i-1].word)
		short := len(t.word) < 4 || t.segment == 0 && len(t.word) == 4
		if onlyDigits(t.word) && short && !ofStreet && !t.unit {
			return true
		}
	}
	return false
}

// between says whether both sides of a joiner look like streets.
func (j joiner) between(left, right side) bool {
	if j.plain {
		return left.street() || right.street() && right.numbered()
	}
	return left.street() || right.street()
}

// firstStreet is a text up to the word that makes it a street, where there is one behind a name: what follows without
// a comma is the town.
func firstStreet(text string) string {
	parts := strings.Fields(text)
	for i, part := range parts {
		word := strings.Join(words(part), " ")
		if i > 0 && isStreetWord(word) && !ordinal.MatchString(word) {
			return strings.Join(parts[:i+1], " ")
		}
	}
	return text
}

func sideOf(text string) side {
	s := side{text: strings.TrimSpace(text)}
	for _, word := range words(text) {
		if !ignored[word] && !streetWords[word] || word == "broadway" {
			s.words = append(s.words, word)
		}
	}
	if len(s.words) == 0 { // "E St", "Avenue A"
		s.words = slices.DeleteFunc(words(text), func(word string) bool { return streetWords[word] })
	}
	return s
}

// named says whether there is more to a street than what sort of street it is.
func (s side) named() bool { return len(s.words) > 0 }

func (s side) street() bool { return slices.ContainsFunc(words(s.text), isStreetWord) }

func (s side) numbered() bool {
	return slices.ContainsFunc(s.words, func(word string) bool { return ordinal.MatchString(word) })
}

func onlyDigits(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// markCrossing notes which words are those of the two streets.
func (q *Query) markCrossing() {
	for i, t := range q.tokens {
		if t.segment == 0 && (slices.Contains(q.crossing[0].words, t.word) ||
			slices.Contains(q.crossing[1].words, t.word)) {
			q.tokens[i].crossing = true
		}
	}
}

// crossingKinds are the things on the map that are at an intersection if they are named for both of its streets.
var crossingKinds = []string{
	"bus_stop", "tram_stop", "stop", "stop_position", "stop_area", "platform", "traffic_signals", "crossing", "junction",
	"mini_roundabout", "subway_entrance", "station", "halt",
}

// at says whether a place is named for both streets, as stops and traffic lights at an intersection are.
func (c *crossing) at(place Candidate) bool {
	have := words(place.Name)
	return place.Base == Named && slices.Contains(crossingKinds, place.Kind) && c[0].in(have) && c[1].in(have)
}

// in says whether all words of a street are among those of a name.
func (s side) in(have []string) bool {
	for _, word := range s.words {
		if !slices.ContainsFunc(have, func(other string) bool {
			return cardinal(word) == cardinal(other) || alike(word, other)
		}) {
			return false
		}
	}
	return true
}

// cardinal is a word without the ending that makes its number an ordinal one.
func cardinal(word string) string {
	if m := ordinal.FindStringSubmatch(word); m != nil {
		return m[1]
	}
	return word
}

// judgeCrossing holds a candidate against an intersection. A house or a street is on one of the two streets, and never
// all that was asked for.
func (q *Query) judgeCrossing(c Candidate) Match {
	c.HouseNumber = ""
	m := Match{
		Candidate: c,
		Level:     c.Base,
		crossing:  q.crossing.at(c),
	}
	q.numbers(&m)
	m.Missing = append(m.Missing, q.cover(&m)...)

	switch {
	case m.crossing:
		m.Level = Intersection
	case c.Base == House && c.Road != "":
		m.Level = Street
	}
	if !m.crossing && len(m.Missing) == 0 {
		m.Missing = []string{q.crossing[0].text, q.crossing[1].text}
	}
	m.Exact = len(m.Missing) == 0
	return m
}

// AtCrossing says whether a place is at the requested intersection and is named for both of its streets.
func (q *Query) AtCrossing(place Candidate) bool { return q.crossing != nil && q.crossing.at(place) }

// Crossing says whether the text asks for an intersection of two streets.
func (q *Query) Crossing() bool { return q.crossing != nil }
