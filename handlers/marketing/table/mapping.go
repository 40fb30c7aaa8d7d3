package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// NormalName is the form in which column names are matched: lower case, with one underscore for each run of other
// characters than letters and digits, and none at the ends.
func NormalName(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		b.WriteRune(unicode.ToLower(r))
	}

	return b.String()
}

// Mapping assigns columns to fields.
type Mapping struct {
	t      *Table
	column map[string]int // field -> column
	taken  []bool         // by column
}

// NewMapping maps no field of t yet.
func NewMapping(t *Table) *Mapping {
	return &Mapping{
		t:      t,
		column: map[string]int{},
		taken:  make([]bool, len(t.columns)),
	}
}

// Find maps field to the free column with the earliest of the names; without one it stays unmapped. Among columns
// with the same name the first wins.
func (m *Mapping) Find(field string, names []string) bool {
	for _, name := range names {
		for i, key := range m.t.keys {
			if key == name && !m.taken[i] {
				m.Use(field, i)
				return true
			}
		}
	}

	return false
}

// Use maps field to a column.
func (m *Mapping) Use(field string, column int) {
	m.column[field] = column
	m.taken[column] = true
}

// At is the column of field, or -1.
func (m *Mapping) At(field string) int {
	if i, ok := m.column[field]; ok {
		return i
	}

	return -1
}

// Has reports whether field has a column.
func (m *Mapping) Has(field string) bool { return m.At(field) >= 0 }

// Empty reports whether no field has a column.
func (m *Mapping) Empty() bool { return len(m.column) == 0 }

// Columns are the columns of fields, in their order.
func (m *Mapping) Columns(fields ...string) []int {
	return each.Of(fields, m.At)
}

// Report is the mapping in answers' form, with the unused columns.
func (m *Mapping) Report() (used map[string]string, ignored []string) {
	used = map[string]string{}
	for field, i := range m.column {
		used[field] = Shown(m.t.columns[i])
	}

	ignored = []string{}
	for i, name := range m.t.columns {
		if !m.taken[i] {
			ignored = append(ignored, Shown(name))
		}
	}

	return used, ignored
}

// shownColumns are the columns named in a problem.
const shownColumns = 10

// NoHeader is the problem for a table without a column that the route understands.
func (m *Mapping) NoHeader(wanted string) error {
	names := each.Of(m.t.columns[:min(shownColumns, len(m.t.columns))], Shown)
	if len(m.t.columns) > shownColumns {
		names = append(names, "...")
	}

	source := m.t.Source

	return problem.InvalidCode(source, problem.CodeNoHeader, "no column of %s was recognised: it has %s; wanted are %s",
		source, strings.Join(names, ", "), wanted)
}

// shownName bounds a caller's text in reports.
const shownName = 100

// Shown is a caller's text for quoting in reports.
func Shown(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if utf8.RuneCountInString(text) <= shownName {
		return text
	}

	return string([]rune(text)[:shownName]) + "..."
}
