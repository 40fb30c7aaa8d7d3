package names

import (
	"cmp"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// phoneNumber is a telephone number as libphonenumber's metadata read it, or its digits when they
// did not.
type phoneNumber struct {
	e164      string // empty when not readable as a number of any country
	national  string // digits without the country code
	extension string
	country   string // ISO 3166-1 alpha-2, empty when unknown
	valid     bool
	digits    string
}

func (p phoneNumber) text() string {
	s := p.digits
	if p.e164 != "" {
		s = p.e164
	}
	if p.extension != "" {
		s += " ext " + p.extension
	}
	return s
}

// longestPhone bounds what is read as a telephone number, in bytes.
const longestPhone = 64

func readPhone(s, region string) (phoneNumber, error) {
	if len(s) > longestPhone {
		return phoneNumber{}, ErrUnreadable
	}

	s = keepDigits(s)
	p := phoneNumber{digits: digitsOf(s)}
	if len(p.digits) < 3 {
		return phoneNumber{}, ErrUnreadable
	}

	region = cmp.Or(region, "US")
	if strings.HasPrefix(strings.TrimSpace(s), "00") {
		s = "+" + strings.TrimPrefix(strings.TrimSpace(s), "00")
	}

	n, err := phonenumbers.Parse(s, region)
	if err != nil {
		p.national = p.digits
		return p, nil
	}

	p.e164 = phonenumbers.Format(n, phonenumbers.E164)
	p.digits = digitsOf(p.e164)
	p.national = phonenumbers.GetNationalSignificantNumber(n)
	p.extension = n.GetExtension()
	p.valid = phonenumbers.IsValidNumber(n)

	if p.valid {
		p.country = phonenumbers.GetRegionCodeForNumber(n)
	}
	return p, nil
}

// keepDigits writes digits of other scripts as ASCII and leaves the rest.
func keepDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x660 && r <= 0x669 {
			return '0' + r - 0x660
		}
		if r >= 0x6F0 && r <= 0x6F9 {
			return '0' + r - 0x6F0
		}
		if r >= '０' && r <= '９' {
			return '0' + r - '０'
		}
		return r
	}, s)
}

// comparePhones scores two numbers: one digit more or less is another line, so only the same number
// is a match, with the country code or area code missing on one side at most.
func comparePhones(t *tally, a, b phoneNumber) {
	switch {
	case a.e164 != "" && a.e164 == b.e164:
		t.note(Exact, 100, a.e164, b.e164)
	case a.digits == b.digits:
		t.note(Exact, 100, a.digits, b.digits)
	case a.national == b.national && len(a.national) >= 7 && !(a.valid && b.valid):
		t.points = 92
		t.note(MissingWord, -8, a.e164, b.e164)
	case a.valid && b.valid:
		d := Edits(a.national, b.national)
		t.points = max(0, 80-20*float64(d))
		t.note(DifferentWord, 0, a.e164, b.e164)
	case longTail(a.digits, b.digits) >= 9:
		t.points = 90
		t.note(MissingWord, -10, a.digits, b.digits)
	case longTail(a.digits, b.digits) == 7 || longTail(a.digits, b.digits) == 8:
		t.points = 80
		t.note(PlaceConflict, -20, a.digits, b.digits)
	default:
		d := Edits(a.national, b.national)
		t.points = max(0, 80-20*float64(d))
		t.note(DifferentWord, 0, a.digits, b.digits)
	}

	if a.extension != b.extension {
		if a.extension != "" && b.extension != "" {
			t.limit(UnitConflict, capUnit, a.extension, b.extension)
		} else {
			t.take(MissingWord, 5, a.extension, b.extension)
		}
	}
}

// longTail is the number of equal last digits.
func longTail(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
