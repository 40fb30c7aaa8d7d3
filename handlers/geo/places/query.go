package places

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/place/usstate"
)

// Query is an address or name as a caller wrote it, read as far as its form tells.
type Query struct {
	Text    string
	Country string // two letters, when the text or the caller names it
	State   string // of an address in the United States, two letters
	Hint    string // of a town: "Paris, TX". The same letters may mean a country: "Berlin, DE"
	behind  string // the part behind the last comma, folded, where Hint was read from it

	UKPostcode string // "SW1A 2AA"
	Unit       string // the flat or suite, which no source knows

	tokens   []token
	crossing *crossing // nil when no intersection is asked for
}

// token is a word of the text.
type token struct {
	word     string // folded
	segment  int    // which of the parts between commas it is in
	country  bool   // part of the name of the country
	unit     bool   // names a flat or suite
	crossing bool   // part of the name of a street of an intersection
}

func (t token) number() bool { return hasDigit(t.word) && !t.unit && !t.country }

// Read takes a text apart. A separately given country wins over one that the text ends with.
func Read(text, countryCode string) Query {
	q := Query{
		Text:    strings.Join(strings.Fields(text), " "),
		Country: strings.ToUpper(countryCode),
	}

	segments := strings.Split(q.Text, ",")
	named := q.readCountry(segments)
	for i, segment := range segments {
		for _, word := range words(segment) {
			q.tokens = append(q.tokens, token{
				word:    word,
				segment: i,
				country: named && i == len(segments)-1,
			})
		}
	}
	q.readUnit()
	q.readAmerican()
	q.readBritish()
	q.readDutch()
	q.readCrossing()
	return q
}

// short are codes of countries that are not codes of states, and so can be taken as the country.
var short = map[string]string{
	"us":      "US",
	"u.s.":    "US",
	"usa":     "US",
	"u.s.a.":  "US",
	"uk":      "GB",
	"u.k.":    "GB",
	"gb":      "GB",
	"fr":      "FR",
	"england": "GB",
}

// alsoPlaces are names that the table of countries takes for a country, and that counties and towns have as well.
var alsoPlaces = map[string]bool{
	"aland":    true,
	"trinidad": true,
}

// readCountry looks at the last part of the text. A name that a state has too (Georgia) tells no country.
func (q *Query) readCountry(segments []string) bool {
	if len(segments) < 2 {
		return false
	}

	last := strings.ToLower(strings.TrimSpace(segments[len(segments)-1]))
	code := short[last]
	_, state := usstate.Find(last)
	if code == "" && !state && !alsoPlaces[last] && len(last) > 3 {
		found, ok, err := country.Find(last)
		if ok && err == nil {
			code = found.Alpha2
		}
	}

	if code == "" {
		return false
	}
	q.Country = cmp.Or(q.Country, code)

	return true
}

// unitWords precede the number of a flat or suite.
var unitWords = map[string]bool{
	"apt": true, "apartment": true, "unit": true, "suite": true, "ste": true, "flat": true, "room": true, "rm": true,
	"floor": true, "fl": true, "appt": true, "appartement": true, "wohnung": true, "app": true, "piso": true,
	"apto": true, "etage": true, "kv": true, "interno": true, "int": true,
}

// readUnit marks the word behind such a word, and what follows a number sign.
func (q *Query) readUnit() {
	for i := range q.tokens {
		if i > 0 && unitWords[q.tokens[i-1].word] && hasDigitOrLetter(q.tokens[i].word) {
			q.tokens[i-1].unit = true
			q.tokens[i].unit = true
			q.Unit = q.tokens[i].word
		}
	}

	_, behind, sign := strings.Cut(q.Text, "#")
	if wanted := words(behind); sign && len(wanted) > 0 && hasDigit(wanted[0]) {
		for i := range q.tokens {
			if i > 0 && q.tokens[i].word == wanted[0] {
				q.tokens[i].unit = true
				q.Unit = wanted[0]
			}
		}
	}
}

// hasDigitOrLetter says whether a word can name a flat: a number, or a single letter.
func hasDigitOrLetter(word string) bool { return hasDigit(word) || len(word) == 1 }

var (
	zip     = regexp.MustCompile(`^(\d{5})(-\d{4})?$`)
	british = regexp.MustCompile(`(?i)\b([A-Z]{1,2}[0-9][A-Z0-9]?) ?([0-9][A-Z]{2})\b`)
	dutch   = regexp.MustCompile(`\b[1-9][0-9]{3} ?[A-Z]{2}\b`)
	leading = regexp.MustCompile(`^\d[\dA-Za-z/-]* `)
)

// hasState is how many words a state and what stands behind it need at least in front of them.
const hasState = 2

// readAmerican finds the state, and the ZIP code behind it, at the end of the text.
func (q *Query) readAmerican() {
	if q.Country != "" && q.Country != "US" {
		return
	}
	var list []string
	for _, t := range q.tokens {
		if !t.country {
			list = append(list, t.word)
		}
	}

	if n := len(list); n > hasState && zip.MatchString(list[n-1]) {
		list = list[:n-1]
	}
	for n := min(3, len(list)-hasState); n > 0; n-- {
		if found, ok := usstate.Find(strings.Join(list[len(list)-n:], " ")); ok && !hasDigit(list[len(list)-1]) {
			q.State = found.Code
			return
		}
	}
	text := q.WithoutCountry()
	if at := strings.LastIndex(text, ","); at > 0 {
		q.behind = strings.Join(words(text[at:]), " ")
		found, _ := usstate.Find(q.behind)
		q.Hint = found.Code
	} else if n := len(list); n == hasState {
		found, _ := usstate.Find(list[n-1])
		q.Hint = found.Code
	}
}

// American says whether the text has the form of a street address in the United States: a house number first, and a
// state, a ZIP code with the country, or the country at its end.
func (q *Query) American() bool {
	if q.Country != "" && q.Country != "US" || q.crossing != nil {
		return false
	}
	return leading.MatchString(q.Text) && (q.State != "" || q.Country == "US")
}

func (q *Query) readBritish() {
	if q.Country != "" && q.Country != "GB" {
		return
	}
	if m := british.FindStringSubmatch(q.Text); m != nil && q.State == "" {
		q.UKPostcode = strings.ToUpper(m[1] + " " + m[2])
	}
}

// readDutch knows the country by the form of its postcode, which no other has.
func (q *Query) readDutch() {
	if q.Country == "" && q.State == "" && q.UKPostcode == "" && dutch.MatchString(q.Text) {
		q.Country = "NL"
	}
}

// HasNumber says whether the text has a number other than that of a flat.
func (q *Query) HasNumber() bool {
	return slices.ContainsFunc(q.tokens, func(t token) bool { return t.number() })
}

// WithoutCountry is the text without the country at its end, for sources that know one country only.
func (q *Query) WithoutCountry() string {
	for _, t := range q.tokens {
		if t.country {
			return strings.TrimSpace(q.Text[:strings.LastIndex(q.Text, ",")])
		}
	}
	return q.Text
}
