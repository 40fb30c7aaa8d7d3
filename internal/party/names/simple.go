package names

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// domainName is a host name in ASCII and its registrable part.
type domainName struct {
	host, registrable string
	label             string // of the registrable part, without the public suffix
}

func readDomain(s string) (domainName, error) {
	s = strings.ToLower(strings.TrimSpace(s))
	if _, after, ok := strings.Cut(s, "://"); ok {
		s = after
	}

	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}

	s, _, _ = strings.Cut(s, ":")
	s = strings.TrimSuffix(s, ".")
	host, err := idna.Lookup.ToASCII(s)
	if err != nil || host == "" || !strings.Contains(host, ".") {
		return domainName{}, ErrUnreadable
	}

	d := domainName{host: strings.TrimPrefix(host, "www.")}
	if !strings.Contains(d.host, ".") {
		d.host = host
	}

	d.registrable, err = publicsuffix.EffectiveTLDPlusOne(d.host)
	if err != nil {
		d.registrable = d.host // a public suffix itself
	}

	d.label, _, _ = strings.Cut(d.registrable, ".")
	return d, nil
}

// compareDomains scores two host names: only the same registrable domain is a match, for a
// look-alike is somebody else's.
func compareDomains(t *tally, a, b domainName) {
	switch {
	case a.host == b.host:
		t.note(Exact, 100, "", "")
	case a.registrable == b.registrable:
		t.points = 90
		t.note(Canonical, 90, a.registrable, b.registrable)
	case a.label == b.label:
		t.points = 75
		t.note(DifferentWord, 0, a.registrable, b.registrable)
	default:
		t.points = 75 * JaroWinkler(a.label, b.label)
		t.note(DifferentWord, 0, a.registrable, b.registrable)
	}
}

// date is a calendar day; month and day are 0 when only the year or the month is known.
type date struct {
	year, month, day int
	// swapped is set when day and month could be the other way round as written.
	swapped bool
}

func (d date) text() string {
	switch {
	case d.year == 0:
		return ""
	case d.month == 0:
		return pad(d.year, 4)
	case d.day == 0:
		return pad(d.year, 4) + "-" + pad(d.month, 2)
	}
	return pad(d.year, 4) + "-" + pad(d.month, 2) + "-" + pad(d.day, 2)
}

func pad(n, width int) string {
	s := ""
	for ; n > 0; n /= 10 {
		s = string(rune('0'+n%10)) + s
	}
	for len(s) < width {
		s = "0" + s
	}
	return s
}

// dateForms are tried in order. Of 03/04/2020 the month is read first, as in the United States, and
// the answer says that it could be the day; 13/04/2020 has one reading.
var dateForms = []string{
	"2006-1-2", "2006/1/2", "2006.1.2", "20060102", "1/2/2006", "2/1/2006", "1-2-2006", "2-1-2006", "2.1.2006", "2 Jan 2006", "2 January 2006",
	"Jan 2 2006", "January 2 2006", "2-Jan-2006", "02-Jan-06", "Mon 2 Jan 2006", "2006-1", "Jan 2006", "January 2006", "2006",
}

// besideDate means nothing in a date: commas, and the ending of 4th.
var besideDate = regexp.MustCompile(`(?i),|\b([0-9]{1,2})(?:st|nd|rd|th)\b`)

func readDate(s string) (date, error) {
	s = strings.Join(strings.Fields(besideDate.ReplaceAllString(keepDigits(s), "$1 ")), " ")
	if len(s) > 10 && s[4] == '-' {
		if t, err := time.Parse(time.RFC3339, s); err == nil {
			s = t.Format("2006-01-02")
		}
	}

	for _, form := range dateForms {
		t, err := time.Parse(form, s)
		if err != nil || t.Year() < 1 {
			continue
		}
		d := date{year: t.Year(), month: int(t.Month()), day: t.Day()}
		switch form {
		case "2006":
			d.month = 0
			d.day = 0
		case "2006-1", "Jan 2006", "January 2006":
			d.day = 0
		case "1/2/2006", "1-2-2006":
			d.swapped = d.day <= 12 && d.day != d.month
		}
		return d, nil
	}

	return date{}, ErrUnreadable
}

// compareDates scores two dates: equal, equal as far as known, day and month swapped, one digit off.
func compareDates(t *tally, a, b date) {
	switch {
	case a == b || a.text() == b.text():
		t.note(Exact, 100, "", "")
	case a.year == b.year && (a.month == 0 || b.month == 0 || a.month == b.month && (a.day == 0 || b.day == 0)):
		t.points = 90
		t.note(MissingWord, -10, a.text(), b.text())
	case a.year == b.year && a.month == b.day && a.day == b.month:
		t.points = 88
		t.note(WordOrder, -12, a.text(), b.text())
	case Edits(a.text(), b.text()) == 1:
		t.points = 80
		t.note(Typo, -20, a.text(), b.text())
	case a.year == b.year:
		t.points = 50
		t.note(DifferentWord, 0, a.text(), b.text())
	default:
		t.points = 20
		t.note(DifferentWord, 0, a.text(), b.text())
	}
}
