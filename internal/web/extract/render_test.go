package extract_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract"
)

// article wraps a fragment in a page whose content is unmistakable.
func article(fragment string) []byte {
	const prose = `<p>The harbour board met on Tuesday evening to hear the engineers report on the state of the north pier, which has been closed since the storm of last January, and to settle who pays for it.</p>
<p>Repairs will take eleven months, the chief engineer said, because the piles have to be replaced one by one while the ferry keeps running, and the first new piles arrive only in the spring.</p>`
	return []byte(`<!doctype html><html lang="en"><head><title>Pier repairs to take a year</title></head><body><header><nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav></header>
<main><article class="post"><h1>Pier repairs to take a year</h1><div class="article-body">` + prose + fragment + prose2 + `</div></article></main>
<footer class="footer"><ul><li><a href="/privacy">Privacy policy</a></li><li><a href="/terms">Terms of use</a></li></ul><p>© 2024 Harbour Gazette. All rights reserved.</p></footer></body></html>`)
}

const prose2 = `<p>Shopkeepers along the quay, who lost most of last summer's trade, asked the board whether the rent could be lowered until the pier opens again, and were told that a decision would follow in May.</p>
<p>The board's next public meeting is on the ninth, when the engineers will show the drawings of the new landing stage and answer questions from the public about noise and night work.</p>`

