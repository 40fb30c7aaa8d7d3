package extract

import (
	"testing"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// keptBy applies a rule to the blocks of a page that a cut at one half keeps.
func keptBy(page string, probs []float64, rule func(*blocks.Page, body, []float64, []bool, float64)) []bool {
	const cut = 0.5
	doc, _ := blocks.Parse([]byte(page))
	cutUp := blocks.Cut(doc)
	keep := make([]bool, len(cutUp.Blocks))
	for i, p := range probs {
		keep[i] = p >= cut
	}
	rule(cutUp, bodyOf(cutUp, keep), probs, keep, cut)
	return keep
}

// Lines about the writers of a discussion stand between its posts.
func TestShortGapsOfDiscussionsStay(t *testing.T) {
	const page = `<div><p>one two three four five</p><p>Posts: 12</p><p>Does it work in the end, then?</p>` +
		`<p>six seven eight nine ten</p></div>`
	probs := []float64{0.9, 0.4, 0.4, 0.9}
	keep := keptBy(page, probs, func(page *blocks.Page, in body, probs []float64, keep []bool, cut float64) {
		in.isDiscussion = true
		fillGaps(page, in, probs, keep, cut)
	})
	if keep[1] || !keep[2] {
		t.Errorf("kept are %v", keep)
	}
}

// The block in question is the last but one.
func TestGapsOfTheTextAreFilled(t *testing.T) {
	const first = `<div><article><p>one two three four</p>`
	for _, c := range []struct {
		why, page string
		probs     []float64
		want      bool
	}{
		{
			"nearly kept, between paragraphs",
			first + `<p>x</p><p>five six seven eight</p></article></div>`,
			[]float64{0.9, 0.35, 0.9},
			true,
		},
		{
			"far from kept",
			first + `<p>x</p><p>five six seven eight</p></article></div>`,
			[]float64{0.9, 0.2, 0.9},
			false,
		},
		{
			"after the last paragraph",
			first + `<p>five six seven eight</p><p>x</p><p>y</p></article></div>`,
			[]float64{0.9, 0.9, 0.35, 0.1},
			false,
		},
		{
			"outside of the element of the text",
			first + `<p>five six seven eight nine ten eleven</p></article><p>x</p><p>y</p></div>`,
			[]float64{0.9, 0.9, 0.35, 0.6},
			false,
		},
		{
			"a cell, which its table decides on",
			first + `<table><tr><td>x</td></tr></table><p>five six seven eight</p></article></div>`,
			[]float64{0.9, 0.35, 0.9},
			false,
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			keep := keptBy(c.page, c.probs, fillGaps)
			if len(keep) != len(c.probs) || keep[len(keep)-2] != c.want {
				t.Errorf("kept are %v", keep)
			}
		})
	}
}

func TestWorksThatATextCitesAreKept(t *testing.T) {
	const text = `<div><article><p>one two three four</p><p>five six seven eight</p>`
	for _, c := range []struct {
		why, page string
		probs     []float64
		want      []bool
	}{
		{
			"up to the next heading",
			text + `<h2>3. References</h2><p>A</p><h3>Online</h3><p>B</p><h2>About us</h2><p>C</p></article></div>`,
			[]float64{0.9, 0.9, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2},
			[]bool{true, true, true, true, true, true, false, false},
		},
		{
			"in other languages",
			text + `<h2>Литература</h2><p>A</p><h2>参考文献</h2><p>B</p></article></div>`,
			[]float64{0.9, 0.9, 0.1, 0.2, 0.1, 0.2},
			[]bool{true, true, true, true, true, true},
		},
		{
			"not what is surely furniture",
			text + `<h2>References</h2><p>A</p><p>Share</p></article></div>`,
			[]float64{0.9, 0.9, 0.1, 0.2, 0.01},
			[]bool{true, true, true, true, false},
		},
		{
			"not a box of links to other pages",
			text + `<h2>References</h2><p>A</p><table><tr><td>Share</td></tr></table></article></div>`,
			[]float64{0.9, 0.9, 0.1, 0.2, 0.2},
			[]bool{true, true, true, true, false},
		},
		{
			"not beside the text",
			text + `</article><h2>References</h2><p>A</p></div>`,
			[]float64{0.9, 0.9, 0.1, 0.2},
			[]bool{true, true, false, false},
		},
		{
			"not what merely mentions them",
			text + `<h2>What references cost</h2><p>A</p></article></div>`,
			[]float64{0.9, 0.9, 0.1, 0.2},
			[]bool{true, true, false, false},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			keep := keptBy(c.page, c.probs, keepReferences)
			if len(keep) != len(c.want) {
				t.Fatalf("%d blocks", len(keep))
			}
			for i, want := range c.want {
				if keep[i] != want {
					t.Errorf("block %d: kept is %t", i, keep[i])
				}
			}
		})
	}
}

// Single cells are too short to judge.
func TestTablesBelowKeptTextAreKept(t *testing.T) {
	const table = `<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`
	for _, c := range []struct {
		why, page string
		probs     []float64
		want      bool
	}{
		{"below a paragraph", `<div><p>x y z</p>` + table + `</div>`, []float64{0.9, 0.1, 0.1, 0.1, 0.1}, true},
		{"surely furniture", `<div><p>x y z</p>` + table + `</div>`, []float64{0.9, 0.04, 0.04, 0.04, 0.04}, false},
		{"below what is dropped", `<div><p>x y z</p>` + table + `</div>`, []float64{0.3, 0.2, 0.2, 0.2, 0.2}, false},
		{"below a heading nearly kept", `<div><h2>x</h2>` + table + `</div>`, []float64{0.3, 0.2, 0.2, 0.2, 0.2}, true},
		{"below a heading far from it", `<div><h2>x</h2>` + table + `</div>`, []float64{0.2, 0.2, 0.2, 0.2, 0.2}, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			keep := keptBy(c.page, c.probs, func(page *blocks.Page, _ body, probs []float64, keep []bool, cut float64) {
				wholeTables(page, probs, keep, cut)
			})
			for i, kept := range keep[1:] {
				if kept != c.want {
					t.Errorf("cell %d: kept is %t", i, kept)
				}
			}
			if isHeading := c.probs[0] == 0.3 && c.want; isHeading && !keep[0] {
				t.Error("the heading is lost")
			}
		})
	}
}

// The parts of a fact box are divisions with little text.
func TestBoxOfFactsIsATable(t *testing.T) {
	const flags = `<tr><td colspan="2"><div><div>Flag</div></div><div><div>Coat of arms</div></div></td></tr>`
	doc, _ := blocks.Parse([]byte(`<table>` + flags + `<tr><th>Capital</th><td>Wellington</td></tr></table>`))
	page := blocks.Cut(doc)
	if table := tableOf(page, 0); table == nil || !isDataTable(table) {
		t.Error("it is taken for a layout")
	}
}
