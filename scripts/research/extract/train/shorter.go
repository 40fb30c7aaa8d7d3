package main

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// Bounds of the pages that are shortened: enough text to leave some out, enough other text to be in the way.
const (
	leastContent   = 200 // words
	leastFurniture = 300
)

// shorter gives the page again with only the beginning of its content: a page whose comments, teasers and side columns
// are most of its words: the sets have few such pages. It gives nil where the set does not label all of the content, or
// the page is of a kind without comments and teasers.
func (e *example) shorter() *example {
	if e.page == nil || e.made != asFound || !e.canBeShorter() {
		return nil
	}
	tree, _ := blocks.Parse(e.doc.HTML)
	page := blocks.Cut(tree)
	if len(page.Blocks) != len(e.targets) {
		return nil
	}

	var text []string
	content := 0
	furniture := 0
	most := 40 + e.draw(260)
	for i := range page.Blocks {
		b := &page.Blocks[i]
		switch {
		case e.targets[i] <= 0.5:
			furniture += b.Words
		case content < most:
			content += b.Words
			text = append(text, b.Text)
		default:
			content += b.Words
			for _, n := range b.Nodes {
				takeOut(n)
			}
		}
	}
	if content < leastContent || furniture < leastFurniture {
		return nil
	}

	short := e.rendered(tree, strings.Join(text, "\n"), asFound)
	if short != nil {
		short.doc.Aside = ""
	}
	return short
}

func (e *example) canBeShorter() bool {
	kinds := []string{"forum", "listing", "collection"}
	return e.doc.Text != "" && e.set != "moz" && e.context.Body == "" && !slices.Contains(kinds, e.doc.Kind)
}

// draw gives a number below n that is the same for the page every time.
func (e *example) draw(n int) int {
	return newDrawer(e.doc.ID, 5).IntN(n)
}

// takeOut removes a node, and the elements that have nothing left in them then.
func takeOut(n *html.Node) {
	for n.Parent != nil {
		up := n.Parent
		up.RemoveChild(n)
		if up.FirstChild != nil {
			return
		}
		n = up
	}
}

// withShorter adds what can be shortened.
func withShorter(examples []*example) []*example {
	shorter := make([]*example, len(examples))
	at := make(map[*example]int, len(examples))
	for i, e := range examples {
		at[e] = i
	}
	each(examples, func(e *example) { shorter[at[e]] = e.shorter() })
	shorter = slices.DeleteFunc(shorter, func(e *example) bool { return e == nil })
	fmt.Printf("shortened: %d pages\n", len(shorter))
	return append(examples, shorter...)
}
