package htmlpage

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"
)

// outline writes the body of a tree as nested names and texts: p(b(x)y).
func outline(root *html.Node) string {
	var b strings.Builder
	var write func(n *html.Node)
	write = func(n *html.Node) {
		if n.Type == html.TextNode {
			t := n.Data
			for n.NextSibling != nil && n.NextSibling.Type == html.TextNode {
				n = n.NextSibling
				t += n.Data
			}
			if t = strings.TrimSpace(t); t != "" {
				b.WriteString("'" + t + "'")
			}
			return
		}
		if n.Type == html.ElementNode && n.DataAtom != atom.Tbody {
			b.WriteString(n.Data)
			if n.FirstChild != nil {
				b.WriteString("(")
				defer b.WriteString(")")
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.TextNode && c.PrevSibling != nil && c.PrevSibling.Type == html.TextNode {
				continue // written with the text before it
			}
			if c.DataAtom != atom.Head || c.FirstChild != nil {
				write(c)
			}
		}
	}
	write(root)
	s := b.String()
	s = strings.TrimSuffix(strings.TrimPrefix(s, "html("), ")")
	return strings.TrimSuffix(strings.TrimPrefix(s, "body("), ")")
}

// TestTreeIsThatOfTheStandard: what pages omit or close wrongly ends up where the HTML Standard puts it.
func TestTreeIsThatOfTheStandard(t *testing.T) {
	for _, page := range []string{
		"<p>one<p>two<div>three", "<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "<dl><dt>t<dd>d<dt>u<dd>e</dl>",
		"<table><tr><td>1<td>2<tr><th>3</table>x", "<table><thead><tr><td>h<tbody><tr><td>1</table>", "<table><td>1<table><td>in</table></td><td>2</table>",
		"<table><tr><td><div>a</td><td>b</div></td></tr></table>", "<table><caption>c<tr><td>1</table>", "<table><tr><td>a<table><tr><td>b</table>c<td>d</table>",
		"<h1>a<h2>b</h2>c", "<h1>a</h2>b", "<a href=1>a<a href=2>b</a>c", "<div><span>a</div>b", "<p>a</div>b", "<select><option>a<option>b<optgroup><option>c</select>d",
		"<p><ul><li>x</ul></p>y", "a</br>b", "<br/>x<img src=a>y<hr>z", "<button>a<button>b", "<svg><path/><g><text>t</text></g></svg>x", "<svg><circle><p>out", "<math><mi>x</mi></math>y",
		"<title>T</title>x", "<head><title>T</title></head><body>x", "x<title>T</title>y", "<!-- c --><p>a<!-- <p>b --></p>c", "<textarea><p>raw</textarea>x", "<script>if (a<b) '<p>'</script>x",
		"<style>p{}</style>x", "<noscript><p>n</p></noscript>x", "<iframe><p>raw</iframe>x", "<p>a<table><tr><td>b</table>c", "<li>a<p>b<li>c", "<center>a<p>b</center>c",
		"<div><p>a<p>b</div>c", "<em>a<strong>b</strong></em>c", "<ol><li><div>a</div><li>b</ol>", "</p>x", "x</body></html>y", "<body class=a>x<body id=b>y", "<object><p>a</object>b",
		"<td>no table</td>x", "<tr>no table", "<ruby>a<rp>(<rt>b<rp>)</ruby>", "<template><p>x</template>y", "<form><div>a</form>b",
		"<p>a<div>b<p>c</div>d</p>e", "<blockquote><p>q</blockquote>r", "<details><summary>s<p>t</details>u", "<pre>a\n b</pre>c", "a&amp;b&nbsp;c&copy d",
	} {
		page = "<!doctype html>" + page
		own, _ := Tree([]byte(page))
		std, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := outline(own), outline(std); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", page, got, want)
		}
	}
}

// TestMisnestedInlineTagsDoNotMoveBlocks: a link closed before a block inside it leaves the block open, so that the
// block's end tag does not end another.
func TestMisnestedInlineTagsDoNotMoveBlocks(t *testing.T) {
	for page, want := range map[string]string{
		"<div id=o><a href=x><div>in</a>more</div>still</div>after": "div(a(div('in'))div('more')'still')'after'",
		"<ul><li><b><p>x</b>y<li>z</ul>w":                           "ul(li(b(p('x'))p('y'))li('z'))'w'",
		"<table><tr><td><a>x</td><td>y</a>z</td></table>":           "table(tr(td(a('x'))td('yz')))",
	} {
		root, _ := Tree([]byte(page))
		if got := outline(root); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", page, got, want)
		}
	}
}

