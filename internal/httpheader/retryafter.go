// Package httpheader reads response headers that strangers write: Retry-After and Link. What it cannot
// read counts as not sent, because a header is a hint and never a reason to fail.
package httpheader

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryAfter is how long the sender wants to be left alone, from 0 to limit: the seconds of its
// Retry-After header, or the time left until the date in it (RFC 9110, section 10.2.3). A date that has
// passed is 0. ok is false when the header is missing or is neither.
//
// The RFC has whole seconds only. Fractions are taken too, since some services send them.
func RetryAfter(h http.Header, now time.Time, limit time.Duration) (wait time.Duration, ok bool) {
	value := strings.TrimSpace(h.Get("Retry-After"))

	if at, err := http.ParseTime(value); err == nil {
		return min(max(at.Sub(now), 0), limit), true
	}

	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return 0, false
	}
	return Seconds(seconds, limit)
}

// Seconds is a number of seconds as a duration of at most limit. ok is false for anything that is not a length of time:
// a negative number, an infinite one, NaN.
func Seconds(seconds float64, limit time.Duration) (d time.Duration, ok bool) {
	if math.IsNaN(seconds) || math.IsInf(seconds, 0) || seconds < 0 {
		return 0, false
	}
	if seconds >= limit.Seconds() { // also keeps 1e300 from overflowing
		return limit, true
	}
	return time.Duration(seconds * float64(time.Second)), true
}
