package phone

import (
	"errors"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"github.com/farebox/farebox/internal/problem"
)

// E.164 (ITU-T) allows at most 15 digits; no internationally dialled number has fewer than 7.
const (
	minDigits = 7
	maxDigits = 15
)

// separators are allowed between the digits.
const separators = " -.()/\t\u00a0\u00ad\u2010\u2011\u2012\u2013\u2014\u2212\u202f\u2009"

// cleanNumber returns + and the digits of a number in E.164 form, or of one as it is dialled within a country. An
// unencoded + arrives as a space in the query. The problem never repeats the number.
func cleanNumber(input, country string) (string, error) {
	rest, plus := strings.CutPrefix(strings.TrimLeft(input, " \t"), "+")
	national := !plus && !strings.HasPrefix(input, " ")
	if national && country == "" {
		return "", problem.Invalid("number", "number must be in E.164 form: + (as %%2B in a URL), the country calling code "+
			"and the rest, 7 to 15 digits; or give country with it")
	}

	var digits strings.Builder
	for _, r := range rest {
		switch {
		case r >= '0' && r <= '9':
			digits.WriteRune(r)
		case !strings.ContainsRune(separators, r):
			return "", problem.Invalid("number", "number may have only digits and a + before them, with spaces, dashes, dots, slashes or brackets between them")
		}
	}

	if national {
		return abroad(digits.String(), country)
	}
	if n := digits.Len(); n < minDigits || n > maxDigits {
		return "", problem.Invalid("number", "number must have %d to %d digits after the +, this one has %d", minDigits, maxDigits, n)
	}
	return "+" + digits.String(), nil
}

// abroad is the E.164 form of the digits that are dialled within a country.
func abroad(digits, country string) (string, error) {
	number, err := phonenumbers.Parse(digits, country)
	if errors.Is(err, phonenumbers.ErrInvalidCountryCode) {
		return "", problem.Invalid("country",
			"country has no numbering plan here: give number with + and its calling code")
	}
	if err != nil {
		return "", problem.Invalid("number", "number has too few or too many digits for one of the country")
	}
	return phonenumbers.Format(number, phonenumbers.E164), nil
}

// Reasons why a number is impossible.
const (
	impossibleShort   = "too_short"
	impossibleLong    = "too_long"
	impossibleCountry = "invalid_country_code"
	impossibleLength  = "invalid_length"
)

// parse reads a clean number. parsed is nil if the country calling code does not exist or too few digits follow it;
// impossible is "" for a number that could exist.
func parse(clean string) (parsed *phonenumbers.PhoneNumber, impossible string) {
	number, err := phonenumbers.Parse(clean, "ZZ")
	switch {
	case errors.Is(err, phonenumbers.ErrInvalidCountryCode):
		return nil, impossibleCountry
	case errors.Is(err, phonenumbers.ErrNumTooLong):
		return nil, impossibleLong
	case err != nil:
		return nil, impossibleShort
	}

	switch phonenumbers.IsPossibleNumberWithReason(number) {
	case phonenumbers.TOO_SHORT, phonenumbers.IS_POSSIBLE_LOCAL_ONLY:
		return number, impossibleShort
	case phonenumbers.TOO_LONG:
		return number, impossibleLong
	case phonenumbers.INVALID_COUNTRY_CODE:
		return number, impossibleCountry
	case phonenumbers.INVALID_LENGTH:
		return number, impossibleLength
	}

	return number, ""
}
