package convert

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// attacks are of the known kinds: scripts, handlers, URL schemes and their disguises, frames and plugins, styles,
// foreign content and markup that parses differently the second time, clobbered names, Markdown's own syntax.
func attacks() []string {
	return []string{
		`<script>alert(1)</script>`, `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`, `<script/x>alert(1)</script>`, `<scr<script>ipt>alert(1)</scr</script>ipt>`, "<script\x00>alert(1)</script>",
		`<img src=x onerror=alert(1)>`, `<img src=x onerror = "alert(1)">`, `<img src="x"onerror="alert(1)">`, `<img/src=x/onerror=alert(1)>`, "<img src=x\nonerror\n=\nalert(1)>", `<IMG SRC=x ONERROR=alert(1)>`, `<img src='x' x='>' onerror='alert(1)'>`,
		`<body onload=alert(1)>`, `<p onclick="alert(1)">x</p>`, `<details open ontoggle=alert(1)>`, `<a href=x onfocus=alert(1) autofocus>x</a>`, `<input autofocus onfocus=alert(1)>`, `<input type=checkbox onclick=alert(1)>`,
		`<a href="javascript:alert(1)">x</a>`, `<a href="JaVaScRiPt:alert(1)">x</a>`, `<a href=" javascript:alert(1)">x</a>`, "<a href=\"java\tscript:alert(1)\">x</a>", "<a href=\"java\nscript:alert(1)\">x</a>", "<a href=\"\x01javascript:alert(1)\">x</a>",
		`<a href="java&#x09;script:alert(1)">x</a>`, `<a href="&#106;&#97;&#118;&#97;script:alert(1)">x</a>`, `<a href="&#x6A&#x61vascript:alert(1)">x</a>`, `<a href="javascript&colon;alert(1)">x</a>`, `<a href="javascript&#58;alert(1)">x</a>`,
		"<a href=\"java\u200bscript:alert(1)\">x</a>", "<a href=\"\ufeffjavascript:alert(1)\">x</a>", "<a href=\"\u00a0javascript:alert(1)\">x</a>", "<a href=\"java\u00adscript:alert(1)\">x</a>", `<a href="vbscript:msgbox(1)">x</a>`, `<a href="livescript:x">x</a>`,
		`<a href="data:text/html,<script>alert(1)</script>">x</a>`, `<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>`, `<a href="file:///etc/passwd">x</a>`, `<a href="blob:https://x/y">x</a>`, `<a href="view-source:javascript:alert(1)">x</a>`, `<a href="feed:javascript:alert(1)">x</a>`,
		`<img src="javascript:alert(1)">`, `<img src="data:image/svg+xml;base64,PHN2Zz4=">`, `<img src="data:text/html,x">`, `<img srcset="javascript:alert(1) 1x">`, `<img src=x style="background:url(javascript:alert(1))">`, `<img src="data:image/png;base64,AAAA' onerror='alert(1)">`,
		`<iframe src="javascript:alert(1)"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>"></iframe>`, `<object data="javascript:alert(1)"></object>`, `<embed src="javascript:alert(1)">`, `<applet code=x></applet>`, `<frameset onload=alert(1)><frame src=x></frameset>`, `<portal src=x></portal>`,
		`<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>`, `<input type=image src=x onerror=alert(1)>`, `<isindex action=javascript:alert(1)>`, `<button onclick=alert(1)>x</button>`,
		`<base href="javascript:alert(1)//">`, `<link rel=stylesheet href=//evil.example/x.css>`, `<meta http-equiv=refresh content="0;url=javascript:alert(1)">`, `<style>*{background:url(javascript:alert(1))}</style>`, `<div style="width:expression(alert(1))">x</div>`, `<style>@import '//evil.example'</style>`,
		`<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`, `<svg><animate onbegin=alert(1) attributeName=x></svg>`, `<svg><style><img src=x onerror=alert(1)></style></svg>`, `<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">`,
		`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`, `<math><mi//xlink:href="data:x,<script>alert(4)</script>">`, `<math href="javascript:alert(1)">x</math>`, `<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`, `<template><img src=x onerror=alert(1)></template>`, `<textarea></textarea><img src=x onerror=alert(1)>`, `<title><img src=x onerror=alert(1)></title>`, `<xmp><img src=x onerror=alert(1)></xmp>`, `<plaintext><img src=x onerror=alert(1)>`, `<noembed><img src=x onerror=alert(1)></noembed>`, `<noframes></noframes><img src=x onerror=alert(1)>`, `<select><img src=x onerror=alert(1)></select>`, `<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=alert(1)>">`,
		`<!--><img src=x onerror=alert(1)>-->`, `<!--<img src="--><img src=x onerror=alert(1)//">`, `<![CDATA[<img src=x onerror=alert(1)>]]>`, `<!DOCTYPE x [<!ENTITY x "<script>">]>`, `<?xml version="1.0"?><script>alert(1)</script>`, `<%<!--'%><script>alert(1);</script -->`, `</br/onclick=alert(1)>`,
		`<table background="javascript:alert(1)"><td>x`, `<video src=x onerror=alert(1)>`, `<video><source onerror=alert(1)></video>`, `<audio src=x onerror=alert(1)>`, `<marquee onstart=alert(1)>x</marquee>`, `<canvas onclick=alert(1)></canvas>`, `<map><area href="javascript:alert(1)"></map>`, `<x onclick=alert(1)>y</x>`, `<a-b onclick=alert(1)>y</a-b>`, `<dialog open onclose=alert(1)>x</dialog>`, `<keygen autofocus onfocus=alert(1)>`,
		`<p id=body name=cookie>x</p>`, `<img name=getElementById>`, `<form id=x></form><a name=submit>y</a>`, `<a href="x" target="_blank">x</a>`, `<a href="x" ping="//evil.example">x</a>`, `<code class="language-x onclick">y</code>`, `<p class="x" dir=rtl lang=x tabindex=1 contenteditable>x</p>`, `<td colspan="1 onclick">`,
		"[x](javascript:alert(1))", "[x](JAVASCRIPT:alert(1))", "[x](<javascript:alert(1)>)", "[x](  javascript:alert(1))", "[x](&#106;avascript:alert(1))", "[x](java%0ascript:alert(1))", "[x][y]\n\n[y]: javascript:alert(1)", "<javascript:alert(1)>", "<JaVaScRiPt:alert(1)>", "![x](javascript:alert(1))", "![x](\"onerror=\"alert(1))", "![x\" onerror=\"alert(1)](y)", "[x](\"onclick=\"alert(1))", "[x](y '\" onclick=\"alert(1)')", "[a](data:text/html;base64,PHNjcmlwdD4=)", "`<script>alert(1)</script>`", "```\"><script>alert(1)</script>\nx\n```", "~~~ \" onclick=\"alert(1)\nx\n~~~", "|a|\n|-|\n|<img src=x onerror=alert(1)>|", "# <script>alert(1)</script>", "- <iframe src=x>", "> <script>\n> alert(1)\n> </script>", "<div\n\nonclick=alert(1)>x</div>", "<a href='x\n\n' onclick='alert(1)'>y</a>", "<http://x\"onclick=\"alert(1)>", "http://x.y/\"onclick=\"alert(1)", "www.x.y/<script>alert(1)</script>", "<x@y\"onclick=\"alert(1).z>", "\\<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;", "[x]: <javascript:alert(1)> \"t\"\n[x]", "<!-- a\n\n--><script>alert(1)</script>",
	}
}

