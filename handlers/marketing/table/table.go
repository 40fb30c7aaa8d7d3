// Package table reads the rows of a caller: a JSON list of objects, or text with commas, tabs or semicolons between
// its fields.
//
// A [Table] is opened from an [Input], which finds its columns and counts its rows. A [Mapping] says which column
// holds which field. [Table.Each] then reads the rows one at a time, straight from the request's text: a table
// takes no memory beyond the body. Numbers are exact decimals ([Amount]), and oddities go to a [Warn].
//
// JSON is read by jsontext, which takes a seventh of the time of encoding/json ([Items]). Sums use our own
// [Amount], which takes a sixteenth of the time of shopspring/decimal and a third of the memory. Delimited text has
// its own reader, because people's exports are less strict than encoding/csv.
package table

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// Caps of a table.
const (
	MaxRows    = 100_000
	MaxColumns = 512
)

// Table is the caller's rows, not yet read: only the column names and the number of rows are known.
type Table struct {
	Figures

	Format string // json, comma, tab or semicolon
	Rows   int

	columns   []string // names as sent, in order of first appearance
	keys      []string // the same names normalised
	text      string   // JSON list of the rows, or delimited text after the header
	delimiter byte
}

// Input is the members of a body that can hold a table.
type Input struct {
	Rows      *json.RawMessage
	CSV       *string
	TSV       *string
	Delimiter *string // of CSV and TSV
}

// Open finds the columns of the member named source, which is rows, csv or tsv and must exist, and counts its rows.
func (in Input) Open(source string, warn Warn) (*Table, error) {
	switch source {
	case "csv":
		return openText(source, *in.CSV, in.Delimiter, warn)
	case "tsv":
		return openText(source, *in.TSV, in.Delimiter, warn)
	}

	return in.OpenList(source, *in.Rows, MaxRows, warn)
}

// OpenList opens a JSON list of at most limit objects as the table of the member named source.
func (in Input) OpenList(source string, list json.RawMessage, limit int, warn Warn) (*Table, error) {
	if in.Delimiter != nil {
		return nil, problem.Invalid("delimiter", "delimiter goes with csv or tsv")
	}

	t := &Table{
		Figures: Figures{Source: source, Warn: warn},
		Format:  "json",
		text:    string(list),
	}
	known := map[string]int{}

	err := Items(source, t.text, func(i int, item *Item) error {
		if i >= limit {
			return tooMany(source, limit)
		}

		at := 0
		ok := item.Members(func(name string, _ Cell) {
			at = t.columnOf(name, at, known) + 1
		})
		if !ok {
			return problem.Invalid(source, "%s must be a list of objects: item %d is not an object", source, i+1)
		}
		if len(t.columns) > MaxColumns {
			return problem.InvalidCode(source, problem.CodeTooManyColumns, "%s must have at most %d different members",
				source, MaxColumns)
		}
		t.Rows++

		return nil
	})
	if err != nil {
		return nil, err
	}
	if t.Rows == 0 {
		return nil, problem.InvalidCode(source, problem.CodeNoRows, "%s must have at least one row", source)
	}
	t.normaliseColumns()

	return t, nil
}

// columnOf is the column of the members called name, a new one if necessary. guess is its position in objects with
// the same members in the same order, as is nearly always the case.
func (t *Table) columnOf(name string, guess int, known map[string]int) int {
	if guess < len(t.columns) && t.columns[guess] == name {
		return guess
	}

	n, seen := known[name]
	if !seen {
		n = len(t.columns)
		known[name] = n
		t.columns = append(t.columns, name)
	}

	return n
}

// tooMany is the problem of a list over its cap: too_many_rows, too_many_touches.
func tooMany(source string, limit int) error {
	code := problem.CodeTooManyRows
	what := "rows"
	if source == "touches" {
		code = problem.CodeTooManyTouches
		what = source
	}

	return problem.InvalidCode(source, code, "%s must have at most %d %s", source, limit, what)
}

