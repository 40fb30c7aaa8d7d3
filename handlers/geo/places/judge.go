package places

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/chosen"
)

// Match is a candidate held against what was asked for.
type Match struct {
	Candidate
	Level Level
	// Exact says whether everything that was asked for is in the match. A street in place of a house is not exact.
	Exact bool
	// Missing are the words asked for that the match has not.
	Missing []string
	// Other is the number of a neighbouring house, when the source gave that in place of the one asked for.
	Other string
	// Elsewhere says that the match has none of the words of the outermost part around the street.
	Elsewhere bool
	// Cover is the part of the words asked for that the match has, 0 to 1.
	Cover float64

	crossing bool // it is at the requested intersection, and is named for both streets
}

// rank orders levels from the least to the most precise.
var rank = map[Level]int{
	Country:      1,
	Region:       2,
	Locality:     3,
	Named:        3,
	Postcode:     4,
	Street:       5,
	Intersection: 6,
	Interpolated: 6,
	House:        7,
}

// Judge holds a candidate against the query.
func (q *Query) Judge(c Candidate) Match {
	if q.crossing != nil {
		return q.judgeCrossing(c)
	}

	m := Match{Candidate: c, Level: c.Base}
	house := q.numbers(&m)
	wordsMissing := q.cover(&m)

	switch {
	case c.Base != House:
	case house && c.Interpolated:
		m.Level = Interpolated
	case house:
	case len(m.Missing) > 0 && c.Road != "":
		m.Other = c.HouseNumber
		m.Level = Street
	case c.Name == "" && c.Road != "":
		m.Level = Street // the source chose a house where a street was asked for
	case q.mixes(c):
		m.Level = Named
		wordsMissing = q.notOnRoad(c)
	default:
		m.Level = Named
	}
	if !house && m.Level == Street {
		m.HouseNumber = ""
	}

	m.Missing = append(m.Missing, wordsMissing...)
	m.Exact = len(m.Missing) == 0 && m.Other == ""
	return m
}

// mixes says whether words of the street asked for are taken partly from a place's name and partly from the street that
// it is on: a bar named Roma 1 on the Via Nizza, for Via Roma 1.
func (q *Query) mixes(c Candidate) bool {
	name := words(c.Name)
	return c.Road != "" && slices.ContainsFunc(q.street(), func(word string) bool { return !slices.Contains(name, word) })
}

// notOnRoad are the words of the street asked for that the street of a candidate has not.
func (q *Query) notOnRoad(c Candidate) []string {
	road := words(c.Road)
	return slices.DeleteFunc(q.street(), func(word string) bool { return slices.Contains(road, word) })
}

// street are the words and numbers of the part that contains the street.
func (q *Query) street() []string {
	var list []string
	for _, t := range q.tokens {
		if t.segment == q.streetSegment() && !t.country && !t.unit {
			list = append(list, t.word)
		}
	}
	return list
}

// numbers looks for each number of the query in the match. It says whether one is the house number, and notes those
// that are nowhere. The first word of an address is a house number, a part of a street or place's name, or a postcode;
// that some district bears the number as well means nothing.
func (q *Query) numbers(m *Match) (house bool) {
	road := append(words(m.Road), words(m.Name)...)
	around := words(strings.Join([]string{m.Suburb, m.City, m.County, m.State, m.Country}, " "))
	postcode := compact(m.Postcode)

	for i, t := range q.tokens {
		switch {
		case !t.number(), t.crossing && m.crossing:
		case !house && sameNumber(q.withSuffix(i, road), m.HouseNumber):
			house = true
		case slices.Contains(road, t.word), q.ofPostcode(i, postcode):
		case i > 0 && slices.Contains(around, t.word):
		default:
			m.Missing = append(m.Missing, t.word)
		}
	}
	return house
}

// suffixes belong to the number before them: 12 bis.
var suffixes = []string{"bis", "ter", "quater"}

// withSuffix is a number with the letter or word behind it that belongs to it, if the street does not begin with it.
func (q *Query) withSuffix(i int, road []string) string {
	number := q.tokens[i].word
	if i+1 >= len(q.tokens) || q.tokens[i+1].segment != q.tokens[i].segment {
		return number
	}
	next := q.tokens[i+1].word
	letter := len(next) == 1 && unicode.IsLetter(rune(next[0])) && !slices.Contains(road, next)
	if slices.Contains(suffixes, next) || letter {
		return number + next
	}
	return number
}

