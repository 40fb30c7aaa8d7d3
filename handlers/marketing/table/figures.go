package table

import (
	"fmt"

	"github.com/farebox/farebox/internal/problem"
)

// Reasons of the warnings that reading numbers gives.
const (
	ReasonUnparsable   = "unparsable"
	ReasonMissingValue = "missing_value"
	reasonAmbiguous    = "ambiguous_number"
)

// Warn says something about a field, for a reason, in a row counted from 1; row 0 is none in particular.
type Warn func(field, reason, detail string, row int)

// Figures reads the numbers of cells, and warns of those that it takes as missing or in doubt.
type Figures struct {
	Source       string // member of the body that the cells are from
	DecimalComma bool   // numbers may have decimal commas, as in a semicolon table
	Warn         Warn
}

// Figure reads a number. What is no number is taken as missing, with a warning.
func (f *Figures) Figure(field string, row int, c Cell) (n Amount, ok bool) {
	return f.read(field, row, c, false)
}

// Count reads a number that counts something, which cannot be below zero.
func (f *Figures) Count(field string, row int, c Cell) (n Amount, ok bool, err error) {
	n, ok = f.read(field, row, c, true)
	if ok && n.Sign() < 0 {
		return Amount{}, false, problem.Invalid(f.Source, "%s of row %d must not be negative: it is %s",
			Shown(field), row, Shown(c.Text))
	}

	return n, ok, nil
}

func (f *Figures) read(field string, row int, c Cell, counts bool) (n Amount, ok bool) {
	n, how := c.number(f.DecimalComma, counts)
	switch how {
	case readBad:
		f.Warn(field, ReasonUnparsable,
			fmt.Sprintf("%q is no number up to %g and was taken as missing", Shown(c.Text), MaxAmount), row)
	case readAmbiguous:
		f.Warn(field, reasonAmbiguous, fmt.Sprintf("%q was read as %g", Shown(c.Text), n.Float()), row)
	}

	return n, how == readNumber || how == readAmbiguous
}

// Missing warns of a row that lacks a number of a column that is there.
func (f *Figures) Missing(field string, row int) {
	f.Warn(field, ReasonMissingValue, "missing numbers count as nothing in the sums", row)
}
