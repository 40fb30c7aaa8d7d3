package extract_test

import (
	"os"
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/internal/corpus"
)

// BenchmarkExtract extracts the article page of the render tests, and the pages of the Article Extraction Benchmark where the sets are present.
func BenchmarkExtract(b *testing.B) {
	engine := newEngine(b)
	b.Run("small", func(b *testing.B) {
		page := article("")
		b.SetBytes(int64(len(page)))
		for b.Loop() {
			if _, err := engine.Extract(page, nil, extract.Markdown); err != nil {
				b.Fatal(err)
			}
		}
	})
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" {
		return
	}
	docs, err := corpus.AEB(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("news", func(b *testing.B) {
		pages := 0
		for b.Loop() {
			for _, d := range docs {
				if _, err := engine.Extract(d.HTML, nil, extract.Markdown); err != nil {
					b.Fatal(err)
				}
			}
			pages += len(docs)
		}
		b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
	})
}
