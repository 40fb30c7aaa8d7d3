package extract

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// dropContents drops tables of contents: lists of links to headings that are kept themselves. They repeat them.
func dropContents(page *blocks.Page, keep []bool) {
	headings := make(map[string]bool)
	for i := range page.Blocks {
		if keep[i] && headingLevel(page.Elements[page.Blocks[i].Element].Tag) > 0 {
			headings[bareLetters(page.Blocks[i].Text)] = true
		}
	}
	if len(headings) < fewestOfContents {
		return
	}

	judged := make(map[*html.Node]bool)
	for i := range page.Blocks {
		list := listOf(page, i)
		if list == nil || !keep[i] {
			continue
		}
		isContents, known := judged[list]
		if !known {
			isContents = leadsToHeadings(list, headings)
			judged[list] = isContents
			if isContents && i > 0 && keep[i-1] && isContentsTitle(page.Blocks[i-1].Text) {
				keep[i-1] = false
			}
		}
		if isContents {
			keep[i] = false
		}
	}
}

// fewestOfContents is how many headings a table of contents has at least.
const fewestOfContents = 3

// listOf is the outermost list around a block, nil without one.
func listOf(page *blocks.Page, i int) *html.Node {
	var list *html.Node
	for at := page.Blocks[i].Element; at >= 0; at = page.Elements[at].Parent {
		switch page.Elements[at].Tag {
		case atom.Ul, atom.Ol:
			list = page.Elements[at].Node
		}
	}
	return list
}

// leadsToHeadings reports whether a list has no text but links within the page, most of them to headings.
func leadsToHeadings(list *html.Node, headings map[string]bool) bool {
	links := 0
	known := 0
	only := true
	var walk func(*html.Node)

	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			only = only && !strings.ContainsFunc(n.Data, unicode.IsLetter)
			return
		case n.DataAtom == atom.A:
			only = only && strings.HasPrefix(attribute(n, "href"), "#")
			links++
			if headings[bareLetters(textBelow(n))] {
				known++
			}
			return
		}
		for c := n.FirstChild; c != nil && only; c = c.NextSibling {
			walk(c)
		}
	}

	walk(list)
	return only && links >= fewestOfContents && known*3 >= links*2
}

// textBelow is the text of an element.
func textBelow(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

// bareLetters are the letters of a text in lower case, by which a heading is known with its number or without.
func bareLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// isContentsTitle reports whether a line names a table of contents.
func isContentsTitle(text string) bool {
	switch strings.ToLower(strings.Trim(text, " :[]")) {
	case "contents", "table of contents", "on this page", "in this article", "inhalt", "inhaltsverzeichnis", "sommaire",
		"table des matières", "índice", "contenido", "indice", "índice de contenidos", "inhoud", "оглавление", "содержание",
		"目录", "目錄", "目次", "목차", "المحتويات":
		return true
	}
	return false
}