func extracted(t *testing.T, page []byte, format extract.Format) extract.Result {
	t.Helper()
	address, err := url.Parse("https://gazette.example/news/2024/pier.html")
	if err != nil {
		t.Fatal(err)
	}
	r, err := newEngine(t).Extract(page, address, extract.Options{Format: format})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMarkdownKeepsStructure(t *testing.T) {
	cases := []struct{ why, fragment, want string }{
		{"heading", `<h2>What the engineers found</h2>`, "## What the engineers found"},
		{"emphasis", `<p>The engineer called the state of the piles <em>worse than feared</em> and <strong>beyond repair</strong>, in words that nobody doubted.</p>`, "*worse than feared* and **beyond repair**, in"},
		{"space inside a marker moves out of it", `<p>The engineer called the piles<b> beyond repair </b>in words that nobody in the hall that evening doubted.</p>`, "piles **beyond repair** in"},
		{"link made absolute", `<p>The full report, of some two hundred pages, is <a href="../report.pdf?a=1&amp;b=2">on the board's site</a> and in the town library.</p>`, "[on the board's site](https://gazette.example/news/report.pdf?a=1&b=2)"},
		{"script link is text", `<p>The full report, of some two hundred pages, is <a href="javascript:open()">on the board's site</a> and in the town library.</p>`, "is on the board's site and"},
		{"link with its address as text", `<p>The full report, of some two hundred pages, is at <a href="https://board.example/report">https://board.example/report</a> and in the library.</p>`, "at <https://board.example/report> and"},
		{"link within code", `<p>The levels are read by <code>static <a href="/api/level">Level</a>()</code> for all who want them in a program of their own.</p>`, "by `static` [`Level`](https://gazette.example/api/level)`()` for"},
		{"custom element in a line", `<p>The full report, of some two hundred pages, names the <x-term>piles</x-term> of the north pier and the town library.</p>`, "names the piles of"},
		{"bullets", `<ul><li>The piles of the north pier, all forty of them, are replaced</li><li>The deck of the landing stage is raised by half a metre</li></ul>`, "- The piles of the north pier, all forty of them, are replaced\n- The deck of the landing stage is raised by half a metre"},
		{"numbers from the start attribute", `<ol start="3"><li>The piles of the north pier, all forty of them, are replaced</li><li>The deck of the landing stage is raised by half a metre</li></ol>`, "3. The piles of the north pier, all forty of them, are replaced\n4. The deck"},
		{"list inside a list", `<ul><li>The piles of the north pier, all forty of them, are replaced<ul><li>The oldest piles, from the year 1911, go first of all</li></ul></li></ul>`, "are replaced\n  - The oldest piles"},
		{"quote", `<blockquote><p>We were told in the autumn that it would take three months, and now it is a year.</p></blockquote>`, "> We were told in the autumn"},
		{"code with its language", "<p>The board's site gives the levels as a program reads them:</p><pre><code class=\"language-go\">func level() int {\n\treturn 4 // *metres*\n}\n</code></pre>", "```go\nfunc level() int {\n\treturn 4 // *metres*\n}\n```"},
		{"inline code", `<p>The levels are served at <code>/levels_now</code> for whoever wants to read them with a program of their own.</p>`, "at `/levels_now` for"},
		{"table", `<table><caption>Cost of the repairs</caption><tr><th>Part</th><th>Cost in euros</th></tr><tr><td>Piles and bracing</td><td>1,200,000</td></tr><tr><td>Deck | rails</td><td>400,000</td></tr></table>`, "| Part | Cost in euros |\n|---|---|\n| Piles and bracing | 1,200,000 |\n| Deck \\| rails | 400,000 |"},
		{"heading of a group of rows", `<table><tr><td colspan="2"><h2>Costs so far</h2></td></tr><tr><td>Piles and bracing</td><td>1,200,000</td></tr></table>`, "| Costs so far |  |\n|---|---|\n| Piles and bracing | 1,200,000 |"},
		{"key by which a table is sorted", `<table><tr><th>Part of the pier</th><th>Cost</th></tr><tr><td>Piles and bracing</td><td><span style="display: none">0001200000</span>1,200,000</td></tr></table>`, "| Piles and bracing | 1,200,000 |"},
		{"spans leave cells empty", `<table><tr><th>Part of the pier</th><th colspan="2">Cost in euros and share</th></tr><tr><td rowspan="2">Piles and bracing</td><td>1,200,000</td><td>75</td></tr><tr><td>1,300,000</td><td>76</td></tr></table>`, "| Part of the pier | Cost in euros and share |  |\n|---|---|---|\n| Piles and bracing | 1,200,000 | 75 |\n|  | 1,300,000 | 76 |"},
		{"image with alt", `<figure><img src="/img/pier (1).jpg" alt="The pier at low tide" width="800"></figure>`, "![The pier at low tide](https://gazette.example/img/pier%20%281%29.jpg)"},
		{"lazy image", `<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/img/pier.jpg" alt="The pier"></p>`, "![The pier](https://gazette.example/img/pier.jpg)"},
		{"lists of both kinds in each other", `<ol start="3"><li>The piles of the north pier, all forty of them, are replaced:<ul><li>first those by the quay, in spring;<ol><li>with a crane, one each day;</li></ol></li></ul></li><li>The deck of the landing stage is raised by half a metre</li></ol>`, "3. The piles of the north pier, all forty of them, are replaced:\n   - first those by the quay, in spring;\n     1. with a crane, one each day;\n4. The deck"},
		{"code and paragraphs in an item", `<ol><li><p>The deck of the landing stage is raised by half a metre.</p><p>It is the second time in ten years that it is raised.</p><pre><code class="hljs language-go">raise(deck)</code></pre></li></ol>`, "1. The deck of the landing stage is raised by half a metre.\n\n   It is the second time in ten years that it is raised.\n\n   ```go\n   raise(deck)\n   ```"},
		{"list in a quote", `<blockquote><p>We have waited for a year, the shopkeepers said, and told the board what to do:</p><ul><li>lower the rent of every shop along the quay</li><li>open the pier before the summer</li></ul></blockquote>`, ">\n> - lower the rent of every shop along the quay\n> - open the pier"},
		{"language named by the element around", `<p>The program that reads the levels is made in one step:</p><div class="highlight highlight-source-shell"><pre>make levels</pre></div>`, "```shell\nmake levels\n```"},
		{"a picture within a sentence stays where it stands again", `<p>The sign <img src="/sign.png" alt="closed"> hangs on the gate of the pier since the storm.</p><p>A second <img src="/sign.png" alt="closed"> hangs on the ferry that lies at the quay.</p>`, "A second ![closed](https://gazette.example/sign.png) hangs"},
		{"a picture leads to its larger form", `<p>The pier, as it was before the storm of last January: <a href="/big.jpg"><img src="/pier.jpg" alt="The pier"></a> and as nobody will see it again.</p>`, "January: ![The pier](https://gazette.example/pier.jpg) and"},
		{"a gallery below the last paragraph", `<article><p>The pier, as it was before the storm of last January and as nobody will see it again.</p><p>The drawings hang in the hall of the town for all who want to see them.</p><dl><dt class="gallery-icon"><a href="/big.jpg"><img src="/pier.jpg" alt=""></a></dt><dt class="gallery-icon"><a href="/large.jpg"><img src="/quay.jpg" alt="quay"></a></dt></dl></article>`, "![quay](https://gazette.example/quay.jpg)"},
		{"a picture leads where words do", `<p>The pier, as it was before the storm: <a href="/walk"><img src="/pier.jpg" alt="The pier"></a> and <a href="/walk">the walk along it</a> that the town took on Sundays.</p>`, "storm: ![The pier](https://gazette.example/pier.jpg) and [the walk along it](https://gazette.example/walk) that"},
		{"a link without what tracks", `<p>The drawings are <a href="https://board.example/plan?id=4&amp;utm_source=gazette&amp;fbclid=x#deck">at the board's own pages</a> for all to see.</p>`, "[at the board's own pages](https://board.example/plan?id=4#deck)"},
		{"an address in letters", `<p>The drawings are <a href="https://Board.example/%D0%BF%D0%BB%D0%B0%D0%BD/a%20b%2F%FF">at the board's own pages</a> for all to see.</p>`, "(https://board.example/план/a%20b%2F%FF)"},
		{"a heading with a number, wholly bold", `<h2><b>2. What the engineers found</b></h2>`, "## 2. What the engineers found"},
		{"a heading with a number", `<h2>2. What the engineers found</h2>`, "## 2. What the engineers found"},
		{"image that is a link", `<p>The pier, as it was before the storm of last January: <a href="/big"><img src="/pier.jpg" alt="The pier [north]"></a> and as nobody will see it again.</p>`, "[![The pier \\[north\\]](https://gazette.example/pier.jpg)](https://gazette.example/big) and"},
		{"heading that is a link", `<h3><a href="/x">What the engineers found below</a></h3>`, "### [What the engineers found below](https://gazette.example/x)"},
		{"characters of markdown are escaped", `<p>The board writes 3 * 4 * 5 and _underscores_ and &lt;b&gt; in its notes, which confuses every reader of them.</p>`, `3 \* 4 \* 5 and \_underscores\_ and \<b>`},
		{"a paragraph like a list item stays one", `<p>1. is what the board calls the pier in every one of its many papers, for reasons that nobody remembers.</p>`, `1\. is what the board calls`},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got := extracted(t, article(c.fragment), extract.Markdown).Content
			if !strings.Contains(got, c.want) {
				t.Errorf("%s: no %q in\n%s", c.why, c.want, got)
			}
		})
	}
}

