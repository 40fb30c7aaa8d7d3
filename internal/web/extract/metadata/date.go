package metadata

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var dateLayouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05.000Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 MST",
	"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "2006/01/02 15:04:05", "2006/01/02", "20060102T150405Z", "20060102",
	time.RFC1123Z, time.RFC1123, time.RFC850, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST", time.ANSIC, "Mon Jan 2 15:04:05 MST 2006", "Mon Jan 2 2006",
	"January 2, 2006", "Jan 2, 2006", "Jan. 2, 2006", "2 January 2006", "2 Jan 2006", "January 2, 2006 3:04 PM", "Jan 2, 2006 3:04 PM", "Monday, January 2, 2006", "Monday, 2 January 2006", "2006-1-2", "02.01.2006", "2.1.2006",
}

// dated finds a date of the form 2019-05-30 or 2019/5/30 inside longer text.
var dated = regexp.MustCompile(`\b((?:19|20)\d\d)[-/](\d{1,2})[-/](\d{1,2})\b`)

// written finds a date with the month's English name: "May 30, 2024", "30th May 2024", "Sept. 3, 2024".
var written = regexp.MustCompile(`(?i)\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?((?:19|20)\d\d)\b`)

// brokenDate finds the publishing date in structured data that is no valid JSON.
var brokenDate = regexp.MustCompile(`"datePublished"\s*:\s*"([^"]{8,40})"`)

// dateShown reads a date out of a short text that is shown to readers.
func dateShown(s string) string {
	if d := dateInText(s); d != "" {
		return d
	}
	m := written.FindStringSubmatch(s)
	if m == nil || m[1] == "" && m[3] == "" {
		return ""
	}
	day := m[3]
	if day == "" {
		day = m[1]
	}
	t, err := time.Parse("2 Jan 2006", day+" "+strings.ToUpper(m[2][:1])+strings.ToLower(m[2][1:])+" "+m[4])
	if err != nil {
		return ""
	}
	return t.Format(time.DateOnly)
}

// Date reads a date in one of the forms used in page metadata. It gives RFC 3339 when the source has a time of day with its
// zone, the time without zone as the source's local time otherwise, or YYYY-MM-DD; empty when there is no believable date.
func Date(raw string) string {
	raw = strings.Join(strings.Fields(raw), " ")
	if raw == "" || len(raw) > 100 {
		return ""
	}
	for _, layout := range dateLayouts {
		t, err := time.Parse(layout, raw)
		if err != nil || t.Year() < 1980 || t.Year() > 2100 {
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
	return dateInText(raw)
}

// dateInPath reads the date out of paths such as /2019/05/30/headline.
func dateInPath(path string) string {
	if len(path) > 2000 {
		return ""
	}
	return dateInText(path)
}

func dateInText(s string) string {
	m := dated.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	t, err := time.Parse("2006-1-2", m[1]+"-"+strings.TrimPrefix(m[2], "0")+"-"+strings.TrimPrefix(m[3], "0"))
	if err != nil {
		return ""
	}
	return t.Format(time.DateOnly)
}
