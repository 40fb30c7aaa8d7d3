package blocks

import (
	"cmp"

	"golang.org/x/net/html/atom"
)

func isHeading(a atom.Atom) bool {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// tagClasses are the numbers of tags among the features of blocks.
var tagClasses = map[atom.Atom]int{
	atom.P:          1,
	atom.H1:         2,
	atom.H2:         3,
	atom.H3:         4,
	atom.H4:         5,
	atom.H5:         5,
	atom.H6:         5,
	atom.Li:         6,
	atom.Td:         7,
	atom.Th:         8,
	atom.Pre:        9,
	atom.Blockquote: 10,
	atom.Figcaption: 11,
	atom.Dt:         12,
	atom.Dd:         13,
	atom.Div:        14,
	atom.Section:    15,
	atom.Article:    16,
	atom.Header:     17,
	atom.Footer:     18,
	atom.Aside:      19,
	atom.Nav:        20,
	atom.Ul:         21,
	atom.Ol:         21,
	atom.Form:       22,
	atom.Fieldset:   22,
	atom.Legend:     22,
	atom.Main:       23,
	atom.Body:       24,
	atom.Summary:    25,
	atom.Details:    25,
	atom.Table:      26,
	atom.Tr:         26,
	atom.Tbody:      26,
	atom.Caption:    26,
	atom.Figure:     27,
}

func tagClass(a atom.Atom) int {
	return cmp.Or(tagClasses[a], 30)
}

var enclosingTags = []string{"article", "main", "aside", "nav", "header", "footer", "form", "table", "list", "figure", "quote", "section", "details", "definition", "dialog"}

func tagBit(a atom.Atom) uint {
	switch a {
	case atom.Article:
		return 1 << 0
	case atom.Main:
		return 1 << 1
	case atom.Aside:
		return 1 << 2
	case atom.Nav:
		return 1 << 3
	case atom.Header:
		return 1 << 4
	case atom.Footer:
		return 1 << 5
	case atom.Form:
		return 1 << 6
	case atom.Table:
		return 1 << 7
	case atom.Ul, atom.Ol:
		return 1 << 8
	case atom.Figure:
		return 1 << 9
	case atom.Blockquote:
		return 1 << 10
	case atom.Section:
		return 1 << 11
	case atom.Details:
		return 1 << 12
	case atom.Dl:
		return 1 << 13
	case atom.Dialog:
		return 1 << 14
	}
	return 0
}
