// Package usstate looks up the states and territories of the United States by postal code, name or FIPS code.
package usstate

import (
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// State is a state, the District of Columbia or a territory (ANSI INCITS 38, USPS Publication 28 appendix B).
type State struct {
	Code      string // two letters of the postal service: "CA"
	Name      string // "California"
	FIPS      string // two digits: "06"
	Territory bool   // neither a state nor the District of Columbia
}

var states = []State{
	{"AL", "Alabama", "01", false},
	{"AK", "Alaska", "02", false},
	{"AZ", "Arizona", "04", false},
	{"AR", "Arkansas", "05", false},
	{"CA", "California", "06", false},
	{"CO", "Colorado", "08", false},
	{"CT", "Connecticut", "09", false},
	{"DE", "Delaware", "10", false},
	{"DC", "District of Columbia", "11", false},
	{"FL", "Florida", "12", false},
	{"GA", "Georgia", "13", false},
	{"HI", "Hawaii", "15", false},
	{"ID", "Idaho", "16", false},
	{"IL", "Illinois", "17", false},
	{"IN", "Indiana", "18", false},
	{"IA", "Iowa", "19", false},
	{"KS", "Kansas", "20", false},
	{"KY", "Kentucky", "21", false},
	{"LA", "Louisiana", "22", false},
	{"ME", "Maine", "23", false},
	{"MD", "Maryland", "24", false},
	{"MA", "Massachusetts", "25", false},
	{"MI", "Michigan", "26", false},
	{"MN", "Minnesota", "27", false},
	{"MS", "Mississippi", "28", false},
	{"MO", "Missouri", "29", false},
	{"MT", "Montana", "30", false},
	{"NE", "Nebraska", "31", false},
	{"NV", "Nevada", "32", false},
	{"NH", "New Hampshire", "33", false},
	{"NJ", "New Jersey", "34", false},
	{"NM", "New Mexico", "35", false},
	{"NY", "New York", "36", false},
	{"NC", "North Carolina", "37", false},
	{"ND", "North Dakota", "38", false},
	{"OH", "Ohio", "39", false},
	{"OK", "Oklahoma", "40", false},
	{"OR", "Oregon", "41", false},
	{"PA", "Pennsylvania", "42", false},
	{"RI", "Rhode Island", "44", false},
	{"SC", "South Carolina", "45", false},
	{"SD", "South Dakota", "46", false},
	{"TN", "Tennessee", "47", false},
	{"TX", "Texas", "48", false},
	{"UT", "Utah", "49", false},
	{"VT", "Vermont", "50", false},
	{"VA", "Virginia", "51", false},
	{"WA", "Washington", "53", false},
	{"WV", "West Virginia", "54", false},
	{"WI", "Wisconsin", "55", false},
	{"WY", "Wyoming", "56", false},
	{"AS", "American Samoa", "60", true},
	{"GU", "Guam", "66", true},
	{"MP", "Northern Mariana Islands", "69", true},
	{"PR", "Puerto Rico", "72", true},
	{"VI", "U.S. Virgin Islands", "78", true},
}

// Find returns the state with this two-letter code, name or two-digit FIPS code, in any case. The code may be that of
// ISO 3166-2, such as US-CA.
func Find(text string) (State, bool) {
	wanted := strings.Join(strings.Fields(text), " ")
	if len(wanted) == len("US-CA") && strings.EqualFold(wanted[:3], "US-") {
		wanted = wanted[3:]
		if strings.Trim(wanted, "0123456789") == "" {
			return State{}, false
		}
	}
	for _, s := range states {
		if strings.EqualFold(wanted, s.Code) || strings.EqualFold(wanted, s.Name) || wanted == s.FIPS {
			return s, true
		}
	}
	return State{}, false
}

// Named is Find for the input of a field. Another text is a problem that says so.
func Named(field, text string) (State, error) {
	state, ok := Find(text)
	if !ok {
		return State{}, problem.Invalid(field, "%s must be the two letters or the name of a US state or territory, such as "+
			"KS or Kansas", field)
	}
	return state, nil
}

// All returns the states, the District of Columbia and the territories.
func All() []State {
	return append([]State(nil), states...)
}
