package convert

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// csvToJSON reads CSV whose first record names the columns, and writes a list of objects. Short records have
// null for what they lack, which is not an empty field; one with too many fields is an error.
func csvToJSON(data string, opts options, out *output) error {
	r := &csvReader{
		rest:      strings.TrimPrefix(data, "\uFEFF"),
		delimiter: opts.delimiter,
		line:      1,
	}
	header, ok, err := r.record()
	if err != nil {
		return err
	}

	if ok {
		nameColumns(header)
	}

	// Rows are written as they are read: a short one may expand to a thousand columns.
	row := newObject()
	for _, name := range header {
		row.set(name, &value{})
	}

	w := jsonWriter{out: out, opts: opts}
	out.put("[")
	rows := 0
	for ok && !out.over {
		line := r.line
		var fields []string
		if fields, ok, err = r.record(); err != nil {
			return err
		}
		if !ok {
			break
		}
		if len(fields) > len(header) {
			return errAtLine(line, "the record has %d fields, and the header %d", len(fields), len(header))
		}
		for i := range header {
			*row.values[i] = value{kind: kindNull}
			if i < len(fields) {
				*row.values[i] = cellValue(fields[i], opts.inferTypes)
			}
		}
		w.separate(rows, 1)
		w.value(row, 1)
		rows++
	}

	w.end(rows, 0, "]")
	return nil
}

// cellValue is a field as text or, with infer, as the number, boolean or null that it spells.
func cellValue(text string, infer bool) value {
	if infer {
		switch {
		case text == "":
			return value{kind: kindNull}
		case text == "true" || text == "false":
			return value{kind: kindBool, text: text}
		case isJSONNumber(text):
			return value{kind: kindNumber, text: text}
		}
	}
	return value{kind: kindString, text: text}
}

func isJSONNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && s == strings.TrimSpace(s) && json.Valid([]byte(s))
}

// nameColumns makes column names unique: an empty name becomes column_N, a repeated one gets the suffix _2, _3 and
// so on. Unique names stay.
func nameColumns(header []string) {
	taken := make(map[string]bool, len(header))
	for _, name := range header {
		taken[name] = true
	}

	used := make(map[string]bool, len(header))
	next := map[string]int{}
	for i, name := range header {
		if name == "" {
			name = fmt.Sprintf("column_%d", i+1)
			if taken[name] {
				used[name] = true
			}
		}
		base := name
		for n := max(next[base], 2); used[name]; n++ {
			if candidate := base + "_" + strconv.Itoa(n); !taken[candidate] {
				name = candidate
			}
			next[base] = n + 1
		}
		used[name] = true
		taken[name] = true
		header[i] = name
	}
}

// csvReader reads RFC 4180: CRLF, LF or CR end a record, line ends in quotes are kept (encoding/csv changes them),
// and empty lines are not records. A quote inside a field that does not start with one is an ordinary character, as
// in 37°36'37.8"N.
type csvReader struct {
	rest      string
	delimiter rune
	line      int // of the start of rest
}

// record is the next record, or false at the end.
func (r *csvReader) record() ([]string, bool, error) {
	for r.endLine() {
	}
	if r.rest == "" {
		return nil, false, nil
	}

	var fields []string
	for {
		f, err := r.field()
		if err != nil {
			return nil, false, err
		}
		fields = append(fields, f)
		if next, size := utf8.DecodeRuneInString(r.rest); size > 0 && next == r.delimiter {
			r.rest = r.rest[size:]
			continue
		}
		r.endLine()
		return fields, true, nil
	}
}

// endLine skips one line end, if there is one.
func (r *csvReader) endLine() bool {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		if rest, ok := strings.CutPrefix(r.rest, end); ok {
			r.rest = rest
			r.line++
			return true
		}
	}
	return false
}

func (r *csvReader) field() (string, error) {
	if !strings.HasPrefix(r.rest, `"`) {
		end := strings.IndexAny(r.rest, "\r\n"+string(r.delimiter))
		if end < 0 {
			end = len(r.rest)
		}
		f := r.rest[:end]
		if blanks, _, found := strings.Cut(f, `"`); found && strings.TrimSpace(blanks) == "" {
			return "", errAtLine(r.line, "spaces before the quote of a field, which then would not quote it")
		}
		r.rest = r.rest[end:]
		return f, nil
	}

	start := r.line
	var b strings.Builder
	r.rest = r.rest[1:]

	for {
		end := strings.IndexByte(r.rest, '"')
		if end < 0 {
			return "", errAtLine(start, "%s", errUnterminated)
		}
		part := r.rest[:end]
		b.WriteString(part)
		r.line += strings.Count(part, "\n")
		r.rest = r.rest[end+1:]
		if !strings.HasPrefix(r.rest, `"`) {
			break
		}
		b.WriteByte('"')
		r.rest = r.rest[1:]
	}

	if next, size := utf8.DecodeRuneInString(r.rest); size > 0 && next != r.delimiter && next != '\r' && next != '\n' {
		return "", errAtLine(r.line, "text follows the closing quote of a field")
	}
	return b.String(), nil
}
