package response

import "time"

// Moment is a time as answers give it: to the second, in UTC, and null when it is not known.
func Moment(t *time.Time) *time.Time {
	if t == nil || t.IsZero() {
		return nil
	}
	return new(t.UTC().Truncate(time.Second))
}

// MomentOf reads a time in one of the forms. It is null for any other text, and for the year 1, which libraries write
// for an unknown time.
func MomentOf(text string, forms ...string) *time.Time {
	for _, form := range forms {
		if at, err := time.Parse(form, text); err == nil && at.Year() > 1 {
			return Moment(&at)
		}
	}
	return nil
}

// AgeDays is the age in whole days of what began at since. What is still to begin is 0 days old.
func AgeDays(since, now time.Time) int {
	return max(0, int(now.Sub(since)/(24*time.Hour)))
}
