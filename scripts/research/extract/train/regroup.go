package main

import (
	"strings"

	"golang.org/x/net/html"
)

// regroup sets the page's own paragraphs as the pieces of a list, an interview, questions and answers or a report by
// the hour: what repeats is its text. It says whether there were enough of them.
func (p *grafting) regroup() bool {
	const (
		shortest = 8 // words of a paragraph
		least    = 6 // paragraphs
	)
	var at []int
	for _, i := range p.own {
		b := &p.page.Blocks[i]
		if b.Words >= shortest && b.LinkWords*2 < b.Words {
			at = append(at, i)
		}
	}
	if len(at) < least {
		return false
	}

	lead := p.IntN(3) // paragraphs that are left above
	at = at[lead:]
	var paragraphs []string
	for _, i := range at {
		paragraphs = append(paragraphs, strings.Join(strings.Fields(p.page.Blocks[i].Text), " "))
	}
	items, lines := p.pieces(paragraphs)
	p.kept = append(p.kept, lines...)

	c := p.scion()
	c.nested = false
	c.form.after = ""
	c.form.heading = p.chance(0.4)
	p.setBefore(p.page.Blocks[at[0]].Nodes[0], c.build(items))
	for _, i := range at {
		for _, n := range p.page.Blocks[i].Nodes {
			takeOut(n)
		}
	}
	return true
}

// pieces cuts paragraphs into items with a line above each, and gives the lines that are part of the text: questions
// and headings, not times and names.
func (p *grafting) pieces(paragraphs []string) (items [][]string, lines []string) {
	form := lineForm{dated: p.chance(0.5)}
	headed := p.chance(0.7)
	most := 1 + p.IntN(3)
	for len(paragraphs) > 0 {
		n := min(len(paragraphs), 1+p.IntN(most))
		line := p.nameLine(form)
		if headed {
			line = p.headline(paragraphs[0])
			lines = append(lines, line)
		}
		items = append(items, append([]string{line}, paragraphs[:n]...))
		paragraphs = paragraphs[n:]
	}
	return items, lines
}

// headline is a heading or question of the words of a paragraph.
func (p *grafting) headline(paragraph string) string {
	words := strings.Fields(paragraph)
	from := p.IntN(max(1, len(words)-6))
	line := strings.Trim(strings.Join(words[from:min(len(words), from+p.between(2, 8))], " "), ".,;:")
	if p.chance(0.3) {
		line += "?"
	}
	return line
}

// setBefore puts nodes before a text, outside its paragraph.
func (p *grafting) setBefore(n *html.Node, nodes []*html.Node) {
	inline := map[string]bool{"p": true, "b": true, "i": true, "em": true, "strong": true, "a": true, "span": true,
		"font": true, "u": true, "small": true}
	for n.Parent != nil && inline[n.Parent.Data] {
		n = n.Parent
	}
	for _, more := range nodes {
		n.Parent.InsertBefore(more, n)
	}
}
