package extract_test

import (
	"net/url"
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/internal/web/extract/extracttest/shapes"
)

// TestPageIsReadRightlyOrWithDoubt uses discussions, comments below articles, columns of teasers and long sidebars.
// Taking any of these for the page's own text requires a confidence low enough to warn.
func TestPageIsReadRightlyOrWithDoubt(t *testing.T) {
	const (
		right = 0.85 // F1 in words
		warns = 0.6  // the answer's description asks for care below it
	)
	missed := []string{
		// In tables without class names only links give a column of teasers away, and one in five is missed.
		"the same without names",
		// An eighth of the choice is account names and ranks.
		"thread of SMF in tables",
	}
	engine := newEngine(t)
	for _, p := range append(shapes.Known(3), shapes.Unseen(3)...) {
		if slices.Contains(missed, p.Shape) {
			continue
		}
		r := shapeText(t, engine, p)
		if f1 := extracttest.Words(p.Want, r.Content).F1(); f1 < right && r.Confidence >= warns {
			t.Errorf("%s: F1 in words %.2f, %d words with confidence %.2f", p.Shape, f1, r.Words, r.Confidence)
		}
	}
}

// shapeText is the text extracted from a synthetic page.
func shapeText(t *testing.T, engine *extract.Engine, p shapes.Page) extract.Result {
	t.Helper()
	address, err := url.Parse(p.URL)
	if err != nil {
		t.Fatal(err)
	}
	r, err := engine.Extract([]byte(p.HTML), address, extract.Options{Format: extract.Text})
	if err != nil {
		t.Fatalf("%s: %v", p.Shape, err)
	}
	return r
}
