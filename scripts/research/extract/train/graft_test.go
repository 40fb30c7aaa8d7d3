package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
)

// madeUp are examples of pages of hosts of their own, with text that has no run of words twice and comments below it.
func madeUp(t *testing.T) []*example {
	t.Helper()
	d := newDrawer("made up", 1)
	paragraph := func() string {
		var words []string
		for range 40 {
			words = append(words, fmt.Sprintf("w%d", d.IntN(100_000)))
		}
		return strings.Join(words[:20], " ") + ", " + strings.Join(words[20:], " ") + "."
	}
	var all []*example
	for k := range 80 {
		title := fmt.Sprintf("Page %d of w%d", k, d.IntN(100_000))
		var text, page strings.Builder
		fmt.Fprintf(&page, `<html><head><title>%s</title></head><body><div id="top"><h1>%[1]s</h1>`, title)
		for range 12 {
			p := paragraph()
			fmt.Fprintln(&text, p)
			fmt.Fprintf(&page, "<p>%s</p>", p)
		}
		page.WriteString(`</div><div class="comments">`)
		for range 3 {
			fmt.Fprintf(&page, `<div class="comment"><p>%s</p></div>`, paragraph())
		}
		page.WriteString("</div></body></html>")
		e := &example{set: "made", doc: corpus.Document{
			ID:   fmt.Sprint(k),
			URL:  fmt.Sprintf("https://site%d.example/%d", k, k),
			HTML: []byte(page.String()),
			Text: text.String(),
		}}
		if e.prepare(corpus.NewSightings(nil)); e.page == nil {
			t.Fatalf("page %d was not read", k)
		}
		all = append(all, e)
	}
	return all
}

// oneStock is what all the examples have.
func oneStock(examples []*example) *stock {
	var all stock
	for _, s := range gather(examples) {
		all.voices = append(all.voices, s.voices...)
		all.others = append(all.others, s.others...)
	}
	return &all
}

// TestGraftedPageHasItsOwnText reads what is grafted back: the page's own text is labelled, what was set beside it is
// not, and most pages have much of it.
func TestGraftedPageHasItsOwnText(t *testing.T) {
	examples := madeUp(t)
	from := oneStock(examples)
	made, beside := 0, 0
	for k, e := range examples {
		g := e.graft(newDrawer(e.doc.ID, uint64(k)), from)
		if g == nil {
			continue
		}
		again := e.graft(newDrawer(e.doc.ID, uint64(k)), from)
		if string(again.doc.HTML) != string(g.doc.HTML) {
			t.Fatalf("%s: another page the second time", e.doc.ID)
		}
		g.finish(corpus.NewSightings(nil), 1)
		if g.page == nil {
			continue
		}
		made++

		var own []string
		others := 0
		for i := range g.page.Blocks {
			if g.targets[i] > 0.5 {
				own = append(own, g.page.Blocks[i].Text)
			} else {
				others += g.page.Blocks[i].Words
			}
		}
		got := strings.Join(own, "\n")
		if f1 := extracttest.Words(g.doc.Text, got).F1(); f1 < 0.85 {
			t.Errorf("%s: the labelled text has F1 %.2f of the page's own", e.doc.ID, f1)
		}
		if g.made == madeGrafted && others > 2*len(strings.Fields(got)) {
			beside++
		}
	}
	if made < 20 || beside < made/4 {
		t.Errorf("%d pages were made, %d with twice as much beside their text", made, beside)
	}
}

// TestStocksAreApart sees that a page is grafted with nothing of pages that are not learned from together with it.
func TestStocksAreApart(t *testing.T) {
	examples := madeUp(t)
	stocks := gather(examples)
	for _, e := range examples {
		for group, s := range stocks {
			holds := slices.ContainsFunc(s.others, func(o other) bool { return o.title == e.context.Title })
			if holds != (group == groupOf(e)) {
				t.Errorf("page %s of %v: in the stock of %v is %t", e.doc.ID, groupOf(e), group, holds)
			}
		}
	}
}

// TestNamesAreDropped sees that nothing names an element of a page without names, and that elements alike stay so.
func TestNamesAreDropped(t *testing.T) {
	for k, e := range madeUp(t) {
		g := e.unnamed(newDrawer(e.doc.ID, uint64(k)))
		g.prepare(corpus.NewSightings(nil))
		if len(g.page.Blocks) != len(e.page.Blocks) {
			t.Errorf("%s: %d blocks, was %d", e.doc.ID, len(g.page.Blocks), len(e.page.Blocks))
		}
		for i := range g.page.Elements {
			if n := g.page.Elements[i].Node; attr(n, "id") != "" || strings.Contains(attr(n, "class"), "comment") {
				t.Errorf("%s: <%s id=%q class=%q>", e.doc.ID, n.Data, attr(n, "id"), attr(n, "class"))
			}
		}
	}
}
