package sanctions

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/internal/each"
)

// Facts are what the caller knows about a party besides its name; each may be empty.
type Facts struct {
	Birth   string // 1957, 1957-07 or 1957-07-05
	Country string // ISO 3166-1 alpha-2
	ID      string // of a passport, a person's or a company's register
}

// Faults of Facts.
var (
	ErrBirth = errors.New("not a date of birth: write 1957, 1957-07 or 1957-07-05")
	ErrID    = errors.New("not an identity number: it needs five or more letters and digits, three digits among them")
)

// What facts change.
const (
	scoreOtherBirth  = 70  // at most, when the list knows another year of birth only
	bitsOfBirth      = 6.0 // that the same year of birth says
	bitsOfCountry    = 2.0 // that the same country says; another one takes as many, for lists print one of several
	yearsApart       = 1   // from where on two years are no slip of a list
	yearsApartCirca  = 3
	leastID          = 5
	leastDigitsOfID  = 3
	earliestYear     = 1850
	lengthOfOnlyYear = 4
)

// Narrow adds what the caller knows about the party.
func (q *Query) Narrow(f Facts) error {
	if f.Birth != "" {
		if _, err := birthYear(f.Birth); err != nil {
			return err
		}
	}
	q.facts = Facts{Birth: f.Birth, Country: strings.ToUpper(f.Country)}
	if f.ID != "" {
		if q.facts.ID = idKey(f.ID); q.facts.ID == "" {
			return ErrID
		}
	}
	return nil
}

// birthYear is the year of a date of birth as it is asked for.
func birthYear(s string) (int, error) {
	for _, form := range []string{"2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(form, s); err == nil && t.Year() >= earliestYear {
			return t.Year(), nil
		}
	}
	return 0, ErrBirth
}

// idKey is an identity number as it is compared: its letters and digits, in capitals. Empty for other text.
func idKey(s string) string {
	digits := 0
	key := strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			digits++
			return r
		case unicode.IsLetter(r):
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
	if len(key) < leastID || digits < leastDigitsOfID {
		return ""
	}
	return key
}

// Agreement says whether the facts of a list agree with those asked for; nil where one of the two is missing or too
// vague.
type Agreement struct{ Birth, Country *bool }

// agreement compares the facts with a party's.
func (q *Query) agreement(p *Party) Agreement {
	var out Agreement
	if q.facts.Country != "" && p.Country != "" {
		out.Country = new(q.facts.Country == p.Country)
	}
	if q.facts.Birth != "" {
		out.Birth = sameBirth(q.facts.Birth, p.Births)
	}
	return out
}

// sameBirth says whether one of the dates on a list may be the one asked for: true when the dates are the same as far
// as both are known, false when all listed years are others, nil between.
func sameBirth(asked string, listed []string) *bool {
	year, err := birthYear(asked)
	if err != nil {
		return nil
	}

	other := len(listed) > 0
	for _, date := range listed {
		from, to, circa := listedYears(date)
		switch {
		case from == 0:
			other = false
			continue

		case year >= from-circa && year <= to+circa:
			other = false
			if whole := strings.TrimPrefix(date, "circa "); from != to || circa > 0 || strings.HasPrefix(whole, asked) ||
				strings.HasPrefix(asked, whole) {
				return new(true)
			}
		case year >= from-circa-yearsApart && year <= to+circa+yearsApart:
			other = false
		}
	}

	if other {
		return new(false)
	}
	return nil
}

// listedYears are the years that a listed date may be of, and how far it may be off; 0 for a date that cannot be read.
func listedYears(date string) (from, to, circa int) {
	if rest, ok := strings.CutPrefix(date, "circa "); ok {
		date = rest
		circa = yearsApartCirca
	}
	first, last, isRange := strings.Cut(date, " to ")
	from = leadingYear(first)
	to = from
	if isRange {
		to = leadingYear(last)
	}
	if from == 0 || to == 0 {
		return 0, 0, 0
	}
	return from, to, circa
}

func leadingYear(date string) int {
	if len(date) < lengthOfOnlyYear {
		return 0
	}
	year, err := strconv.Atoi(date[:lengthOfOnlyYear])
	if err != nil {
		return 0
	}
	return year
}

// bits is what the facts say for the party, in bits.
func (a Agreement) bits() float64 {
	bits := 0.0
	if a.Birth != nil && *a.Birth {
		bits += bitsOfBirth
	}
	switch {
	case a.Country == nil:
	case *a.Country:
		bits += bitsOfCountry
	default:
		bits -= bitsOfCountry
	}
	return bits
}

// narrowed is a score with what the facts say: another year of birth is another person, whatever the name.
func (a Agreement) narrowed(score int) int {
	if a.Birth != nil && !*a.Birth {
		return min(score, scoreOtherBirth)
	}
	return score
}

// numberedItem parts a field that holds several numbers: "(1) 4509 000001 (2) 4510 000002", "A0000001; A0000002".
var numberedItem = regexp.MustCompile(`\(\d{1,2}\)|[;,|]`)

// numbersIn are the identity numbers of a field, without the words behind them.
func numbersIn(field string) []string {
	var out []string
	for _, item := range numberedItem.Split(field, -1) {
		if m := leadingNumber.FindString(strings.TrimSpace(item)); m != "" {
			out = append(out, m)
		}
	}
	return out
}

// leadingNumber is the number that a text begins with: words that hold a digit, with a word of capitals before them.
var leadingNumber = regexp.MustCompile(`^(?:[\p{Lu}]{1,4}[ -]?)?[\p{Lu}\d/.-]*\d[\p{Lu}\d/.-]*(?: [\p{Lu}\d/.-]*\d[\p{Lu}\d/.-]*)*`)

// registerForm is a register's or tax number in a text: "Registration number: 1027700000001", "INN 7700000001".
var registerForm = regexp.MustCompile(`(?i)\b(?:registration (?:number|no\.?)|passport (?:number|no\.?)|` +
	`tax (?:identification|registration) (?:number|no\.?)|identification (?:number|no\.?)|national id(?:entity)?(?: number| no\.?)?|` +
	`INN|OGRN|TIN)\s*[:.]?\s*([\p{L}\d][\p{L}\d/.-]*\d[\p{L}\d/.-]*)`)

// registerNumbers are the identity numbers that a text names as such.
func registerNumbers(text string) []string {
	return each.Of(registerForm.FindAllStringSubmatch(text, -1), func(m []string) string {
		return strings.TrimRight(m[1], ".-/")
	})
}

// addID appends an identity number that is one.
func addID(list []string, number string) []string {
	if len(list) >= mostOfOne || idKey(number) == "" {
		return list
	}
	return append(list, strings.Clone(strings.TrimSpace(number)))
}
