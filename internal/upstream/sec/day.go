package sec

import (
	"math"
	"time"
)

// Day is a calendar day, counted from 1970-01-01.
type Day int32

// NoDay is the start of an instant, which has no period.
const NoDay Day = math.MinInt32

const secondsOfDay = 24 * 60 * 60

// ParseDay reads YYYY-MM-DD.
func ParseDay(text string) (Day, bool) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || t.Year() < 1900 || t.Year() > 2200 {
		return NoDay, false
	}
	return DayOf(t), true
}

// DayOf is the day of a moment in UTC.
func DayOf(t time.Time) Day {
	seconds := t.Unix()
	if seconds < 0 {
		seconds -= secondsOfDay - 1
	}
	return Day(seconds / secondsOfDay)
}

// Time is the day's first moment in UTC.
func (d Day) Time() time.Time { return time.Unix(int64(d)*secondsOfDay, 0).UTC() }

// String is YYYY-MM-DD, "" for NoDay.
func (d Day) String() string {
	if d == NoDay {
		return ""
	}
	return d.Time().Format(time.DateOnly)
}
