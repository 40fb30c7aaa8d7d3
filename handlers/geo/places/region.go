package places

import (
	"slices"
	"strings"
)

// regionCodes are the codes of provinces and states that addresses of a country end with, in small letters. Those of
// the United States are read with the whole address.
var regionCodes = map[string]map[string]string{
	"ca": {
		"alberta":                   "ab",
		"british columbia":          "bc",
		"manitoba":                  "mb",
		"new brunswick":             "nb",
		"newfoundland and labrador": "nl",
		"northwest territories":     "nt",
		"nova scotia":               "ns",
		"nunavut":                   "nu",
		"ontario":                   "on",
		"prince edward island":      "pe",
		"quebec":                    "qc",
		"saskatchewan":              "sk",
		"yukon":                     "yt",
	},
	"au": {
		"australian capital territory": "act",
		"new south wales":              "nsw",
		"northern territory":           "nt",
		"queensland":                   "qld",
		"south australia":              "sa",
		"tasmania":                     "tas",
		"victoria":                     "vic",
		"western australia":            "wa",
	},
}

// in says whether a candidate is in the province or state of a code, in small letters: mi is Milano, and pa Pará, too.
func (c Candidate) in(code string) bool {
	return regionCode(c) == code || slices.Contains(c.Codes, code)
}

// regionCode is the code of a candidate's province or state, empty when it is not known.
func regionCode(c Candidate) string {
	return regionCodes[c.CountryCode][strings.Join(words(c.State), " ")]
}

// isRegion says whether a text is the name of one of them.
func isRegion(name string) bool {
	for _, codes := range regionCodes {
		if codes[name] != "" {
			return true
		}
	}
	return false
}