// isSuffix says whether a word belongs to the number before it, which is that of the house.
func (q *Query) isSuffix(i int, house string) bool {
	return i > 0 && q.tokens[i-1].number() && sameNumber(q.tokens[i-1].word+q.tokens[i].word, house)
}

// ofPostcode says whether a word is the postcode, or with the word before or behind it makes it: SW1A 2AA, 1012 RJ.
func (q *Query) ofPostcode(i int, postcode string) bool {
	if postcode == "" {
		return false
	}
	own := compact(q.tokens[i].word)
	if own == postcode {
		return true
	}
	if first, _, plus4 := strings.Cut(q.tokens[i].word, "-"); plus4 && len(first) == 5 && first == postcode {
		return true // ZIP+4
	}
	if i+1 < len(q.tokens) && own+compact(q.tokens[i+1].word) == postcode {
		return true
	}
	return i > 0 && compact(q.tokens[i-1].word)+own == postcode
}

// sameNumber says whether a house bears the number asked for. A house may bear several, or a range on its side of the
// street; one that is asked for by a range is that of either end.
func sameNumber(asked, house string) bool {
	if house == "" {
		return false
	}

	for one := range strings.FieldsFuncSeq(house, func(r rune) bool { return r == ';' || r == ',' }) {
		if plain(one) == plain(asked) {
			return true
		}
		if low, high, ok := span(one); ok {
			if n, err := strconv.Atoi(asked); err == nil && n >= low && n <= high && (n-low)%2 == 0 {
				return true
			}
		}
	}

	if low, high, ok := span(asked); ok {
		n, err := strconv.Atoi(strings.TrimSpace(house))
		return err == nil && (n == low || n == high)
	}

	return false
}

// plain is a house number without blanks, and with one sign between its parts: 1-23 is not 12-3.
func plain(number string) string {
	return strings.NewReplacer(" ", "", "/", "-", "–", "-", ".", "").Replace(chosen.Fold(number))
}

// span reads a range of house numbers on one side of a street. In Queens 12-34 is a single number: a range is short.
func span(number string) (low, high int, ok bool) {
	first, second, dash := strings.Cut(strings.TrimSpace(number), "-")
	low, errLow := strconv.Atoi(strings.TrimSpace(first))
	high, errHigh := strconv.Atoi(strings.TrimSpace(second))
	return low, high, dash && errLow == nil && errHigh == nil && high > low && high-low <= 40
}

// ignored are words that sources write in many ways, or leave out.
var ignored = map[string]bool{
	"street": true, "st": true, "road": true, "rd": true, "avenue": true, "ave": true, "av": true, "boulevard": true,
	"blvd": true, "bd": true, "drive": true, "dr": true, "lane": true, "ln": true, "court": true, "ct": true,
	"place": true, "pl": true, "square": true, "sq": true, "north": true, "south": true, "east": true, "west": true,
	"n": true, "s": true, "e": true, "w": true, "nw": true, "ne": true, "sw": true, "se": true, "rue": true,
	"de": true, "la": true, "le": true, "du": true, "des": true, "the": true, "of": true, "and": true, "no": true,
	"d": true, "l": true, "cedex": true,
}

// cover counts the words of the query that the match has, and gives those that it has not.
func (q *Query) cover(m *Match) (missing []string) {
	have := wordsOf(m)
	postcode := compact(m.Postcode)
	total := 0
	around := map[int]bool{} // parts between commas other than the street's, and whether the match has a word of each
	for i, t := range q.tokens {
		if t.country || t.unit || hasDigit(t.word) || ignored[t.word] || t.crossing && m.crossing ||
			q.isSuffix(i, m.HouseNumber) || q.ofPostcode(i, postcode) {
			continue
		}
		total++
		outside := (q.HasNumber() || q.crossing != nil) && t.segment != q.streetSegment()
		has := have.has(t.word, outside) || q.State != "" && t.word == strings.ToLower(q.State) && t.word == m.CountryCode
		if !has {
			missing = append(missing, t.word)
		}
		if t.segment != q.streetSegment() && !slices.Contains(have.codes, t.word) { // a state has many towns
			around[t.segment] = around[t.segment] || has
		}
	}
	m.Elsewhere = elsewhere(around)

	m.Cover = 1
	if total > 0 {
		m.Cover = 1 - float64(len(missing))/float64(total)
	}
	return missing
}

