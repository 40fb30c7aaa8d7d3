package blocks

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func cut(t *testing.T, page string) *Page {
	t.Helper()
	doc, _ := Parse([]byte(page))
	return Cut(doc)
}

func TestPageIsCutAtBlockBoundaries(t *testing.T) {
	cases := []struct {
		why, page string
		want      []string
	}{
		{"paragraphs", `<p>a <b>b</b></p><p>c</p>`, []string{"a b", "c"}},
		{"text around a block", `<div>a<p>b</p>c</div>`, []string{"a", "b", "c"}},
		{"one break is a line, two end a block", `<div>a<br>b<br><br>c</div>`, []string{"a\nb", "c"}},
		{"cells", `<table><tr><td>a</td><td>b</td></tr></table>`, []string{"a", "b"}},
		{"code stays whole", `<pre><div>a</div><div>b</div></pre>`, []string{"ab"}},
		{"no text of scripts, styles and form controls", `<script>x</script><style>y</style><textarea>z</textarea>
<select><option>o</select><p>a</p>`, []string{"a"}},
		{"short noscript is left out", `<p>a</p><noscript>Please switch scripts on</noscript>`, []string{"a"}},
		{"long noscript is content", `<noscript><p>` + strings.Repeat("word ", 90) + `</p></noscript>`,
			[]string{strings.TrimSpace(strings.Repeat("word ", 90))}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			var got []string
			for _, b := range cut(t, c.page).Blocks {
				got = append(got, b.Text)
			}
			if strings.Join(got, "¦") != strings.Join(c.want, "¦") {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestClassNamesSpeakOfPurposes(t *testing.T) {
	cases := []struct {
		class string
		want  Hint
	}{
		{"sidebar", HintSide},
		{"left-sidebar_v2", HintSide},
		{"relatedPosts", HintRelated | HintContent},
		{"js-newsletterSignup", HintSignup},
		{"shadow", 0},
		{"", 0},
	}
	for _, c := range cases {
		if got := hintsIn(c.class); got != c.want {
			t.Errorf("%q: %b, want %b", c.class, got, c.want)
		}
	}
}

func TestTreeIsNeverDeep(t *testing.T) {
	for _, page := range []string{
		strings.Repeat("<div>", 50_000) + "x",
		strings.Repeat("<div><span>", 50_000) + "x",
		strings.Repeat("<table><tr><td>", 20_000) + "x",
		strings.Repeat("<ul><li>", 20_000) + strings.Repeat("</li></ul>", 20_000) + "x",
		strings.Repeat("<b>", 20_000) + strings.Repeat("<p>", 20_000) + "x",
	} {
		doc, _ := Parse([]byte(page))
		if d := depthOf(doc); d > 512 {
			t.Errorf("%.20s: %d levels", page, d)
		}
		if len(Cut(doc).Blocks) == 0 {
			t.Errorf("%.20s: text lost", page)
		}
	}
}

func depthOf(n *html.Node) int {
	deepest := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		deepest = max(deepest, depthOf(c))
	}
	return deepest + 1
}

func TestBestCutTakesTheChoiceWithTheBestExpectedF1(t *testing.T) {
	p := &Page{Blocks: []Block{{Words: 100}, {Words: 100}, {Words: 100}}}
	cases := []struct {
		why   string
		probs []float64
		want  float64
	}{
		{"clear page", []float64{0.95, 0.9, 0.05}, 0.9},
		{"doubtful page keeps what is most likely", []float64{0.2, 0.02, 0.01}, 0.2},
		{"even doubt keeps all", []float64{0.4, 0.4, 0.4}, 0.4},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got, _ := p.BestCut(c.probs); got != c.want {
				t.Errorf("%s: cut %v, want %v", c.why, got, c.want)
			}
		})
	}
}

func TestRowsHaveTheNamedFeatures(t *testing.T) {
	p := cut(t, `<article><h1>a</h1><p>Some words, of a text.</p></article>`)
	rows := p.Describe(Context{Title: "a"}, NewLexicon(nil)).Rows
	names := FeatureNames()
	p.Second(rows, make([]float64, len(rows)), func(_ int, row []float32) {
		if len(row) != len(names)+len(SecondNames()) {
			t.Errorf("row of %d, %d+%d names", len(row), len(names), len(SecondNames()))
		}
	})
}
