package corpus

import (
	"strings"

	"github.com/farebox/farebox/internal/web/extract/extracttest"
)

// Snippets looks for the document's snippets in a text, white space and markup of the snippets' own aside.
func (d Document) Snippets(got string) extracttest.Counts {
	got = squeeze(got)
	var c extracttest.Counts
	for _, s := range d.With {
		if strings.Contains(got, squeeze(s)) {
			c.Right++
		} else {
			c.Missed++
		}
	}
	for _, s := range d.Without {
		if strings.Contains(got, squeeze(s)) {
			c.Wrong++
		}
	}
	return c
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
