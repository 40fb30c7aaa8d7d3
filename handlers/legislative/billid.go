package legislative

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/legislative/lifecycle"
	"github.com/farebox/farebox/internal/problem"
)

// measure names a bill or resolution.
type measure struct {
	congress int
	kind     string // a key of kinds
	number   int
}

// kinds are the types of measures, with their place in the addresses of congress.gov.
var kinds = map[string]string{
	"hr":      "house-bill",
	"s":       "senate-bill",
	"hjres":   "house-joint-resolution",
	"sjres":   "senate-joint-resolution",
	"hconres": "house-concurrent-resolution",
	"sconres": "senate-concurrent-resolution",
	"hres":    "house-resolution",
	"sres":    "senate-resolution",
}

// firstCongress (1973) is the first whose bills have a recorded history.
const firstCongress = 93

// maxNumber is far above the highest number of a bill: the 117th Congress got to 9,709.
const maxNumber = 99999

// String is the measure as answers name it.
func (m measure) String() string { return fmt.Sprintf("%s%d-%d", m.kind, m.number, m.congress) }

// house is true for what begins in the House.
func (m measure) house() bool { return m.kind[0] == 'h' }

// page is its public page.
func (m measure) page() string {
	return fmt.Sprintf("https://www.congress.gov/bill/%s-congress/%s/%d", ordinal(m.congress), kinds[m.kind], m.number)
}

func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

var (
	billID      = regexp.MustCompile(`^([a-z]+)([1-9][0-9]*)-([1-9][0-9]*)$`)
	punctuation = strings.NewReplacer(".", "", " ", "")
)

// measureOf reads the two spellings of a bill: its id, or its Congress, type and number.
func measureOf(id *string, congress *int, kind *string, number *int, now time.Time) (measure, error) {
	triple := congress != nil || kind != nil || number != nil
	switch {
	case id != nil && triple:
		return measure{}, problem.Invalid("bill_id", "give bill_id, or congress, billType and billNumber, not both")
	case id != nil:
		return measureOfID(*id, now)
	case !triple:
		return measure{}, problem.InvalidCode("bill_id", problem.CodeMissingInput,
			"give bill_id, or congress, billType and billNumber")
	case congress == nil:
		return measure{}, problem.Missing("congress")
	case kind == nil:
		return measure{}, problem.Missing("billType")
	case number == nil:
		return measure{}, problem.Missing("billNumber")
	}

	return checked(measure{
		congress: *congress,
		kind:     normal(*kind),
		number:   *number,
	}, [3]string{"congress", "billType", "billNumber"}, now)
}

func measureOfID(id string, now time.Time) (measure, error) {
	parts := billID.FindStringSubmatch(normal(id))
	if parts == nil {
		return measure{}, problem.Invalid("bill_id",
			"bill_id must be type and number, a hyphen and the Congress, such as hr5376-117")
	}

	number, badNumber := strconv.Atoi(parts[2])
	congress, badCongress := strconv.Atoi(parts[3])
	if badNumber != nil || badCongress != nil {
		return measure{}, problem.Invalid("bill_id", "bill_id has a number that no bill has")
	}
	return checked(measure{
		congress: congress,
		kind:     parts[1],
		number:   number,
	}, [3]string{"bill_id", "bill_id", "bill_id"}, now)
}

// normal takes dots, blanks and capitals out of what people write: H. Con. Res. 70-114.
func normal(text string) string { return strings.ToLower(punctuation.Replace(strings.TrimSpace(text))) }

// checked says what is wrong with m; fields are those that its Congress, type and number came in.
func checked(m measure, fields [3]string, now time.Time) (measure, error) {
	if err := checkCongress(fields[0], m.congress, firstCongress, now); err != nil {
		return measure{}, err
	}
	if kinds[m.kind] == "" {
		return measure{}, problem.Invalid(fields[1],
			"the type of bill must be hr, s, hjres, sjres, hconres, sconres, hres or sres")
	}
	if m.number < 1 || m.number > maxNumber {
		return measure{}, problem.Invalid(fields[2], "the number of the bill must be from 1 to %d", maxNumber)
	}
	return m, nil
}

func checkCongress(field string, congress, first int, now time.Time) error {
	if sitting := lifecycle.Congress(now); congress < first || congress > sitting {
		return problem.Invalid(field, "the Congress must be from %d to %d, the one that sits now", first, sitting)
	}
	return nil
}
