// Package dated declares the tables that are part of the program: what each holds, the day for which it holds, and the
// last day on which it is good.
//
// A table is declared once, beside its data. The declaration drives docs/tables.md, /health, the metrics and what
// answers say about the table. What becomes wrong by itself has a last day: the rates of a year, a rule that is up for
// change, an interface that ends. What only lacks what came later has none.
package dated

import (
	"errors"
	"fmt"
	"regexp"
	"time"
)

// Notice is how long before its last day a table is said to be ending.
const Notice = 60 * oneDay

const oneDay = 24 * time.Hour

// Day is a day as in 2026-11-28. The day on which a table was read may be no more than a month or a year: 2026-11,
// 2017.
type Day string

// DayOf is the day of a moment, in UTC.
func DayOf(at time.Time) Day { return Day(at.UTC().Format(time.DateOnly)) }

// Start is the first moment of the day, month or year, in UTC; zero for "" and for anything that is not a day.
func (d Day) Start() time.Time {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if at, err := time.Parse(layout, string(d)); err == nil {
			return at
		}
	}
	return time.Time{}
}

// whole says whether it is a day, not a month or a year.
func (d Day) whole() bool { return len(d) == len(time.DateOnly) && !d.Start().IsZero() }

// Table is what the program declares about one of its tables.
type Table struct {
	// Name is that of the source in answers: small letters, digits, dashes and underscores.
	Name string

	Holds  string // what is in it
	Source string // who says so
	URL    string // where; "" for what has no page

	AsOf Day
	// GoodUntil is the last day on which it is good; "" for what does not become wrong by itself.
	GoodUntil Day
	// Renew says what to do before that day, or why there is none.
	Renew string

	// Routes are paths that rest on it, and families all or most of whose routes do.
	Routes []string
}

// State is how a table stands to its last day.
type State string

// The states.
const (
	Current State = "current"
	Ending  State = "ending" // its last day is within [Notice]
	Past    State = "past"
)

// State is the state of the table at a time.
func (t Table) State(now time.Time) State {
	left, ends := t.DaysLeft(now)
	switch {
	case !ends || left > int(Notice/oneDay):
		return Current
	case left >= 0:
		return Ending
	}
	return Past
}

// Past says whether the last day of the table is over.
func (t Table) Past(now time.Time) bool { return t.State(now) == Past }

// DaysLeft are the days that follow now's until the last one: 0 on that day itself, negative after it. It is false
// for a table without a last day.
func (t Table) DaysLeft(now time.Time) (days int, ends bool) {
	if t.GoodUntil == "" {
		return 0, false
	}
	today := now.UTC().Truncate(oneDay)
	return int(t.GoodUntil.Start().Sub(today) / oneDay), true
}

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// Validate says what is missing or wrong in a declaration.
func (t Table) Validate() error {
	if !nameRule.MatchString(t.Name) {
		return fmt.Errorf("table %q: a name has small letters, digits, dashes and underscores", t.Name)
	}

	var errs []error
	if t.Holds == "" || t.Source == "" || t.Renew == "" || len(t.Routes) == 0 {
		errs = append(errs, errors.New("what it holds, its source, how it is renewed and its routes are required"))
	}
	if t.AsOf.Start().IsZero() {
		errs = append(errs, fmt.Errorf("as_of %q is no day, month or year", t.AsOf))
	}
	if t.GoodUntil != "" && !t.GoodUntil.whole() {
		errs = append(errs, fmt.Errorf("good_until %q is no day", t.GoodUntil))
	}
	if t.GoodUntil.whole() && t.GoodUntil.Start().Before(t.AsOf.Start()) {
		errs = append(errs, fmt.Errorf("good_until %s is before as_of %s", t.GoodUntil, t.AsOf))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	return nil
}
