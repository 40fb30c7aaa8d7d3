package marketing

import (
	"encoding/json"
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// table is the caller's rows, not yet read: only the names of its columns and how many rows it has.
// Rows are read one at a time straight from the request's text, so that a table takes no memory beyond
// the body.
type table struct {
	source    string   // member of the body that holds it
	format    string   // json, comma, tab or semicolon
	columns   []string // names as they were sent, in the order they first come
	keys      []string // the same names normalised
	rowsCount int
	list      string // JSON text of the rows
	text      string // delimited text after the header
	delimiter byte
	warn      *warnings
}

// input is the members of a body that can hold a table.
type input struct {
	rows      *json.RawMessage
	csv, tsv  *string
	delimiter *string
}

// pick is the one source that was given among the members names; given tells which are there.
func pick(names []string, given []bool) (string, error) {
	chosen := ""
	for i, name := range names {
		switch {
		case !given[i]:
		case chosen != "":
			return "", problem.Invalid(name, "give exactly one of %s: both %s and %s are there", strings.Join(names, ", "), chosen, name)
		default:
			chosen = name
		}
	}
	if chosen == "" {
		return "", problem.InvalidCode(names[0], "missing_input", "give exactly one of %s", strings.Join(names, ", "))
	}
	return chosen, nil
}

func (in input) given() []bool { return []bool{in.rows != nil, in.csv != nil, in.tsv != nil} }

// tableNames are the members of input, in the order of given.
var tableNames = []string{"rows", "csv", "tsv"}

// open finds the columns of the source called name and counts its rows.
func (in input) open(name string, warn *warnings) (*table, error) {
	if name == "rows" {
		if in.delimiter != nil {
			return nil, problem.Invalid("delimiter", "delimiter goes with csv or tsv")
		}
		return openRows("rows", string(*in.rows), maxRows, warn)
	}
	text := in.csv
	if name == "tsv" {
		text = in.tsv
	}
	return openText(name, *text, in.delimiter, warn)
}

// openRows is a table over a JSON list of objects, called field, with at most limit of them.
func openRows(field, text string, limit int, warn *warnings) (*table, error) {
	t := &table{source: field, format: "json", list: text, warn: warn}
	known := map[string]int{}
	err := list(field, text, func(i int, c *scanner) error {
		if i >= limit {
			return tooMany(field, limit)
		}
		at := 0
		ok := c.object(func(name string, _ cell) {
			// Objects mostly have the same members in the same order.
			if at < len(t.columns) && t.columns[at] == name {
				at++
				return
			}
			n, seen := known[name]
			if !seen {
				n = len(t.columns)
				known[name] = n
				t.columns = append(t.columns, name)
			}
			at = n + 1
		})
		if !ok {
			return problem.Invalid(field, "%s must be a list of objects: item %d is none", field, i+1)
		}
		if len(t.columns) > maxColumns {
			return problem.InvalidCode(field, "too_many_columns", "%s must have at most %d different members", field, maxColumns)
		}
		t.rowsCount++
		return nil
	})
	if err != nil {
		return nil, err
	}
	if t.rowsCount == 0 {
		return nil, problem.InvalidCode(field, "no_rows", "%s must have at least one row", field)
	}
	t.normaliseColumns()
	return t, nil
}

// tooMany is the problem of a list over its cap: too_many_rows, too_many_touches, too_many_paths.
func tooMany(field string, limit int) error {
	what := field
	if field == "csv" || field == "tsv" {
		what = "rows"
	}
	return problem.InvalidCode(field, "too_many_"+what, "%s must have at most %d %s", field, limit, what)
}

// openText is a table over delimited text with a header line.
func openText(field, text string, delimiter *string, warn *warnings) (*table, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	t := &table{source: field, warn: warn}
	var err error
	if t.delimiter, err = delimiterOf(field, text, delimiter); err != nil {
		return nil, err
	}
	t.format = formatOf(t.delimiter)
	scan := &textScanner{s: text, delimiter: t.delimiter}
	header, ok, err := scan.next()
	if err != nil {
		return nil, inField(field, err)
	}
	if !ok {
		return nil, problem.InvalidCode(field, "no_rows", "%s must have a header line and at least one row", field)
	}
	if len(header) > maxColumns {
		return nil, problem.InvalidCode(field, "too_many_columns", "%s must have at most %d columns", field, maxColumns)
	}
	t.columns = append(t.columns, header...)
	t.text = text[scan.i:]
	count := &textScanner{s: t.text, delimiter: t.delimiter}
	for {
		fields, ok, err := count.next()
		if err != nil {
			return nil, inField(field, err)
		}
		if !ok {
			break
		}
		if t.rowsCount++; t.rowsCount > maxRows {
			return nil, tooMany(field, maxRows)
		}
		if len(fields) > len(t.columns) && strings.Join(fields[len(t.columns):], "") != "" {
			warn.row(field, "extra_fields", "fields beyond the header's were ignored", t.rowsCount)
		}
	}
	if t.rowsCount == 0 {
		return nil, problem.InvalidCode(field, "no_rows", "%s must have at least one row after the header", field)
	}
	t.normaliseColumns()
	return t, nil
}

// delimiterOf is the delimiter asked for, or the one found. In tsv it is the tab unless the header has none.
func delimiterOf(field, text string, given *string) (byte, error) {
	if given != nil {
		return namedDelimiter(*given)
	}
	if field == "tsv" {
		for rest := text; rest != ""; {
			var line string
			if line, rest = splitLine(rest); strings.TrimSpace(line) == "" {
				continue
			}
			if countUnquoted(line, '\t') > 0 {
				return '\t', nil
			}
			break
		}
	}
	return sniff(text), nil
}

// inField names the field of a problem that comes from a scanner, which does not know it.
func inField(field string, err error) error {
	p := problem.From(err)
	p.Field = field
	p.Detail = field + ": " + p.Detail
	return p
}

func (t *table) normaliseColumns() {
	t.keys = make([]string, len(t.columns))
	for i, name := range t.columns {
		t.keys[i] = normalName(name)
	}
}

// each reads the rows one by one. cells holds the columns whose numbers are in wanted, in that order,
// and is valid during the call only; -1 asks for no column and gives null. Rows count from 1.
func (t *table) each(wanted []int, visit func(row int, cells []cell) error) error {
	cells := make([]cell, len(wanted))
	if t.format == "json" {
		return t.eachObject(wanted, cells, visit)
	}
	scan := &textScanner{s: t.text, delimiter: t.delimiter}
	for row := 1; ; row++ {
		fields, ok, err := scan.next()
		if err != nil || !ok {
			return err
		}
		for i, column := range wanted {
			cells[i] = cell{}
			if column >= 0 && column < len(fields) && fields[column] != "" {
				cells[i] = cell{fields[column], kindText}
			}
		}
		if err := visit(row, cells); err != nil {
			return err
		}
	}
}

func (t *table) eachObject(wanted []int, cells []cell, visit func(row int, cells []cell) error) error {
	index := make(map[string]int, len(t.columns))
	slot := make([]int, len(t.columns)) // place in cells of each column
	for i, name := range t.columns {
		index[name], slot[i] = i, -1
	}
	for i, column := range wanted {
		if column >= 0 {
			slot[column] = i
		}
	}
	return list(t.source, t.list, func(i int, c *scanner) error {
		clear(cells)
		at := 0
		c.object(func(name string, value cell) {
			if at >= len(t.columns) || t.columns[at] != name {
				at = index[name]
			}
			if s := slot[at]; s >= 0 {
				if value.kind == kindText && value.text == "" {
					value = cell{}
				}
				cells[s] = value
			}
			at++
		})
		return visit(i+1, cells)
	})
}
