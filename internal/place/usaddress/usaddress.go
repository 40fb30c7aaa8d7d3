// Package usaddress compares addresses in the United States with a geocoder's results.
package usaddress

import (
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/place/usstate"
)

// Address is an address in a geocoder's parts.
type Address struct {
	Number string // of the house
	City   string
	State  string // two letters
	ZIP    string // five digits
}

// Fits reports whether the address is the one in line: the house number matches, and so does the ZIP code, or city
// and state. A geocoder returns the nearest match, even in another town.
func (a Address) Fits(line string) bool {
	asked := words(line)
	numbered := slices.ContainsFunc(asked, func(word string) bool { return digits(word) == digits(a.Number) })
	if !numbered || slices.Contains(asked, a.ZIP) {
		return numbered
	}

	city := words(a.City)
	if len(city) == 0 || slices.ContainsFunc(city, func(word string) bool { return !slices.Contains(asked, word) }) {
		return false
	}
	state, named := stateOf(asked, city)
	return !named || state == a.State
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

// short are words in town names with two spellings.
var short = map[string]string{
	"saint":  "st",
	"sainte": "ste",
	"fort":   "ft",
	"mount":  "mt",
}

// words are the words of an address in lower case. A hyphen stays, as in 37-11, but 46038-1234 becomes 46038.
func words(text string) []string {
	list := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-'
	})
	for i, word := range list {
		if zip, _, plus4 := strings.Cut(word, "-"); plus4 && len(zip) == zipDigits && digits(zip) == zip {
			word = zip
		}
		if other, ok := short[word]; ok {
			word = other
		}
		list[i] = word
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
