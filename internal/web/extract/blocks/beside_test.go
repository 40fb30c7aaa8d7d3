package blocks

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// dated are pieces with an account and a day above each, and no reply link.
func dated(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, `<div class="x"><p>ann on May %d</p>
<p>I never liked the harbour, to be honest with you all, and I live there.</p></div>`, i+1)
	}
	return b.String()
}

// besideShare is how much of the page's own prose, and of the rest, is judged to be beside the text.
func besideShare(t *testing.T, page string, ctx Context) (own, other float64) {
	t.Helper()
	p := cut(t, page)
	elsewhere := p.Describe(ctx, NewLexicon(nil)).Elsewhere(slices.Repeat([]float64{1}, len(p.Blocks)))
	var owns, others, ownsBeside, othersBeside int
	for i := range p.Blocks {
		is := elsewhere != nil && elsewhere[i]
		switch text := p.Blocks[i].Text; {
		case strings.Contains(text, prose):
			owns++
			if is {
				ownsBeside++
			}
		case strings.Contains(text, "Bees sleep"), strings.Contains(text, "never liked"):
			others++
			if is {
				othersBeside++
			}
		}
	}
	return share(ownsBeside, owns), share(othersBeside, others)
}

func TestAnswersAndTeasersWithoutNames(t *testing.T) {
	const (
		title = "Harbour closed - The Gazette"
		h1    = "<h1>Harbour closed</h1>"
	)
	short := "<div><p>" + prose + "</p><p>" + prose + "</p><p>" + prose + "</p><p>" + prose + "</p></div>"
	tables := strings.NewReplacer("<ol>", "", "</ol>", "", "<li class=\"x\">", "<table><tr><td>",
		"<a href=\"#\">Reply</a></li>", "<a href=\"#\">Reply</a></td></tr></table>").Replace(answers(8))
	cases := []struct {
		why, page string
		ctx       Context
		beside    bool
	}{
		{"pieces with dates that a line above counts", h1 + ownProse + "<h3>12 Responses</h3>" + dated(12),
			Context{Title: title}, true},
		{"the same within a line in another language", h1 + ownProse + "<h3>Leserkommentare (12)</h3>" + dated(12),
			Context{Title: title}, true},
		{"pieces with dates that nothing counts", h1 + ownProse + "<h3>Our history</h3>" + dated(12),
			Context{Title: title}, false},
		{"another number", h1 + ownProse + "<h3>The year 2012</h3>" + dated(12), Context{Title: title}, false},
		{"a list that the title counts", "<h1>12 dates of the harbour</h1>" + dated(12) + ownProse,
			Context{Title: "12 dates of the harbour"}, false},
		{"lines that are links", h1 + ownProse + `<ul><li><a href="#x">12 of May</a></li></ul>` + dated(12),
			Context{Title: title}, false},
		{"teasers before the title of a short text", "<div>" + teasers(8) + "</div>" + h1 + short,
			Context{Title: title}, true},
		{"teasers below some lines", h1 + short + "<div>" + teasers(8) + "</div>", Context{Title: title}, false},
		{"teasers beside a thread", h1 + ownProse + "<div>" + teasers(8) + "</div>",
			Context{Title: title, Path: "/t/harbour/19"}, true},
		{"answers of a thread that a line above counts", h1 + ownProse + "<h3>12 replies</h3>" + dated(12),
			Context{Title: title, Path: "/t/harbour/19"}, false},
		{"answers in tables like that of the title", "<div><table><tr><td><b>Harbour closed</b></td></tr></table>" +
			short + tables + "</div>", Context{Title: title}, true},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			own, other := besideShare(t, c.page, c.ctx)
			if own != 0 {
				t.Errorf("%s: %.2f of the text is taken for what stands beside it", c.why, own)
			}
			if (other == 1) != c.beside || other != 0 && other != 1 {
				t.Errorf("%s: %.2f of what is beside the text is found", c.why, other)
			}
		})
	}
}

func TestTitleIsTheLineThatSaysNoMore(t *testing.T) {
	p := cut(t, `<div><b>Harbour closed for repairs</b></div><div><b>Harbour closed for repairs (5)</b> by ann</div>`)
	d := p.Describe(Context{Title: "Harbour closed for repairs - Gazette"}, NewLexicon(nil))
	if d.f.titleAt != 0 {
		t.Errorf("title in block %d", d.f.titleAt)
	}
}
