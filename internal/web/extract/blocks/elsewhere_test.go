package blocks

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	prose = "The harbour council decided on Monday, after a long debate, that the northern quay stays closed."
)

var ownProse = "<div class=text>" + strings.Repeat("<p>"+prose+"</p>", 10) + "</div>"

func teasers(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, `<div class="x"><h3><a href="/%d">Another story from here</a></h3>
<p>Bees sleep, and so do bears, `+
			`in most of the winters that we remember from here, as far as anybody has told us.</p></div>`, i)
	}
	return b.String()
}

func answers(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, `<li class="x"><div>ann on May %d</div>
<p>I never liked the harbour, to be honest with you all.</p>`+
			`<a href="#">Reply</a></li>`, i)
	}
	return "<ol>" + b.String() + "</ol>"
}

func TestTextBesideThePagesOwnIsToldByStructure(t *testing.T) {
	const title = "Harbour closed - The Gazette"
	heading := "<h1>Harbour closed</h1>"
	long := strings.Repeat("<p>"+prose+"</p>", 30)
	cases := []struct {
		why, page string
		ctx       Context
		beside    bool
	}{
		{"teasers with links to pages of their own", heading + ownProse + "<div>" + teasers(8) + "</div>",
			Context{Title: title}, true},
		{"teasers of a list without a text of its own", heading + "<p>" + prose + "</p><div>" + teasers(8) + "</div>",
			Context{Title: title}, false},
		{"the same of an article of a few lines", heading + "<div><p>" + prose + "</p><p>" + prose + "</p><p>" + prose +
			"</p></div><div>" + teasers(8) + "</div>", Context{Title: title, Kind: KindArticle}, true},
		{"items within the text", heading + "<div class=text>" + strings.Repeat("<p>"+prose+"</p>", 10) + "<div>" +
			teasers(8) + "</div></div>", Context{Title: title, Kind: KindArticle}, false},
		{"few of them", heading + ownProse + "<div>" + teasers(3) + "</div>", Context{Title: title}, false},
		{"answers of readers", heading + ownProse + answers(8), Context{Title: title}, true},
		{"answers of a thread", heading + ownProse + answers(8), Context{Title: title, Kind: KindForum}, false},
		{"answers at the address of a thread", heading + ownProse + answers(8),
			Context{Title: title, Path: "/viewtopic.php"}, false},
		{"a column that has most of the words", heading + ownProse + `<div class="sidebar">` + long + "</div>",
			Context{Title: title}, true},
		{"a column named for what is around everything", `<div class="sidebar">` + heading + ownProse + long + "</div>",
			Context{Title: title}, false},
		{"comments by their name", heading + ownProse + `<div id="comments">` + long + "</div>",
			Context{Title: title}, true},
		{"comments of a thread", heading + ownProse + `<div id="comments">` + long + "</div>",
			Context{Title: title, Kind: KindForum}, false},
		{"no line that says the title", ownProse + `<div class="sidebar">` + long + "</div>", Context{Title: title},
			false},
		{"a column with all there is", heading + `<div class="sidebar">` + long + "</div>", Context{Title: title},
			false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			p := cut(t, c.page)
			elsewhere := p.Describe(c.ctx, NewLexicon(nil)).Elsewhere(slices.Repeat([]float64{1}, len(p.Blocks)))
			beside := elsewhere != nil
			if beside != c.beside {
				t.Errorf("%s: %v", c.why, beside)
			}
			if beside && (elsewhere[1] || !elsewhere[len(elsewhere)-1]) {
				t.Errorf("%s: the text is taken for what stands beside it", c.why)
			}
		})
	}
}

func TestTitleIsFoundWithoutTheSitesName(t *testing.T) {
	for page, want := range map[string]int{
		`<h1>The Gazette</h1><h2>Harbour closed</h2><p>Harbour closed on Monday.</p>`: 1,
		`<p>News</p><b>Harbour closed</b><br>May 3, 2020<p>` + prose + `</p>`:         1,
		`<h1>Quays and piers</h1><p>` + prose + `</p>`:                                -1,
	} {
		p := cut(t, page)
		f := newFeaturizer(p, Context{Title: "Harbour closed - The Gazette of Porto"}, NewLexicon(nil))
		if f.titleAt != want {
			t.Errorf("%s: %d, want %d", page, f.titleAt, want)
		}
	}
}

func TestDoubtsSayWhatWasKept(t *testing.T) {
	p := cut(t, `<h1>Harbour closed</h1><p>`+prose+`</p><div class="sidebar"><p>`+prose+`</p></div>`)
	d := p.Describe(Context{Title: "Harbour closed"}, NewLexicon(nil))
	names := DoubtNames()
	probs := []float64{0.9, 0.9, 0.1}
	said := func(keep []bool) map[string]float32 {
		got := make(map[string]float32)
		for i, x := range d.Doubts(Choice{First: probs, Second: probs, Keep: keep, Expected: 0.8}) {
			got[names[i]] = x
		}
		return got
	}

	text := said([]bool{true, true, false})
	if len(text) != len(names) || text["title_kept"] != 1 || text["kept_beside"] != 0 || text["kept_runs"] != 1 {
		t.Errorf("of the text: %v", text)
	}
	if column := said([]bool{false, false, true}); column["title_kept"] != 0 || column["kept_beside"] != 1 {
		t.Errorf("of the column: %v", column)
	}
}