// unsafe returns what in an HTML fragment a browser could act on, by its own list, independent of the sanitizer.
func unsafe(t *testing.T, text string) []string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader("<body>" + text))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.CommentNode || n.Type == html.ElementNode && !slices.Contains(strings.Fields(
			"html head body h1 h2 h3 h4 h5 h6 p br hr blockquote pre code em strong del ins sub sup ul ol li dl dt dd table caption thead tbody tfoot tr th td a img input span div details summary"), n.Data) {
			found = append(found, "<"+n.Data+">")
		}
		for _, a := range n.Attr {
			if !slices.Contains(strings.Fields("class start align colspan rowspan href title src alt width height type disabled checked rel"), a.Key) || a.Namespace != "" {
				found = append(found, a.Key+"=")
			}
			if a.Key == "href" || a.Key == "src" {
				value := strings.ToLower(strings.TrimSpace(a.Val))
				scheme, _, ok := strings.Cut(value, ":")
				if ok && !strings.ContainsAny(scheme, "/?#") && !slices.Contains([]string{"http", "https", "mailto", "tel"}, scheme) && !strings.HasPrefix(value, "data:image/png;base64,") {
					found = append(found, a.Key+"="+a.Val)
				}
			}
		}
		if n.Type == html.ElementNode && n.Data == "input" && attribute(n, "type") != "checkbox" {
			found = append(found, "input")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(doc)
	return found
}

