package convert

import "testing"

func TestHTMLToMarkdown(t *testing.T) {
	checkConversions(t, []conversion{
		{"a formula in a line", "html", "markdown", `<p>By <math alttext="x^2"><mi>x</mi></math> for 3$.</p>`, "", "By $x^2$ for 3\\$.\n"},
		{"a formula of its own", "html", "markdown", `<p>a</p><script type="math/tex; mode=display">x</script><p>b</p>`, "", "a\n\n$$\nx\n$$\n\nb\n"},
		{"a formula in a cell", "html", "markdown", `<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td><math alttext="|x|"></math></td></tr></table>`, "", "| a | b |\n|---|---|\n| c | $\\vert x\\vert $ |\n"},
		{"footnotes", "html", "markdown", `<p>a<sup><a href="#fn1">1</a></sup> b<a href="#fn2">[2]</a></p><ol><li id=fn1><p>c</p><p>d <a href="#r">↩</a></p></li><li id=fn2>e</li></ol>`, "", "a[^1] b[^2]\n\n[^1]: c\n\n    d\n\n[^2]: e\n"},
		{"footnotes in one paragraph", "html", "markdown", `<p>a<a href="#x">1</a> b<a href="#y">2</a></p><p><a name=x>1</a> <b>c</b> d<br><a name=y>2</a> e</p>`, "", "a[^1] b[^2]\n\n[^1]: **c** d\n\n[^2]: e\n"},
		{"a footnote in a cell stays", "html", "markdown", `<p>a<a href="#x">1</a></p><table><tr><td id=x>1</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table>`, "", "a[1]\n\n| 1 | c |\n|---|---|\n| d | e |\n"},
		{"a callout", "html", "markdown", `<div class="admonition tip"><p>a</p><p>b</p></div>`, "", "> [!tip]\n> a\n>\n> b\n"},
		{"page", "html", "markdown", "<!DOCTYPE html><html><head><title>t</title><style>x</style></head><body><h1>A <em>b</em></h1><script>x</script><p>c<br>d</p><hr></body></html>", "", "# A *b*\n\nc  \nd\n\n---\n"},
		{"inline marks", "html", "markdown", "<p><b>a</b> <i> b </i><s>c</s> <code>d`e</code><strong>f</strong><strong>g</strong></p>", "", "**a** *b* ~~c~~ ``d`e``**fg**\n"},
		{"links and images", "html", "markdown", `<p><a href="/a b(c)" title="t &quot;u&quot;">x <b>y</b></a> <img src="i.png" alt="z"> <a href="javascript:alert(1)">j</a> <a href="#"><img src=k.png alt=""></a></p>`, "", `[x **y**](/a%20b%28c%29 "t \"u\"") ![z](i.png) j [![](k.png)](#)` + "\n"},
		{"lists", "html", "markdown", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start=9><li>d</li><li>e</li></ol>", "", "- a\n  - b\n- c\n\n9. d\n10. e\n"},
		{"loose list", "html", "markdown", "<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>", "", "- a\n\n  b\n\n- c\n"},
		{"lists side by side", "html", "markdown", "<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul>", "", "- a\n\n* b\n\n- c\n"},
		{"tasks", "html", "markdown", "<ul><li><input type=checkbox checked> a</li><li><input type=checkbox> b</li></ul>", "", "- [x] a\n- [ ] b\n"},
		{"quote", "html", "markdown", "<blockquote><p>a</p><ul><li>b</li></ul><pre>c\n\nd</pre></blockquote>", "", "> a\n>\n> - b\n>\n> ```\n> c\n>\n> d\n> ```\n"},
		{"code", "html", "markdown", "<pre><code class=\"x language-go\">a &lt; b\n```\n</code></pre>", "", "````go\na < b\n```\n````\n"},
		{"table", "html", "markdown", "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1<br>2</td><td><code>x|y</code></td></tr><tr><td>3</td></tr></table>", "", "| a | b\\|c |\n|---|---|\n| 1<br>2 | `x\\|y` |\n| 3 |  |\n"},
		{"layout table", "html", "markdown", "<table><tr><td><p>a</p><p>b</p></td></tr></table>", "", "a\n\nb\n"},
		{"blocks and text", "html", "markdown", "a<div>b</div>c<section>d<span>e<p>f</p></span></section>", "", "a\n\nb\n\nc\n\nde\n\nf\n"},
		{"link around blocks", "html", "markdown", `<a href="/x"><h3>a</h3><p>b</p></a>`, "", "### [a](/x)\n\nb\n"},
		{"white space", "html", "markdown", "<p>\n  a\n  b\t c&nbsp;d </p>\n\n<p> </p>", "", "a b c\u00a0d\n"},
		{"escapes", "html", "markdown", "<p>*a* _b_ c_d `e` [f](g) h[1] &lt;i&gt; j &lt; k &amp;amp; l~m \\n ~~o~~</p><p># x</p><p>1. y</p><p>- z</p><p>+ p</p><p>2) q</p><p>&gt; r</p><p>---</p><p>===</p>", "",
			"\\*a\\* \\_b\\_ c_d \\`e\\` [f\\](g) h[1] \\<i> j < k \\&amp; l\\~m \\n \\~\\~o\\~\\~\n\n\\# x\n\n1\\. y\n\n\\- z\n\n\\+ p\n\n2\\) q\n\n\\> r\n\n\\---\n\n\\===\n"},
		{"exclamation before a link", "html", "markdown", "<p>x!<a href=y>z</a></p>", "", "x\\![z](y)\n"},
		{"nothing", "html", "markdown", "", "", ""},
		{"entities", "html", "markdown", "<p>&copy; &eacute;</p>", "", "© é\n"},
		{"definition list", "html", "markdown", "<dl><dt>a</dt><dd>b</dd></dl>", "", "**a**\n\nb\n"},
		{"item without list", "html", "markdown", "<li>a</li>", "", "- a\n"},
		{"a list in one", "html", "markdown", "<ol><li>a</li><ul><li>b</li></ul></ol>", "", "1. a\n   - b\n"},
		{"paragraphs in an item", "html", "markdown", "<ul><li>a<div>b</div></li><li><p>c</p></li></ul>", "", "- a\n\n  b\n\n- c\n"},
		{"text after a list in an item", "html", "markdown", "<ul><li><div>a<ul><li>b</li></ul>c</div></li></ul>", "", "- a\n  - b\n\n  c\n"},
		{"two line breaks", "html", "markdown", "<p>a<b>b<br> <br>c</b>d</p>", "", "a**b**\n\n**c**d\n"},
		{"brackets in a link", "html", "markdown", "<p><a href=x>[1]</a> <a href=y>a [b] c</a> [d] e]<a href=z>f</a></p>", "", "[1](x) [a \\[b\\] c](y) [d] e\\][f](z)\n"},
		{"an address as its link", "html", "markdown", "<p><a href=https://a.example/b_c>https://a.example/b_c</a></p>", "", "<https://a.example/b_c>\n"},
		{"a link in code", "html", "markdown", "<p><code>a <a href=x>b</a>()</code></p>", "", "`a` [`b`](x)`()`\n"},
		{"spans", "html", "markdown", "<table><tr><td colspan=2>a</td></tr><tr><td rowspan=2>b</td><td>c</td></tr><tr><td>d</td></tr></table>", "", "| a |  |\n|---|---|\n| b | c |\n|  | d |\n"},
		{"empty item", "html", "markdown", "<ul><li></li><li>a</li></ul>", "", "-\n- a\n"},
	})
}

func TestHTMLToText(t *testing.T) {
	checkConversions(t, []conversion{
		{"formulas and notes", "html", "text", `<p>By <math alttext="x^2"><mi>x</mi></math><sup><a href="#fn1">1</a></sup> it falls.</p><ol><li id=fn1>After Galileo.</li></ol>`, "", "By $x^2$[1] it falls.\n\n[1] After Galileo.\n"},
		{"page", "html", "text", "<html><head><title>t</title></head><body><h1>A <em>b</em></h1><style>x</style><p>c<br>d *e* <a href=f>g</a> <img src=h alt=i></p></body></html>", "", "A b\n\nc\nd *e* g i\n"},
		{"list", "html", "text", "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "", "- a\n  1. b\n- c\n"},
		{"table", "html", "text", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d e</td></tr></table>", "", "a\tb\nc\td e\n"},
		{"preformatted", "html", "text", "<pre>  a\n   b\n</pre>", "", "  a\n   b\n"},
		{"hidden", "html", "text", "a<script>b</script><!-- c --><template>d</template><noscript>e</noscript><svg><text>f</text></svg>g", "", "ag\n"},
		{"no markup", "html", "text", "1 &lt; 2 &amp; # 3", "", "1 < 2 & # 3\n"},
		{"broken", "html", "text", "<p>a<b>b<p>c</i>", "", "ab\n\nc\n"},
	})
}
