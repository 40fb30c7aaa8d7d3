package marketing

import (
	"fmt"

	"github.com/farebox/farebox/internal/problem"
)

// figure reads a number of a row. What is no number is taken as missing, with a warning.
func (t *table) figure(field string, row int, c cell, whole bool) (n amount, ok bool) {
	n, how := c.number(t.format == "semicolon", whole)
	switch how {
	case readBad:
		t.warn.row(field, reasonUnparsable, fmt.Sprintf("%q is no number up to %g and was taken as missing", shown(c.text), maxAmount), row)
	case readAmbiguous:
		t.warn.row(field, reasonAmbiguous, fmt.Sprintf("%q was read as %g", shown(c.text), n.float()), row)
	}
	return n, how == readNumber || how == readAmbiguous
}

// count reads a number that counts something, which cannot be below zero.
func (t *table) count(field string, row int, c cell) (n amount, ok bool, err error) {
	n, ok = t.figure(field, row, c, true)
	if ok && n.negative() {
		return amount{}, false, problem.Invalid(t.source, "%s of row %d must not be negative: it is %s", shown(field), row, shown(c.text))
	}
	return n, ok, nil
}

// missing warns of rows that lack a number of a column that is there.
func (t *table) missing(field string, row int) {
	t.warn.row(field, reasonMissingValue, "missing numbers count as nothing in the sums", row)
}
