package httpheader

import (
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestRetryAfterIsSecondsOrADateUpToTheLimit(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	const limit = time.Hour
	for _, tt := range []struct {
		value string
		want  time.Duration
		ok    bool
		why   string
	}{
		{"120", 2 * time.Minute, true, "seconds"},
		{"0", 0, true, "at once is an answer, unlike no header"},
		{" 5 ", 5 * time.Second, true, "a header set by hand may have spaces"},
		{"1.5", 1500 * time.Millisecond, true, "fractions are sent though the RFC has none"},
		{"3600", limit, true, "the limit itself"},
		{"86400", limit, true, "longer than the limit"},
		{"99999999999", limit, true, "longer than a Duration"},
		{"1e300", limit, true, "a number that no Duration holds"},
		{"Fri, 20 Nov 2026 12:00:30 GMT", 30 * time.Second, true, "a date"},
		{"Friday, 20-Nov-26 12:01:00 GMT", time.Minute, true, "a date of RFC 850, obsolete and allowed"},
		{"Fri Nov 20 12:00:07 2026", 7 * time.Second, true, "a date of asctime, likewise"},
		{"Fri, 20 Nov 2026 11:00:00 GMT", 0, true, "a date that has passed: at once"},
		{"Fri, 20 Nov 2099 12:00:00 GMT", limit, true, "a date beyond the limit"},
		{"Fri, 31 Dec 9999 23:59:59 GMT", limit, true, "a date further away than a Duration reaches"},
		{"", 0, false, "no header"},
		{"-5", 0, false, "no length of time"},
		{"-0.5", 0, false, "likewise"},
		{"NaN", 0, false, "a float to Go, no number to anybody"},
		{"Inf", 0, false, "likewise"},
		{"1e999", 0, false, "out of a float's range"},
		{"soon", 0, false, "words"},
		{"5 seconds", 0, false, "a number with words"},
		{"20 Nov 2026", 0, false, "no form of date that HTTP has"},
	} {
		t.Run(tt.value, func(t *testing.T) {
			got, ok := RetryAfter(http.Header{"Retry-After": {tt.value}}, now, limit)
			if got != tt.want || ok != tt.ok {
				t.Errorf("%v, %v, want %v, %v: %s", got, ok, tt.want, tt.ok, tt.why)
			}
		})
	}
	if got, ok := RetryAfter(http.Header{}, now, limit); got != 0 || ok {
		t.Errorf("without the header: %v, %v", got, ok)
	}
}

func TestRetryAfterIsNeverNegativeNorBeyondTheLimit(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(
			rapid.String(),
			rapid.StringMatching(`-?[0-9]{1,25}(\.[0-9]{1,3})?(e[0-9]{1,3})?`),
		).Draw(t, "value")
		limit := time.Duration(rapid.Int64Range(0, int64(48*time.Hour)).Draw(t, "limit"))

		got, ok := RetryAfter(http.Header{"Retry-After": {value}}, now, limit)
		if got < 0 || got > limit || !ok && got != 0 {
			t.Fatalf("%q up to %v: %v, %v", value, limit, got, ok)
		}
	})
}
