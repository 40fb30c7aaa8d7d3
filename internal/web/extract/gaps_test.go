package extract

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/markdown"
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

// The paragraph in question is the last one.
func TestRepeatsStayBelowHeadingsOfTheirOwn(t *testing.T) {
	const first = `<h2>Start</h2><p>one two three four five six seven eight nine ten eleven twelve</p>`
	const again = `<p>one two three four five six seven eight nine ten eleven twelve</p>`
	for _, c := range []struct {
		why, page    string
		isDiscussion bool
		want         bool
	}{
		{"below a heading of its own", first + `<h2>Stop</h2>` + again, false, true},
		{"copy of the whole", first + first, false, false},
		{"out of view", first + `<h2>Stop</h2><div hidden>` + again + `</div>`, false, false},
		{"quoted in a post", first + `<h2>Stop</h2>` + again, true, false},
	} {
		drop := func(page *blocks.Page, _ body, _ []float64, keep []bool, _ float64) {
			dropRepeats(page, c.isDiscussion, keep)
		}
		keep := keptBy(c.page, []float64{0.9, 0.9, 0.9, 0.9}, drop)
		if keep[3] != c.want {
			t.Errorf("%s: kept is %v", c.why, keep[3])
		}
	}
}

// Single cells are too short to judge.
// A box of facts often comes before the first paragraph.
func TestTablesAboveKeptTextAreKept(t *testing.T) {
	const table = `<div><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table><p>x y z</p></div>`
	for _, c := range []struct {
		why         string
		text, cells float64
		want        bool
	}{
		{"above a paragraph", 0.9, 0.2, true},
		{"far from kept", 0.9, 0.1, false},
		{"above what is dropped", 0.3, 0.2, false},
	} {
		probs := []float64{c.cells, c.cells, c.cells, c.cells, c.text}
		keep := keptBy(table, probs, func(page *blocks.Page, _ body, probs []float64, keep []bool, cut float64) {
			wholeTables(page, dataTables(page), probs, keep, cut)
		})
		if keep[0] != c.want {
			t.Errorf("%s: kept is %t", c.why, keep[0])
		}
	}
}

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
				wholeTables(page, dataTables(page), probs, keep, cut)
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

// The titles of a board are chosen, and the counts beside them are not.
func TestTableWhoseRowsAreChosenIsKept(t *testing.T) {
	for _, c := range []struct {
		why  string
		rows int
		each int // rows from one that is chosen to the next
		want bool
	}{
		{"every row", 6, 1, true},
		{"every second row", 6, 2, false},
		{"few rows", 3, 1, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			var probs []float64
			for i := range c.rows {
				title := 0.1
				if i%c.each == 0 {
					title = 0.8
				}
				probs = append(probs, title, 0, 0, 0)
			}
			board := strings.Repeat(`<tr><td>a</td><td>1</td><td>2</td><td>3</td></tr>`, c.rows)
			keep := keptBy("<table>"+board+"</table>", probs,
				func(page *blocks.Page, _ body, probs []float64, keep []bool, cut float64) {
					wholeTables(page, dataTables(page), probs, keep, cut)
				})
			if !slices.Equal(keep, slices.Repeat([]bool{c.want}, len(probs))) {
				t.Errorf("kept: %t", keep)
			}
		})
	}
}

func TestHeadingsWithoutTextAreDroppedUnlessTheyAreTheList(t *testing.T) {
	const text = `<p>a b c</p><p>d e f</p>`
	for _, c := range []struct {
		why, page string
		want      int // blocks
	}{
		{"a heading after the text", text + `<h2>more</h2>`, 2},
		{"chapters after the text", text + strings.Repeat(`<h3>chapter</h3>`, 3), 5},
		{"headings alone", strings.Repeat(`<h3>chapter</h3>`, 3), 3},
	} {
		t.Run(c.why, func(t *testing.T) {
			keep := keptBy(c.page, slices.Repeat([]float64{0.9}, strings.Count(c.page, "</")),
				func(page *blocks.Page, _ body, _ []float64, keep []bool, _ float64) { dropEmptyHeadings(page, keep) })
			kept := 0
			for _, is := range keep {
				if is {
					kept++
				}
			}
			if kept != c.want {
				t.Errorf("%d blocks are kept, not %d", kept, c.want)
			}
		})
	}
}

