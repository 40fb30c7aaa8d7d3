package feeds

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDatesAsFeedsWriteThem(t *testing.T) {
	for s, want := range map[string]string{
		// RFC 822, 2822 and their variants
		"Thu, 01 Jan 2004 19:48:21 GMT": "2004-01-01T19:48:21Z", "Thu, 1 Jan 2004 19:48 EST": "2004-01-02T00:48:00Z", "01 Jan 04 19:48:21 PDT": "2004-01-02T02:48:21Z",
		"Sun, 01 Jan 2004 19:48:21 GMT": "2004-01-01T19:48:21Z", "thursday, 01 january 2004 19:48:21 +0100": "2004-01-01T18:48:21Z", "Thu, 01-Jan-2004 19:48:21 -0330": "2004-01-01T23:18:21Z",
		"Thu,01 Jan 2004 19:48:21 UT": "2004-01-01T19:48:21Z", "01 Jan 99 00:00:00 Z": "1999-01-01T00:00:00Z", "01 Jan 2004": "2004-01-01T00:00:00Z", "Thu, 01 Jan 2004 24:00:00 GMT": "2004-01-02T00:00:00Z",
		"Wed, 31 Dec 2008 23:59:60 GMT": "2009-01-01T00:00:00Z", "Thu, 01 Jan 2004 19:48:21 +0100 (CET)": "2004-01-01T18:48:21Z", "Thu, 01 Jan 2004 19:48:21 GMT+2": "2004-01-01T17:48:21Z",
		"Thu, 01 Jan 2004 19:48:21 A": "2004-01-01T19:48:21Z", "Thu, 01 Jan 2004 19:48:21 +01:00": "2004-01-01T18:48:21Z", "Thu, 01 Jan 2004 19:48:21.123 GMT": "2004-01-01T19:48:21Z",
		"Mon, 5 September 2011, 9:05 pm": "2011-09-05T21:05:00Z", "Thu, 01 Jan 2004 19:48:21 XYZ": "2004-01-01T19:48:21Z", "2004 Jan 1 10:00": "2004-01-01T10:00:00Z",
		"Thu Jan  1 19:48:21 2004": "2004-01-01T19:48:21Z", "Thu Jan 1 19:48:21 EST 2004": "2004-01-02T00:48:21Z", "January 5, 2004 3:45 PM": "2004-01-05T15:45:00Z", "Jan. 5th, 2004": "2004-01-05T00:00:00Z",
		"12:30 AM, 5 Jan 2004": "2004-01-05T00:30:00Z", "Do, 05 Mai 2011 10:00:00 +0200": "2011-05-05T08:00:00Z", "mar., 14 févr. 2012 09:00:00 +0100": "2012-02-14T08:00:00Z",
		"3. März 2012": "2012-03-03T00:00:00Z", "1 dicembre 2012 10:00 CET": "2012-12-01T09:00:00Z",
		// ISO 8601 and W3C date-times
		"2003-12-31T10:14:55Z": "2003-12-31T10:14:55Z", "2003-12-31T10:14:55.678+01:00": "2003-12-31T09:14:55Z", "2003-12-31T10:14-0830": "2003-12-31T18:44:00Z", "2003-12-31 10:14:55": "2003-12-31T10:14:55Z",
		"2003-12-31 10:14:55 EST": "2003-12-31T15:14:55Z", "2003-12-31 10:14:55 +0100": "2003-12-31T09:14:55Z", "20031231T101455Z": "2003-12-31T10:14:55Z", "20031231": "2003-12-31T00:00:00Z",
		"2003-12-31": "2003-12-31T00:00:00Z", "2003-12": "2003-12-01T00:00:00Z", "2003": "2003-01-01T00:00:00Z", "2003-365": "2003-12-31T00:00:00Z", "2003/12/31 10:14": "2003-12-31T10:14:00Z",
		"2003-12-31T24:00:00Z": "2004-01-01T00:00:00Z", "2003-1-2": "2003-01-02T00:00:00Z", "2004-07-08 23:56:58.0": "2004-07-08T23:56:58Z", "Fri, 2006/09/15 08:19:53 EDT": "2006-09-15T12:19:53Z",
		"2003-12-31T10:14:55+01": "2003-12-31T09:14:55Z", "2003-12-31Z": "2003-12-31T00:00:00Z", "2012-05-06 3:04 PM": "2012-05-06T15:04:00Z", "  2003-12-31\n": "2003-12-31T00:00:00Z",
		// numbers
		"31/12/2003 10:14:55": "2003-12-31T10:14:55Z", "12/31/2003 10:14 PM": "2003-12-31T22:14:00Z", "1.2.2003": "2003-02-01T00:00:00Z", "02/02/2003": "2003-02-02T00:00:00Z", "31.12.03 10:14": "2003-12-31T10:14:00Z",
		"1072865695": "2003-12-31T10:14:55Z", "1072865695000": "2003-12-31T10:14:55Z",
	} {
		t.Run(s, func(t *testing.T) {
			got, ok := ParseDate(s)
			if !ok || got.Format(time.RFC3339) != want {
				t.Errorf("%q: %v %v, want %s", s, got.Format(time.RFC3339), ok, want)
			}
		})
	}
}

