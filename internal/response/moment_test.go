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
