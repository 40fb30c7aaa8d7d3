package table

import (
	"fmt"

	"github.com/farebox/farebox/internal/problem"
)

// Reasons of warnings about numbers.
const (
	ReasonUnparsable   = "unparsable"
	ReasonMissingValue = "missing_value"
	reasonAmbiguous    = "ambiguous_number"
)

// Warn says something about a field, for a reason, in a row counted from 1; row 0 means no particular row.
type Warn func(field, reason, detail string, row int)

// Figures reads the numbers of cells, and warns of those it treats as missing or ambiguous.
type Figures struct {
	Source       string // the cells' member of the body
	DecimalComma bool   // numbers may have decimal commas, as in a semicolon table
	point        string // before the decimals, where the numbers of such a table tell
	Warn         Warn
}

// Figure reads a number. Anything else counts as missing, with a warning.
func (f *Figures) Figure(field string, row int, c Cell) (n Amount, ok bool) {
	return f.read(field, row, c, false)
}

// Count reads a count, which cannot be negative.
func (f *Figures) Count(field string, row int, c Cell) (n Amount, ok bool, err error) {
	n, ok = f.read(field, row, c, true)
	if ok && n.Sign() < 0 {
		return Amount{}, false, problem.Invalid(f.Source, "%s of row %d must not be negative: it is %s",
			Shown(field), row, Shown(c.Text))
	}

	return n, ok, nil
}

func (f *Figures) read(field string, row int, c Cell, counts bool) (n Amount, ok bool) {
	n, how := c.number(f.DecimalComma, counts, f.point)
	switch how {
	case readBad:
		f.Warn(field, ReasonUnparsable,
			fmt.Sprintf("%q is not a number up to %g and was taken as missing", Shown(c.Text), MaxAmount), row)
	case readAmbiguous:
		f.Warn(field, reasonAmbiguous, fmt.Sprintf("%q was read as %g", Shown(c.Text), n.Float()), row)
	}

	return n, how == readNumber || how == readAmbiguous
}

// Missing warns of a row without a number in an existing column.
func (f *Figures) Missing(field string, row int) {
	f.Warn(field, ReasonMissingValue, "missing numbers count as nothing in the sums, and rates leave their rows out", row)
}
