package convert

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/canon"
	"github.com/farebox/farebox/internal/web/markdown"
)

func htmlToMarkdown(data string, _ options, out *output) error {
	return writePage(data, markdown.Options{}, out)
}

func htmlToText(data string, _ options, out *output) error {
	return writePage(data, markdown.Options{Plain: true}, out)
}

// writePage writes the whole body of a page.
func writePage(data string, as markdown.Options, out *output) error {
	if err := checkRepeated(data); err != nil {
		return err
	}
	var doc *html.Node
	err := guard(func() (err error) {
		doc, err = html.ParseWithOptions(strings.NewReader(strings.TrimPrefix(data, "\uFEFF")), html.ParseOptionEnableScripting(false))
		return err
	})
	if err != nil {
		return fmt.Errorf("reading HTML: %w", err)
	}

	found := canon.Rewrite(doc)
	for n := range doc.Descendants() {
		if n.DataAtom == atom.A || n.DataAtom == atom.Img {
			cleanAttributes(n)
		}
	}
	as.Most = maxOutput
	text, complete := markdown.Write(doc, found, as)
	out.put(text)
	out.over = out.over || !complete
	return nil
}
