// Package model holds what was learned of pages, and reads with it how likely each block of a page is content.
package model

import (
	"fmt"
	"io"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/extract/forest"
)

// Model is a lexicon and two forests that read one after the other: the second also sees what the first made of the blocks around.
type Model struct {
	Lexicon       *blocks.Lexicon
	First, Second *forest.Forest
}

// Read gives every block of the page its probability to be content.
func (m Model) Read(page *blocks.Page, ctx blocks.Context) []float64 {
	rows := page.Features(ctx, m.Lexicon)
	probs := make([]float64, len(page.Blocks))
	for i, row := range rows {
		probs[i] = m.First.Predict(row)
	}
	page.Spread(probs, len(rows))
	second := make([]float64, len(probs))
	page.Second(rows, probs, func(i int, row []float32) { second[i] = m.Second.Predict(row) })
	page.Spread(second, len(rows))
	return second
}

// Write stores the model: the lexicon, then the forests.
func (m Model) Write(w io.Writer) error {
	if err := m.Lexicon.Write(w); err != nil {
		return err
	}
	if err := m.First.Write(w); err != nil {
		return err
	}
	return m.Second.Write(w)
}

// Read loads what Model.Write stored, and checks that the forests were grown on the features that blocks have.
func Read(r io.Reader) (Model, error) {
	var m Model
	var err error
	if m.Lexicon, err = blocks.ReadLexicon(r); err != nil {
		return Model{}, err
	}
	if m.First, err = forest.Read(r); err != nil {
		return Model{}, fmt.Errorf("first forest: %w", err)
	}
	if m.Second, err = forest.Read(r); err != nil {
		return Model{}, fmt.Errorf("second forest: %w", err)
	}
	first := len(blocks.FeatureNames())
	if second := first + len(blocks.SecondNames()); m.First.Features() != first || m.Second.Features() != second {
		return Model{}, fmt.Errorf("the forests read %d and %d features, blocks have %d and %d", m.First.Features(), m.Second.Features(), first, second)
	}
	return m, nil
}
