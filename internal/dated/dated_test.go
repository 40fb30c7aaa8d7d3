package dated_test

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/dated"
)

func TestTableIsGoodThroughItsLastDay(t *testing.T) {
	for _, c := range []struct {
		why, good, now string
		want           dated.State
		left           int
	}{
		{"61 days before", "2026-12-31", "2026-10-31T23:59:59Z", dated.Current, 61},
		{"60 days before", "2026-12-31", "2026-11-01T00:00:00Z", dated.Ending, 60},
		{"the last day begins", "2026-12-31", "2026-12-31T00:00:00Z", dated.Ending, 0},
		{"the last day ends", "2026-12-31", "2026-12-31T23:59:59Z", dated.Ending, 0},
		{"the day after", "2026-12-31", "2027-01-01T00:00:00Z", dated.Past, -1},
		{"days are those of UTC", "2026-12-31", "2026-12-31T20:00:00-05:00", dated.Past, -1},
		{"two years after", "2026-12-31", "2028-12-31T12:00:00Z", dated.Past, -731},
		{"what does not age", "", "2099-01-01T00:00:00Z", dated.Current, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339, c.now)
			if err != nil {
				t.Fatal(err)
			}
			table := dated.Table{GoodUntil: dated.Day(c.good)}
			left, ends := table.DaysLeft(now)
			if got := table.State(now); got != c.want || left != c.left || ends != (c.good != "") {
				t.Errorf("%s with %d days left (%t), want %s with %d", got, left, ends, c.want, c.left)
			}
			if table.Past(now) != (c.want == dated.Past) {
				t.Error("Past and State disagree")
			}
		})
	}
}

func TestDeclarationThatLacksSomethingIsRefused(t *testing.T) {
	good := dated.Table{
		Name:      "rates",
		Holds:     "Rates of a year.",
		Source:    "The agency.",
		AsOf:      "2026-11",
		GoodUntil: "2026-12-31",
		Renew:     "Add a file.",
		Routes:    []string{"tax"},
	}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}

	for _, c := range []struct {
		change func(*dated.Table)
		says   string
	}{
		{func(d *dated.Table) { d.Name = "Rates" }, "a name has"},
		{func(d *dated.Table) { d.Name = "" }, "a name has"},
		{func(d *dated.Table) { d.Holds = "" }, "required"},
		{func(d *dated.Table) { d.Source = "" }, "required"},
		{func(d *dated.Table) { d.Renew = "" }, "required"},
		{func(d *dated.Table) { d.Routes = nil }, "required"},
		{func(d *dated.Table) { d.AsOf = "" }, "as_of"},
		{func(d *dated.Table) { d.AsOf = "November" }, "as_of"},
		{func(d *dated.Table) { d.GoodUntil = "2026-12" }, "good_until"},
		{func(d *dated.Table) { d.GoodUntil = "2026-13-01" }, "good_until"},
		{func(d *dated.Table) { d.GoodUntil = "2026-10-31" }, "before as_of"},
	} {
		table := good
		c.change(&table)
		if err := table.Validate(); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v, want %q", table, err, c.says)
		}
	}
}

func TestDayIsThatOfUTC(t *testing.T) {
	at := time.Date(2026, 12, 31, 20, 0, 0, 0, time.FixedZone("", -5*60*60))
	if got := dated.DayOf(at); got != "2027-01-01" {
		t.Error(got)
	}
	if got := dated.Day("2026-11").Start(); !got.Equal(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)) {
		t.Error(got)
	}
}