// TestMarkdownKeepsFormulasAndNotes: a formula or a note has few words of prose, and a reader misses it most.
func TestMarkdownKeepsFormulasAndNotes(t *testing.T) {
	const tex = `<semantics><mi>h</mi><annotation encoding="application/x-tex">h = \frac{1}{2} g t^2</annotation></semantics>`
	for _, c := range []struct{ why, fragment, want string }{
		{"within a sentence", `<p>The water falls by <math>` + tex + `</math> in the time of one wave, as the engineer wrote, and 5$ are lost.</p>`, `falls by $h = \frac{1}{2} g t^2$ in the time of one wave, as the engineer wrote, and 5\$ are`},
		{"on a line of its own", `<p>The water falls, as the engineer wrote on the wall, by</p><div><math display="block">` + tex + `</math></div><p>in the time of one single wave.</p>`, "by\n\n$$\nh = \\frac{1}{2} g t^2\n$$\n\nin the time"},
		{"in a cell, where a bar would end it", `<table><tr><th>Part of the pier</th><th>Load in tonnes</th></tr><tr><td>Piles and bracing</td><td><math alttext="|x|"><mi>x</mi></math></td></tr></table>`, `| Piles and bracing | $\vert x\vert $ |`},
		{"a note far below", `<p>The piles date from the year 1911<sup><a href="#fn1">1</a></sup>, when the quay was built by the town.</p><p>They were last painted in the year of the great flood.</p><h2>Notes</h2><ol class="notes"><li id="fn1">After the <em>log</em> of the harbour. <a href="#r">↩</a></li></ol>`, "1911[^1], when"},
		{"its text comes at the end", `<p>The piles date from the year 1911<sup><a href="#fn1">1</a></sup>, when the quay was built by the town.</p><h2>Notes</h2><ol class="notes"><li id="fn1"><p>After the <em>log</em>.</p><p>It is lost.</p></li></ol>`, "and night work.\n\n[^1]: After the *log*.\n\n    It is lost."},
		{"a callout", `<div class="admonition warning"><p class="admonition-title">Mind the step</p><p>The stairs to the landing stage are wet and have no rail on the left side.</p></div>`, "> [!warning] Mind the step\n> The stairs"},
		{"tasks", `<ul class="task-list"><li class="task-list-item"><input type="checkbox" checked disabled> The piles of the north pier are replaced, all forty of them</li><li class="task-list-item"><input type="checkbox" disabled> The deck of the landing stage is raised by half a metre</li></ul>`, "- [x] The piles of the north pier are replaced, all forty of them\n- [ ] The deck"},
		{"code without its numbers", "<p>The levels as a program reads them, line by line:</p><div class=\"highlight\"><table><tr><td><pre>1\n2\n</pre></td><td><pre><code class=\"language-go\">read()\nwrite()\n</code></pre></td></tr></table></div>", "```go\nread()\nwrite()\n```"},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := extracted(t, article(c.fragment), extract.Markdown)
			if !strings.Contains(r.Content, c.want) {
				t.Errorf("no %q in\n%s", c.want, r.Content)
			}
			if strings.Contains(r.Content, "## Notes") {
				t.Error("the heading of notes that moved is left")
			}
		})
	}
}