func TestAttacksDoNotSurviveMarkdownToHTML(t *testing.T) {
	if n := len(attacks()); n < 60 {
		t.Fatalf("only %d attacks", n)
	}
	wraps := []func(string) string{
		func(s string) string { return s },
		func(s string) string { return "text " + s + " text" },
		func(s string) string { return "> - " + strings.ReplaceAll(s, "\n", "\n>   ") },
		func(s string) string { return "<table><tr><td>" + s + "</td></tr></table>" },
		func(s string) string { return "<div title='" + s + "'>" + s },
		func(s string) string { return "<p>a\n\n" + s + "\n\n</p>" },
	}
	for _, a := range attacks() {
		for _, wrap := range wraps {
			got, err := call(t, "markdown", "html", wrap(a), "")
			if err != nil {
				t.Errorf("%q: %v", wrap(a), err)
				continue
			}
			if found := unsafe(t, got); len(found) > 0 {
				t.Errorf("%q\ngives %q\nwith %v", wrap(a), got, found)
			}
		}
	}
}

func TestAttacksDoNotSurviveHTMLToMarkdownAndBack(t *testing.T) {
	for _, a := range attacks() {
		markdown, err := call(t, "html", "markdown", a, "")
		if err != nil {
			t.Errorf("%q: %v", a, err)
			continue
		}
		raw, err := renderMarkdown(markdown)
		if err != nil {
			t.Fatal(err)
		}
		if found := unsafe(t, string(raw)); len(found) > 0 {
			t.Errorf("%q is %q in Markdown and %q after it, with %v", a, markdown, raw, found)
		}
	}
}

func TestSanitizerKeepsWhatIsHarmless(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`<a href="HTTPS://x.y/a b?c=d&e=f#g" title="t">x</a>`, `<a href="https://x.y/a%20b?c=d&amp;e=f#g" title="t" rel="nofollow">x</a>`},
		{`<a href="/rel:ative">x</a>`, `<a href="/rel:ative" rel="nofollow">x</a>`},
		{`<a href="tel:+1234">x</a>`, `<a href="tel:+1234" rel="nofollow">x</a>`},
		{`<img src="data:image/png;base64,iVBORw0KGgo=" alt="a" width="5" height="x">`, `<img src="data:image/png;base64,iVBORw0KGgo=" alt="a" width="5"/>`},
		{`<table align="CENTER"><tr><td colspan="2" rowspan="x">a</td></tr></table>`, `<table align="center"><tbody><tr><td colspan="2">a</td></tr></tbody></table>`},
		{`<dl><dt>a</dt><dd>b</dd></dl><sub>1</sub><ins>2</ins><s>3</s>`, `<dl><dt>a</dt><dd>b</dd></dl><sub>1</sub><ins>2</ins><del>3</del>`},
		{`<p>a<unknown>b<i>c</i></unknown>d`, `<p>ab<em>c</em>d</p>`},
		{`<script>x</script>after`, `after`},
		{`a<!-- b -->c`, `ac`},
		{`<code class="language-c++">x</code><code class="other">y</code>`, `<code class="language-c++">x</code><code>y</code>`},
		{`<input type="CHECKBOX" checked>`, `<input type="checkbox" checked="" disabled=""/>`},
	} {
		got, err := sanitize([]byte(c.in))
		if err != nil || got != c.want {
			t.Errorf("%s\ngives %s, %v\nwant  %s", c.in, got, err, c.want)
		}
	}
}

// TestSanitizingPiecesOfAttacks combines pieces at random: the result is safe, and sanitizing it again changes
// nothing.
func TestSanitizingPiecesOfAttacks(t *testing.T) {
	var pieces []string
	for _, a := range attacks() {
		pieces = append(pieces, a, a[:len(a)/2], a[len(a)/2:])
	}
	pieces = append(pieces, "<table>", "</table>", "<p>", "</p>", "<svg>", "</svg>", "<math>", "<mtext>", "<style>", "</style>", "<!--", "-->", "\"", "'", ">", "<a href=", "<li>", "<select>", "<caption>", "<mglyph>", "<form>", "</form>", "<foreignObject>", "<desc>", "<annotation-xml encoding=text/html>")
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 6).Draw(rt, "pieces"), "")
		clean, err := sanitize([]byte(text))
		if err != nil {
			return
		}
		if found := unsafe(t, clean); len(found) > 0 {
			rt.Fatalf("%q\ngives %q\nwith %v", text, clean, found)
		}
		again, err := sanitize([]byte(clean))
		if err != nil || again != clean {
			rt.Fatalf("%q\ngives %q\nand then %q, %v", text, clean, again, err)
		}
	})
}

func FuzzSanitizedHTMLIsSafe(f *testing.F) {
	for _, a := range attacks() {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean, err := sanitize([]byte(text))
		if err != nil {
			return
		}
		if found := unsafe(t, clean); len(found) > 0 {
			t.Fatalf("%q\ngives %q\nwith %v", text, clean, found)
		}
	})
}
