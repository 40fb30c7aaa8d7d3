// Package usaddress compares addresses in the United States with what a geocoder found for them.
package usaddress

import (
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/place/usstate"
)

// Address is an address in its parts, as a geocoder has them.
type Address struct {
	Number string // of the house
	City   string
	State  string // two letters
	ZIP    string // five digits
}

// Fits says whether it is the address in line: it has its number, and its ZIP code or its city and state. A geocoder
// gives what comes nearest, also in another town.
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

// stateOf is the state at the end of an address. One whose name is that of the city as well names none: Washington.
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

// longestState is how many words the longest name of a state has: District of Columbia.
const longestState = 3

// country are the words that may stand behind a state and its ZIP code.
var country = []string{"usa", "us", "united", "states"}

// short are words of names of towns that are written in two ways.
var short = map[string]string{"saint": "st", "sainte": "ste", "fort": "ft", "mount": "mt"}

// words are those of an address in small letters. A hyphen stays: 37-11, and 46038-1234 is 46038.
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

// digits are those of a house number, without the letter or hyphen that it may have.
func digits(number string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, number)
}

func hasDigit(word string) bool { return digits(word) != "" }
