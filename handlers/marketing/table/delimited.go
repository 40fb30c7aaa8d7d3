package table

import (
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// delimited reads delimited text (RFC 4180; line ends CRLF, LF or CR). It is lenient: it drops spaces before a
// quote, keeps a quote inside an unquoted field, and keeps text after a closing quote. Only an unclosed quote is an
// error, because it hides the rest of the data.
//
// encoding/csv does none of that: it does not accept a lone CR, changes line ends inside quotes, and with
// LazyQuotes treats text after a closing quote as part of the quoted text.
type delimited struct {
	text      string
	at        int
	delimiter byte
	fields    []string
}

// next returns the fields of the next nonempty record; they are valid until the next call. ok is false at the end.
func (d *delimited) next() (fields []string, ok bool, err error) {
	for d.at < len(d.text) {
		filled := false
		d.fields = d.fields[:0]

		for last := false; !last; {
			var field string
			if field, last, err = d.field(); err != nil {
				return nil, false, err
			}
			filled = filled || field != ""
			d.fields = append(d.fields, field)
		}

		if filled {
			return d.fields, true, nil
		}
	}

	return nil, false, nil
}

// field reads a field and its terminator; last means that the record ended too.
func (d *delimited) field() (text string, last bool, err error) {
	start := d.at
	for d.at < len(d.text) && d.text[d.at] == ' ' {
		d.at++
	}
	if d.at < len(d.text) && d.text[d.at] == '"' {
		return d.quoted()
	}

	d.at = start
	text, last = d.bare()

	return text, last, nil
}

// bare reads up to the end of the field, ignoring quotes.
func (d *delimited) bare() (text string, last bool) {
	start := d.at
	for ; d.at < len(d.text); d.at++ {
		switch d.text[d.at] {
		case d.delimiter:
			text = d.text[start:d.at]
			d.at++

			return strings.TrimSpace(text), false
		case '\n', '\r':
			text = d.text[start:d.at]
			if strings.HasPrefix(d.text[d.at:], "\r\n") {
				d.at++
			}
			d.at++

			return strings.TrimSpace(text), true
		}
	}

	return strings.TrimSpace(d.text[start:]), true
}

// quoted reads a field that begins with a quote.
func (d *delimited) quoted() (text string, last bool, err error) {
	opened := d.at
	doubled := false

	d.at++
	for {
		length := strings.IndexByte(d.text[d.at:], '"')
		if length < 0 {
			line := 1 + strings.Count(d.text[:opened], "\n")
			return "", false, problem.InvalidCode("", problem.CodeUnterminatedQuote,
				"a quote that opens in line %d never closes", line)
		}

		d.at += length + 1
		if d.at >= len(d.text) || d.text[d.at] != '"' {
			break
		}
		doubled = true
		d.at++
	}

	text = d.text[opened+1 : d.at-1]
	if doubled {
		text = strings.ReplaceAll(text, `""`, `"`)
	}
	rest, last := d.bare()

	return text + rest, last, nil
}
