package duty

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// row is a table row by column name.
type row struct {
	values map[string]string
	err    *error
}

func (r row) fail(format string, args ...any) {
	if *r.err == nil {
		*r.err = fmt.Errorf(format, args...)
	}
}

func (r row) optional(column string) string {
	value, ok := r.values[column]
	if !ok {
		r.fail("there is no column %s", column)
	}
	return value
}

func (r row) text(column string) string {
	value := r.optional(column)
	if value == "" {
		r.fail("%s is missing", column)
	}
	return value
}

func (r row) number(column string) *decimal.Decimal {
	value := r.optional(column)
	if value == "" {
		return nil
	}
	d, err := decimal.NewFromString(value)
	if err != nil {
		r.fail("%s is not a number", column)
	}
	return &d
}

func (r row) day(column string, required bool) time.Time {
	value := r.optional(column)
	if value == "" && !required {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, value)
	if err != nil {
		r.fail("%s is not a day such as 2026-10-10", column)
	}
	return day
}

func eachRow(folder fs.FS, name string, read func(row) error) error {
	file, err := folder.Open(name)
	if err != nil {
		return fmt.Errorf("tariff tables: %w", err)
	}
	defer file.Close()

	reader := csv.NewReader(file)
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		return fmt.Errorf("tariff tables: %s: %w", name, err)
	}
	if len(rows) < 2 {
		return fmt.Errorf("tariff tables: %s has no rows", name)
	}

	for i, cells := range rows[1:] {
		values := make(map[string]string, len(cells))
		for j, cell := range cells {
			values[rows[0][j]] = strings.TrimSpace(cell)
		}
		if err := read(row{values: values, err: new(error)}); err != nil {
			return fmt.Errorf("tariff tables: %s, row %d: %w", name, i+1, err)
		}
	}
	return nil
}

// readList reads a list: lines of a four-digit heading and the rest of each code, with "-" for the heading itself.
func readList(folder fs.FS, name string) (List, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return List{}, fmt.Errorf("tariff tables: %w", err)
	}

	list := List{codes: map[string]bool{}}
	for i, line := range strings.Split(string(text), "\n") {
		if comment, ok := strings.CutPrefix(line, "#"); ok {
			comment = strings.TrimSpace(comment)
			if asOf, ok := strings.CutPrefix(comment, "as_of: "); ok {
				list.AsOf, err = time.Parse(time.DateOnly, asOf)
				if err != nil {
					return List{}, fmt.Errorf("tariff tables: %s, line %d: as_of is not a day", name, i+1)
				}
			} else if i == 0 {
				list.Title = comment
			}
			continue
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		for _, rest := range words[1:] {
			code := words[0] + strings.TrimSuffix(rest, "-")
			if len(words[0]) != 4 || len(code)%2 != 0 || len(code) > 10 || strings.Trim(code, "0123456789") != "" {
				return List{}, fmt.Errorf("tariff tables: %s, line %d: %q is not a code", name, i+1, rest)
			}
			list.codes[code] = true
		}
		if len(words) == 1 {
			return List{}, fmt.Errorf("tariff tables: %s, line %d: nothing follows the heading", name, i+1)
		}
	}
	if len(list.codes) == 0 || list.AsOf.IsZero() || list.Title == "" {
		return List{}, fmt.Errorf("tariff tables: %s lacks its title, as_of or codes", name)
	}
	return list, nil
}

// saw takes the day of a row that was held against the schedule. Rows from other sources say nothing of the rest.
func (t *Tables) saw(source string, asOf time.Time) {
	if strings.HasPrefix(source, "https://hts.usitc.gov/") && asOf.After(t.AsOf) {
		t.AsOf = asOf
	}
}

func (t *Tables) measure(r row) error {
	m := Measure{
		Group:      Group(r.text("group")),
		Heading:    r.optional("heading"),
		Title:      r.text("title"),
		Origins:    strings.Fields(r.text("origins")),
		Lists:      strings.Fields(r.optional("lists")),
		Kind:       r.optional("kind"),
		RatePct:    r.number("rate_pct"),
		UpperPct:   r.number("upper_pct"),
		Always:     r.optional("always") == "yes",
		Start:      r.day("start_date", true),
		End:        r.day("end_date", false),
		Needs:      r.optional("needs"),
		Relief:     r.optional("relief"),
		LegalBasis: r.text("legal_basis"),
		Source:     r.text("source"),
		AsOf:       r.day("as_of_date", true),
	}
	if confidence := r.number("confidence"); confidence != nil {
		m.Confidence = confidence.InexactFloat64()
	}

	switch {
	case m.Confidence <= 0 || m.Confidence > 1:
		r.fail("confidence is above 0 and at most 1")
	case !m.End.IsZero() && m.End.Before(m.Start):
		r.fail("end_date is before start_date")
	case !slices.Contains([]string{kindAdd, kindFloor, kindInLieu, kindBan, kindVoid, kindNotice, ""}, m.Kind):
		r.fail("kind %q is not known", m.Kind)
	case m.RatePct == nil && m.Needs == "" && m.Kind != kindBan && m.Kind != kindVoid:
		r.fail("a measure without a rate says what it needs")
	case m.RatePct != nil && (m.RatePct.IsNegative() || m.RatePct.GreaterThan(decimal.NewFromInt(1000))):
		r.fail("rate_pct is from 0 to 1000")
	case m.UpperPct != nil && (m.Needs == "" || m.RatePct == nil || m.UpperPct.LessThan(*m.RatePct)):
		r.fail("upper_pct is at least rate_pct, and needs says on what it depends")
	case m.Always && m.UpperPct == nil:
		r.fail("a measure that always applies depends on a fact for its rate: it has an upper_pct")
	case !knownGroup(m.Group):
		r.fail("group %q has no rule of stacking", m.Group)
	}
	t.Measures = append(t.Measures, m)
	t.saw(m.Source, m.AsOf)
	return *r.err
}

func (t *Tables) preference(r row) error {
	p := Preference{
		Symbols:   strings.Fields(r.text("symbols")),
		Name:      r.text("name"),
		Members:   strings.Fields(r.text("members")),
		MPFExempt: r.text("mpf_exempt") == "yes",
		End:       r.day("end_date", false),
		Needs:     r.optional("needs"),
		Source:    r.text("source"),
		AsOf:      r.day("as_of_date", true),
	}
	t.Preferences = append(t.Preferences, p)
	t.saw(p.Source, p.AsOf)
	return *r.err
}

func (t *Tables) fee(r row) error {
	f := Fee{
		Code:       r.text("code"),
		Name:       r.text("name"),
		Minimum:    r.number("minimum_usd"),
		Maximum:    r.number("maximum_usd"),
		Doubtful:   strings.Fields(r.optional("doubtful_origins")),
		Start:      r.day("start_date", true),
		End:        r.day("end_date", false),
		LegalBasis: r.text("legal_basis"),
		Source:     r.text("source"),
		AsOf:       r.day("as_of_date", true),
	}

	if pct := r.number("rate_pct"); pct != nil {
		f.RatePct = *pct
	} else {
		r.fail("rate_pct is missing")
	}

	t.Fees = append(t.Fees, f)
	t.saw(f.Source, f.AsOf)
	return *r.err
}

func (t *Tables) endedRange(r row) error {
	t.ended = append(t.ended, ended{
		from: r.text("from"),
		to:   r.text("to"),
		why:  r.text("why"),
	})
	return *r.err
}
