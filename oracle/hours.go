package oracle

import "time"

// Hours are when a market is open.
type Hours int

// The market hours of Chainlink's feeds, all by New York time. Source: Chainlink's documentation, "Selecting Quality Data
// Feeds", market hours. Holidays are not known here: a feed then goes stale while the market counts as open.
const (
	Always     Hours = iota
	ForexHours       // Sunday 18:00 to Friday 17:00
	MetalHours       // the same, with a break from 17:00 to 18:00 every day
)

// Open is true while the market is open at t.
func (h Hours) Open(t time.Time) bool {
	if h == Always {
		return true
	}
	local := newYork(t)
	clock := local.Hour()
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

// newYork is t on New York's clocks: UTC-4 from the second Sunday of March to the first Sunday of November, else UTC-5
// (15 U.S.C. 260a). The change itself, on a Sunday at two, falls into hours in which these markets are closed. It is computed
// because the database of time zones is not there in every container.
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
