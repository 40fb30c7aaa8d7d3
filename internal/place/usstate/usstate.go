// Package usstate looks up the states and territories of the United States by postal code, name or FIPS code.
package usstate

import "strings"

// State is a state, the District of Columbia or a territory (ANSI INCITS 38, USPS Publication 28 appendix B).
type State struct {
	Code      string // two letters of the postal service: "CA"
	Name      string // "California"
	FIPS      string // two digits: "06"
	Territory bool   // neither a state nor the District of Columbia
}

var states = []State{
	{Code: "AL", Name: "Alabama", FIPS: "01"},
	{Code: "AK", Name: "Alaska", FIPS: "02"},
	{Code: "AZ", Name: "Arizona", FIPS: "04"},
	{Code: "AR", Name: "Arkansas", FIPS: "05"},
	{Code: "CA", Name: "California", FIPS: "06"},
	{Code: "CO", Name: "Colorado", FIPS: "08"},
	{Code: "CT", Name: "Connecticut", FIPS: "09"},
	{Code: "DE", Name: "Delaware", FIPS: "10"},
	{Code: "DC", Name: "District of Columbia", FIPS: "11"},
	{Code: "FL", Name: "Florida", FIPS: "12"},
	{Code: "GA", Name: "Georgia", FIPS: "13"},
	{Code: "HI", Name: "Hawaii", FIPS: "15"},
	{Code: "ID", Name: "Idaho", FIPS: "16"},
	{Code: "IL", Name: "Illinois", FIPS: "17"},
	{Code: "IN", Name: "Indiana", FIPS: "18"},
	{Code: "IA", Name: "Iowa", FIPS: "19"},
	{Code: "KS", Name: "Kansas", FIPS: "20"},
	{Code: "KY", Name: "Kentucky", FIPS: "21"},
	{Code: "LA", Name: "Louisiana", FIPS: "22"},
	{Code: "ME", Name: "Maine", FIPS: "23"},
	{Code: "MD", Name: "Maryland", FIPS: "24"},
	{Code: "MA", Name: "Massachusetts", FIPS: "25"},
	{Code: "MI", Name: "Michigan", FIPS: "26"},
	{Code: "MN", Name: "Minnesota", FIPS: "27"},
	{Code: "MS", Name: "Mississippi", FIPS: "28"},
	{Code: "MO", Name: "Missouri", FIPS: "29"},
	{Code: "MT", Name: "Montana", FIPS: "30"},
	{Code: "NE", Name: "Nebraska", FIPS: "31"},
	{Code: "NV", Name: "Nevada", FIPS: "32"},
	{Code: "NH", Name: "New Hampshire", FIPS: "33"},
	{Code: "NJ", Name: "New Jersey", FIPS: "34"},
	{Code: "NM", Name: "New Mexico", FIPS: "35"},
	{Code: "NY", Name: "New York", FIPS: "36"},
	{Code: "NC", Name: "North Carolina", FIPS: "37"},
	{Code: "ND", Name: "North Dakota", FIPS: "38"},
	{Code: "OH", Name: "Ohio", FIPS: "39"},
	{Code: "OK", Name: "Oklahoma", FIPS: "40"},
	{Code: "OR", Name: "Oregon", FIPS: "41"},
	{Code: "PA", Name: "Pennsylvania", FIPS: "42"},
	{Code: "RI", Name: "Rhode Island", FIPS: "44"},
	{Code: "SC", Name: "South Carolina", FIPS: "45"},
	{Code: "SD", Name: "South Dakota", FIPS: "46"},
	{Code: "TN", Name: "Tennessee", FIPS: "47"},
	{Code: "TX", Name: "Texas", FIPS: "48"},
	{Code: "UT", Name: "Utah", FIPS: "49"},
	{Code: "VT", Name: "Vermont", FIPS: "50"},
	{Code: "VA", Name: "Virginia", FIPS: "51"},
	{Code: "WA", Name: "Washington", FIPS: "53"},
	{Code: "WV", Name: "West Virginia", FIPS: "54"},
	{Code: "WI", Name: "Wisconsin", FIPS: "55"},
	{Code: "WY", Name: "Wyoming", FIPS: "56"},
	{Code: "AS", Name: "American Samoa", FIPS: "60", Territory: true},
	{Code: "GU", Name: "Guam", FIPS: "66", Territory: true},
	{Code: "MP", Name: "Northern Mariana Islands", FIPS: "69", Territory: true},
	{Code: "PR", Name: "Puerto Rico", FIPS: "72", Territory: true},
	{Code: "VI", Name: "U.S. Virgin Islands", FIPS: "78", Territory: true},
}

// Find returns the state with this two-letter code, name or two-digit FIPS code, in any case.
func Find(text string) (State, bool) {
	wanted := strings.Join(strings.Fields(text), " ")
	for _, s := range states {
		if strings.EqualFold(wanted, s.Code) || strings.EqualFold(wanted, s.Name) || wanted == s.FIPS {
			return s, true
		}
	}
	return State{}, false
}

// All returns the states, the District of Columbia and the territories.
func All() []State {
	return append([]State(nil), states...)
}
