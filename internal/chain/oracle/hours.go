package oracle

import "time"

// Hours are a market's opening hours.
type Hours int

// The market hours of Chainlink's feeds, in New York time. Sources: Chainlink's documentation, "Selecting Quality
// Data Feeds" and "Data Streams Market Hours". Early closes for metals and holidays of single currencies are not
// known here: then a feed goes stale while the market counts as open.
const (
	Always     Hours = iota
	ForexHours       // Sunday 18:00 to Friday 17:00, but for the sessions of New Year's Day and Christmas Day
	MetalHours       // the same, with a break from 17:00 to 18:00 every day, and without Good Friday
)

// Open reports whether the market is open at t.
func (h Hours) Open(t time.Time) bool {
	if h == Always {
		return true
	}
	local := newYork(t)
	clock := local.Hour()
	if h.holiday(local) {
		return false
	}
	switch local.Weekday() {
	case time.Saturday:
		return false
	case time.Sunday:
		return clock >= 18
	case time.Friday:
		return clock < 17
	}
	return h != MetalHours || clock != 17
}

// holiday reports whether local is in a holiday's session. A day's session begins at 17:00 the day before, or at
// 18:00 after a holiday or a weekend.
func (h Hours) holiday(local time.Time) bool {
	day := local
	switch {
	case local.Hour() >= 18:
		day = local.AddDate(0, 0, 1)
	case local.Hour() == 17: // between two sessions: closed beside either holiday
		return h.closed(local) || h.closed(local.AddDate(0, 0, 1))
	}
	return h.closed(day)
}

// closed reports whether a day is a holiday.
func (h Hours) closed(day time.Time) bool {
	year, month, date := day.Date()
	if month == time.January && date == 1 || month == time.December && date == 25 {
		return true
	}
	return h == MetalHours && day.YearDay() == easter(year).AddDate(0, 0, -2).YearDay()
}

// easter is Easter Sunday of a Gregorian year. Source: the anonymous algorithm in the form of New Scientist, 1961.
func easter(year int) time.Time {
	a := year % 19
	b := year / 100
	c := year % 100
	d := b / 4
	e := b % 4
	g := (8*b + 13) / 25
	h := (19*a + b - d - g + 15) % 30
	i := c / 4
	k := c % 4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 19*l) / 433
	n := h + l - 7*m
	month := (n + 90) / 25
	return time.Date(year, time.Month(month), (n+33*month+19)%32, 0, 0, 0, 0, time.UTC)
}

// newYork is t on New York's clocks: UTC-4 from the second Sunday of March to the first Sunday of November, else
// UTC-5 (15 U.S.C. 260a). The change itself, on a Sunday at two, falls into hours when these markets are closed. It
// is computed because not every container has a time zone database.
func newYork(t time.Time) time.Time {
	t = t.UTC()
	start := sunday(t.Year(), time.March, 2).Add(7 * time.Hour)  // 2:00 EST
	end := sunday(t.Year(), time.November, 1).Add(6 * time.Hour) // 2:00 EDT
	if !t.Before(start) && t.Before(end) {
		return t.Add(-4 * time.Hour)
	}
	return t.Add(-5 * time.Hour)
}

// sunday is the nth Sunday of a month, at 0:00 UTC.
func sunday(year int, month time.Month, n int) time.Time {
	first := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
	return first.AddDate(0, 0, (7-int(first.Weekday()))%7+7*(n-1))
}
