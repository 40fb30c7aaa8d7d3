package blocks

import (
	"fmt"
	"strings"
	"testing"
)

// TestRefrains finds lines that come again and again with prose after them, whatever elements they stand in.
func TestRefrains(t *testing.T) {
	const head = "<h1>Harbour closed</h1><p>" + prose + "</p><p>" + prose + "</p>"
	each := func(count int, form string) string {
		var b strings.Builder
		for i := range count {
			fmt.Fprintf(&b, form, i+1, prose)
		}
		return b.String()
	}
	cases := []struct {
		why, page   string
		lines       int
		proseBefore bool
	}{
		{"letters in one element", head + each(6, "<p><b>Ann, May %d</b></p><p>%s</p>"), 6, true},
		{"answers within answers", head + each(6, `<blockquote><p><a href="/u">Ann</a> May %d</p><p>%s</p>`) +
			strings.Repeat("</blockquote>", 6), 6, true},
		{"an interview under its title", "<h1>Harbour closed</h1>" +
			each(6, "<p><b>Question %d?</b></p><p>%s</p>"), 6, false},
		{"three are too few", head + each(3, "<p><b>Ann, May %d</b></p><p>%s</p>"), 0, false},
		{"lines with nothing below", head + strings.Repeat("<p><b>Ann, May 3</b></p>", 8), 0, false},
		{"paragraphs", strings.Repeat("<p>"+prose+"</p>", 8), 0, false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			p := cut(t, "<body>"+c.page+"</body>")
			f := p.Describe(Context{Title: "Harbour closed"}, NewLexicon(nil)).f
			k := f.longestRefrain()
			if k < 0 {
				if c.lines != 0 {
					t.Errorf("%s: none found", c.why)
				}
				return
			}
			r := f.refrains[k]
			if len(r.lines) != c.lines {
				t.Errorf("%s: %d lines, want %d", c.why, len(r.lines), c.lines)
			}
			if (r.proseBefore > 0) != c.proseBefore {
				t.Errorf("%s: %d words of prose before", c.why, r.proseBefore)
			}
			if last := len(p.Blocks) - 1; f.refrainOf[last] != k {
				t.Errorf("%s: the last block follows refrain %d, not %d", c.why, f.refrainOf[last], k)
			}
		})
	}
}
