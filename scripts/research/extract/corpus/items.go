package corpus

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// itemPages names pages of lists, tables and cards whose items were labelled by hand. A line has a page, its class, its
// address, the selectors of its content and those of what does not belong to the content within.
//
//go:embed items.tsv
var itemPages string

// Items reads the pages whose content selectors tell in whole, from the folder items of the sets.
func Items(dir string) ([]Document, error) {
	var docs []Document
	for line := range strings.Lines(itemPages) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 5 {
			return nil, fmt.Errorf("not five fields: %q", line)
		}
		page, err := os.ReadFile(filepath.Join(dir, "items", fields[0]))
		if err != nil {
			return nil, err
		}

		d := Document{
			ID:   fields[0],
			Kind: fields[1],
			URL:  fields[2],
			HTML: UTF8(page),
		}

		if d.Whole, err = cascadia.ParseGroup(fields[3]); err != nil {
			return nil, fmt.Errorf("selectors of %s: %w", d.ID, err)
		}
		if fields[4] != "" {
			if d.Apart, err = cascadia.ParseGroup(fields[4]); err != nil {
				return nil, fmt.Errorf("selectors of %s: %w", d.ID, err)
			}
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// labelsFromWhole trusts selectors that were chosen for the page. Pages of lists weigh as much as those of texts, and a
// short entry as much as a line of text. What is between the selected elements counts for little: selectors of cards
// leave out their small print. Headings above the content may be in it or not.
func labelsFromWhole(p *blocks.Page, whole, apart cascadia.SelectorGroup) (targets, weights []float32) {
	const (
		perPage = 250
		least   = 6 // words that a block counts for
		most    = 40
		between = 0.1
	)
	matches := func(group cascadia.SelectorGroup, n *html.Node) bool {
		return n.Type == html.ElementNode && group.Match(n)
	}

	in := make(map[*html.Node]bool)
	for n := range p.Doc.Descendants() {
		in[n] = !matches(apart, n) && in[n.Parent] || matches(whole, n)
	}

	targets = make([]float32, len(p.Blocks))
	weights = make([]float32, len(p.Blocks))
	held := make([]int, len(p.Elements))
	all := 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		weights[i] = float32(min(max(b.Words, least), most))
		for _, n := range b.Nodes {
			if in[n] && strings.TrimSpace(n.Data) != "" {
				targets[i] = 1
			}
		}
		if targets[i] == 1 {
			all++
			for at := b.Element; at >= 0; at = p.Elements[at].Parent {
				held[at]++
			}
		}
	}

	if all == 0 {
		return targets, make([]float32, len(p.Blocks))
	}

	var inside, outside float32
	for i := range p.Blocks {
		at := p.Blocks[i].Element
		switch {
		case targets[i] == 1:
			inside += weights[i]
			continue
		case p.Elements[at].Tag == atom.H1:
			weights[i] = 0
		}
		for held[at] == 0 {
			at = p.Elements[at].Parent
		}
		if held[at] < all {
			weights[i] *= between
		}
		outside += weights[i]
	}

	for i := range weights {
		if targets[i] == 0 {
			weights[i] *= min(1, perPage/outside)
		} else {
			weights[i] *= min(2, perPage/inside)
		}
	}
	return targets, weights
}
