// Package excluded keeps the OIG's list of those excluded from federal health care programmes as an index on disk, and
// finds in it by number and by name.
package excluded

import (
	"context"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
	"github.com/farebox/farebox/internal/upstream/leie"
)

// Name is the list's in answers, in /health and on disk.
const Name = "oig-leie"

const title = "HHS OIG List of Excluded Individuals/Entities (LEIE)"

// List is the list. Its entry is about 83,000 exclusions.
type List struct {
	set    *diskindex.Set
	engine *names.Engine
}

const listFile = "leie.csv"

const tables = `
CREATE TABLE exclusion (
	id INTEGER PRIMARY KEY, last TEXT, first TEXT, middle TEXT, business TEXT, specialty TEXT, npi TEXT,
	birth_year INTEGER, state TEXT, type TEXT, excluded INTEGER, waiver_state TEXT, person_key TEXT, business_key TEXT
)`

const indexes = `
CREATE INDEX exclusion_npi ON exclusion (npi) WHERE npi <> '';
CREATE INDEX exclusion_person ON exclusion (person_key) WHERE person_key <> '';
CREATE INDEX exclusion_business ON exclusion (business_key) WHERE business_key <> '';
`

// New declares the dataset, which the pool loads and refreshes. The list is published once a month.
func New(p *upstream.Pool, e *names.Engine) *List {
	l := &List{engine: e}
	l.set = diskindex.New(p, diskindex.Spec{
		Name:       Name,
		Client:     leie.New(p),
		Files:      []upstream.File{{Name: listFile, Request: leie.Whole}},
		Every:      24 * time.Hour,
		MinRecords: 60_000,
		MaxShrink:  0.05,
		Tables:     tables,
		Indexes:    indexes,
		Version:    2,
		Fill:       l.fill,
		Stated:     newest,
		Lasts:      lasts,
	})
	return l
}

const (
	lasts       = 100 * 24 * time.Hour // each month's list has exclusions of that month
	unconfirmed = 45 * 24 * time.Hour  // how long it may go without a look for a newer one
)

// TooOld is the error of a list that clears nobody, because it is old or was long not confirmed; nil for other lists.
func (l *List) TooOld(now time.Time) error {
	status := l.set.Status(title)
	switch {
	case status.CheckedAt == nil:
		return nil
	case status.Outlived:
		return upstream.Outdated.Errorf("the newest exclusion is of %s", status.StatedAt.Format(time.DateOnly))
	}
	return upstream.TooOld(Name, *status.CheckedAt, now, unconfirmed)
}

// newest is the day of the last exclusion, zero when there is none.
func newest(x *diskindex.Index) time.Time {
	last := int64(-1)
	_, _ = x.One(context.Background(), []any{&last}, "SELECT coalesce(max(excluded), -1) FROM exclusion") // -1: no day
	return numberedDay(last)
}

// Refresh asks the publisher once, now.
func (l *List) Refresh(ctx context.Context) error { return l.set.Refresh(ctx) }

// Status is which version of the list is in use.
func (l *List) Status() upstream.ListStatus {
	s := l.set.Status(title)
	s.ID = Name
	return s
}

