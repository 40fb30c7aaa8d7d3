package metadata

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// dayOrder is the order of day and month in a page's numeric dates with the year last.
type dayOrder int

const (
	orderUnknown dayOrder = iota // 3/4/2024 is not read, 13/4/2024 and 4/13/2024 are
	dayFirst
	monthFirst
)

// dayFirstRegions are the countries whose English dates begin with the day.
var dayFirstRegions = setOf("gb au in ie nz za sg")

// orderOf infers the order of dates from the page's language and its host's country. English alone decides nothing.
func orderOf(language string, pageURL *url.URL) dayOrder {
	language = strings.ToLower(language)
	main, region, _ := strings.Cut(language, "-")
	switch {
	case region == "us" || region == "ph":
		return monthFirst
	case main != "" && main != "en" || dayFirstRegions[region]:
		return dayFirst
	}

	if pageURL == nil {
		return orderUnknown
	}

	host := pageURL.Hostname()
	switch country := host[strings.LastIndexByte(host, '.')+1:]; country {
	case "us", "gov", "mil", "edu":
		return monthFirst
	case "uk", "au", "in", "ie", "nz", "za", "sg", "my", "ng", "ke", "pk", "de", "at", "ch", "fr", "es", "it",
		"nl", "be", "eu":
		return dayFirst
	}

	return orderUnknown
}

// The forms of dates in texts, after digits of all scripts become ASCII and letters lower case.
var (
	yearFirst = regexp.MustCompile(`(?:^|[^\d.])(\d{4})\s*(?:[-/.]|年|년)\s*(\d{1,2})\s*(?:[-/.]|月|` +
		`월)\s*(\d{1,2})(?:\D|$)`)
	eraYear  = regexp.MustCompile(`(令和|平成|昭和|民國|民国)\s*(\d{1,3}|元)\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})`)
	dayMonth = regexp.MustCompile(`(?:^|[^\d:.,])(\d{1,2})(?:\s*(?:st|nd|rd|th|er|º|ª|\.))?,?\s*(?:de\s|` +
		`of\s|-|/)?\s*([\p{L}\p{M}.]{3,24}(?:\s(?:الأول|الثاني|الاول|الثانی))?)[.,]?\s*(?:de\s|del\s|-|/|` +
		`พ\.ศ\.|năm)?\s*(\d{4})(?:\D|$)`)
	monthDay    = regexp.MustCompile(`(?:^|[^\p{L}])([\p{L}]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:\D|$)`)
	yearMonth   = regexp.MustCompile(`(?:^|\D)(\d{4})(?:\.|\s*m\.)?\s+([\p{L}]{3,14})\.?\s+(\d{1,2})(?:\D|$)`)
	vietnamese  = regexp.MustCompile(`(\d{1,2})\s+tháng\s+(\d{1,2}),?\s+(?:năm\s+)?(\d{4})`)
	figuresOnly = regexp.MustCompile(`(?:^|` +
		`[^\d./-])(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?:[^\d./-]|[./-](?:\D|$)|$)`)
)

// dayIn finds the first believable date in a text, in the languages that monthNames has and in the calendars of
// Iran, Thailand, Japan and Taiwan. It is empty without a date, or if its digits are ambiguous.
func dayIn(text string, order dayOrder) string {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return ""
	}
	text = plainFigures(text)

	for _, m := range eraYear.FindAllStringSubmatch(text, 3) {
		year := 1 // 元, the first
		if m[2] != "元" {
			year = number(m[2])
		}
		if day := gregorian(year+eraStart[m[1]], number(m[3]), number(m[4])); day != "" {
			return day
		}
	}
	for _, m := range yearFirst.FindAllStringSubmatch(text, 3) {
		if day := dayOfCalendar(number(m[1]), number(m[2]), number(m[3])); day != "" {
			return day
		}
	}
	for _, m := range vietnamese.FindAllStringSubmatch(text, 3) {
		if day := gregorian(number(m[3]), number(m[2]), number(m[1])); day != "" {
			return day
		}
	}
	for _, m := range dayMonth.FindAllStringSubmatch(text, 3) {
		if day := dayOfMonth(m[3], m[2], m[1]); day != "" {
			return day
		}
	}
	for _, m := range monthDay.FindAllStringSubmatch(text, 3) {
		if day := dayOfMonth(m[3], m[1], m[2]); day != "" {
			return day
		}
	}
	for _, m := range yearMonth.FindAllStringSubmatch(text, 3) {
		if day := dayOfMonth(m[1], m[2], m[3]); day != "" {
			return day
		}
	}
	for _, m := range figuresOnly.FindAllStringSubmatch(text, 3) {
		if day := dayOfFigures(number(m[1]), number(m[3]), number(m[4]), m[2], order); day != "" {
			return day
		}
	}
	return ""
}