func TestLinksAndPicturesInTheWayAskedFor(t *testing.T) {
	page := article(`<p>The report is <a href="/report">on the site</a> and, once more, <a href="/report">in the library</a>, beside <a href="/plan">the plan</a> of the engineers.</p>` +
		`<figure><img src="/pier.jpg" alt="The pier at low tide" width="800"></figure>`)
	for _, c := range []struct {
		as        extract.Options
		want, not string
	}{
		{extract.Options{}, "[on the site](https://gazette.example/report)", "]["},
		{extract.Options{}, "![The pier at low tide](https://gazette.example/pier.jpg)", "]["},
		{extract.Options{Links: extract.Reference}, "[on the site][1] and, once more, [in the library][1], beside [the plan][2] of", "(https://gazette.example/report"},
		{extract.Options{Links: extract.Reference}, "\n\n[1]: https://gazette.example/report\n[2]: https://gazette.example/plan", "](" + "https://gazette.example/plan"},
		{extract.Options{Links: extract.NoLinks}, "The report is on the site and", "gazette.example/report"},
		{extract.Options{NoImages: true}, "The pier at low tide", "pier.jpg"},
	} {
		c.as.Format = extract.Markdown
		at, _ := url.Parse("https://gazette.example/news")
		r, err := newEngine(t).Extract(page, at, c.as)
		if err != nil || !strings.Contains(r.Content, c.want) || strings.Contains(r.Content, c.not) {
			t.Errorf("%+v: no %q, or %q, in\n%s", c.as, c.want, c.not, r.Content)
		}
	}
}

func TestTextHasNoMarkup(t *testing.T) {
	page := article(`<h2>What the engineers found</h2><p>The full report is <a href="/report.pdf">on the board's site</a>, in <b>two volumes</b> of a hundred pages each.</p>
<ul><li>The piles of the north pier, all forty of them, are replaced</li><li>The deck of the landing stage is raised by half a metre</li></ul><figure><img src="/pier.jpg" alt="The pier"></figure>`)
	got := extracted(t, page, extract.Text).Content
	for _, want := range []string{"\n\nWhat the engineers found\n\n", "is on the board's site, in two volumes of", "- The piles of the north pier, all forty of them, are replaced\n- The deck"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, unwanted := range []string{"http", "**", "##", "![", "]("} {
		if strings.Contains(got, unwanted) {
			t.Errorf("%q in\n%s", unwanted, got)
		}
	}
}

func TestSpaceBetweenInlineElementsStays(t *testing.T) {
	cases := []struct{ why, body, want string }{
		{"space between elements", `<p>The board's report <em>is now to be read on</em> <a href="/a"><em>the first site</em></a> <em>and</em> <b>in the hall</b>, as in every year.</p>`, "is now to be read on the first site and in the hall, as"},
		{"line end between elements", "<p><span>The board's report is to be</span>\n\t<span>read by all who come</span> <i>to the hall</i>, as in every year.</p>", "is to be read by all who come to the hall, as"},
		{"line break in an element of its own", `<p><span>The board's report is to be read by all.</span><span><br></span><span>It is as it was before, in every year.</span></p>`, "by all.\nIt is as"},
		{"no space where the page has none", `<p>The board's report is in vol<b>um</b>es <i>one</i>and<i>two</i>, as it was before, in every year.</p>`, "in volumes oneandtwo, as"},
		{"space before a nested list's words", `<p>The board's report:</p><ol><li><b>First,</b> <i>it says,</i> the piles of the north pier are replaced.</li><li><b>Then</b> <i>it says</i> that the deck is raised by half a metre.</li></ol>`, "- First, it says, the piles of the north pier are replaced.\n- Then it says that"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := extracted(t, article(c.body), extract.Text).Content; !strings.Contains(got, c.want) {
				t.Errorf("%s: no %q in\n%s", c.why, c.want, got)
			}
		})
	}
}

