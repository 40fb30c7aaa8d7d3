// Package duty computes the U.S. customs duty on an import: the rate of its line of the Harmonized Tariff Schedule,
// the additional duties of chapter 99 on the day of entry, and the user fees.
//
// The schedule's lines come from the caller. No machine-readable source has the additional duties: their rates,
// origins, days and lists of products are tables in the folder tables, each row with its source and the day on
// which it was read. docs/tariff-tables.md says how to keep them.
package duty

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shopspring/decimal"
)

//go:embed tables
var embedded embed.FS

// Revision is the release of the schedule against which the tables were last checked.
const Revision = "2026 Revision 21"

// Kinds of measures: the meaning of a row's rate.
const (
	kindAdd    = "add"     // on top of the base duty
	kindFloor  = "floor"   // the difference between the rate and the base duty
	kindInLieu = "in_lieu" // in place of the base duty
	kindBan    = "ban"     // the goods may not be imported
	kindVoid   = "void"    // was once collected and ruled unlawful
	kindNotice = "notice"  // only goods that the code rarely covers pay it: just mentioned
)

// Group is the measure's programme; the stacking rules use it (see stacking.go).
type Group string

// Measure is a row of measures.csv.
type Measure struct {
	Group      Group
	Heading    string // "9903.05.20"; "" when it could not be read
	Title      string
	Origins    []string // ISO 3166, EU, or * for all; excluded ones have a minus
	Lists      []string // names of lists; none: all products
	Kind       string
	RatePct    *decimal.Decimal // nil when it could not be read
	UpperPct   *decimal.Decimal // the highest rate, when it depends on the fact that Needs names; else nil
	Always     bool             // the measure applies in any case: Needs decides which rate it has
	Start, End time.Time        // first and last day; End is zero when none is set
	Confidence float64
	Needs      string // the fact on which it depends whether the measure applies; "" when none
	Relief     string // headings under which an importer may claim exemption, in words
	LegalBasis string
	Source     string
	AsOf       time.Time
}

// On reports whether the measure is in force on the day.
func (m Measure) On(day time.Time) bool {
	return !day.Before(m.Start) && (m.End.IsZero() || !day.After(m.End))
}

// Preference is a row of preferences.csv: a programme of the sub-column "Special".
type Preference struct {
	Symbols   []string
	Name      string
	Members   []string
	MPFExempt bool      // originating goods pay no merchandise processing fee
	End       time.Time // the last day; zero if not set
	Needs     string
	Source    string
	AsOf      time.Time
}

// Fee is a row of fees.csv.
type Fee struct {
	Code             string
	Name             string
	RatePct          decimal.Decimal
	Minimum, Maximum *decimal.Decimal // dollars
	Doubtful         []string         // origins whose products can be exempt by themselves
	Start, End       time.Time
	LegalBasis       string
	Source           string
	AsOf             time.Time
}

// on reports whether the row applies on the day.
func (f Fee) on(day time.Time) bool {
	return !day.Before(f.Start) && (f.End.IsZero() || !day.After(f.End))
}

// ended is a row of ended.csv.
type ended struct {
	from, to string
	why      string
}

// List is a list of products: prefixes of their codes.
type List struct {
	Title string
	AsOf  time.Time
	codes map[string]bool
}

// Holds reports whether the list has the code (digits only) or a prefix of it.
func (l List) Holds(code string) bool {
	for n := len(code); n >= 4; n-- {
		if l.codes[code[:n]] {
			return true
		}
	}
	return false
}

// HoldsPart reports whether the list has a longer code that begins with this one, so that part of the code is on
// it.
func (l List) HoldsPart(code string) bool {
	for c := range l.codes {
		if len(c) > len(code) && strings.HasPrefix(c, code) {
			return true
		}
	}
	return false
}

// Tables are everything known besides the schedule.
type Tables struct {
	Measures    []Measure
	Preferences []Preference
	Fees        []Fee
	Lists       map[string]List

	// AsOf is the day on which the tables were last held against the schedule: the latest of the rows read from it.
	AsOf  time.Time
	ended []ended
}

// Load gives the embedded tables, which are read once in a process and never changed. A row that breaks a rule is an
// error with the file and row.
func Load() (*Tables, error) { return readOnce() }

var readOnce = sync.OnceValues(read)

func read() (*Tables, error) {
	tables, err := fs.Sub(embedded, "tables")
	if err != nil {
		return nil, err
	}
	return Read(tables)
}

// Read reads tables from a folder.
func Read(folder fs.FS) (*Tables, error) {
	t := &Tables{Lists: map[string]List{}}

	names, err := fs.Glob(folder, "lists/*.txt")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		list, err := readList(folder, name)
		if err != nil {
			return nil, err
		}
		t.Lists[strings.TrimSuffix(path.Base(name), ".txt")] = list
	}

	for _, file := range []struct {
		name string
		row  func(row) error
	}{
		{"measures.csv", t.measure},
		{"preferences.csv", t.preference},
		{"fees.csv", t.fee},
		{"ended.csv", t.endedRange},
	} {
		if err := eachRow(folder, file.name, file.row); err != nil {
			return nil, err
		}
	}
	return t, t.check()
}

// check enforces the rules across rows.
func (t *Tables) check() error {
	used := map[string]bool{
		listExemptLabor:     true,
		listExemptBrazil:    true,
		listExemptSurcharge: true,
		listPartners:        true,
		listExcluded69:      true,
		listExcluded70:      true,
	}
	for name := range used {
		if _, ok := t.Lists[name]; !ok {
			return fmt.Errorf("tariff tables: there is no list %s", name)
		}
	}

	for i, m := range t.Measures {
		for _, name := range m.Lists {
			if _, ok := t.Lists[name]; !ok {
				return fmt.Errorf("tariff tables: measures.csv, %s: there is no list %s", m.Heading, name)
			}
			used[name] = true
		}
		for _, other := range t.Measures[:i] {
			if overlap(m, other) {
				return fmt.Errorf("tariff tables: measures.csv has %s (%s) twice for the same days", m.Heading, m.Title)
			}
		}
	}

	for name := range t.Lists {
		if !used[name] {
			return fmt.Errorf("tariff tables: no measure uses the list %s", name)
		}
	}
	return nil
}

// overlap reports whether two rows have the same heading, products and origins on the same days.
func overlap(a, b Measure) bool {
	if a.Heading != b.Heading || a.Title != b.Title || !slices.Equal(a.Lists, b.Lists) ||
		!slices.Equal(a.Origins, b.Origins) {
		return false
	}
	return (a.End.IsZero() || !b.Start.After(a.End)) && (b.End.IsZero() || !a.Start.After(b.End))
}

// asOf is the earliest day on which a measure or one of its lists was read.
func (t *Tables) asOf(m Measure) time.Time {
	day := m.AsOf
	for _, name := range m.Lists {
		if read := t.Lists[name].AsOf; read.Before(day) {
			day = read
		}
	}
	return day
}

// whyEnded is why a heading no longer charges duty, or "".
func (t *Tables) whyEnded(heading string) string {
	for _, e := range t.ended {
		if len(heading) == len(e.from) && heading >= e.from && heading <= e.to {
			return e.why
		}
	}
	return ""
}