// openText is a table over delimited text with a header line.
func openText(source, text string, delimiter *string, warn Warn) (*Table, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	char, err := delimiterOf(source, text, delimiter)
	if err != nil {
		return nil, err
	}

	records := &delimited{text: text, delimiter: char}
	header, ok, err := records.next()
	switch {
	case err != nil:
		return nil, inField(source, err)
	case !ok:
		return nil, problem.InvalidCode(source, problem.CodeNoRows,
			"%s must have a header line and at least one row", source)
	case len(header) > MaxColumns:
		return nil, problem.InvalidCode(source, problem.CodeTooManyColumns, "%s must have at most %d columns",
			source, MaxColumns)
	}

	format := formatOf(char)
	t := &Table{
		Figures: Figures{
			Source:       source,
			DecimalComma: format == "semicolon",
			Warn:         warn,
		},
		Format:    format,
		columns:   slices.Clone(header),
		text:      text[records.at:],
		delimiter: char,
	}
	t.normaliseColumns()

	return t, t.countRows()
}

// countRows reads delimited text once, to count its rows, to reject unreadable text and to learn what sign its numbers
// have before decimals: none, if they have both.
func (t *Table) countRows() error {
	told := map[string]bool{}
	records := &delimited{text: t.text, delimiter: t.delimiter}
	for {
		fields, ok, err := records.next()
		if err != nil {
			return inField(t.Source, err)
		}
		if !ok {
			break
		}

		if t.Rows++; t.Rows > MaxRows {
			return tooMany(t.Source, MaxRows)
		}
		if len(fields) > len(t.columns) && strings.Join(fields[len(t.columns):], "") != "" {
			t.Warn(t.Source, "extra_fields", "fields beyond the header's were ignored", t.Rows)
		}
		for _, field := range fields {
			if t.DecimalComma && len(told) < 2 {
				if point := pointOf(field); point != "" {
					told[point] = true
					t.point = point
				}
			}
		}
	}
	if len(told) > 1 {
		t.point = ""
	}

	if t.Rows == 0 {
		return problem.InvalidCode(t.Source, problem.CodeNoRows,
			"%s must have at least one row after the header", t.Source)
	}

	return nil
}

// inField adds the field to a problem from delimited, which does not know it.
func inField(field string, err error) error {
	p := problem.From(err)
	p.Field = field
	p.Detail = field + ": " + p.Detail

	return p
}

func (t *Table) normaliseColumns() {
	t.keys = each.Of(t.columns, NormalName)
}

// Column is the first column with the earliest of the names, or -1.
func (t *Table) Column(names ...string) int {
	for _, name := range names {
		if i := slices.Index(t.keys, name); i >= 0 {
			return i
		}
	}

	return -1
}

// Each reads the rows one by one. cells holds the columns with the numbers in wanted, in that order, and is valid
// only during the call; -1 means no column and gives null. Rows count from 1.
func (t *Table) Each(wanted []int, visit func(row int, cells []Cell) error) error {
	if t.Format == "json" {
		return t.eachObject(wanted, visit)
	}

	cells := make([]Cell, len(wanted))
	records := &delimited{text: t.text, delimiter: t.delimiter}
	for row := 1; ; row++ {
		fields, ok, err := records.next()
		if err != nil || !ok {
			return err
		}

		for i, column := range wanted {
			cells[i] = Cell{}
			if column >= 0 && column < len(fields) && fields[column] != "" {
				cells[i] = Cell{fields[column], Text}
			}
		}
		if err := visit(row, cells); err != nil {
			return err
		}
	}
}

func (t *Table) eachObject(wanted []int, visit func(row int, cells []Cell) error) error {
	cells := make([]Cell, len(wanted))
	known := make(map[string]int, len(t.columns))
	place := make([]int, len(t.columns)) // in cells, of each column
	for i, name := range t.columns {
		known[name] = i
		place[i] = slices.Index(wanted, i)
	}

	return Items(t.Source, t.text, func(i int, item *Item) error {
		clear(cells)
		at := 0
		item.Members(func(name string, value Cell) {
			column := t.columnOf(name, at, known)
			at = column + 1
			if value == (Cell{Kind: Text}) {
				value = Cell{}
			}
			if place[column] >= 0 {
				cells[place[column]] = value
			}
		})

		return visit(i+1, cells)
	})
}
