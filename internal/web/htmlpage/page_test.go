package htmlpage

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

func parse(t testing.TB, page string) *Page {
	t.Helper()
	p, err := Parse([]byte(page), "https://example.com/dir/page?q=1")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTitleFallsBackToOpenGraphThenHeading(t *testing.T) {
	for page, want := range map[string]string{
		"<title>\n A \t page&amp;more </title><h1>H</h1>":                              "A page&more",
		"<title> </title><meta property=og:title content=' From OG '><h1>H</h1>":       "From OG",
		"<svg><title>icon</title></svg><h1 hidden>x</h1><h1> The <b>heading</b> </h1>": "The heading",
		"<svg><title>icon</title></svg><title>real</title>":                            "real",
		"<p>nothing":                                                               "",
		"<title>one</title><title>two</title>":                                     "one",
		"<title>not <b>markup</title>":                                             "not <b>markup",
		"<meta name='og:title' content='by name'>":                                 "by name",
		"<title>zero\u200bwidth\u00a0and\u00adsoft</title>":                        "zerowidth andsoft",
		"<head><title>unclosed":                                                    "unclosed",
		"<meta property='og:title' content=''><h1><img alt=x></h1><h1>second</h1>": "second",
		"<template><title>inert</title></template><title>outside</title>":          "inert",
		"<title>" + strings.Repeat("é", 3) + "</title>":                            "ééé",
	} {
		if got := parse(t, page).Title(); got != want {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

func TestTextHasBlocksOnLinesAndHidesWhatIsHidden(t *testing.T) {
	for page, want := range map[string]string{
		"<h1>Head</h1><p>One\n two<b>three</b> <i>four</i></p><ul><li>a<li>b</ul>end": "Head\nOne twothree four\na\nb\nend",
		"a<br>b<br><br>c<hr>d":                         "a\nb\nc\nd",
		"<table><tr><th>A<th>B<tr><td>1<td>2</table>x": "A\tB\n1\t2\nx",
		"<pre>  one\n\n    two\n</pre>after":           "  one\n\n    two\n\nafter",
		"x<script>s()</script><style>p{}</style><noscript>n</noscript><template>t</template><svg><text>v</text></svg><!-- c -->y": "xy",
		"<p hidden>h</p><p style='Display : NONE'>n</p><p style='visibility:hidden'>v</p><p style='color:red'>shown</p>":          "shown",
		"<select><option>o</select><textarea>t</textarea><iframe>f</iframe><object>o</object><button>Press</button>":              "Press",
		"<dialog>closed</dialog><dialog open>open</dialog><details><summary>s</summary>d</details>":                               "open\ns\nd",
		"<title>not in the body</title><p>body": "body",
	} {
		if got, cut := parse(t, page).Text(1000); got != want || cut {
			t.Errorf("%s: %q, want %q", page, got, want)
		}
	}
}

func TestTextIsCutAtACharacter(t *testing.T) {
	p := parse(t, "<p>ééé ééé")
	for max := range 14 {
		text, cut := p.Text(max)
		if len(text) > max || !strings.HasPrefix("ééé ééé", text) || strings.HasSuffix(text, " ") || cut != (max < 13) {
			t.Errorf("%d: %q %v", max, text, cut)
		}
	}
}

func TestHeadingsAreTheVisibleOnesInOrder(t *testing.T) {
	p := parse(t, "<h2>Two</h2><h1> One <a href=x>link</a></h1><h3></h3><h4 hidden>no</h4><div style='display:none'><h5>no</h5></div><h6><img alt=i> six")
	got, cut := p.Headings(10)
	if want := []Heading{{2, "Two"}, {1, "One link"}, {6, "six"}}; !reflect.DeepEqual(got, want) || cut {
		t.Errorf("%v %v", got, cut)
	}
	if got, cut = p.Headings(2); len(got) != 2 || !cut {
		t.Errorf("at most two: %v %v", got, cut)
	}
	if _, cut = p.Headings(3); cut {
		t.Error("three of three are not cut")
	}
}

// TestResolve: the cases of the WHATWG URL Standard that occur in pages.
func TestResolve(t *testing.T) {
	base, err := url.Parse("https://example.com/dir/page?q=1")
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		"": "https://example.com/dir/page?q=1", "x": "https://example.com/dir/x", "../x": "https://example.com/x", "/x/./y/../z": "https://example.com/x/z",
		"?a=b": "https://example.com/dir/page?a=b", "#frag": "https://example.com/dir/page?q=1", "x#frag": "https://example.com/dir/x",
		"//other.org": "https://other.org/", "HTTP://Other.ORG:80/A": "http://other.org/A", "https://other.org:443/": "https://other.org/", "http://other.org:8080": "http://other.org:8080/",
		"http://other.org:443/": "http://other.org:443/",
		" \n x y ":              "https://example.com/dir/x%20y", "a\tb\nc": "https://example.com/dir/abc", `\x\y`: "https://example.com/x/y", `https:\\other.org\a`: "https://other.org/a",
		"http:///other.org/a": "http://other.org/a", "https:rel": "https://example.com/dir/rel", "http:rel": "http://rel/",
		"/ü?ü=ü": "https://example.com/%C3%BC?%C3%BC=%C3%BC", "https://bücher.example/": "https://xn--bcher-kva.example/", "/100%": "https://example.com/100%25", "/%e4": "https://example.com/%e4",
		"/a|b{c}": "https://example.com/a%7Cb%7Bc%7D", "/[x]": "https://example.com/%5Bx%5D", "x:y": "", "./x:y": "https://example.com/dir/x:y", "a/b:c": "https://example.com/dir/a/b:c", "1:2": "https://example.com/dir/1:2",
		"http://u:p@other.org/": "http://other.org/", "http://[2001:db8::1]/x": "http://[2001:db8::1]/x",
		"mailto:a@b": "", "javascript:alert(1)": "", " javascript:x": "", "data:text/html,x": "", "tel:+1": "", "ftp://other.org/": "", "http://": "", "http://a b/": "", "about:blank": "",
		"https://": "", "//": "", strings.Repeat("x", 9000): "",
	} {
		got := ""
		if u := Resolve(base, ref); u != nil {
			got = u.String()
		}
		if got != want {
			t.Errorf("%.60q: %q, want %q", ref, got, want)
		}
	}
}

func TestMetadata(t *testing.T) {
	m := parse(t, `<html xml:lang="fr-CA"><head><base href="https://cdn.example.net/x/">
<meta name="Description" content=" Some
 text "><meta name=description content=second><link rel="nofollow CANONICAL" href="right"><link rel=canonical href=wrong>
<meta property="og:title" content="A"><meta property="OG:image" content="1"><meta name="og:image" content="2"><meta property="og:empty" content=" ">
<meta property="article:author" content="x"><meta name="twitter:card" content="summary"><meta property="twitter:site" content="@x">
<meta name="twitter:title" property="og:description" content="both">`).Metadata()
	want := Metadata{
		Description: "Some text", Canonical: "https://cdn.example.net/x/right", Lang: "fr-CA",
		OpenGraph: map[string][]string{"og:title": {"A"}, "og:image": {"1", "2"}, "og:description": {"both"}},
		Twitter:   map[string][]string{"twitter:card": {"summary"}, "twitter:site": {"@x"}},
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("\ngot  %+v\nwant %+v", m, want)
	}
	if m = parse(t, `<html lang="en" xml:lang="fr"><link rel=canonical href="mailto:x">`).Metadata(); m.Lang != "en" || m.Canonical != "" || m.Description != "" {
		t.Errorf("%+v", m)
	}
}

func TestFeedsAreThoseThatAreDeclared(t *testing.T) {
	got := parse(t, `<link rel="ALTERNATE" type="Application/RSS+XML; charset=utf-8" href="a" title=" A  feed "><link rel=alternate type=application/atom+xml href=/b>
<link rel=alternate type=application/rss+xml href=a><link rel="alternate stylesheet" type=application/rss+xml href=c><link rel=alternate type=text/html href=d>
<link rel=alternate type=application/json href=e><link rel=alternate type=application/json title="My feed" href=f><link rel=feed href=g><link rel=alternate type=application/rss+xml href="">`).Feeds()
	want := []Feed{
		{"https://example.com/dir/a", "application/rss+xml", "A feed"}, {"https://example.com/b", "application/atom+xml", ""},
		{"https://example.com/dir/f", "application/json", "My feed"}, {"https://example.com/dir/g", "", ""},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

func TestTablesResolveMergedCells(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       []Table
	}{
		{"plain", "<table><tr><th>A<th>B<tr><td> 1 <td>2<br>3</table>", []Table{{{"A", "B"}, {"1", "2 3"}}}},
		{"colspan", "<table><tr><td colspan=2>x<td>y<tr><td>1<td>2<td>3</table>", []Table{{{"x", "x", "y"}, {"1", "2", "3"}}}},
		{"rowspan", "<table><tr><td rowspan=2>x<td>a<tr><td>b<tr><td>c<td>d</table>", []Table{{{"x", "a"}, {"x", "b"}, {"c", "d"}}}},
		{"both", "<table><tr><td rowspan=2 colspan=2>x<td>a<tr><td>b</table>", []Table{{{"x", "x", "a"}, {"x", "x", "b"}}}},
		{"rowspan in the last column", "<table><tr><td>a<td rowspan=2>x<tr><td>b</table>", []Table{{{"a", "x"}, {"b", "x"}}}},
		{"rowspan over a short row", "<table><tr><td>a<td>b<td rowspan=2>x<tr><td>c</table>", []Table{{{"a", "b", "x"}, {"c", "", "x"}}}},
		{"rowspan over a row without cells", "<table><tr><td rowspan=3>x<td>a<tr><tr><td>b</table>", []Table{{{"x", "a"}, {"x", ""}, {"x", "b"}}}},
		{"rowspan beyond the table", "<table><tr><td rowspan=99>x<td>a<tr><td>b</table>", []Table{{{"x", "a"}, {"x", "b"}}}},
		{"rowspan zero means the rest of the section", "<table><tbody><tr><td rowspan=0>x<td>a<tr><td>b<tbody><tr><td>c<td>d</table>", []Table{{{"x", "a"}, {"x", "b"}, {"c", "d"}}}},
		{"a cell does not span sections", "<table><thead><tr><td rowspan=5>x<td>h<tbody><tr><td>1<td>2</table>", []Table{{{"x", "h"}, {"1", "2"}}}},
		{"overlapping cells: the one from above stays", "<table><tr><td>a<td rowspan=2>x<tr><td colspan=2>b<td>c</table>", []Table{{{"a", "x", ""}, {"b", "x", "c"}}}},
		{"bad spans", "<table><tr><td colspan=x rowspan=-1>a<td colspan=0>b<td colspan='2;'>c</table>", []Table{{{"a", "b", "c", "c"}}}},
		{"head first, foot last", "<table><tfoot><tr><td>f</tfoot><tr><td>b</tr><thead><tr><td>h</thead></table>", []Table{{{"h"}, {"b"}, {"f"}}}},
		{"short rows are filled", "<table><tr><td>a<tr><td>b<td>c</table>", []Table{{{"a", ""}, {"b", "c"}}}},
		{"nested tables are tables of their own", "<table><tr><td>out<table><tr><td>in</table>er<td>2</table>", []Table{{{"outer", "2"}}, {{"in"}}}},
		{"layout tables are passed over, not what is in them", "<table role=presentation><tr><td><table><tr><td>in</table></table>", []Table{{{"in"}}}},
		{"caption, hidden rows and tables", "<table><caption>c</caption><tr hidden><td>h<tr><td>v</table><table hidden><tr><td>h</table>", []Table{{{"v"}}}},
		{"without text", "<table><tr><td><img src=x><td></table><table></table>", nil},
		{"without end", "<table><tr><td>a<td>b", []Table{{{"a", "b"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, cut := parse(t, c.page).Tables(); !reflect.DeepEqual(got, c.want) || cut {
				t.Errorf("%s: %v, want %v (cut %v)", c.name, got, c.want, cut)
			}
		})
	}
}

func TestTablesAreBounded(t *testing.T) {
	count := func(page string) (tables, cells, most int, cut bool) {
		list, cut := parse(t, page).Tables()
		for _, table := range list {
			n := 0
			for _, row := range table {
				n += len(row)
			}
			cells += n
			most = max(most, n)
		}
		return len(list), cells, most, cut
	}
	for name, page := range map[string]string{
		"wide":      "<table>" + strings.Repeat("<tr><td colspan=99999999999>x", 50),
		"tall":      "<table><tr>" + strings.Repeat("<td rowspan=1000>x", 100) + strings.Repeat("<tr>", 2000),
		"many":      strings.Repeat("<table><tr><td>x</table>", 60),
		"many wide": strings.Repeat("<table>"+strings.Repeat("<tr><td colspan=1000>x", 9)+"</table>", 20),
		"heavy":     "<table><tr><td colspan=1000>" + strings.Repeat("word ", 1000),
	} {
		tables, cells, most, cut := count(page)
		if tables > MaxTables || cells > MaxAllCells || most > MaxCells || !cut {
			t.Errorf("%s: %d tables, %d cells, %d in one, cut %v", name, tables, cells, most, cut)
		}
	}
	if _, cells, _, cut := count("<table>" + strings.Repeat("<tr><td colspan=1000>x", 10) + "</table>"); cells != MaxCells || cut {
		t.Errorf("just as many as allowed: %d cells, cut %v", cells, cut)
	}
}

func TestJSONLDSurvivesWhatSitesDoToIt(t *testing.T) {
	const tag = `<script type="application/ld+json">%s</script>`
	for _, c := range []struct {
		name, script string
		want         []string
		errors       int
	}{
		{"valid", `{"@type":"A","n":1.0,"big":12345678901234567890}`, []string{`{"@type":"A","n":1.0,"big":12345678901234567890}`}, 0},
		{"a list", `[{"a":1},{"b":2}]`, []string{`{"a":1}`, `{"b":2}`}, 0},
		{"a graph stays", `{"@graph":[{"a":1}]}`, []string{`{"@graph":[{"a":1}]}`}, 0},
		{"several objects", `{"a":1}{"b":2};` + "\n" + `{"c":3},{"d":4}`, []string{`{"a":1}`, `{"b":2}`, `{"c":3}`, `{"d":4}`}, 0},
		{"trailing commas", `{"a":[1,2,],"b":{"c":3,},}`, []string{`{"a":[1,2],"b":{"c":3}}`}, 0},
		{"comments", "// one\n{/* two */\"a\":1, // three\n\"b\":\"http://x/*y*/\"}", []string{`{"a":1,"b":"http://x/*y*/"}`}, 0},
		{"CDATA", "//<![CDATA[\n{\"a\":1}\n//]]>", []string{`{"a":1}`}, 0},
		{"CDATA on one line", `/*<![CDATA[*/{"a":1}/*]]>*/`, []string{`{"a":1}`}, 0},
		{"HTML comment marks", "<!--\n{\"a\":1}\n-->", []string{`{"a":1}`}, 0},
		{"line ends and control characters in strings", "{\"a\":\"one\ntwo\tthree\u0001\"}", []string{`{"a":"one\ntwo\tthree"}`}, 0},
		{"quotes inside", `{"a":"the "best" one, they said","b":2}`, []string{`{"a":"the \"best\" one, they said","b":2}`}, 0},
		{"bad escape", `{"a":"it\'s \d \x41"}`, []string{`{"a":"it's \\d \u0041"}`}, 0},
		{"single quotes and bare keys", `{a:'x "y"',$b:2}`, []string{`{"a":"x \"y\"","$b":2}`}, 0},
		{"missing comma between lines", "{\"a\":\"x\"\n\"b\":\"y\"}", []string{`{"a":"x","b":"y"}`}, 0},
		{"missing end", `{"a":{"b":[1,2`, []string{`{"a":{"b":[1,2]}}`}, 0},
		{"missing value", `{"a":,"b":}`, []string{`{"a":null,"b":null}`}, 0},
		{"malformed numbers", `{"zip":01234,"d":2020-01-02,"f":.5,"g":5.,"h":+3,"n":NaN}`, []string{`{"zip":"01234","d":"2020-01-02","f":0.5,"g":5,"h":3,"n":null}`}, 0},
		{"escaped as HTML", `{&quot;a&quot;:&quot;b &amp;amp; c&quot;}`, []string{`{"a":"b &amp; c"}`}, 0},
		{"semicolon", `{"a":1};`, []string{`{"a":1}`}, 0},
		{"empty", " \n ", nil, 0},
		{"null", `null`, nil, 0},
		{"text", `nothing here`, nil, 1},
		{"a bare string", `"text"`, nil, 1},
		{"a template left open", `{"a":{{ title }}}`, nil, 1},
		{"good, then bad", `{"a":1}{{`, []string{`{"a":1}`}, 1},
		{"too deep", strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 200), nil, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := parse(t, fmt.Sprintf(tag, c.script)).JSONLD()
			var list []string
			for _, o := range got.Objects {
				list = append(list, string(o))
			}
			if !reflect.DeepEqual(list, c.want) || got.Errors != c.errors || got.Cut {
				t.Errorf("%s: %q, %d errors; want %q, %d", c.name, list, got.Errors, c.want, c.errors)
			}
		})
	}
	got := parse(t, `<script type="Application/LD+JSON; charset=utf-8">{"a":1}</script><body><script type=application/ld+json>{"b":2}</script><script type=application/json>{"c":3}</script><script>{"d":4}</script>`).JSONLD()
	if len(got.Objects) != 2 {
		t.Errorf("%q", got.Objects)
	}
	got = parse(t, strings.Repeat(fmt.Sprintf(tag, `{"a":"`+strings.Repeat("x", 10_000)+`"}`), 200)).JSONLD()
	if !got.Cut || len(got.Objects) != 104 {
		t.Errorf("1 MiB is the most: %d objects, cut %v", len(got.Objects), got.Cut)
	}
}

func TestMicrodata(t *testing.T) {
	p := parse(t, `<div itemscope itemtype="https://schema.org/Product https://schema.org/Thing" itemid="/p/1" itemref="more missing">
<h1 itemprop="name"> Green <b>tea</b></h1><img itemprop="image" src="a.jpg"><meta itemprop="sku" content="S1"><link itemprop="url" href="/tea"><a itemprop="sameAs" href="mailto:x@y">m</a>
<time itemprop="date" datetime="2026-01-02">January</time><time itemprop="date">later</time><data itemprop="weight" value="100">0.1 kg</data>
<span itemprop="price" content="12.00">$12</span>
<div itemprop="offers seller" itemscope><span itemprop="price">12</span><div itemscope><b itemprop="lost">x</b></div></div>
</div><p id="more"><b itemprop="name">Tea</b></p><p itemprop="name">nobody's</p>`)
	items, cut := p.Microdata()
	got, err := json.Marshal(items)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"type":["https://schema.org/Product","https://schema.org/Thing"],"id":"https://example.com/p/1","properties":{` +
		`"date":["2026-01-02","later"],"image":["https://example.com/dir/a.jpg"],"name":["Green tea","Tea"],"offers":[{"properties":{"price":["12"]}}],"price":["12.00"],` +
		`"sameAs":["mailto:x@y"],"seller":[{"properties":{"price":["12"]}}],"sku":["S1"],"url":["https://example.com/tea"],"weight":["100"]}},{"properties":{"lost":["x"]}}]`
	if string(got) != want || cut {
		t.Errorf("\ngot  %s\nwant %s", got, want)
	}
}

// TestMicrodataIsBounded: items that are the value of several properties at every level would produce exponential
// output.
func TestMicrodataIsBounded(t *testing.T) {
	for name, page := range map[string]string{
		"doubling":  "<div itemscope>" + strings.Repeat(`<div itemprop="a b c d e f g h" itemscope>`, 18) + "<b itemprop=x>value</b>",
		"circle":    `<div itemscope itemref="a"></div><div id="a" itemprop="p" itemscope itemref="b"></div><div id="b" itemprop="q" itemscope itemref="a b"></div>`,
		"many":      strings.Repeat("<div itemscope><b itemprop=a>x</b></div>", 500),
		"long":      "<div itemscope>" + strings.Repeat("<b itemprop=a>"+strings.Repeat("x", 6000)+"</b>", 200),
		"revisited": "<div id=x>" + strings.Repeat("<b itemprop=a>x</b>", 1000) + "</div>" + strings.Repeat("<div itemscope itemref='x x x x'></div>", 300),
	} {
		items, cut := parse(t, page).Microdata()
		b, err := json.Marshal(items)
		if err != nil {
			t.Fatal(err)
		}
		if len(b) > 2*maxItemBytes || len(items) > maxItems || cut != (name != "circle") {
			t.Errorf("%s: %d bytes, %d items, cut %v", name, len(b), len(items), cut)
		}
	}
}
