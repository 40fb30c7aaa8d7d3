package feeds

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// ParseDate reads a date as feeds write it: RFC 822 and 2822 with their variants (two-digit years, no seconds,
// wrong or missing weekdays, named zones, other languages' months), W3C date-times and other forms of ISO 8601,
// asctime, "January 5, 2004 3:45 PM", Unix seconds. A date without a zone is in UTC, one without a time at
// midnight. It rejects all-numeric dates whose order of day and month is ambiguous.
func ParseDate(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if len(s) < 4 || len(s) > 100 {
		return time.Time{}, false
	}
	for _, read := range []func(string) (time.Time, bool){isoDate, wordDate, numericDate, unixDate} {
		if t, ok := read(s); ok {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

var isoPattern = regexp.MustCompile(`^(?:(?i:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?|(\d{2})(\d{2})|-(\d{3}))?` +
	`(?:(?:[Tt]|\s+|,\s*)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,:]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(\S.*)?|[Zz])?$`)

// isoDate: 2003-12-31T10:14:55.5+01:00, also with spaces, slashes or without separators, shortened, or by day of
// the year.
func isoDate(s string) (time.Time, bool) {
	m := isoPattern.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, false
	}

	d := parts{
		year:  number(m[1]),
		month: 1,
		day:   1,
	}
	switch {
	case m[2] != "":
		d.month = number(m[2])
		d.day = max(1, number(m[3]))
		if m[3] != "" && number(m[3]) == 0 {
			return time.Time{}, false
		}
	case m[4] != "":
		d.month = number(m[4])
		d.day = number(m[5])
	case m[6] != "":
		if d.day = number(m[6]); d.day == 0 || d.day > 366 {
			return time.Time{}, false
		}
		return time.Date(d.year, 1, d.day, 0, 0, 0, 0, time.UTC), true
	case m[7] == "" && len(s) == 4 && (d.year < 1980 || d.year > 2100):
		return time.Time{}, false // some other number
	}

	d.hour = number(m[7])
	d.minute = number(m[8])
	d.second = number(m[9])
	if !d.half(m[10]) {
		return time.Time{}, false
	}

	return d.in(m[11])
}

var (
	clockPattern = regexp.MustCompile(`(?i)\b(\d{1,2})[:.](\d{2})(?:[:.](\d{2}(?:[.,]\d+)?))?\s*([ap]\.?m\b\.?)?`)
	yearPattern  = regexp.MustCompile(`^(?:\d{2}|\d{4})$`)
)

// wordDate: everything with the name of a month. The order of the parts does not matter: the number of up to two
// digits that comes first is the day, unless it is too large.
func wordDate(s string) (time.Time, bool) {
	var d parts
	clock := clockPattern.FindStringSubmatchIndex(s)
	rest := s
	zone := ""
	if clock != nil {
		m := clockPattern.FindStringSubmatch(s)
		d.hour = number(m[1])
		d.minute = number(m[2])
		d.second = number(m[3][:min(len(m[3]), 2)])
		if !d.half(m[4]) {
			return time.Time{}, false
		}
		if before := strings.TrimSpace(s[:clock[0]]); before == "" {
			rest = s[clock[1]:] // 10:15, 5 Jan 2004
		} else {
			zone = strings.TrimSpace(s[clock[1]:])
			rest = before + " " + yearBehind(&zone)
		}
	}

	var numbers []string
	for _, word := range strings.FieldsFunc(rest, func(r rune) bool {
		return r == ' ' || r == ',' || r == '-' || r == '/' || r == '\t' || r == '\n' || r == '\r' || r == '\u00A0'
	}) {
		if word = strings.TrimRight(word, "."); word == "" {
			continue
		}
		if month := monthOf(word); month > 0 {
			d.month = month // the last one counts: French "mar." is a Tuesday when another follows
			continue
		}
		for _, ordinal := range []string{"st", "nd", "rd", "th", "º", "er"} {
			if cut, ok := strings.CutSuffix(word, ordinal); ok && cut != "" && cut[0] <= '9' {
				word = cut
			}
		}
		if word[0] >= '0' && word[0] <= '9' {
			numbers = append(numbers, word)
		} else if clock == nil && len(numbers) == 2 && zoneKnown(word) {
			zone = word
		}
	}

	if d.month == 0 || len(numbers) != 2 {
		return time.Time{}, false
	}

	day := numbers[0]
	year := numbers[1]
	if len(day) > 2 || number(day) > 31 {
		day, year = year, day
	}

	if !yearPattern.MatchString(year) || len(day) > 2 {
		return time.Time{}, false
	}
	d.day = number(day)
	d.year = fullYear(year)
	return d.in(zone)
}

// yearBehind strips the year after the time, where asctime puts it: "19:48:21 EST 2004".
func yearBehind(zone *string) string {
	words := strings.Fields(*zone)
	if n := len(words); n > 0 && len(words[n-1]) == 4 && number(words[n-1]) > 0 && words[n-1][0] != '+' && words[n-1][0] != '-' {
		*zone = strings.Join(words[:n-1], " ")
		return words[n-1]
	}
	return ""
}

var numericPattern = regexp.MustCompile(`^(?:[A-Za-z]{3,9}\.?,?\s+)?(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4}|\d{2})(?:(?:,?\s+|[Tt])(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AaPp]\.?[Mm]\.?)?\s*(\S.*)?)?$`)

// numericDate: 31/12/2003 and 12/31/2003. With dots the day comes first.
func numericDate(s string) (time.Time, bool) {
	m := numericPattern.FindStringSubmatch(s)
	if m == nil {
		return time.Time{}, false
	}

	a := number(m[1])
	b := number(m[3])
	d := parts{
		year:   fullYear(m[4]),
		hour:   number(m[5]),
		minute: number(m[6]),
		second: number(m[7]),
	}
	switch {
	case m[2] == "." || a > 12 || a == b:
		d.day = a
		d.month = b
	case b > 12:
		d.day = b
		d.month = a
	default:
		return time.Time{}, false
	}

	if !d.half(m[8]) {
		return time.Time{}, false
	}
	return d.in(m[9])
}

// unixDate: seconds or milliseconds since 1970, from 2001 to 2286.
func unixDate(s string) (time.Time, bool) {
	if len(s) != 10 && len(s) != 13 {
		return time.Time{}, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1_000_000_000 {
		return time.Time{}, false
	}
	if len(s) == 13 {
		n /= 1000
	}
	return time.Unix(n, 0), true
}

// parts are the parts of a written date.
type parts struct{ year, month, day, hour, minute, second int }

// half applies am or pm.
func (d *parts) half(mark string) bool {
	if mark == "" {
		return true
	}
	if d.hour == 0 || d.hour > 12 {
		return d.hour < 24 // "15:45 PM" is understood
	}
	d.hour %= 12
	if mark[0]|0x20 == 'p' {
		d.hour += 12
	}
	return true
}

// in is the date in a zone, if it exists. 24:00 is the following midnight, a leap second the following second.
func (d parts) in(zone string) (time.Time, bool) {
	if d.year < 1 || d.year > 9999 || d.month < 1 || d.month > 12 || d.day < 1 || d.hour > 24 || d.hour == 24 && d.minute+d.second > 0 || d.minute > 59 || d.second > 60 {
		return time.Time{}, false
	}
	if d.day > time.Date(d.year, time.Month(d.month)+1, 0, 0, 0, 0, 0, time.UTC).Day() {
		return time.Time{}, false
	}
	offset, ok := offsetOf(zone)
	if !ok {
		return time.Time{}, false
	}
	t := time.Date(d.year, time.Month(d.month), d.day, d.hour, d.minute, d.second, 0, time.UTC).Add(-offset)
	return t, t.Year() >= 1 && t.Year() <= 9999
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// fullYear: 00 to 49 mean this century, 50 to 99 the last (RFC 2822 section 4.3).
func fullYear(s string) int {
	n := number(s)
	switch {
	case len(s) > 2:
		return n
	case n < 50:
		return 2000 + n
	}
	return 1900 + n
}

var offsetPattern = regexp.MustCompile(`^(?:(?i:GMT|UTC|UT|Z)\s*)?([+-])(\d{1,2}):?(\d{2})?(?::\d{2})?\b`)

// offsetOf is a zone's distance from UTC. Unknown zones count as UTC, and so do single letters other than Z, which
// RFC 2822 does not trust. Anything that is not a zone is rejected.
func offsetOf(zone string) (time.Duration, bool) {
	zone = strings.TrimSpace(zone)
	if i := strings.IndexByte(zone, '('); i > 0 {
		zone = strings.TrimSpace(zone[:i]) // a comment
	}

	zone = strings.Trim(zone, "()")
	if zone == "" {
		return 0, true
	}

	if m := offsetPattern.FindStringSubmatch(zone); m != nil {
		hours := number(m[2])
		minutes := number(m[3])
		if hours > 15 || minutes > 59 {
			return 0, false
		}
		d := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
		if m[1] == "-" {
			d = -d
		}
		return d, true
	}

	name, _, _ := strings.Cut(strings.ToUpper(zone), " ")
	if minutes, ok := zones[name]; ok {
		return time.Duration(minutes) * time.Minute, true
	}

	for _, c := range name {
		if c < 'A' || c > 'Z' {
			return 0, false
		}
	}

	return 0, len(name) <= 5
}

// offsetTold is a time followed by an offset from UTC.
var offsetTold = regexp.MustCompile(`(?::\d{2}|T\d{4})[\d:.,]*\s*(?i:[ap]\.?m\.?)?\s*(?i:GMT|UTC|UT|Z)?\s*[+-]\d{1,2}`)

// zoneTold reports whether a date names its moment: by an offset, a known zone, or as Unix seconds.
func zoneTold(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r != '+' && r != '-' && !unicode.IsLetter(r) })
	return offsetTold.MatchString(s) || strings.Trim(s, "0123456789. \t\r\n") == "" && !strings.Contains(s, ":") ||
		slices.ContainsFunc(words, func(word string) bool {
			_, known := zones[strings.ToUpper(strings.Trim(word, "+-"))]
			return known
		})
}

func zoneKnown(word string) bool {
	_, ok := zones[strings.ToUpper(word)]
	return ok || offsetPattern.MatchString(word)
}

// zones are minutes east of UTC: those of RFC 822, and abbreviations in the sense that most feeds use (BST is
// Britain's, IST India's, CST North America's).
var zones = map[string]int{
	"Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "MET": 60, "MEZ": 60, "CEST": 120, "MEST": 120, "MESZ": 120,
	"SAST": 120, "EET": 120, "EEST": 180, "MSK": 180, "MSD": 240, "IST": 330, "ICT": 420, "HKT": 480, "SGT": 480, "AWST": 480, "PHT": 480,
	"JST": 540, "KST": 540, "ACST": 570, "AEST": 600, "ACDT": 630, "AEDT": 660, "NZST": 720, "NZDT": 780,
	"NST": -210, "NDT": -150, "AST": -240, "ADT": -180, "BRT": -180, "ART": -180, "EST": -300, "EDT": -240, "ET": -300, "CST": -360, "CDT": -300,
	"CT": -360, "MST": -420, "MDT": -360, "MT": -420, "PST": -480, "PDT": -420, "PT": -480, "AKST": -540, "AKDT": -480, "HST": -600,
}

// months are the beginnings of the months' names in English, German, French, Spanish, Italian, Portuguese, Dutch
// and the Scandinavian languages. Longer ones come before their prefixes.
var months = []struct {
	prefix string
	month  int
}{
	{"jan", 1}, {"ene", 1}, {"gen", 1}, {"jän", 1}, {"feb", 2}, {"fév", 2}, {"fev", 2}, {"mar", 3}, {"mär", 3}, {"mrz", 3}, {"mrt", 3}, {"maa", 3},
	{"apr", 4}, {"avr", 4}, {"abr", 4}, {"may", 5}, {"mai", 5}, {"mag", 5}, {"mei", 5}, {"maj", 5}, {"jun", 6}, {"juin", 6}, {"giu", 6},
	{"jul", 7}, {"juil", 7}, {"lug", 7}, {"aug", 8}, {"aoû", 8}, {"aou", 8}, {"ago", 8}, {"sep", 9}, {"set", 9}, {"oct", 10}, {"okt", 10}, {"ott", 10}, {"out", 10},
	{"nov", 11}, {"dec", 12}, {"déc", 12}, {"dez", 12}, {"dic", 12}, {"des", 12},
}

func monthOf(word string) int {
	word = strings.ToLower(word)
	if len(word) < 3 || len(word) > 12 {
		return 0
	}
	for _, m := range months {
		if strings.HasPrefix(word, m.prefix) {
			return m.month
		}
	}
	return 0
}
