package metadata

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var dateLayouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05.000Z0700", "2006-01-02T15:04:05",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 MST",
	"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "2006/01/02 15:04:05", "2006/01/02",
	"20060102T150405Z", "20060102",
	time.RFC1123Z, time.RFC1123, time.RFC850, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST",
	time.ANSIC,
	"Mon Jan 2 15:04:05 MST 2006", "Mon Jan 2 2006", "January 2, 2006", "Jan 2, 2006", "Jan. 2, 2006",
	"2 January 2006", "2 Jan 2006",
	"January 2, 2006 3:04 PM", "Jan 2, 2006 3:04 PM", "Monday, January 2, 2006", "Monday, 2 January 2006",
	"2006-1-2", "02.01.2006", "2.1.2006",
}

// brokenDate finds the publishing date in structured data that is not valid JSON.
var brokenDate = regexp.MustCompile(`"datePublished"\s*:\s*"([^"]{8,40})"`)

// The years in which a page can have been published.
const (
	firstYear = 1980
	lastYear  = 2100
)

// Date reads a date in one of the forms used in page metadata. It returns RFC 3339 if the source has a time of day
// with zone, the source's local time without zone otherwise, or YYYY-MM-DD. It returns "" for anything that is not
// a believable date, including 1 January 1970, the zero time of programs.
func Date(raw string) string {
	raw = strings.Join(strings.Fields(raw), " ")
	if raw == "" || len(raw) > 100 {
		return ""
	}

	for _, layout := range dateLayouts {
		t, err := time.Parse(layout, raw)
		if err != nil || t.Year() < firstYear || t.Year() > lastYear {
			continue
		}
		if !strings.Contains(layout, "04") && layout != time.ANSIC {
			return t.Format(time.DateOnly)
		}
		if strings.ContainsAny(layout, "Z") || strings.Contains(layout, "-0700") || strings.Contains(layout, "MST") {
			return t.Format(time.RFC3339)
		}
		return t.Format("2006-01-02T15:04:05")
	}

	// Unix seconds or milliseconds.
	if n, err := strconv.ParseInt(raw, 10, 64); err == nil {
		if n > 1e12 && n < 4e12 {
			n /= 1000
		}
		if n > 3e8 && n < 4e9 {
			return time.Unix(n, 0).UTC().Format(time.RFC3339)
		}
		return ""
	}

	return ""
}

// statedDay reads a date of the metadata in any form.
func statedDay(raw string, order dayOrder) string {
	if len(raw) > 100 {
		return ""
	}
	return firstOf(Date(raw), dayIn(raw, order))
}
