package blocks

import "golang.org/x/net/html/atom"

func isHeading(a atom.Atom) bool {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

func tagClass(a atom.Atom) int {
	switch a {
	case atom.P:
		return 1
	case atom.H1:
		return 2
	case atom.H2:
		return 3
	case atom.H3:
		return 4
	case atom.H4, atom.H5, atom.H6:
		return 5
	case atom.Li:
		return 6
	case atom.Td:
		return 7
	case atom.Th:
		return 8
	case atom.Pre:
		return 9
	case atom.Blockquote:
		return 10
	case atom.Figcaption:
		return 11
	case atom.Dt:
		return 12
	case atom.Dd:
		return 13
	case atom.Div:
		return 14
	case atom.Section:
		return 15
	case atom.Article:
		return 16
	case atom.Header:
		return 17
	case atom.Footer:
		return 18
	case atom.Aside:
		return 19
	case atom.Nav:
		return 20
	case atom.Ul, atom.Ol:
		return 21
	case atom.Form, atom.Fieldset, atom.Legend:
		return 22
	case atom.Main:
		return 23
	case atom.Body:
		return 24
	case atom.Summary, atom.Details:
		return 25
	case atom.Table, atom.Tr, atom.Tbody, atom.Caption:
		return 26
	case atom.Figure:
		return 27
	}
	return 30
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
