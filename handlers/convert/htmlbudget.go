package convert

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/problem"
)

// maxRepeated bounds how many elements and attributes a parser would make that the text does not hold. A
// formatting element that is left open is made anew in every block after it (HTML Standard, "reconstruct the active
// formatting elements"), so that 10 kB of text can become 90 MB of tree.
const maxRepeated = 400_000

// checkRepeated refuses text with more of that, before it is parsed. What it adds up is an upper bound: every
// tag counts as one after which all the formatting elements still open are made again.
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
