package legislative

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// plain is the text of a summary, which the sources give as HTML: a line for each paragraph and list item.
func plain(markup string) string {
	var lines []string
	var line strings.Builder
	end := func() {
		if text := strings.Join(strings.Fields(line.String()), " "); text != "" {
			lines = append(lines, text)
		}
		line.Reset()
	}

	z := html.NewTokenizer(strings.NewReader(markup))
	for {
		switch z.Next() {
		case html.ErrorToken:
			end()
			return strings.Join(lines, "\n")
		case html.TextToken:
			line.WriteString(html.UnescapeString(string(z.Raw())))
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			switch atom.Lookup(name) {
			case atom.P, atom.Br, atom.Li, atom.Ul, atom.Ol, atom.Div, atom.H1, atom.H2, atom.H3, atom.H4:
				end()
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}
