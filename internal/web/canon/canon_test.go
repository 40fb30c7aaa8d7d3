package canon

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rewrite gives the page of a body after Rewrite.
func rewrite(t *testing.T, body string) (*html.Node, *Page) {
	t.Helper()
	doc, err := html.ParseWithOptions(strings.NewReader("<body>"+body), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	return doc, Rewrite(doc)
}

// formulas lists the formulas of a page, displayed ones between double dollars.
func formulas(doc *html.Node) []string {
	var all []string
	for n := range doc.Descendants() {
		if n.Data == Formula {
			mark := "$"
			if attr(n, AttrDisplay) == "block" {
				mark = "$$"
			}
			all = append(all, mark+n.FirstChild.Data+mark)
		}
	}
	return all
}

func TestFormulasOfEachProgram(t *testing.T) {
	for _, c := range []struct{ why, body, want string }{
		{"MathML with its source", `<math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>`, "$$x^2$$"},
		{"LaTeXML", `<math class="ltx_Math" alttext="\alpha_{1}" display="inline"><mi>α</mi></math>`, `$\alpha_{1}$`},
		{"MediaWiki states a style", `<span class="mwe-math-element"><math alttext="{\displaystyle a\neq 0}"><mi>a</mi></math><img src="x.svg" alt="{\displaystyle a\neq 0}" class="mwe-math-fallback-image-inline"></span>`, `$a\neq 0$`},
		{"KaTeX draws beside its source", `<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>y</mi><annotation encoding="application/x-tex">y=1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">y=1</span></span></span>`, "$$y=1$$"},
		{"KaTeX without MathML, source in an attribute", `<span class="math-inline" data-math="\forall x"><span class="katex"><span class="katex-html">∀x</span></span></span>`, `$\forall x$`},
		{"MathJax 2 draws before its script", `<span class="MathJax_Preview">n</span><span class="MathJax">n≥1</span><script type="math/tex">n \ge 1</script>`, `$n \ge 1$`},
		{"MathJax 2, displayed", `<div class="MathJax_Display">z</div><script type="math/tex; mode=display">z</script>`, "$$z$$"},
		{"MathJax 3 with hidden MathML", `<mjx-container display="true"><svg></svg><mjx-assistive-mml><math><msub><mi>r</mi><mn>1</mn></msub></math></mjx-assistive-mml></mjx-container>`, "$$r_{1}$$"},
		{"MathJax 3 without it", `<mjx-container><mjx-math><mjx-msubsup><mjx-mi><mjx-c class="mjx-c1D465"></mjx-c></mjx-mi><mjx-script><mjx-mn><mjx-c class="mjx-c32"></mjx-c></mjx-mn><mjx-spacer></mjx-spacer><mjx-mi><mjx-c class="mjx-c1D456"></mjx-c></mjx-mi></mjx-script></mjx-msubsup></mjx-math></mjx-container>`, "$x_{i}^{2}$"},
		{"white space in MathML means nothing", "<math><mi>\n  k\n</mi><mo> = </mo><mn>\n 4 </mn></math>", "$k = 4$"},
		{"a service that draws pictures", `so <img src="https://latex.codecogs.com/svg.latex?%5Cinline%20e%5E%7Bi%5Cpi%7D"> holds`, `$e^{i\pi}$`},
		{"a picture alone in its paragraph", `<p><img class="latex" src="eq.png" alt="\int f"></p>`, `$$\int f$$`},
		{"TeX in the text of a page that loads KaTeX", `<script src="katex.min.js"></script><p>Let $x$ be, \(y\) and \[z\] too.</p>`, "$x$ $y$ $$z$$"},
		{"TeX that proves itself", `<p>As $\frac{a}{b}$ and $c$ show.</p>`, `$\frac{a}{b}$ $c$`},
		{"an environment over line breaks", `<p>\begin{align} a &amp;= b \\<br>c &amp;= d \end{align}</p>`, "$$\\begin{align} a &= b \\\\\nc &= d \\end{align}$$"},
		{"a table that aligns an equation", `<table><tr><td></td><td><math alttext="a"><mi>a</mi></math></td><td><math alttext="=b"><mi>b</mi></math></td><td>(1)</td></tr></table>`, "$$a =b$$"},
	} {
		t.Run(c.why, func(t *testing.T) {
			doc, _ := rewrite(t, c.body)
			if got := strings.Join(formulas(doc), " "); got != c.want {
				t.Errorf("\ngot  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestWhatIsNoFormula(t *testing.T) {
	for why, body := range map[string]string{
		"prices":                               `<p>From $100 to $200, or $5-$10 each.</p>`,
		"prices where TeX is drawn":            `<script src="mathjax.js"></script><p>It costs $100 and then $200 more.</p>`,
		"words between dollars":                `<script src="mathjax.js"></script><p>The $cheap kind and$ the rest</p>`,
		"variables of a shell":                 `<pre>echo $HOME $PATH</pre><p>Set <code>$x$</code>.</p>`,
		"an escaped dollar":                    `<script src="katex.js"></script><p>\$5\$ it is</p>`,
		"a picture whose words have a formula": `<img src="a.png" alt="A line with its slope \(\beta_{1}\) drawn in blue">`,
		"a picture with words":                 `<img src="a.png" alt="A cat_and a dog">`,
		"a script of another kind":             `<script type="text/x-mathjax-config">MathJax.Hub.Config({tex2jax: {inlineMath: [['$','$']]}})</script>`,
		"a backslash before a bracket in C":    `<p>The path C:\(new\) is odd.</p>`,
	} {
		t.Run(why, func(t *testing.T) {
			doc, _ := rewrite(t, body)
			if got := formulas(doc); len(got) > 0 {
				t.Errorf("%s: %q", why, got)
			}
		})
	}
}

// TestFormulaCannotBecomeMarkup: a page can write anything between its delimiters, and Markdown's readers take tags and
// links there for their own.
func TestFormulaCannotBecomeMarkup(t *testing.T) {
	doc, _ := rewrite(t, `<math><mtext>&lt;img src=x onerror=alert(1)></mtext></math><script type="math/tex">[a](javascript:b)</script>`)
	for _, got := range formulas(doc) {
		if strings.Contains(got, "<img") || strings.Contains(got, "](") {
			t.Errorf("%q", got)
		}
	}
}

func TestMathMLBecomesTeX(t *testing.T) {
	for _, c := range []struct{ mathML, want string }{
		{`<mfrac><mrow><mo>−</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>`, `\frac{- b}{2a}`},
		{`<msqrt><mi>x</mi></msqrt>`, `\sqrt{x}`},
		{`<mroot><mi>x</mi><mn>3</mn></mroot>`, `\sqrt[3]{x}`},
		{`<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>`, `{(x)}^{2}`},
		{`<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>`, `\sum_{i = 1}^{n}a_{i}`},
		{`<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mi>∞</mi></mrow></munder>`, `\lim_{x \to \infty}`},
		{`<mover><mi>x</mi><mo>^</mo></mover><mover><mi>v</mi><mo>→</mo></mover>`, `\hat{x}\vec{v}`},
		{`<mi>sin</mi><mo>&#x2061;</mo><mi>θ</mi>`, `\sin\theta`},
		{`<mi>α</mi><mi>x</mi>`, `\alpha x`},
		{`<mi mathvariant="double-struck">R</mi><mi>𝐯</mi><mi>ℝ</mi>`, `\mathbb{R}\mathbf{v}\mathbb{R}`},
		{`<mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo></mrow>`, `\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}`},
		{`<mrow><mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if </mtext><mi>x</mi></mtd></mtr></mtable></mrow>`, `\begin{cases} 1 & \text{if }x \end{cases}`},
		{`<msup><mi>f</mi><mo>′</mo></msup>`, `f'`},
		{`<mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced>`, `[a, b]`},
		{`<mmultiscripts><mi>C</mi><mn>6</mn><none></none><mprescripts></mprescripts><none></none><mn>14</mn></mmultiscripts>`, `{}^{14}C_{6}`},
		{`<mi>x</mi><mo>&lt;</mo><mi>y</mi>`, `x < y`},
	} {
		t.Run(c.want, func(t *testing.T) {
			doc, _ := rewrite(t, "<math>"+c.mathML+"</math>")
			got := strings.Join(strings.Fields(strings.Join(formulas(doc), "")), " ")
			if want := "$" + c.want + "$"; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// noted tells a page's notes, and its text with their marks.
func noted(doc *html.Node, p *Page) (notes, marked string) {
	var all []string
	for _, note := range p.Notes {
		text := ""
		for _, n := range note.Body {
			text += textOf(n, 1000)
		}
		all = append(all, note.Label+"="+strings.Join(strings.Fields(text), " "))
	}
	for n := range doc.Descendants() {
		if n.Data == NoteRef {
			marked += "[" + attr(n, AttrLabel) + "]"
		}
	}
	return strings.Join(all, "; "), marked
}

func TestFootnotesOfEachForm(t *testing.T) {
	for _, c := range []struct{ why, body, notes, marks string }{
		{"GitHub", `<p>Text<sup><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup>.</p><section class="footnotes"><ol><li id="fn-1"><p>The note. <a href="#fnref-1">↩</a></p></li></ol></section>`, "1=The note.", "[1]"},
		{"MediaWiki", `<p>Text<sup id="cite_ref-a_1-0" class="reference"><a href="#cite_note-a-1">[1]</a></sup></p><ol class="references"><li id="cite_note-a-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-a_1-0">^</a></b></span> <span class="reference-text">A book.</span></li></ol>`, "1=A book.", "[1]"},
		{"one note, two marks", `<p>One<sup><a href="#n1">1</a></sup> two<sup><a href="#n1">1</a></sup></p><p id="n1">1. Shared.</p>`, "1=Shared.", "[1][1]"},
		{"anchors in one paragraph", `<p>One<a href="#a"><sup>1</sup></a> two<a href="#b"><sup>2</sup></a></p><p><a name="a"><sup>1</sup></a> First. <a href="#">↩</a><br><br><a name="b"><sup>2</sup></a> Second.</p>`, "1=First.; 2=Second.", "[1][2]"},
		{"Texinfo", `<p>Text<a id="DOCF1" href="#FOOT1">(1)</a></p><h5><a id="FOOT1" href="#DOCF1">(1)</a></h5><p>The note.</p>`, "1=The note.", "[1]"},
		{"a definition list", `<p>Text<a href="#fn:x">1</a></p><dl><dt id="fn:x">1</dt><dd>The note.</dd></dl>`, "1=The note.", "[1]"},
		{"raised numbers without links", `<p>First claim.<sup>1</sup></p><p>Second.<sup>2</sup></p><hr><p><sup>1</sup> Its evidence.</p><p><sup>2</sup> Another.</p>`, "1=Its evidence.; 2=Another.", "[1][2]"},
		{"a side note", `<p>Text<label class="margin-toggle sidenote-number"></label><span class="sidenote">A note at the side.</span> goes on.</p>`, "n1=A note at the side.", "[n1]"},
		{"Distill", `<p>Text<d-footnote>A note at the <b>side</b>.</d-footnote> goes on.</p>`, "n1=A note at the side.", "[n1]"},
		{"Distill's first form", `<p>Text <dt-fn>A note at the side.</dt-fn></p>`, "n1=A note at the side.", "[n1]"},
		{"LaTeXML", `<p>Text<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">2</sup><span class="ltx_note_content"><sup class="ltx_note_mark">2</sup>A note of a paper.</span></span></p>`, "2=A note of a paper.", "[2]"},
		{"a side note with the label of a box", `<p>Text.<label class="footref" for="f">1</label><input id="f" type="checkbox"><span class="sidenote"><sup>1</sup> A note at the side.</span></p>`, "1=A note at the side.", "[1]"},
		{"a stop after the number's element", `<p>Text<sup class="footnoteref"><a href="#f1">1</a></sup></p><div id="f1" class="footnote-footer"><a href="#r">1</a>. A note at the foot.</div>`, "1=A note at the foot.", "[1]"},
		{"a sign", `<p>Text<a href="#s">*</a></p><p id="s">* The note with a star.</p>`, "n1=The note with a star.", "[n1]"},
	} {
		t.Run(c.why, func(t *testing.T) {
			doc, p := rewrite(t, c.body)
			notes, marks := noted(doc, p)
			if notes != c.notes || marks != c.marks {
				t.Errorf("\ngot  %q %q\nwant %q %q", notes, marks, c.notes, c.marks)
			}
		})
	}
}

func TestWhatIsNoFootnote(t *testing.T) {
	for why, body := range map[string]string{
		"a power":                        `<p>The area is x<sup>2</sup> here.</p><p>Other text.</p>`,
		"an ordinal":                     `<p>The 1<sup>st</sup> of May</p>`,
		"a table of contents":            `<ul><li><a href="#s1">1</a></li></ul><h2 id="s1">1 Start</h2><p>Text</p>`,
		"a numbered link to a heading":   `<p>See <a href="#s1">1</a></p><h2 id="s1">1 Start</h2>`,
		"a reference to an equation":     `<p>By equation (<a href="#eq3">3</a>) it holds.</p><div id="eq3"><math alttext="a=b"><mi>a</mi></math> and so forth</div>`,
		"a mark whose note is not there": `<p>Text<sup><a href="#fn9">9</a></sup> only.</p>`,
		"pages of a listing":             `<nav>Pages <a href="#p2">2</a></nav><p id="p2">2 more results</p>`,
	} {
		t.Run(why, func(t *testing.T) {
			doc, p := rewrite(t, body)
			if notes, marks := noted(doc, p); notes+marks != "" {
				t.Errorf("%s: %q %q", why, notes, marks)
			}
		})
	}
}

func TestCodeOfEachForm(t *testing.T) {
	for _, c := range []struct{ why, body, language, code string }{
		{"types shown on hovering", `<pre class="shiki" data-language="ts"><code><span class="line"><span class="twoslash-hover"><span class="twoslash-popup-container">const n: number, which is far more than what fits in a label of the code</span>n</span> = 1</span></code></pre>`, "ts", "n = 1"},
		{"hidden lines around an example of mdBook", `<pre><code class="language-rust"><span class="boring">fn main() {
</span>let n = 1;
<span class="boring">}</span></code></pre>`, "rust", "let n = 1;"},
		{"a gutter in a table", `<div class="highlight"><table class="lntable"><tr><td><pre>1
2
</pre></td><td><pre><code class="language-go" data-lang="go">a
b
</code></pre></td></tr></table></div>`, "go", "a\nb"},
		{"a figure of Hexo", `<figure class="highlight sh"><table><tr><td class="gutter"><pre><span class="line">1</span><br></pre></td><td class="code"><pre><span class="line">echo</span><br><span class="line"></span><br><span class="line">ls</span><br></pre></td></tr></table></figure>`, "sh", "echo\n\nls"},
		{"numbers within lines", `<pre><code class="language-python"><span style="display:flex"><span style="user-select:none"> 1</span><span>p = 61
</span></span><span style="display:flex"><span style="user-select:none"> 2</span><span>q = 97
</span></span></code></pre>`, "python", "p = 61\nq = 97"},
		{"a row for each line", `<table class="hljs-ln"><tr><td>1</td><td>x</td></tr><tr><td>2</td><td>  y</td></tr><tr><td>3</td><td>z</td></tr></table>`, "", "x\n  y\nz"},
		{"a header with a button", `<pre><code class="hljs language-bash"><div class="code__header"><span>bash</span><button>Copy</button></div><div>ls -l
</div></code></pre>`, "bash", "ls -l"},
		{"a label above", `<div class="codeblock"><div><span>Python</span><button>Copy</button></div><pre><code>pass</code></pre></div>`, "python", "pass"},
		{"lines that only elements part", `<pre><code><span class="line">a</span><span class="line">b</span></code></pre>`, "", "a\nb"},
		{"pre within code", `<code class="language-ts"><pre><code>let a</code></pre></code>`, "ts", "let a"},
		{"a block without pre", `<div><code class="hl lean block">
    def a
      b
  </code></div>`, "lean", "def a\n  b"},
		{"an editor", `<div class="cm-editor"><div class="cm-content"><div class="cm-line">a = 1</div><div class="cm-line">b = 2</div></div></div>`, "", "a = 1\nb = 2"},
		{"numbers that are the code", `<pre>1
1
2
3
5</pre>`, "", "1\n1\n2\n3\n5"},
		{"a wrapper of Sphinx", `<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>`, "python", "x"},
		{"no language", `<pre><code class="language-plaintext">x</code></pre>`, "", "x"},
	} {
		t.Run(c.why, func(t *testing.T) {
			doc, _ := rewrite(t, "<main><p>Before.</p>"+c.body+"<p>After.</p></main>")
			pre := first(doc, isPre)
			if pre == nil {
				t.Fatal("no block of code")
			}
			code := pre.FirstChild
			language := strings.TrimPrefix(attr(code, "class"), "language-")
			if got := strings.Trim(textOf(code, 1000), "\n"); got != c.code || language != c.language {
				t.Errorf("got %q in %q, want %q in %q", got, language, c.code, c.language)
			}
			if others := strings.Join(strings.Fields(strings.Replace(textOf(doc, 2000), textOf(code, 1000), "", 1)), " "); others != "Before.After." && others != "Before. After." {
				t.Errorf("left beside it: %q", others)
			}
		})
	}
}

func TestCalloutsAndTasks(t *testing.T) {
	doc, _ := rewrite(t, `<div class="admonition warning"><p>Hot</p></div><div class="markdown-alert markdown-alert-tip">T</div>`+
		`<div class="alert alert-danger">D</div><div data-callout="note">N</div><div class="alert">none</div>`+
		`<div class="note info">Q</div><aside class="msg alert">Z</aside>`+
		`<ul><li><label><input type="checkbox" disabled checked><span></span></label> done</li><li><input type="checkbox" disabled> open</li></ul><label><input type="checkbox"> menu</label>`)
	var kinds, boxes []string
	for n := range doc.Descendants() {
		if kind := attr(n, AttrCallout); kind != "" {
			kinds = append(kinds, kind)
		}
		if n.Data == Box {
			boxes = append(boxes, attr(n, AttrChecked))
		}
	}
	if got := strings.Join(kinds, " "); got != "warning tip danger note note warning" {
		t.Errorf("callouts %q", got)
	}
	if got := strings.Join(boxes, " "); got != "true false" {
		t.Errorf("boxes %q", got)
	}
	for n := range doc.Descendants() {
		if n.Data == Box && !isElement(n.Parent, atom.Li) {
			t.Error("a box stands in a wrapper without text, which no reader writes")
		}
	}
	if isElement(first(doc, func(n *html.Node) bool { return isElement(n, atom.Label) }), atom.Label) == false {
		t.Error("the label of a menu is gone")
	}
}

func TestCodeAloneInAnExampleIsABlock(t *testing.T) {
	doc, _ := rewrite(t, `<div class="example"><p><code>kill -TERM 1</code></p></div><div class="example"><p><code>x</code></p><p>y</p></div>`)
	blocks := 0
	for n := range doc.Descendants() {
		if isPre(n) {
			blocks++
		}
	}
	if blocks != 1 {
		t.Errorf("%d blocks of code, want the one that is all of its example", blocks)
	}
}

func TestCodeOfAFactStaysInItsCell(t *testing.T) {
	const fact = `<table><tr><th>Syntax</th><td><code>a<br>b<br>c</code></td></tr></table>`
	doc, _ := rewrite(t, fact)
	if first(doc, isPre) != nil {
		t.Error("code beside the name of what it is became a block")
	}
	doc, _ = rewrite(t, `<table><tr><td>12</td><td><code>a<br>b<br>c</code></td></tr></table>`)
	if first(doc, isPre) == nil {
		t.Error("code beside numbers is no block")
	}
}

// TestWorkGrowsWithThePage: pages made to take time with one element repeated.
func TestWorkGrowsWithThePage(t *testing.T) {
	const many = 20_000
	for why, body := range map[string]string{
		"empty paragraphs before examples": `<div class="example">` + strings.Repeat("<p></p>", many) + strings.Repeat("<p><code>x</code></p>", many),
		"code in cells of one row":         "<table><tr>" + strings.Repeat("<td><code>1<br>2<br>3</code></td>", many),
		"boxes in boxes":                   strings.Repeat(`<table summary="Tip"><tr><td>x`, 100) + strings.Repeat("<i></i>", many),
		"empty elements before marks":      strings.Repeat("<b></b>", many) + strings.Repeat(`<a href="#x">1</a>`, many) + `<p id=x>1 note`,
		"wrappers in wrappers":             strings.Repeat(`<span class="katex">`, 400) + strings.Repeat("<i></i>", many),
		"dollars":                          `<script src="katex.js"></script>` + strings.Repeat("$", many*5),
		"open brackets":                    `<script src="katex.js"></script>` + strings.Repeat(`\[`, many),
		"blocks of code":                   "<div>" + strings.Repeat("<pre>1</pre>", many) + "</div>",
		"cells":                            "<table><tr>" + strings.Repeat("<td>1", many),
		"raised numbers":                   strings.Repeat("<p>x<sup>1</sup></p>", many) + "<p><sup>1</sup> the note",
		"tables in tables":                 strings.Repeat("<table><tr><td>", 120),
		"parts of a formula":               "<math>" + strings.Repeat("<mi>α</mi>", many) + "</math>",
	} {
		t.Run(why, func(t *testing.T) {
			if _, p := rewrite(t, body); p == nil {
				t.Error("no page")
			}
		})
	}
}

func TestFormulaKeepsTheSpaceOfWhatItReplaces(t *testing.T) {
	for _, c := range []struct{ why, body, want string }{
		{"white space at the end parts it from a word", "<p>the <math><mi>k</mi></math>th of <mjx-container><math><mi>n</mi></math> </mjx-container>heads</p>", "the kth of n heads"},
		{"a sign follows it", "<p><mjx-container><math><mi>n</mi></math> </mjx-container>, says he</p>", "n, says he"},
		{"white space at its beginning", "<p>of<mjx-container> <math><mi>n</mi></math></mjx-container></p>", "of n"},
	} {
		doc, _ := rewrite(t, c.body)
		if got := textOf(doc, 1000); got != c.want {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
}
