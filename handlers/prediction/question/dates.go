package question

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// relation is how a question stands to its date.
type relation int

const (
	named  relation = iota // a period that is part of a name, as in "2028 election"
	within                 // in the period
	until                  // up to the end of the period, from now on
	at                     // on that day
)

// date is a period, both ends included.
type date struct {
	how        relation
	start, end time.Time
}

const (
	months = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|` +
		`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`
	lead = `(?:\b(by|before|on|in|until|through|after|during|at|for|prior to)\s+)?(?:the\s+)?(?:\b(end) of (?:the )?)?`
)

// monthIn finds what may be a month, before the dearer forms are tried.
var monthIn = regexp.MustCompile(`jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec`)

// The forms of a date, the longest first. Groups: preposition, "end", and what each says.
var (
	isoForm    = regexp.MustCompile(lead + `\b(20\d\d)-(\d\d)-(\d\d)\b`)
	dayForm    = regexp.MustCompile(lead + `\b(` + months + `)\.? (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (20\d\d)\b)?`)
	monthForm  = regexp.MustCompile(lead + `\b(` + months + `)\.?,? (20\d\d)\b`)
	quarter    = regexp.MustCompile(lead + `\bq([1-4]),? (20\d\d)\b`)
	seasonForm = regexp.MustCompile(lead + `\b(20\d\d)[-/](\d\d)\b`)
	yearForm   = regexp.MustCompile(lead + `\b(20\d\d)\b`)
	loneMonth  = regexp.MustCompile(
		`\b(by|before|in|until|through|during|end of) (?:the )?(?:(end) of )?(` + months + `)\b`,
	)
	// A month by itself at the beginning, or before a meeting. "May" and "march" are words too.
	firstMonth   = regexp.MustCompile(`^()()(` + months + `)\b`)
	meetingMonth = regexp.MustCompile(`()()\b(` + months + `) meeting\b`)
)

// takeDates gives the text without its dates, and these. One without a year is of the year in which it is nearest to
// the close.
func takeDates(text string, closes time.Time) (rest string, dates []date) {
	take := func(
		needs string, form *regexp.Regexp, read func(groups []string) (start, end time.Time, ok bool), bare relation,
	) {
		if !strings.Contains(text, needs) {
			return
		}
		text = form.ReplaceAllStringFunc(text, func(found string) string {
			groups := form.FindStringSubmatch(found)
			start, end, ok := read(groups[3:])
			if !ok {
				return found
			}
			dates = append(dates, related(groups[1], groups[2] != "", start, end, bare))
			return " "
		})
	}

	take("-", isoForm, func(g []string) (time.Time, time.Time, bool) {
		day, err := time.Parse(time.DateOnly, g[0]+"-"+g[1]+"-"+g[2])
		return day, day, err == nil
	}, at)
	hasMonth := monthIn.MatchString(text)
	if hasMonth {
		take("", dayForm, func(g []string) (time.Time, time.Time, bool) {
			n, _ := strconv.Atoi(g[1])
			day, ok := dayOf(g[2], month(g[0]), n, closes)
			return day, day, ok
		}, at)
		take(" 20", monthForm, func(g []string) (time.Time, time.Time, bool) {
			start := time.Date(number4(g[1]), month(g[0]), 1, 0, 0, 0, 0, time.UTC)
			return start, start.AddDate(0, 1, -1), true
		}, named)
	}
	take("q", quarter, func(g []string) (time.Time, time.Time, bool) {
		start := time.Date(number4(g[1]), time.Month(3*number4(g[0])-2), 1, 0, 0, 0, 0, time.UTC)
		return start, start.AddDate(0, 3, -1), true
	}, named)
	take("20", seasonForm, func(g []string) (time.Time, time.Time, bool) {
		year := number4(g[0])
		if (year+1)%100 != number4(g[1]) {
			return time.Time{}, time.Time{}, false
		}
		return yearStart(year), yearStart(year+2).AddDate(0, 0, -1), true
	}, named)
	if strings.Contains(text, "this year") && !closes.IsZero() {
		text = strings.ReplaceAll(text, "this year", " ")
		start := yearStart(closes.Year())
		dates = append(dates, date{within, start, start.AddDate(1, 0, -1)})
	}
	take("20", yearForm, func(g []string) (time.Time, time.Time, bool) {
		year := number4(g[0])
		return yearStart(year), yearStart(year+1).AddDate(0, 0, -1), true
	}, named)
	if !hasMonth {
		return text, dates
	}
	lone := func(g []string) (time.Time, time.Time, bool) {
		start, ok := dayOf("", month(g[0]), 1, closes)
		return start, start.AddDate(0, 1, -1), ok
	}
	take("", loneMonth, lone, within)
	take(" meeting", meetingMonth, lone, named)
	if trimmed := strings.TrimSpace(text); !strings.HasPrefix(trimmed, "may ") && !strings.HasPrefix(trimmed, "march ") {
		text = trimmed
		take("", firstMonth, lone, named)
	}
	return text, dates
}

// related is a period as the words before it relate to it.
func related(preposition string, toEnd bool, start, end time.Time, bare relation) date {
	if preposition == "end of" {
		toEnd = true
		preposition = ""
	}

	switch preposition {
	case "before", "prior to":
		return date{until, time.Time{}, start.AddDate(0, 0, -1)}
	case "by", "until", "through":
		return date{until, time.Time{}, end}
	}

	if toEnd {
		return date{at, end, end}
	}

	switch {
	case preposition == "in" || preposition == "during":
		return date{within, start, end}
	case start.Equal(end):
		return date{at, start, end}
	}

	return date{bare, start, end}
}

func dayOf(year string, m time.Month, day int, closes time.Time) (time.Time, bool) {
	if year != "" {
		found := time.Date(number4(year), m, day, 0, 0, 0, 0, time.UTC)
		return found, found.Day() == day
	}
	if closes.IsZero() {
		return time.Time{}, false
	}
	var best time.Time
	for _, y := range []int{closes.Year(), closes.Year() - 1, closes.Year() + 1} {
		found := time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
		if best.IsZero() || found.Sub(closes).Abs() < best.Sub(closes).Abs() {
			best = found
		}
	}
	return best, best.Day() == day
}

func yearStart(year int) time.Time { return time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC) }

func number4(digits string) int {
	n, _ := strconv.Atoi(digits) // of a group of digits
	return n
}

func month(name string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), name[:3]) {
			return m
		}
	}
	return 0
}

// unsaid are the dates of an outcome that its title does not say: a bare day there repeats the deadline of the title.
func unsaid(outcome, title []date) []date {
	return slices.DeleteFunc(outcome, func(d date) bool {
		return d.how == at && slices.ContainsFunc(title, func(t date) bool { return t.end.Equal(d.end) })
	})
}

// sameDates wants for each date of one its like in the other.
func sameDates(a, b []date, now time.Time) bool {
	within := func(x date, list []date) bool {
		return slices.ContainsFunc(list, func(y date) bool { return sameDate(x, y, now) })
	}
	return !slices.ContainsFunc(a, func(d date) bool { return !within(d, b) }) &&
		!slices.ContainsFunc(b, func(d date) bool { return !within(d, a) })
}

func sameDate(a, b date, now time.Time) bool {
	if !a.end.Equal(b.end) {
		return false
	}
	if a.how == until && b.how == until {
		return true
	}
	// In a period that has begun, and until its end: what came before would have ended both.
	if a.how == until && b.how == within {
		return !b.start.After(now)
	}
	if a.how == within && b.how == until {
		return !a.start.After(now)
	}
	if a.how == until || b.how == until || (a.how == at) != (b.how == at) {
		return false
	}
	return a.start.Equal(b.start)
}
