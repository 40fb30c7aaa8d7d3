package convert

import (
	"errors"
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// jsonToCSV writes a list of objects (one object counts as a list of it) as RFC 4180 with LF line ends. The header
// has the dotted path of every value in order of first appearance. Lists and empty objects become compact JSON,
// null becomes an empty cell.
func jsonToCSV(data string, opts options, out *output) error {
	v, err := readJSON(data)
	if err != nil {
		return err
	}

	rows := v.items
	if v.kind == kindObject {
		rows = []*value{v}
	} else if v.kind != kindList {
		return problem.Invalid("data", "json to csv takes a list of objects, or one object")
	}

	t := &table{root: &column{}, names: map[string]*column{}}
	cells := make([][]cell, len(rows))
	for i, row := range rows {
		if row.kind != kindObject {
			return problem.Invalid("data", "json to csv takes a list of objects, and element %d is not an object", i)
		}
		if cells[i], err = t.flatten(t.root, row, nil); err != nil {
			return err
		}
	}

	w := &csvWriter{
		out:            out,
		delimiter:      string(opts.delimiter),
		escapeFormulas: opts.escapeFormulas,
	}
	if len(t.columns) == 0 {
		return nil // no row has a value, so there is nothing for a header
	}

	line := each.Of(t.columns, func(c *column) cell { return cell{text: c.name} })

	w.record(line)
	for _, row := range cells {
		if out.over {
			return nil
		}
		clear(line)
		for _, c := range row {
			line[c.column] = c
		}
		w.record(line)
	}

	return nil
}

// table gathers the columns of all rows. A path is a walk through a tree of columns, so that a long prefix is
// stored once rather than for every row.
type table struct {
	root    *column
	columns []*column
	names   map[string]*column
	size    int // bytes of all names
}

type column struct {
	name     string
	number   int // index among columns, from 1; 0 while it has no values itself
	children map[string]*column
}

type cell struct {
	column int
	text   string
	number bool
}

func (t *table) flatten(at *column, row *value, cells []cell) ([]cell, error) {
	for i, key := range row.keys {
		child, err := t.child(at, key)
		if err != nil {
			return nil, err
		}

		v := row.values[i]
		if v.kind == kindObject && len(v.keys) > 0 {
			if cells, err = t.flatten(child, v, cells); err != nil {
				return nil, err
			}
			continue
		}

		if child.number == 0 {
			if other, taken := t.names[child.name]; taken && other != child {
				return nil, problem.Invalid("data",
					"the column %q would stand for two different paths: a key with a dot and a key in an object",
					shown(child.name))
			}
			t.names[child.name] = child
			t.columns = append(t.columns, child)
			child.number = len(t.columns)
		}

		cells = append(cells, cell{
			column: child.number - 1,
			text:   cellText(v),
			number: v.kind == kindNumber,
		})
	}
	return cells, nil
}

// child is the column of a key below at. Column names count towards the bound of the result.
func (t *table) child(at *column, key string) (*column, error) {
	if c, ok := at.children[key]; ok {
		return c, nil
	}
	name := key
	if at != t.root {
		name = at.name + "." + key
	}
	if t.size += len(name); t.size > maxOutput {
		return nil, problem.Unprocessable("data", problem.CodeResultTooLarge,
			"the header would have more than %d bytes", maxOutput)
	}
	if at.children == nil {
		at.children = map[string]*column{}
	}
	c := &column{name: name}
	at.children[key] = c
	return c, nil
}

func cellText(v *value) string {
	switch v.kind {
	case kindNull:
		return ""
	case kindList, kindObject:
		var out output
		writeJSON(&out, v, options{minify: true})
		return string(out.buf)
	default:
		return v.text
	}
}

type csvWriter struct {
	out            *output
	delimiter      string
	escapeFormulas bool
}

func (w *csvWriter) record(fields []cell) {
	for i, c := range fields {
		if w.out.over {
			return
		}
		if i > 0 {
			w.out.put(w.delimiter)
		}
		f := c.text
		if w.escapeFormulas && !c.number && f != "" && strings.ContainsRune("=+-@\t\r", rune(f[0])) {
			f = "'" + f
		}
		if w.needsQuotes(f) || len(fields) == 1 && f == "" { // an empty line would not be a record
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		w.out.put(f)
	}
	w.out.put("\n")
}

func (w *csvWriter) needsQuotes(f string) bool {
	return f != "" && (strings.ContainsAny(f, "\"\r\n") || strings.Contains(f, w.delimiter) ||
		f != strings.TrimSpace(f) || strings.HasPrefix(f, "\uFEFF"))
}

var errUnterminated = errors.New("a quoted field is not closed")

func errAtLine(line int, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
}
