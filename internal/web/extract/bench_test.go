package extract_test

import (
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
)

// BenchmarkExtract extracts the article page of the render tests. Package extract/corpus of scripts/research has one
// over the pages of the Article Extraction Benchmark.
func BenchmarkExtract(b *testing.B) {
	engine := newEngine(b)
	page := article("")
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if _, err := engine.Extract(page, nil, extract.Options{Format: extract.Markdown}); err != nil {
			b.Fatal(err)
		}
	}
}
