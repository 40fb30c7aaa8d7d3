package sanctions

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// birthForms are whole dates and dates without a day, as OFAC and the UN's notes print them.
var birthForms = []struct{ in, out string }{
	{"2006-01-02", "2006-01-02"}, {"02 Jan 2006", "2006-01-02"}, {"2 Jan 2006", "2006-01-02"}, {"2 January 2006", "2006-01-02"}, {"02/01/2006", "2006-01-02"},
	{"Jan 2006", "2006-01"}, {"Jan. 2006", "2006-01"}, {"January 2006", "2006-01"}, {"2006-01", "2006-01"}, {"2006", "2006"},
}

var (
	unknownParts = regexp.MustCompile(`^(dd|\d\d)/(mm|\d\d)/(\d{4})$`)
)

// birthDate is a printed date of birth in one form: 1957-07-05, 1957-07, 1957, "circa 1960", "1957 to 1959". What
// cannot be read is kept as it is, in at most 40 characters, when it holds a digit, and is empty otherwise.
func birthDate(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if m := unknownParts.FindStringSubmatch(strings.ToLower(s)); m != nil && (m[1] == "dd" || m[2] == "mm" || m[1] == "00") {
		if m[2] == "mm" || m[2] == "00" {
			return m[3]
		}
		return m[3] + "-" + m[2]
	}

	if from, to, ok := strings.Cut(s, " to "); ok {
		if a, b := birthDate(from), birthDate(to); a != "" && b != "" {
			if a == b {
				return a
			}
			return a + " to " + b
		}
	}

	lower := strings.ToLower(s)
	for _, about := range []string{"circa ", "approximately ", "c. ", "ca. "} {
		if strings.HasPrefix(lower, about) {
			if d := birthDate(s[len(about):]); d != "" {
				return "circa " + d
			}
		}
	}

	for _, f := range birthForms {
		if t, err := time.Parse(f.in, s); err == nil && t.Year() > 1000 {
			return t.Format(f.out)
		}
	}

	if !strings.ContainsAny(s, "0123456789") {
		return ""
	}
	r := []rune(s)
	return string(r[:min(len(r), 40)])
}

// birthParts is a date as far as its parts are known.
func birthParts(year, month, day int) string {
	switch {
	case year <= 0:
		return ""
	case month < 1 || month > 12:
		return fmt.Sprintf("%04d", year)
	case day < 1 || day > 31:
		return fmt.Sprintf("%04d-%02d", year, month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

// addBirth appends a date that is not there yet.
func addBirth(list []string, date string) []string {
	if date == "" || len(list) >= mostOfOne || slices.Contains(list, date) {
		return list
	}
	return append(list, date)
}

func number(s string) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0
	}
	return n
}
