package extract_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// TestRealPagesGiveWhatIsExpectedOfThem reads the recorded pages, if present. Each comes with the HTML content and
// metadata of a reader view.
func TestRealPagesGiveWhatIsExpectedOfThem(t *testing.T) {
	for _, file := range samples.Glob(t, "extract/*.source.html") {
		name := strings.TrimSuffix(file, ".source.html")
		src, want, about := read(t, file), read(t, name+".expected.html"), read(t, name+".expected-metadata.json")
		var expected struct{ Title, Byline, Lang string }
		if err := json.Unmarshal(about, &expected); err != nil {
			t.Fatal(err)
		}
		r, err := newEngine(t).Extract(src, nil, extract.Options{Format: extract.Text})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text, _ := htmlpage.TextOf(string(want), 1<<20)
		if f1 := extracttest.Words(text, r.Content).F1(); f1 < 0.93 {
			t.Errorf("%s: word F1 %.3f", name, f1)
		}
		titled := extracttest.Words(expected.Title, r.Title).F1() >= 0.6
		if !titled || expected.Byline != r.Author || expected.Lang != r.Language {
			t.Errorf("%s: title %q author %q language %q, want %+v", name, r.Title, r.Author, r.Language, expected)
		}
		for _, unwanted := range []string{"Share this", "reader comments", "You must login"} {
			if strings.Contains(r.Content, unwanted) {
				t.Errorf("%s: %q in the content", name, unwanted)
			}
		}
		if strings.Contains(string(want), "<pre>") {
			if r, err := newEngine(t).Extract(src, nil, extract.Options{Format: extract.Markdown}); err != nil || strings.Count(r.Content, "```") < 2 {
				t.Errorf("%s: no fenced code (%v)", name, err)
			}
		}
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