func TestADateWithoutAZoneIsKeptAsWritten(t *testing.T) {
	for text, told := range map[string]bool{
		"Mon, 02 Nov 2026 08:00:00 EST": true, "Mon, 02 Nov 2026 08:00:00 GMT": true, "2026-11-02T08:00:00Z": true,
		"2026-11-02T08:00:00.5+01:00": true, "20261102T080000-0500": true, "Mon Nov 02 08:00:00 +0000 2026": true,
		"1793606400": true, "2 Nov 2026 8:00 PM UTC+2": true,
		"2026-11-02": false, "2026-11-02 08:00:00": false, "Mon, 02 Nov 2026 08:00:00": false,
		"Mon, 02 Nov 2026 08:00:00 XYZ": false, "02-Nov-2026": false, "November 2, 2026 3:45 PM": false,
	} {
		if at, raw := readDate(text); at.IsZero() || (raw == "") != told {
			t.Errorf("%s: %v, as written %q", text, at, raw)
		}
	}
}

func TestWhatIsNoDate(t *testing.T) {
	for _, s := range []string{
		"", "yesterday", "next Tuesday", "2003-13-01", "2003-02-30", "2003-00-10", "2003-12-00", "Thu, 32 Jan 2004 00:00:00 GMT", "Thu, 31 Feb 2004 00:00:00 GMT", "01/02/2003", "2003-12-31T25:00:00Z",
		"2003-12-31T10:61:00Z", "2003-12-31T10:14:55+99:00", "Jan 2004", "January", "10:14:55", "0000-00-00 00:00:00", "0001-01-01T00:00:00+05:00", "12345", "99999999999999", "2003-12-31 whenever it is", "1234", "May 5 6 7 2004", "-", "Thu, 01 Jan 2004 19:48:21 GMT; drop",
	} {
		if got, ok := ParseDate(s); ok {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// TestDatesComeThroughEveryForm: a time written in any of the usual forms is read as that time.
func TestDatesComeThroughEveryForm(t *testing.T) {
	forms := []string{time.RFC3339, time.RFC1123Z, time.RFC822Z + " ", "Mon, 2 Jan 2006 15:04:05 -0700", "Jan 2, 2006 3:04:05 PM -0700", "2006-01-02 15:04:05 -0700", "20060102T150405-0700", "Mon Jan _2 15:04:05 -0700 2006"}
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", rapid.IntRange(-14*4, 14*4).Draw(t, "zone")*15*60)
		want := time.Unix(rapid.Int64Range(time.Date(1970, 1, 2, 0, 0, 0, 0, time.UTC).Unix(), time.Date(2049, 12, 30, 0, 0, 0, 0, time.UTC).Unix()).Draw(t, "time"), 0).In(zone)
		form := rapid.SampledFrom(forms).Draw(t, "form")
		if form == time.RFC822Z+" " {
			want = want.Truncate(time.Minute)
		}
		s := want.Format(form)
		got, ok := ParseDate(s)
		if !ok || !got.Equal(want) {
			t.Fatalf("%q: %v %v, want %v", s, got, ok, want.UTC())
		}
	})
}

func TestParseDateTakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.SampledFrom([]rune("0123456789-/:.,+ TZapmJanFebGMT()º\u00A0"))).Draw(t, "text")
		if got, ok := ParseDate(s); ok && (got.Year() < 1 || got.Year() > 9999) {
			t.Fatalf("%q: %v", s, got)
		}
	})
}
