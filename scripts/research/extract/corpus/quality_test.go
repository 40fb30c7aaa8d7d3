package corpus_test

import (
	"net/url"
	"os"
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
)

// setsDir is the directory of the evaluation sets; the test is skipped without one.
func setsDir(t testing.TB) string {
	t.Helper()

	dir := os.Getenv(corpus.EnvDir)
	if dir == "" {
		t.Skip(corpus.EnvDir + " is not set: no evaluation sets here")
	}
	return dir
}

// TestQualityOnPagesNotUsedForDevelopment measures on the two sets that the forest was not grown on and that no rule
// was tuned on: the Article Extraction Benchmark and, of WCXB's test split, the pages of hosts that no development set
// has.
func TestQualityOnPagesNotUsedForDevelopment(t *testing.T) {
	dir := setsDir(t)
	engine := newEngine(t)
	aeb, err := corpus.AEB(dir)
	if err != nil {
		t.Fatal(err)
	}
	var counts []extracttest.Counts
	for _, d := range aeb {
		counts = append(counts, extracttest.Shingles(d.Text, contentOf(t, engine, d)))
	}
	s := extracttest.ByMeans(counts)
	t.Logf("article extraction benchmark, %d pages: precision %.3f recall %.3f F1 %.3f", len(aeb), s.Precision, s.Recall, s.F1)
	if s.F1 < 0.95 {
		t.Errorf("F1 %.3f on news pages: below what was reached before", s.F1)
	}

	wcxb, err := corpus.WCXB(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	if wcxb, err = corpus.Apart(dir, wcxb); err != nil {
		t.Fatal(err)
	}
	byKind := map[string][]extracttest.Counts{}
	for _, d := range wcxb {
		if d.Text == "" {
			continue // a handful of records without expected content
		}
		c := extracttest.Words(d.Text, contentOf(t, engine, d))
		byKind[d.Kind] = append(byKind[d.Kind], c)
		byKind["all"] = append(byKind["all"], c)
	}
	for kind, counts := range byKind {
		s := extracttest.ByPage(counts)
		t.Logf("wcxb test apart, %-13s %4d pages: precision %.3f recall %.3f F1 %.3f", kind, len(counts), s.Precision, s.Recall, s.F1)
	}
	if all := extracttest.ByPage(byKind["all"]); all.F1 < 0.9 {
		t.Errorf("word F1 %.3f over page types of WCXB's test split", all.F1)
	}
}

// TestMetadataOnPagesNotUsedForDevelopment compares titles, authors and dates with WCXB's test split. The annotators'
// title is the headline shown, which a page's metadata may word differently, so only the floor is checked.
func TestMetadataOnPagesNotUsedForDevelopment(t *testing.T) {
	dir := setsDir(t)
	docs, err := corpus.WCXB(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	if docs, err = corpus.Apart(dir, docs); err != nil {
		t.Fatal(err)
	}
	engine := newEngine(t)
	type tally struct{ asked, right, found int }
	var title, author, date tally
	note := func(y *tally, want, got string, same bool) {
		if want == "" {
			return
		}
		y.asked++
		if got != "" {
			y.found++
		}
		if same {
			y.right++
		}
	}
	for _, d := range docs {
		u, err := url.Parse(d.URL)
		if err != nil {
			continue
		}
		r, err := engine.Extract(d.HTML, u, extract.Options{Format: extract.Text})
		if err != nil {
			continue
		}
		note(&title, d.Title, r.Title, extracttest.Words(d.Title, r.Title).F1() > 0.8)
		note(&author, d.Author, r.Author, extracttest.Words(d.Author, r.Author).F1() > 0.6)
		note(&date, d.Published, r.Published, len(r.Published) >= 10 && len(d.Published) >= 10 && r.Published[:10] == d.Published[:10])
	}
	for _, y := range []struct {
		name string
		tally
		floor float64
	}{{"title", title, 0.75}, {"author", author, 0.58}, {"date", date, 0.8}} {
		share := float64(y.right) / float64(max(1, y.asked))
		t.Logf("%s: %d asked, %d found, %d right (%.3f)", y.name, y.asked, y.found, y.right, share)
		if share < y.floor {
			t.Errorf("%s right on %.3f of the pages that have one, want %.2f", y.name, share, y.floor)
		}
	}
}

func contentOf(t *testing.T, engine *extract.Engine, d corpus.Document) string {
	t.Helper()
	u, err := url.Parse(d.URL)
	if err != nil {
		u = nil
	}
	r, err := engine.Extract(d.HTML, u, extract.Options{Format: extract.Text})
	if err != nil {
		t.Logf("%s: %v", d.ID, err)
	}
	return r.Content
}

func newEngine(t testing.TB) *extract.Engine {
	t.Helper()
	engine, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// BenchmarkExtract extracts the pages of the Article Extraction Benchmark.
func BenchmarkExtract(b *testing.B) {
	docs, err := corpus.AEB(setsDir(b))
	if err != nil {
		b.Fatal(err)
	}
	engine := newEngine(b)

	pages := 0
	for b.Loop() {
		for _, d := range docs {
			if _, err := engine.Extract(d.HTML, nil, extract.Options{Format: extract.Markdown}); err != nil {
				b.Fatal(err)
			}
		}
		pages += len(docs)
	}
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
}
