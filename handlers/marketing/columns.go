package marketing

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/problem"
)

// The fields that columns are mapped to.
const (
	fieldChannel     = "channel"
	fieldStage       = "stage"
	fieldImpressions = "impressions"
	fieldClicks      = "clicks"
	fieldConversions = "conversions"
	fieldSpend       = "spend"
	fieldRevenue     = "revenue"
	fieldLTV         = "ltv"
	fieldCustomers   = "customers"
)

// field is a field with the names that its column may have, the best first.
type field struct {
	name    string
	aliases []string
}

// fields is the alias table of the family. Names match whole, after normalName: sales is revenue,
// sales_count is conversions.
var fields = []field{
	{fieldChannel, []string{"channel", "source", "medium", "campaign", "platform", "network", "name"}},
	{fieldStage, []string{"stage", "step", "funnel_stage"}},
	{fieldImpressions, []string{"impressions", "impression", "impr", "imp", "imps", "views", "reach"}},
	{fieldClicks, []string{"clicks", "click", "visits", "sessions", "taps"}},
	{fieldConversions, []string{"conversions", "conversion", "conv", "convs", "purchases", "signups", "sign_ups", "orders", "sales_count", "leads"}},
	{fieldSpend, []string{"spend", "cost", "budget", "ad_spend", "amount_spent"}},
	{fieldRevenue, []string{"revenue", "rev", "sales", "sales_value", "value", "income"}},
	{fieldLTV, []string{"ltv", "lifetime_value", "customer_ltv", "clv"}},
	{fieldCustomers, []string{"customers", "new_customers", "customers_acquired", "buyers"}},
}

// aliasesOf are the names of a field of the table.
func aliasesOf(name string) []string {
	for _, f := range fields {
		if f.name == name {
			return f.aliases
		}
	}
	return nil
}

// fieldOf is the field that a normalised name is an alias of, or "".
func fieldOf(name string) string {
	for _, f := range fields {
		if slices.Contains(f.aliases, name) {
			return f.name
		}
	}
	return ""
}

// normalName brings a name to the form that aliases are matched in: lower case, runs of anything but
// letters and digits as one underscore, none at the ends.
func normalName(name string) string {
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

// mapping is which column holds which field.
type mapping struct {
	t      *table
	column map[string]int // field -> column
	taken  []bool         // by column
}

func newMapping(t *table) *mapping {
	return &mapping{t: t, column: map[string]int{}, taken: make([]bool, len(t.columns))}
}

// find maps field to the column with the earliest of the names; without one it stays unmapped. Of
// columns with the same name the first wins.
func (m *mapping) find(field string, names []string) bool {
	for _, name := range names {
		for i, key := range m.t.keys {
			if key == name && !m.taken[i] {
				m.use(field, i)
				return true
			}
		}
	}
	return false
}

// findFields maps fields of the alias table.
func (m *mapping) findFields(names ...string) {
	for _, name := range names {
		m.find(name, aliasesOf(name))
	}
}

func (m *mapping) use(field string, column int) {
	m.column[field], m.taken[column] = column, true
}

// at is the column of field, -1 without one.
func (m *mapping) at(field string) int {
	if i, ok := m.column[field]; ok {
		return i
	}
	return -1
}

func (m *mapping) has(field string) bool { return m.at(field) >= 0 }

// columns are the columns of fields, in their order.
func (m *mapping) columns(fields ...string) []int {
	out := make([]int, len(fields))
	for i, f := range fields {
		out[i] = m.at(f)
	}
	return out
}

// report is the mapping as answers show it, with the columns that nothing was read from.
func (m *mapping) report() (used map[string]string, ignored []string) {
	used, ignored = map[string]string{}, []string{}
	for f, i := range m.column {
		used[f] = shown(m.t.columns[i])
	}
	for i, name := range m.t.columns {
		if !m.taken[i] {
			ignored = append(ignored, shown(name))
		}
	}
	return used, ignored
}

// noHeader is the problem of a table none of whose columns means anything to the route.
func (m *mapping) noHeader(wanted string) error {
	var names []string
	for i, name := range m.t.columns {
		if i == 10 {
			names = append(names, "...")
			break
		}
		names = append(names, shown(name))
	}
	return problem.InvalidCode(m.t.source, "no_header", "no column of %s was recognised: it has %s; wanted are %s", m.t.source, strings.Join(names, ", "), wanted)
}

// shownName bounds a caller's name in reports.
const shownName = 100

func shown(name string) string {
	name = strings.ToValidUTF8(name, "\ufffd")
	if utf8.RuneCountInString(name) <= shownName {
		return name
	}
	return string([]rune(name)[:shownName]) + "..."
}