// The parts of a fact box are divisions with little text.
func TestBoxOfFactsIsATable(t *testing.T) {
	const flags = `<tr><td colspan="2"><div><div>Flag</div></div><div><div>Coat of arms</div></div></td></tr>`
	doc, _ := blocks.Parse([]byte(`<table>` + flags + `<tr><th>Capital</th><td>Wellington</td></tr></table>`))
	page := blocks.Cut(doc)
	if table := tableOf(page, 0); table == nil || !markdown.IsDataTable(table) {
		t.Error("it is taken for a layout")
	}
}

func TestFactsWithALongStoryAreATable(t *testing.T) {
	row := func(story string) string { return "<tr><td>" + story + "</td><td>Hamilton</td><td>05/09/25</td></tr>" }
	long := strings.Repeat("The court heard of the kiln. ", 100)
	for _, c := range []struct {
		why, table string
		want       bool
	}{
		{"one of four rows has a text", row("A") + row(long) + row("B") + row("C"), true},
		{"one of three, as in the columns of a page", row("A") + row(long) + row("B"), false},
	} {
		doc, _ := blocks.Parse([]byte("<table>" + c.table + "</table>"))
		page := blocks.Cut(doc)
		if got := markdown.IsDataTable(tableOf(page, 0)); got != c.want {
			t.Errorf("%s: %t", c.why, got)
		}
	}
}

func TestHeadingsOfKeptTextStay(t *testing.T) {
	const text = `<p>one two three four five six seven eight nine ten</p>`
	for _, c := range []struct {
		why, page string
		probs     []float64
		want      []bool
	}{
		{
			"a heading that kept text follows",
			`<article>` + text + `<h2>x</h2>` + text + `</article>`,
			[]float64{0.9, 0.2, 0.9},
			[]bool{true, true, true},
		},
		{
			"a heading above a deeper one",
			`<article>` + text + `<h2>x</h2><h3>y</h3>` + text + `</article>`,
			[]float64{0.9, 0.2, 0.2, 0.9},
			[]bool{true, true, true, true},
		},
		{
			"a label of an advertisement",
			`<article>` + text + `<h2>x</h2>` + text + `</article>`,
			[]float64{0.9, 0.1, 0.9},
			[]bool{true, false, true},
		},
		{
			"a heading whose text is left out",
			`<article>` + text + `<h2>x</h2><p>y</p>` + text + `</article>`,
			[]float64{0.9, 0.2, 0.2, 0.9},
			[]bool{true, false, false, true},
		},
		{
			"a heading before one of its own level",
			`<article>` + text + `<h2>x</h2><h2>y</h2>` + text + `</article>`,
			[]float64{0.9, 0.2, 0.2, 0.9},
			[]bool{true, false, true, true},
		},
	} {
		keep := keptBy(c.page, c.probs, keepHeadings)
		if !slices.Equal(keep, c.want) {
			t.Errorf("%s: kept are %v", c.why, keep)
		}
	}
}

func TestTablesAmidTheTextStay(t *testing.T) {
	const (
		text   = `<p>one two three four five six seven eight nine ten</p>`
		table  = `<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr><tr><td>e</td><td>f</td></tr></table>`
		form   = `<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`
		linked = `<table><tr><td><a href=x>a</a></td><td>b</td></tr><tr><td><a href=x>c</a></td><td><a href=x>d</a></td></tr>` +
			`<tr><td><a href=x>e</a></td><td>f</td></tr></table>`
	)
	low := func(p float64, cells int, more ...float64) []float64 {
		return append(append([]float64{0.9, 0.9}, slices.Repeat([]float64{p}, cells)...), more...)
	}
	for _, c := range []struct {
		why, page string
		probs     []float64
		want      bool
	}{
		{"between paragraphs", text + text + table + text, low(0.01, 6, 0.9), true},
		{"between paragraphs, too small to be one of data", text + text + form + text, low(0.01, 4, 0.9), false},
		{"between paragraphs, of links", text + text + linked + text, low(0.01, 6, 0.9), false},
		{"right below the last paragraph", text + text + table, low(0.06, 6), true},
		{"below the last paragraph, like nothing of the text", text + text + table, low(0.01, 6), false},
		{"further below", text + text + `<p>x</p>` + table, low(0.06, 7), false},
	} {
		keep := keptBy("<article>"+c.page+"</article>", c.probs, func(page *blocks.Page, in body, probs []float64, keep []bool, cut float64) {
			keepTables(page, dataTables(page), in, probs, keep, cut)
		})
		if keep[len(keep)-4] != c.want {
			t.Errorf("%s: kept are %v", c.why, keep)
		}
	}
}