func TestPermalinksBesideHeadingsAreLeftOut(t *testing.T) {
	page := article(`<h2 id="found">What the engineers found <a class="header-anchor" href="#found">#</a></h2><h3 id="pay">Who pays <a href="#pay"><span aria-hidden="true">¶</span></a></h3>
<p>Piles of grade # are beyond repair, and the board has to say by Friday who pays for new ones: see <a href="/plan">plan # 7</a> for what was decided in the year before.</p>`)
	for format, want := range map[extract.Format]string{extract.Text: "What the engineers found\n\nWho pays\n\nPiles of grade # are", extract.Markdown: "## What the engineers found\n\n### Who pays\n\nPiles of grade"} {
		if got := extracted(t, page, format).Content; !strings.Contains(got, want) || !strings.Contains(got, "# 7") {
			t.Errorf("%s:\n%s", format, got)
		}
	}
}

func TestFurnitureIsLeftOut(t *testing.T) {
	r := extracted(t, article(""), extract.Markdown)
	for _, unwanted := range []string{"Privacy policy", "Terms of use", "All rights reserved", "[News]"} {
		if strings.Contains(r.Content, unwanted) {
			t.Errorf("%q in\n%s", unwanted, r.Content)
		}
	}
	if !strings.Contains(r.Content, "north pier") || !strings.Contains(r.Content, "night work") {
		t.Errorf("article text missing in\n%s", r.Content)
	}
	if r.Strategy != extract.Chosen || r.Confidence < 0.8 {
		t.Errorf("strategy %q, confidence %.2f", r.Strategy, r.Confidence)
	}
}

func TestEveryKindOfPageGivesItsContent(t *testing.T) {
	cases := []struct{ why, page, want string }{
		{"one short paragraph", `<html><body><p>Closed today.</p></body></html>`, "Closed today."},
		{"bare text without any tag", `The well is dry.`, "The well is dry."},
		{"product", `<html><head><title>Brass kettle</title></head><body><nav><a href=/>Home</a></nav><main><h1>Brass kettle</h1><div class="product-description">A kettle of solid brass, holding two litres.</div><table class="specs"><tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Height</th><td>24 cm</td></tr></table></main></body></html>`, "solid brass"},
		{"forum", `<html><body><div class="thread"><div class="post"><div class="author">ann</div><div class="message">How do I get the lid off an old kettle without bending it?</div></div><div class="post"><div class="author">bo</div><div class="message">Warm it in hot water first, then twist slowly with a cloth.</div></div></div></body></html>`, "hot water first"},
		{"documentation", `<html><body><div class="sidebar"><a href="/a">Intro</a></div><main class="docs"><h1>Install</h1><p>Run the installer:</p><pre><code>make install</code></pre></main></body></html>`, "make install"},
		{"listing", `<html><body><ul><li><a href="/1">Kettles of the north</a></li><li><a href="/2">Pots of the south</a></li></ul></body></html>`, "Kettles of the north"},
		{"drawn by scripts, article in structured data", `<html><head><script type="application/ld+json">{"@type":"NewsArticle","headline":"Dry well","articleBody":"` + strings.Repeat("The well on the hill has run dry again this year. ", 8) + `"}</script></head><body><div id="root"></div></body></html>`, "run dry again"},
		{"drawn by scripts, description only", `<html><head><meta name="description" content="Wells and their water."></head><body><div id="root"></div></body></html>`, "Wells and their water."},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			r, err := newEngine(t).Extract([]byte(c.page), nil, extract.Options{Format: extract.Markdown})
			if err != nil {
				t.Errorf("%s: %v", c.why, err)
				return
			}
			if !strings.Contains(r.Content, c.want) {
				t.Errorf("%s: no %q in %q (strategy %s)", c.why, c.want, r.Content, r.Strategy)
			}
		})
	}
}

func newEngine(t testing.TB) *extract.Engine {
	t.Helper()
	engine, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	return engine
}