// plainFigures makes digits of all scripts ASCII and letters lower case.
func plainFigures(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return unicode.ToLower(r)
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		case r >= '๐' && r <= '๙':
			return '0' + r - '๐'
		case r >= '०' && r <= '९':
			return '0' + r - '०'
		case r >= '０' && r <= '９':
			return '0' + r - '０'
		case r == '／':
			return '/'
		case r == '．':
			return '.'
		case r == '－':
			return '-'
		case r == 0x200c || r == 0x200e || r == 0x200f:
			return -1
		case r == 0xa0 || r == 0x3000:
			return ' '
		}
		return unicode.ToLower(r)
	}, s)
}

// eraStart is the Gregorian year before the first year of an era.
var eraStart = map[string]int{
	"令和": 2018,
	"平成": 1988,
	"昭和": 1925,
	"民國": 1911,
	"民国": 1911,
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// gregorian formats a day. It returns "" if the day does not exist or predates publishing.
func gregorian(year, month, day int) string {
	if year < firstYear || year > lastYear || month < 1 || month > 12 || day < 1 || day > 31 {
		return ""
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if t.Day() != day {
		return ""
	}
	return t.Format(time.DateOnly)
}

// dayOfCalendar picks the calendar by the year: years in Thailand's and Iran's are far from the others.
func dayOfCalendar(year, month, day int) string {
	const buddhist = 543 // years that Thailand is ahead
	switch {
	case year >= firstYear+buddhist && year <= lastYear+buddhist:
		return gregorian(year-buddhist, month, day)
	case year >= 1359 && year <= 1479:
		return fromPersian(year, month, day)
	}
	return gregorian(year, month, day)
}

// dayOfMonth is dayOfCalendar for a named month.
func dayOfMonth(year, month, day string) string {
	m := monthOf(month)
	if m == 0 {
		return ""
	}
	return dayOfCalendar(number(year), m, number(day))
}

// dayOfFigures reads day, month and year in digits. A date with full stops begins with the day.
func dayOfFigures(first, second, year int, separator string, order dayOrder) string {
	switch {
	case second > 12:
		return dayOfCalendar(year, first, second)
	case first > 12 || first == second || separator == "." || order == dayFirst:
		return dayOfCalendar(year, second, first)
	case order == monthFirst:
		return dayOfCalendar(year, first, second)
	}
	return ""
}

// fromPersian turns a day of the Solar Hijri calendar into a Gregorian one. Between 1343 and 1472 its years begin on
// 20 or
// 21 March as the 33-year cycle of leap years has it.
func fromPersian(year, month, day int) string {
	if month < 1 || month > 12 || day < 1 || day > 31 || month > 6 && day > 30 {
		return ""
	}
	days := (year-1359)*365 + leapsBefore(year) - leapsBefore(1359) + day - 1
	if month <= 7 {
		days += (month - 1) * 31
	} else {
		days += 6*31 + (month-7)*30
	}
	t := time.Date(1980, time.March, 21, 0, 0, 0, 0, time.UTC).AddDate(0, 0, days) // 1 Farvardin 1359
	return gregorian(t.Year(), int(t.Month()), t.Day())
}

// leapsBefore counts the leap years of the Solar Hijri calendar before year: eight in each 33 years.
func leapsBefore(year int) int { return (8*(year-1) + 29) / 33 }