func TestContentsThatRepeatHeadingsGo(t *testing.T) {
	const page = `<article><ol><li><a href="#a">Oak</a></li><li><a href="#b">2 Elm</a></li><li><a href="/c">Ash</a></li></ol>
		<h2>1. Oak</h2><p>one two three</p><h2>2. Elm</h2><p>four</p><h2>3. Ash</h2><p>five</p></article>`
	doc, _ := blocks.Parse([]byte(page))
	cutUp := blocks.Cut(doc)
	keep := slices.Repeat([]bool{true}, len(cutUp.Blocks))
	dropContents(cutUp, keep)
	if want := []bool{false, false, true, true, true, true, true, true, true}; !slices.Equal(keep, want) {
		t.Errorf("kept are %v", keep)
	}
}

// A caption may be left out, and a copy for visitors without scripts follows many pictures.
func TestPictureOfAFigureAmidTheTextStays(t *testing.T) {
	const page = `<article><p>one two three</p><figure><div><span><picture><img src="/pier.jpg"></picture></span>
		<noscript><b><i><picture><img src="/pier.jpg"></picture></i></b></noscript></div>
		<p>four</p><p>five</p><p>six</p></figure><p>seven</p></article>`
	doc, _ := blocks.Parse([]byte(page))
	cutUp := blocks.Cut(doc)
	chosen := chosenImages(cutUp, []bool{true, false, false, false, true}, nil, nil)
	if len(chosen) == 0 {
		t.Errorf("none of %d pictures stays", len(cutUp.Images))
	}
}

func TestPictureThatThePageStatesIsItsLead(t *testing.T) {
	const stated = "https://img.example/pier_at_dawn-600x400.jpg"
	for _, c := range []struct{ why, picture, want string }{
		{"the same file", `<img src="https://img.example/pier_at_dawn-600x400.jpg">`, "pier_at_dawn-600x400.jpg"},
		{"another size and form", `<img src="/small/pier_at_dawn-90x60.webp">`, "pier_at_dawn-90x60.webp"},
		{"a word before its name", `<img src="/thumb_pier_at_dawn.jpg?v=2">`, "thumb_pier_at_dawn.jpg"},
		{"linked to its larger form", `<a href="/full.jpg"><img src="/pier_at_dawn.jpg"></a>`, "pier_at_dawn.jpg"},
		{"once", `<img src="/pier_at_dawn.jpg"><img src="/pier_at_dawn-90x60.jpg">`, "pier_at_dawn.jpg"},
		{"the sign of a site", `<a href="/"><img src="/pier_at_dawn.jpg"></a>`, ""},
		{"another picture", `<img src="/pier_at_dusk.jpg">`, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			page := `<div>` + c.picture + `</div><p>a</p><p>b</p><p>c</p><p>d</p><article><p>one two</p><p>three</p></article>`
			doc, _ := blocks.Parse([]byte(page))
			base, _ := url.Parse("https://pier.example/a/b")
			keep := []bool{false, false, false, false, true, true}

			var got []string
			for _, n := range chosenImages(blocks.Cut(doc), keep, []string{"", stated}, base) {
				got = append(got, path.Base(strings.TrimSuffix(blocks.Attr(n, "src"), "?v=2")))
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q instead of %q", got, c.want)
			}
		})
	}
}
