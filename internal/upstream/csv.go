package upstream

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/upstream/scalar"
)

// CSV says how a provider writes its tables. The zero value is comma-separated with a header line.
type CSV struct {
	Comma    rune // 0 means ','
	Comment  rune // lines that start with it are skipped; 0 means none
	Skip     int  // lines before the header
	NoHeader bool // the first line is data already
}

// Rows is a table being read. Go over All, then look at Err.
type Rows struct {
	next   func() ([]string, error)
	header map[string]int
	err    error
}

// Row is one line of the table. It is valid until the next one is read.
type Row struct {
	fields []string
	header map[string]int
}

// Read starts reading the table in src, which has to be UTF-8, with or without a byte order mark. Quotes in odd places
// and lines of uneven length are taken as they come: public files have both.
func (o CSV) Read(src io.Reader) *Rows {
	buf := bufio.NewReader(src)
	if mark, err := buf.Peek(3); err == nil && bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = buf.Discard(3) // peeked at: cannot fail
	}
	rows := &Rows{}
	for range o.Skip {
		if _, err := buf.ReadString('\n'); err != nil {
			rows.err = fmt.Errorf("table ends before its header: %w", err)
			return rows
		}
	}

	r := csv.NewReader(buf)
	r.LazyQuotes = true
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	r.Comment = o.Comment
	if o.Comma != 0 {
		r.Comma = o.Comma
	}

	rows.next = r.Read
	if o.NoHeader {
		return rows
	}
	names, err := r.Read()
	if err != nil {
		rows.err = fmt.Errorf("reading the table's header: %w", err)
		return rows
	}

	rows.header = make(map[string]int, len(names))
	for i, name := range names {
		if name = strings.TrimSpace(name); name != "" {
			if _, twice := rows.header[name]; !twice {
				rows.header[name] = i
			}
		}
	}
	return rows
}

// Need fails the reading when the header lacks one of the columns: the provider has changed its table.
func (r *Rows) Need(columns ...string) *Rows {
	for _, c := range columns {
		if _, ok := r.header[c]; !ok && r.err == nil {
			r.err = fmt.Errorf("table has no column %q", c)
		}
	}
	return r
}

// All iterates over the rows. It stops at the first error, which Err then returns.
func (r *Rows) All() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for r.err == nil {
			fields, err := r.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				r.err = fmt.Errorf("reading the table: %w", err)
				return
			}
			if !yield(Row{fields: fields, header: r.header}) {
				return
			}
		}
	}
}

// Err is what stopped the reading, nil at the end of the table.
func (r *Rows) Err() error { return r.err }

// Get is the field of the named column without blanks around it, "" where the line or the table has none.
func (r Row) Get(column string) string {
	i, ok := r.header[column]
	if !ok {
		return ""
	}
	return r.At(i)
}

// At is field i, counted from 0, without blanks around it, "" where the line is shorter or has a word for no value.
func (r Row) At(i int) string {
	if i < 0 || i >= len(r.fields) {
		return ""
	}
	if text := strings.TrimSpace(r.fields[i]); !scalar.IsNothing(text) {
		return text
	}
	return ""
}

// Len is the number of fields of the line.
func (r Row) Len() int { return len(r.fields) }

// Fields is a copy of the line.
func (r Row) Fields() []string { return slices.Clone(r.fields) }
