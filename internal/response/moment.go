package response

import "time"

// Moment is a time as answers give it: to the second, in UTC, and null when it is not known.
func Moment(t *time.Time) *time.Time {
	if t == nil || t.IsZero() {
		return nil
	}
	return new(t.UTC().Truncate(time.Second))
}

// AgeDays is the age in whole days of what began at since. What is still to begin is 0 days old.
func AgeDays(since, now time.Time) int {
	return max(0, int(now.Sub(since)/(24*time.Hour)))
}