func (l *List) fill(dir fs.FS, w *diskindex.Writer) (records int, err error) {
	into, err := w.Into("INSERT INTO exclusion VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
	if err != nil {
		return 0, err
	}
	_, err = upstream.ReadFile(dir, listFile, func(f io.Reader) (struct{}, error) {
		return struct{}{}, leie.Read(f, func(e leie.Exclusion) error {
			records++
			return into.Row(records, e.Last, e.First, e.Middle, e.Business, e.Specialty, e.NPI, e.BirthYear, e.State,
				e.Type, dayNumber(e.Excluded), e.WaiverState, personKey(e.Last, e.First), l.businessKey(e.Business))
		})
	})
	return records, err
}

// personKey is equal for persons with one last name, as the list cuts it, and one first letter.
func personKey(last, first string) string {
	last, _ = Generation(cut(last, leie.LastLength))
	last = squeezed(last)
	first = squeezed(first)
	if last == "" || first == "" {
		return ""
	}
	return last + " " + first[:1]
}

// businessKey is equal for names that differ in case, punctuation and legal form only; empty for no name.
func (l *List) businessKey(name string) string {
	form, err := l.engine.Prepare(names.Company, name, "")
	if err != nil {
		return ""
	}
	return strings.ReplaceAll(l.engine.Keys(form).Primary, " ", "")
}

// SameBusiness says whether two names are those of one business but for legal form, as far as the list has room.
func (l *List) SameBusiness(a, b string) bool {
	full := l.businessKey(a)
	if full != "" && full == l.businessKey(b) {
		return true
	}
	if len(a) <= businessLength || len(b) < businessLength-1 || len(b) > businessLength {
		return false
	}
	return l.businessKey(cut(a, businessLength)) == l.businessKey(b)
}

// businessLength is where the list cuts the names of businesses.
const businessLength = 30

// squeezed is a name in small letters without spaces, so that De La Cruz is Delacruz.
func squeezed(name string) string { return strings.ReplaceAll(names.Normalize(name), " ", "") }

func cut(text string, length int) string { return text[:min(len(text), length)] }

// generations are what a last name may have behind it, and which of them mean the same.
var generations = map[string]string{
	"jr":  "2",
	"ii":  "2",
	"iii": "3",
	"iv":  "4",
	"sr":  "1",
}

// Generation divides a last name, as the lists write it, from the generation behind it: SMITH JR. "" stands for no
// name.
func Generation(last string) (name, generation string) {
	words := strings.Fields(names.Normalize(last))
	if n := len(words) - 1; n > 0 && generations[words[n]] != "" {
		return strings.Join(words[:n], " "), generations[words[n]]
	}
	return last, ""
}

// IsInitial says whether all that the list has of a first name is its first letter.
func IsInitial(listed, first string) bool {
	listed = squeezed(listed)
	return len(listed) == 1 && strings.HasPrefix(squeezed(first), listed)
}

// SameFirst says whether two first names are the same as far as the list has room for them.
func SameFirst(a, b string) bool {
	a = squeezed(cut(a, leie.FirstLength))
	b = squeezed(cut(b, leie.FirstLength))
	return a != "" && a == b
}

// ByNPI are the exclusions of a number.
func (l *List) ByNPI(ctx context.Context, npi string) ([]leie.Exclusion, error) {
	return l.find(ctx, "npi = ? AND npi <> ''", npi)
}

// ByPerson are the exclusions of persons with a last name whose first names have one first letter.
func (l *List) ByPerson(ctx context.Context, first, last string) ([]leie.Exclusion, error) {
	key := personKey(last, first)
	if key == "" {
		return nil, nil
	}
	return l.find(ctx, "person_key = ? AND person_key <> ''", key)
}

// ByBusiness are the exclusions of businesses of a name, but for its legal form; the list cuts long names.
func (l *List) ByBusiness(ctx context.Context, name string) ([]leie.Exclusion, error) {
	key := l.businessKey(name)
	if key == "" {
		return nil, nil
	}
	found, err := l.find(ctx, "business_key = ? AND business_key <> ''", key)
	if err != nil || len(name) <= businessLength {
		return found, err
	}

	short, err := l.find(ctx, "business_key = ? AND business_key <> ''", l.businessKey(cut(name, businessLength)))
	for _, e := range short {
		if len(e.Business) >= businessLength-1 { // one that was cut, not one that is short
			found = append(found, e)
		}
	}
	return found, err
}

func (l *List) find(ctx context.Context, where, value string) ([]leie.Exclusion, error) {
	var all []leie.Exclusion
	err := l.set.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		return x.Each(ctx, func(scan func(...any) error) error {
			var e leie.Exclusion
			var excluded int64
			err := scan(
				&e.Last,
				&e.First,
				&e.Middle,
				&e.Business,
				&e.Specialty,
				&e.NPI,
				&e.BirthYear,
				&e.State,
				&e.Type,
				&excluded,
				&e.WaiverState,
			)
			e.Excluded = numberedDay(excluded)
			all = append(all, e)
			return err
		}, `SELECT last, first, middle, business, specialty, npi, birth_year, state, type, excluded, waiver_state
			FROM exclusion WHERE `+where+` ORDER BY excluded DESC, id`, value)
	})

	return all, err
}

// dayNumber is a day as the number of days since 1970, -1 for the zero time.
func dayNumber(t time.Time) int64 {
	if t.IsZero() {
		return -1
	}
	return t.Unix() / 86400
}

func numberedDay(n int64) time.Time {
	if n < 0 {
		return time.Time{}
	}
	return time.Unix(n*86400, 0).UTC()
}
