// Package usaddress takes the address in the United States that a text names among a geocoder's results, and writes ZIP
// codes in one form.
package usaddress

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
)

// ZIP is a ZIP code as the Postal Service writes it: 30180-3226, where a register leaves out the hyphen. Other texts
// are themselves.
func ZIP(code string) string {
	if len(code) != len("301803226") || strings.Trim(code, "0123456789") != "" {
		return code
	}
	return code[:5] + "-" + code[5:]
}

// sameSpot is how far two results of one address may be from each other, in degrees: sides of a street.
const sameSpot = 0.0005

// One is the result that is the address in line. A geocoder returns the nearest match, even of another street or town:
// what does not fit is a candidate, and so are several at different spots.
func One(line string, matches []censusgeocoder.Match) (censusgeocoder.Match, *problem.Problem) {
	fitting := slices.DeleteFunc(slices.Clone(matches), func(m censusgeocoder.Match) bool { return !Fits(m, line) })
	candidates := apart(fitting)
	if len(fitting) == 0 {
		candidates = apart(matches)
	}

	switch {
	case len(candidates) > 1:
		return censusgeocoder.Match{}, problem.InvalidCode("address", problem.CodeAmbiguous,
			"several addresses match, such as %s: give number, street, city, state and ZIP code",
			strings.Join(candidates[:2], " and ")).With("candidates", candidates)
	case len(fitting) > 0:
		return fitting[0], nil
	}
	if len(candidates) == 1 {
		return censusgeocoder.Match{}, problem.NotFound("address",
			"the Census geocoder has only another address, %s: give number, street, city, state and ZIP code, "+
				"or lat and lon", candidates[0]).With("candidates", candidates)
	}
	return censusgeocoder.Match{}, problem.NotFound("address",
		"the Census geocoder finds no such street address in the United States; give lat and lon")
}

// apart are the addresses of the matches that are at different spots, each once.
func apart(matches []censusgeocoder.Match) []string {
	list := []string{}
	for i, m := range matches {
		near := func(other censusgeocoder.Match) bool {
			return math.Abs(m.Lat-other.Lat) <= sameSpot && math.Abs(m.Lon-other.Lon) <= sameSpot
		}
		if !slices.ContainsFunc(matches[:i], near) {
			list = append(list, m.Address)
		}
	}
	return list
}

// Fits reports whether a result is the address in line: the house number matches, the street's name, and so does the
// ZIP code, or city and state.
func Fits(a censusgeocoder.Match, line string) bool {
	asked := words(line)
	has := func(word string) bool { return slices.Contains(asked, word) }
	lacks := func(word string) bool { return !has(word) }
	house := digits(a.Number)
	numbered := slices.ContainsFunc(asked, func(word string) bool {
		return digits(word) == house && !strings.HasSuffix(word, nth)
	})
	if !numbered || !named(asked, house, words(a.Name)) {
		return false
	}
	if has(a.ZIP) {
		return true
	}

	city := words(a.City)
	if len(city) == 0 || slices.ContainsFunc(city, lacks) {
		return false
	}
	state, told := stateOf(asked, city)
	return !told || state == a.State
}

// stateOf is the state at the end of an address. A name that is also the city's does not count: Washington.
func stateOf(asked, city []string) (code string, named bool) {
	for len(asked) > 0 && (hasDigit(asked[len(asked)-1]) || slices.Contains(country, asked[len(asked)-1])) {
		asked = asked[:len(asked)-1]
	}
	for n := min(longestState, len(asked)); n > 0; n-- {
		last := asked[len(asked)-n:]
		if state, ok := usstate.Find(strings.Join(last, " ")); ok {
			same := !slices.ContainsFunc(last, func(word string) bool { return !slices.Contains(city, word) })
			return state.Code, !same
		}
	}
	return "", false
}

// longestState is the most words in a state's name: District of Columbia.
const longestState = 3

// country are the words that may follow a state and its ZIP code.
var country = []string{"usa", "us", "united", "states"}

// titles are words that the names of people go with and without.
var titles = []string{"dr", "jr", "rev", "reverend", "sr"}

// named says whether the words have a street's name, but for titles. Three names or more go by their initials: MLK.
func named(asked []string, house string, street []string) bool {
	bare := slices.DeleteFunc(slices.Clone(street), func(word string) bool { return slices.Contains(titles, word) })
	if len(bare) == 0 {
		bare = street
	}
	if !slices.ContainsFunc(bare, func(word string) bool { return !names(asked, house, word) }) {
		return true
	}

	short := initials(bare)
	spelled := short == strings.Join(bare, "") // M L K
	if len(bare) == 1 {
		short = bare[0]
		spelled = !strings.ContainsAny(short, "aeiouy0123456789")
	}
	for i := range asked {
		whole := asked[i:min(i+len(short), len(asked))]
		if len(short) > 2 && (asked[i] == short || spelled && initials(whole) == short) {
			return true
		}
	}
	return false
}

func initials(words []string) string {
	var b strings.Builder
	for _, word := range words {
		b.WriteString(word[:1])
	}
	return b.String()
}

// names says whether the words have one of a street's name. A numbered street goes without its ending, too: 42 Street.
func names(asked []string, house, word string) bool {
	bare := strings.TrimSuffix(word, nth)
	times := 0
	for _, other := range asked {
		if other == word {
			return true
		}
		if other == bare {
			times++
		}
	}
	return bare != word && (times > 1 || times == 1 && bare != house)
}

// ordinals are the names of numbered streets, from the first on, and numbered what others are like.
var (
	ordinals = strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth " +
		"thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth")
	numbered = regexp.MustCompile(`^\d+(st|nd|rd|th)$`)
)

// nth is the ending of all of them in [words].
const nth = "th"

// words are the words of an address as [chosen.Words] has them. A number keeps its hyphen, as in 37-11, but 46038-1234
// becomes 46038, and Second and 2nd become 2th.
func words(text string) (list []string) {
	parts := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !strings.ContainsRune("-'’", r)
	})

	for _, word := range parts {
		zip, _, plus4 := strings.Cut(word, "-")
		at := slices.Index(ordinals, word)
		switch {
		case at >= 0:
			list = append(list, strconv.Itoa(at+1)+nth)
		case numbered.MatchString(word):
			list = append(list, digits(word)+nth)
		case plus4 && len(zip) == zipDigits && digits(zip) == zip:
			list = append(list, zip)
		case hasDigit(word):
			list = append(list, word)
		case word == "sainte":
			list = append(list, "ste")
		default:
			list = append(list, chosen.Words(word)...)
		}
	}
	return list
}

const zipDigits = 5

// digits are the digits of a house number, without any letter or hyphen.
func digits(number string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, number)
}

func hasDigit(word string) bool { return digits(word) != "" }
