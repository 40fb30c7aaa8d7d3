package htmlpage

import "golang.org/x/net/html/atom"

// The HTML Standard's classes of elements (section 13.2, parsing), as far as Tree needs them.

// isVoid: elements without content.
func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Basefont, atom.Bgsound, atom.Br, atom.Col, atom.Command, atom.Embed, atom.Frame, atom.Hr, atom.Img, atom.Image, atom.Input,
		atom.Keygen, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

func inHead(a atom.Atom) bool {
	switch a {
	case atom.Base, atom.Basefont, atom.Bgsound, atom.Link, atom.Meta, atom.Noscript, atom.Script, atom.Style, atom.Template, atom.Title:
		return true
	}
	return false
}

func isHeading(a atom.Atom) bool {
	switch a {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}

// isFormatting: inline elements that may be closed in the wrong order.
func isFormatting(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

func tableOnly(a atom.Atom) bool {
	switch a {
	case atom.Table, atom.Caption, atom.Col, atom.Colgroup, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr:
		return true
	}
	return false
}

func closesParagraph(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Fieldset,
		atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Header, atom.Hgroup, atom.Hr, atom.Listing, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P,
		atom.Plaintext, atom.Pre, atom.Search, atom.Section, atom.Summary, atom.Table, atom.Ul, atom.Xmp:
		return true
	}
	return false
}

// isSpecial: elements across which an inline element's end tag has no effect.
func isSpecial(a atom.Atom) bool {
	switch a {
	case atom.Applet, atom.Body, atom.Button, atom.Dd, atom.Dt, atom.Frameset, atom.Head, atom.Html, atom.Iframe, atom.Li, atom.Marquee, atom.Noembed, atom.Noframes,
		atom.Noscript, atom.Object, atom.Script, atom.Select, atom.Style, atom.Template, atom.Textarea, atom.Title:
		return true
	}
	return closesParagraph(a) || isHeading(a) || tableOnly(a)
}

// scope and its kinds are the elements across which an end tag does not look for its start tag.
func scope(a atom.Atom) bool {
	switch a {
	case atom.Applet, atom.Caption, atom.Html, atom.Marquee, atom.Object, atom.Table, atom.Td, atom.Template, atom.Th:
		return true
	}
	return false
}

func buttonScope(a atom.Atom) bool { return a == atom.Button || scope(a) }

func listScope(a atom.Atom) bool { return a == atom.Ol || a == atom.Ul || scope(a) }

func tableScope(a atom.Atom) bool {
	return a == atom.Html || a == atom.Table || a == atom.Template
}

// breaksOut: HTML tags that end an svg or math element which the page forgot to close.
func breaksOut(a atom.Atom) bool {
	switch a {
	case atom.B, atom.Big, atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Code, atom.Dd, atom.Div, atom.Dl, atom.Dt, atom.Em, atom.Embed, atom.Head, atom.Hr,
		atom.I, atom.Img, atom.Li, atom.Listing, atom.Menu, atom.Meta, atom.Nobr, atom.Ol, atom.P, atom.Pre, atom.Ruby, atom.S, atom.Small, atom.Span, atom.Strong,
		atom.Strike, atom.Sub, atom.Sup, atom.Table, atom.Tt, atom.U, atom.Ul, atom.Var:
		return true
	}
	return isHeading(a)
}