// TestTreeOfWellFormedPages compares with the Standard's tree for any page whose tags are closed in order.
func TestTreeOfWellFormedPages(t *testing.T) {
	blocks := []string{"div", "section", "article", "blockquote", "ul", "table", "h2", "main", "span", "b", "a", "em"}
	rapid.Check(t, func(t *rapid.T) {
		n := 0
		var write func(depth int, inline bool) string
		write = func(depth int, inline bool) string {
			var b strings.Builder
			for range rapid.IntRange(0, 3).Draw(t, "children") {
				n++
				if depth == 0 || n > 60 {
					fmt.Fprintf(&b, " w%d ", n)
					continue
				}
				switch name := rapid.SampledFrom(blocks).Draw(t, "name"); {
				case inline:
					fmt.Fprintf(&b, "<i>w%d</i>", n)
				case name == "ul":
					b.WriteString("<ul><li>" + write(depth-1, false) + "</li><li>x</li></ul>")
				case name == "table":
					b.WriteString("<table><tr><td>" + write(depth-1, false) + "</td><th>x</th></tr></table>")
				case name == "span", name == "b", name == "a", name == "em", name == "h2":
					b.WriteString("<" + name + ">" + write(depth-1, true) + "</" + name + ">")
				default:
					b.WriteString("<" + name + ">" + write(depth-1, false) + "</" + name + ">")
				}
			}
			return b.String()
		}
		page := "<!doctype html><html><head><title>t</title></head><body>" + write(5, false) + "</body></html>"
		own, _ := Tree([]byte(page))
		std, err := html.Parse(strings.NewReader(page))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := outline(own), outline(std); got != want {
			t.Fatalf("%s\ngot  %s\nwant %s", page, got, want)
		}
	})
}

// TestNoPageMakesMoreNodesThanItHasTags checks the bound that the Standard's own construction lacks.
func TestNoPageMakesMoreNodesThanItHasTags(t *testing.T) {
	var formatting bytes.Buffer
	formatting.WriteString("<p>")
	for i := range 300 {
		fmt.Fprintf(&formatting, "<b x=%d>", i)
	}
	formatting.WriteString(strings.Repeat("<p>x", 2000))
	for name, page := range map[string][]byte{
		"formatting elements left open": formatting.Bytes(),
		"nested":                        []byte(strings.Repeat("<div>", 50_000)),
		"misnested":                     []byte(strings.Repeat("<b><div></b>", 20_000)),
		"tables":                        []byte(strings.Repeat("<table><td><a>", 10_000)),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		root, _ := Tree(page)
		runtime.ReadMemStats(&after)
		nodes, deepest := 0, 0
		for n := root; n != nil; n = next(root, n) {
			nodes++
			depth := 0
			for m := n; m != nil; m = m.Parent {
				depth++
			}
			deepest = max(deepest, depth)
		}
		if most := 10 * bytes.Count(page, []byte("<")); nodes > most {
			t.Errorf("%s: %d nodes of %d bytes", name, nodes, len(page))
		}
		if deepest > maxDepth+2 {
			t.Errorf("%s: %d deep", name, deepest)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 400*uint64(len(page)) {
			t.Errorf("%s: %d bytes allocated for %d", name, used, len(page))
		}
	}
}

func TestTreeTakesAnything(t *testing.T) {
	pieces := []string{"<", ">", "/", "a", "<p", "</p>", "<table>", "<tr>", "<td", "</table>", "<svg>", "</svg>", "<math>", "<template>", "</template>", "<b>", "</b>", "<li>", "=", `"`, "&", ";", "<!--", "-->", "<html>", "<body>", "</body>", "<head>", "\x00", "é", "<script>", "</script>", "<noscript>", "<select>", "<option>", "<h1>", "</h3>", "<br>", "</br>", "<title>", " "}
	rapid.Check(t, func(t *rapid.T) {
		page := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(t, "page"), "")
		p, err := Parse([]byte(page), "https://example.com/")
		if err != nil {
			t.Fatal(err)
		}
		p.Title()
		p.Text(100)
		p.Headings(3)
		p.Links()
		p.Feeds()
		p.Tables()
		p.Metadata()
		p.JSONLD()
		p.Microdata()
	})
}

func TestPageWithTooManyNodesIsCut(t *testing.T) {
	if _, cut := Tree([]byte(strings.Repeat("<i>x</i>", maxNodes))); !cut {
		t.Error("not cut")
	}
	if _, cut := Tree([]byte(strings.Repeat("<i>x</i>", 1000))); cut {
		t.Error("cut")
	}
}

func TestHeadAndBodyExistOnceWithTheAttributesOfAll(t *testing.T) {
	p, err := Parse([]byte(`<html lang=en><head itemscope></head><html lang=de class=x><body a=1><p>x<body a=2 b=3>`), "https://example.com/")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]html.Attribute{}
	for n := range elements(p.Root) {
		got[n.Data] = append(got[n.Data], n.Attr...)
	}
	want := map[string][]html.Attribute{"html": {{Key: "lang", Val: "en"}, {Key: "class", Val: "x"}}, "head": {{Key: "itemscope"}}, "body": {{Key: "a", Val: "1"}, {Key: "b", Val: "3"}}, "p": nil}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}
