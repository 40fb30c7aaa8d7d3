package blocks

import (
	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

// MaxBytes is how much of a page is read. What is beyond is left out.
const MaxBytes = 6 << 20

// Parse reads HTML (UTF-8) into a tree whose size and depth are bounded, whatever the source. cut says that the page was longer
// than is read.
func Parse(src []byte) (doc *html.Node, cut bool) {
	if len(src) > MaxBytes {
		src, cut = src[:MaxBytes], true
	}
	doc, cutHere := htmlpage.Tree(src)
	return doc, cut || cutHere
}
