package convert

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/problem"
)

// maxRepeated bounds how many elements and attributes a parser would create that are not in the text. An unclosed
// formatting element is recreated in every later block (HTML Standard, "reconstruct the active formatting
// elements"), so that 10 kB of text can become 90 MB of tree.
const maxRepeated = 400_000

// checkRepeated rejects text that exceeds maxRepeated before parsing. It computes an upper bound: it assumes that
// every tag recreates all open formatting elements.
func checkRepeated(text string) error {
	open := map[atom.Atom][]int{} // weights of the open formatting elements by name
	weight := 0
	repeated := 0
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return nil
		}
		if kind != html.StartTagToken && kind != html.EndTagToken {
			continue
		}

		name, more := z.TagName()
		tag := atom.Lookup(name)
		switch {
		case !isFormatting(tag):
			if repeated += weight; repeated > maxRepeated {
				return problem.InvalidCode("data", problem.CodeTooComplex,
					"the HTML leaves too many formatting elements open over too many blocks")
			}
		case kind == html.StartTagToken:
			own := 1
			for more {
				_, _, more = z.TagAttr()
				own++
			}
			open[tag] = append(open[tag], own)
			weight += own
		case len(open[tag]) > 0:
			last := len(open[tag]) - 1
			weight -= open[tag][last]
			open[tag] = open[tag][:last]
		}
	}
}

// isFormatting names the formatting elements of the HTML Standard.
func isFormatting(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}
