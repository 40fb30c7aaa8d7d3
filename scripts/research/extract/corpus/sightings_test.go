package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

func TestHeldOutTextIsSeenUnderAnotherAddress(t *testing.T) {
	const text = "The harbour council decided on Monday that dredging will start once the ice has gone, and not before the boats are out."
	s := NewSightings([]Document{{Text: text}, {Text: "short text"}})
	cases := []struct {
		why, page string
		want      bool
	}{
		{"the page", "<p>Home</p><p>" + text + "</p>", true},
		{"most of it", "<p>" + text[:len(text)*3/4] + "</p>", true},
		{"a quotation", "<p>They wrote: " + text[:60] + "</p>", false},
		{"another page", "<p>Short text of another page that has nothing to do with the first of them at all.</p>", false},
		{"nothing", "", false},
	}
	for _, c := range cases {
		doc, _ := blocks.Parse([]byte(c.page))
		if got := s.Seen(blocks.Cut(doc)); got != c.want {
			t.Errorf("%s: seen %v, want %v", c.why, got, c.want)
		}
	}
}

func TestOmnivoreLeavesOutPagesOfReadabilityAndPagesWithoutAddress(t *testing.T) {
	dir := t.TempDir()
	put := func(path, text string) {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"good", "known", "no-address", "empty-address"} {
		put("omnivore/test/test-pages/"+name+"/source.html", "<nav>Home</nav><p>Some words.</p>")
		put("omnivore/test/test-pages/"+name+"/expected.html", "<div><p>Some words.</p></div>")
	}
	put("omnivore/test/test-pages/good/url.txt", "https://www.good.example/a > good.html\n")
	put("omnivore/test/test-pages/known/url.txt", "https://known.example/a\n")
	put("omnivore/test/test-pages/empty-address/url.txt", "\n")
	put("moz/test/test-pages/known/source.html", "")
	docs, err := Omnivore(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) != 1 || docs[0].ID != "good" || docs[0].Host() != "good.example" || strings.TrimSpace(docs[0].Text) != "Some words." {
		t.Errorf("%+v", docs)
	}
}
