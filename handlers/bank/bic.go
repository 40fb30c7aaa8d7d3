package bank

import "strings"

// bic is the parts of a well-formed business identifier code (ISO 9362).
type bic struct {
	text string // 8 or 11 characters, upper case
}

func (b bic) bic8() string        { return b.text[:8] }
func (b bic) institution() string { return b.text[:4] }
func (b bic) country() string     { return b.text[4:6] }
func (b bic) location() string    { return b.text[6:8] }
func (b bic) branch() string      { return strings.TrimPrefix(b.text[8:], "XXX") }

// parseBIC checks the form: length 8 or 11, then the kinds of characters, then the country (ISO 3166-1 or XK). The
// standard of 2014 would allow digits in the first four characters; none has been assigned and payment systems
// refuse them, so they are rejected here too.
func (h *Handlers) parseBIC(input string) (bic, *fault) {
	s := normalise(input)
	if len(s) != 8 && len(s) != 11 {
		return bic{}, &fault{errLength, "a BIC has 8 or 11 characters"}
	}
	if !isUpper(s[:6]) || !isUpperOrDigits(s[6:]) {
		return bic{}, &fault{errStructure, "a BIC is four letters for the institution, two for the country, then two or five letters or digits"}
	}
	if h.countries[s[4:6]] == "" {
		return bic{}, &fault{errCountry, "the fifth and sixth letters are not a country code of ISO 3166-1"}
	}
	return bic{s}, nil
}
