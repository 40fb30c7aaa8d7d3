package marketing

import (
	gen "github.com/farebox/farebox/gen/marketing"
)

// Reasons of warnings, stable for programs. Package table has those for reading a table.
const (
	reasonZeroDenominator = "zero_denominator"
	reasonNotEnoughData   = "not_enough_data"
	reasonNotApplicable   = "not_applicable"
)

// shownRows bounds the row numbers of one warning.
const shownRows = 5

// warnings gathers an answer's warnings: one per field and reason, however often it occurs.
type warnings struct {
	list  []gen.MarketingWarning
	index map[[2]string]int
}

// add warns of field for reason.
func (w *warnings) add(field, reason, detail string) { w.row(field, reason, detail, 0) }

// row adds a warning about field for reason in a row, counted from 1. The first detail stays.
func (w *warnings) row(field, reason, detail string, row int) {
	key := [2]string{field, reason}

	i, seen := w.index[key]
	if !seen {
		if w.index == nil {
			w.index = map[[2]string]int{}
		}
		i = len(w.list)
		w.index[key] = i
		w.list = append(w.list, gen.MarketingWarning{
			Field:  field,
			Reason: reason,
			Detail: detail,
			Rows:   []int{},
		})
	}

	entry := &w.list[i]
	entry.Count++
	if row > 0 && len(entry.Rows) < shownRows {
		entry.Rows = append(entry.Rows, row)
	}
}

// all is the warnings in order of first occurrence; never nil.
func (w *warnings) all() []gen.MarketingWarning {
	if w.list == nil {
		return []gen.MarketingWarning{}
	}

	return w.list
}
