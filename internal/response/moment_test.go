package response

import (
	"testing"
	"time"
)

func TestMomentsAreInUTCToTheSecond(t *testing.T) {
	east := time.FixedZone("east", 2*60*60)
	given := time.Date(2026, 11, 20, 1, 2, 3, 999, east)
	if got := Moment(&given); !got.Equal(time.Date(2026, 11, 19, 23, 2, 3, 0, time.UTC)) || got.Location() != time.UTC {
		t.Errorf("%s", got)
	}
	if Moment(nil) != nil || Moment(&time.Time{}) != nil {
		t.Error("a time that is not known is given")
	}
}

func TestTimesOfTextsAreReadInAnyOfTheirForms(t *testing.T) {
	for _, c := range []struct {
		why  string
		text string
		want string
	}{
		{"the first form", "2026-11-20T12:30:00+02:00", "2026-11-20T10:30:00Z"},
		{"the second form", "2026-11-20", "2026-11-20T00:00:00Z"},
		{"no value", "", ""},
		{"a word", "soon", ""},
		{"a form that was not named", "11/20/2026", ""},
		{"a day that no month has", "2026-02-30", ""},
		{"the year 1 is none, at any time", "0001-01-01T00:00:01Z", ""},
	} {
		got := ""
		if at := MomentOf(c.text, time.RFC3339, time.DateOnly); at != nil {
			got = at.Format(time.RFC3339)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}

func TestAgesAreWholeDays(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		why   string
		since time.Time
		days  int
	}{
		{"now", now, 0},
		{"a second less than a day", now.Add(time.Second - 24*time.Hour), 0},
		{"a day", now.Add(-24 * time.Hour), 1},
		{"a year", now.AddDate(-1, 0, 0), 365},
		{"a registry's clock that is ahead", now.Add(time.Hour), 0},
		{"tomorrow", now.Add(30 * time.Hour), 0},
	} {
		if got := AgeDays(c.since, now); got != c.days {
			t.Errorf("%s: %d days, want %d", c.why, got, c.days)
		}
	}
}
