package extract_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/extract/extracttest/shapes"
)

// TestPiecesTellWhereOthersBegin uses pages whose own text runs on into other people's in the same elements.
// Extraction cannot separate them, so the answer says where the pieces begin.
func TestPiecesTellWhereOthersBegin(t *testing.T) {
	told := map[string]bool{
		"report with letters in its paragraphs": true,
		"announcement above words of customers": true,
		"story with voices in hashed names":     true,
		"report beside a column of teasers":     false,
		"column with ninety comments":           false,
		"chapter with notes at its foot":        false,
		"report in German with comments":        false,
		"post with responses and trackbacks":    false,
		"short post beside a long sidebar":      false,
		"manual with notes of users":            false,
		"beginning of a report, others below":   false,
		"report above a grid of summaries":      false,
		"report beside teasers, hashed names":   false,
		"post with comments as definitions":     false,
		"offer of a shop":                       false,
		"post after a long sidebar":             false,
	}
	engine := newEngine(t)
	seen := 0
	for _, p := range slices.Concat(shapes.Known(1), shapes.Unseen(1), shapes.RunOn(1)) {
		want, known := told[p.Shape]
		if !known {
			continue
		}
		seen++
		r := shapeText(t, engine, p)
		if (r.Pieces != nil) != want {
			t.Errorf("%s: pieces %+v", p.Shape, r.Pieces)
		}
		if !want || r.Pieces == nil {
			continue
		}
		own := float64(blocks.CountWords(strings.Join(strings.Fields(p.Want), " ")))
		if off := math.Abs(float64(r.Pieces.Before)-own) / own; off > 0.15 {
			t.Errorf("%s: %d words before the pieces, the page has %.0f of its own", p.Shape, r.Pieces.Before, own)
		}
	}
	if seen != len(told) {
		t.Errorf("%d shapes were found of %d", seen, len(told))
	}
}
