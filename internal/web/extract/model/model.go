// Package model holds the trained model and predicts how likely each block of a page is content.
package model

import (
	"fmt"
	"io"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/extract/forest"
)

// Model is a lexicon and forests applied in turn: the second also sees the first one's results for the
// surrounding blocks. On pages whose expected content is hardly prose, a third adds what it learned from pages of
// lists, tables and cards; while a model is grown it may be nil. The last, which may be nil too, predicts how good a
// choice of blocks is.
type Model struct {
	Lexicon       *blocks.Lexicon
	First, Second *forest.Forest
	Lists         *forest.Forest // what it adds to the second on pages of lists
	Sure          *forest.Forest
}

// Reading is a model's result for a page.
type Reading struct {
	First, Second []float64 // probability of each block to be content
	Description   blocks.Description
}

// ofText is the share of prose in the expected content from which on a page is one of text.
const ofText = 0.2

// Read predicts for every block of the page how likely it is content.
func (m Model) Read(page *blocks.Page, ctx blocks.Context) Reading {
	d := page.Describe(ctx, m.Lexicon)
	first := make([]float64, len(page.Blocks))
	m.First.PredictAll(d.Rows, first)
	page.Spread(first, len(d.Rows))

	second := make([]float64, len(first))
	m.readAgain(page, d.Rows, first, second, m.Second)
	if m.Lists != nil && page.Prose(second) < ofText {
		more := make([]float64, len(first))
		m.readAgain(page, d.Rows, first, more, m.Lists)
		for i := range d.Rows {
			odds := second[i] / (1 - second[i]) * more[i] / (1 - more[i])
			second[i] = odds / (1 + odds)
		}
	}
	page.Spread(second, len(d.Rows))
	return Reading{
		First:       first,
		Second:      second,
		Description: d,
	}
}

// readAgain computes the second reading, in batches of rows that are predicted together.
func (m Model) readAgain(page *blocks.Page, rows [][]float32, first, second []float64, by *forest.Forest) {
	var lot [forest.Lot][]float32
	page.Second(rows, first, func(i int, row []float32) {
		k := i % forest.Lot
		lot[k] = append(lot[k][:0], row...)
		if k == forest.Lot-1 || i == len(rows)-1 {
			by.PredictAll(lot[:k+1], second[i-k:])
		}
	})
}

// Confidence is the expected word F1 of a choice described by doubts. Without the last forest it is the second
// reading's own expectation.
func (m Model) Confidence(doubts []float32, expected float64) float64 {
	if m.Sure == nil {
		return expected
	}
	return m.Sure.Predict(doubts)
}

// Read loads a model, the lexicon and then the forests, and checks that the forests match the features of package
// blocks.
func Read(r io.Reader) (Model, error) {
	lexicon, err := blocks.ReadLexicon(r)
	if err != nil {
		return Model{}, err
	}

	first := len(blocks.FeatureNames())
	m := Model{Lexicon: lexicon}
	for _, part := range []struct {
		name     string
		forest   **forest.Forest
		features int
	}{
		{"first", &m.First, first},
		{"second", &m.Second, first + len(blocks.SecondNames())},
		{"lists", &m.Lists, first + len(blocks.SecondNames())},
		{"last", &m.Sure, len(blocks.DoubtNames())},
	} {
		f, err := forest.Read(r)
		if err != nil {
			return Model{}, fmt.Errorf("%s forest: %w", part.name, err)
		}
		if f.Features() != part.features {
			return Model{}, fmt.Errorf("the %s forest reads %d features, there are %d", part.name, f.Features(),
				part.features)
		}
		*part.forest = f
	}
	return m, nil
}