// elsewhere says whether the match has no word of the outermost part around the street: another Ashford than that in
// Kent.
func elsewhere(around map[int]bool) bool {
	if len(around) == 0 {
		return false
	}
	return !around[slices.Max(slices.Collect(maps.Keys(around)))]
}

// matchWords are the words of a match.
type matchWords struct {
	all    []string
	region []string // of its state and country, which are abbreviated
	codes  []string // of its state
}

func wordsOf(m *Match) matchWords {
	region := words(m.State + " " + m.Country)
	all := words(strings.Join([]string{m.Label, m.Name, m.Road, m.Suburb, m.City, m.County}, " "))
	return matchWords{
		all:    append(all, region...),
		region: region,
		codes:  append(words(m.StateCode+" "+regionCode(m.Candidate)), m.Codes...),
	}
}

// has says whether the match has a word of the query. A word outside the street names a town, and a town is not another
// one whose name begins like its own: Bern is not Bernkastel.
func (w matchWords) has(word string, outside bool) bool {
	switch {
	case slices.Contains(w.codes, word):
		return true
	case outside:
		return slices.ContainsFunc(w.all, func(own string) bool { return inflected(word, own) }) ||
			slices.ContainsFunc(w.region, func(own string) bool { return alike(word, own) })
	}
	return slices.ContainsFunc(w.all, func(own string) bool { return alike(word, own) })
}

// inflected says whether two words are one but for a letter at the end: Bern, Berne.
func inflected(a, b string) bool {
	return a == b || alike(a, b) && max(len(a), len(b))-min(len(a), len(b)) == 1
}

// streetSegment is the part between commas with the first number: the street's.
func (q *Query) streetSegment() int {
	if q.crossing != nil {
		return 0
	}
	at := slices.IndexFunc(q.tokens, token.number)
	if at < 0 {
		return 0
	}
	return q.tokens[at].segment
}

// alike says whether a word is another one, or its beginning.
func alike(asked, word string) bool {
	return asked == word || (len(asked) >= 4 && strings.HasPrefix(word, asked)) ||
		(len(word) >= 4 && strings.HasPrefix(asked, word))
}

// Names says whether the match has a word of the first part of the query, which names what is sought; where that is
// numbers alone, one of these. Sources that forgive misspellings give the town for a street that they do not know, and
// another street's house of the number.
func (q *Query) Names(m Match) bool {
	have := words(strings.Join([]string{m.Name, m.HouseNumber, m.Label}, " "))
	sought := false
	numbered := true
	for _, t := range q.tokens {
		switch {
		case t.segment > 0 || t.unit || ignored[t.word]:
		case hasDigit(t.word) && t.crossing && slices.Contains(have, t.word):
			return true // one of the two streets: 5th
		case hasDigit(t.word):
			numbered = numbered && !slices.Contains(m.Missing, t.word)
		case slices.ContainsFunc(have, func(word string) bool { return alike(t.word, word) }):
			return true
		default:
			sought = true
		}
	}
	return !sought && numbered
}

// InCountry says whether a candidate is where the query says that it is. Territories of the United States count as
// theirs.
func (q *Query) InCountry(c Candidate) bool {
	if q.Country != "" && c.CountryCode != "" && !strings.EqualFold(q.Country, c.CountryCode) {
		return q.Country == "US" && slices.Contains([]string{"pr", "gu", "vi", "as", "mp"}, c.CountryCode)
	}
	if q.State == "" || c.StateCode != "" {
		return q.State == "" || c.StateCode == q.State
	}
	// The letters or the name of a state may be those of a country or of another one's region: DE, WA, Georgia.
	state := strings.ToLower(q.State)
	return slices.Contains([]string{"", "us", state}, c.CountryCode) || c.in(state) ||
		slices.ContainsFunc(q.tokens, func(t token) bool { return t.word == chosen.Fold(c.Country) })
}

// Better says whether match a answers the query better than b, which came before it. Sources order their answers by
// more than their precision, so that this decides only where one is inexact or has the house.
func Better(a, b Match) bool {
	switch {
	case a.Exact != b.Exact:
		return a.Exact
	case a.Exact && level(a) != House:
		return false
	}
	return rank[a.Level] > rank[b.Level]
}
