package blocks

import (
	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

// MaxBytes is how much of a page is read; the rest is ignored.
const MaxBytes = 6 << 20

// Parse reads HTML (UTF-8) into a tree of bounded size and depth. cut reports whether the page was longer than
// MaxBytes.
func Parse(src []byte) (doc *html.Node, cut bool) {
	if len(src) > MaxBytes {
		src = src[:MaxBytes]
		cut = true
	}
	doc, cutHere := htmlpage.Tree(src)
	return doc, cut || cutHere
}
