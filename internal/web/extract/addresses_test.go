package extract_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
)

// TestShortLinksDoNotMakeLongContent: many short links each repeat a long base.
func TestShortLinksDoNotMakeLongContent(t *testing.T) {
	at := &url.URL{Scheme: "https", Host: "gazette.example", Path: "/" + strings.Repeat("a/", 1000)}
	for name, piece := range map[string]string{
		"links":  "<a href=%x>well</a> and ",
		"images": "<p>The well on the hill has run dry.</p><img src=%x alt=well>",
	} {
		for _, base := range []string{"", "<base href='https://gazette.example/" + strings.Repeat("b/", 100_000) + "'>"} {
			var b strings.Builder
			b.WriteString(base + "<article><h1>Wells</h1><p>The well on the hill has run dry, again, this year, and nobody knows why. ")
			for i := 0; b.Len() < 2<<20; i++ {
				fmt.Fprintf(&b, piece, i)
			}
			page := b.String()
			r, err := newEngine(t).Extract([]byte(page), at, extract.Options{Format: extract.Markdown})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Content) > 4*len(page) || !strings.Contains(r.Content, "](https://gazette.example/") || !strings.Contains(r.Content, "run dry") {
				t.Errorf("%s, base of %d: %d bytes of content from %d", name, len(base), len(r.Content), len(page))
			}
		}
	}
}
