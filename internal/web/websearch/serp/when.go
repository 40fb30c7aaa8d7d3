package serp

import (
	"strings"
	"time"
	"unicode/utf8"
)

// layouts are absolute dates as engines and feeds write them.
var layouts = []string{
	time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05", "2006-01-02",
	time.RFC1123, time.RFC1123Z, "Mon, 2 Jan 2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05 -0700",
	"Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "2.1.2006", "2. 1. 2006", "2-1-2006", "2006/1/2", "2006-1-2", "2006. 1. 2.", "2006.1.2", "2006年1月2日",
}

// When reads the date of a result: relative to now ("3 hours ago"), or absolute. dayFirst decides how to read an
// ambiguous 9/3/2026: as 9 March rather than 3 September. ok is false if the text is not a date or lies more than a
// day ahead. Times without a zone are in UTC. The result is in UTC, to the second.
func When(s string, now time.Time, dayFirst bool) (at time.Time, ok bool) {
	s = Clean(s)
	if back, _, ok := relative(strings.ToLower(s)); ok {
		return settle(now.Add(-back), now)
	}
	return absolute(s, now, dayFirst)
}

func absolute(s string, now time.Time, dayFirst bool) (at time.Time, ok bool) {
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			return settle(t, now)
		}
	}
	first := "1/2/2006"
	second := "2/1/2006"
	if dayFirst {
		first, second = second, first
	}
	for _, layout := range []string{first, second} {
		if t, err := time.Parse(layout, s); err == nil {
			return settle(t, now)
		}
	}
	return time.Time{}, false
}

// Unix converts Unix seconds under the rules of [When].
func Unix(seconds int64, now time.Time) (time.Time, bool) {
	if seconds <= 0 || seconds > 1<<40 {
		return time.Time{}, false
	}
	return settle(time.Unix(seconds, 0), now)
}

func settle(t, now time.Time) (time.Time, bool) {
	if t.After(now.Add(24*time.Hour)) || t.Year() < 1970 {
		return time.Time{}, false
	}
	return t.UTC().Truncate(time.Second), true
}

// Dated splits the date in front of a snippet ("Mar 13, 2026 · ", "2 days ago - ", "14 Oct 2023 ... ") from the
// rest. dayFirst is as for [When]. at is zero without a date. "10 minutes - a quick dinner" has no date: a span
// must be marked as past.
func Dated(snippet string, now time.Time, dayFirst bool) (at time.Time, rest string) {
	const longest = 30 // characters of a date
	for _, parting := range []string{" · ", " - ", " — ", " – ", "—", " ... "} {
		date, behind, found := strings.Cut(snippet, parting)
		if !found || utf8.RuneCountInString(date) > longest || !strings.ContainsAny(date, "0123456789") {
			continue
		}
		t, ok := absolute(date, now, dayFirst)
		if back, said, relates := relative(strings.ToLower(date)); relates && said {
			t, ok = settle(now.Add(-back), now)
		}
		if ok {
			return t, strings.TrimSpace(behind)
		}
	}
	return time.Time{}, snippet
}
