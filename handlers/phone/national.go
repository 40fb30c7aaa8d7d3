package phone

import (
	"regexp"
	"strings"
	"sync"

	"github.com/nyaruka/phonenumbers"
)

// firstGroup is the first of a number's groups that a format writes.
var firstGroup = regexp.MustCompile(`\$\d`)

// reordered are the formats, by calling code, that do not begin with the number's first group: Argentina's mobile
// numbers, whose 9 becomes a 15 behind the area code. The module puts the first group behind the trunk prefix all the
// same, where libphonenumber puts the first one that the format writes; here the rule names that one.
var reordered = sync.OnceValues(func() (map[int32][]*phonenumbers.NumberFormat, error) {
	plans, err := phonenumbers.MetadataCollection()
	if err != nil {
		return nil, err
	}

	formats := map[int32][]*phonenumbers.NumberFormat{}
	for _, plan := range plans.GetMetadata() {
		for _, f := range plan.GetNumberFormat() {
			first := firstGroup.FindString(f.GetFormat())
			rule := f.GetNationalPrefixFormattingRule()
			if first == "$1" || !strings.Contains(rule, "$1") {
				continue
			}
			formats[plan.GetCountryCode()] = append(formats[plan.GetCountryCode()], &phonenumbers.NumberFormat{
				Pattern:                      f.Pattern,
				Format:                       f.Format,
				LeadingDigitsPattern:         f.LeadingDigitsPattern,
				NationalPrefixFormattingRule: new(strings.Replace(rule, "$1", first, 1)),
			})
		}
	}
	return formats, nil
})

// national is a number as it is written at home.
func national(number *phonenumbers.PhoneNumber) (string, error) {
	formats, err := reordered()
	if err != nil {
		return "", err
	}
	plain := phonenumbers.GetNationalSignificantNumber(number)
	own := phonenumbers.FormatByPattern(number, phonenumbers.NATIONAL, formats[number.GetCountryCode()])
	if own != plain {
		return own, nil // one of the formats is the number's
	}
	return phonenumbers.Format(number, phonenumbers.NATIONAL), nil
}
