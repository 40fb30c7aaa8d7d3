package loosexml

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// outline writes a tree as names with attributes and texts.
func outline(n *Node) string {
	var b strings.Builder
	for _, c := range n.Children {
		if c.Name == "" {
			fmt.Fprintf(&b, "'%s'", c.Text)
			continue
		}
		b.WriteString(c.Name)
		for _, a := range c.Attr {
			fmt.Fprintf(&b, "@%s=%s", a.Name, a.Value)
		}
		b.WriteString("(" + outline(c) + ")")
	}
	return b.String()
}

func TestBrokenXMLIsReadAsItWasMeant(t *testing.T) {
	for _, c := range []struct{ why, doc, want string }{
		{"well formed", `<?xml version="1.0"?><a x="1" y='2'><b/>t<c>u</c></a>`, `a@x=1@y=2(b()'t'c('u'))`},
		{"declaration after blank lines, comments, instructions", "\n\n<?xml version='1.0'?><!-- <x> --><?php x ?><a/>", "'\n\n'a()"},
		{"CDATA", `<a><![CDATA[<b>&amp;</b>]]> c</a>`, `a('<b>&amp;</b>'' c')`},
		{"CDATA without end", `<a><![CDATA[x`, `a('x')`},
		{"entities", `<a>&lt;&#233;&#xE9;&nbsp;&eacute;&unknown;&amp;amp;</a>`, "a('<éé\u00A0é&unknown;&amp;')"},
		{"ampersands", `<a href="?a=1&b=2&copy=3">R & D &c</a>`, `a@href=?a=1&b=2&copy=3('R & D &c')`},
		{"a bracket in text", `<a>1 < 2 <3</a>`, `a('1 ''< 2 ''<3')`},
		{"an end tag is missing", `<a><b>x<c>y</c></a>z`, `a(b('x'c('y')))'z'`},
		{"an end tag too many", `<a>x</b>y</a>`, `a('x''y')`},
		{"end tags in the wrong order", `<a><b><c>x</b>y</c></a>`, `a(b(c('x'))'y')`},
		{"another case", `<Item>x</item>`, `item('x')`},
		{"attributes without quotes or values", `<a b=1 c d="2" e = 'x y'/>f`, `a@b=1@c=@d=2@e=x y()'f'`},
		{"an attribute without its end quote", `<a b="1>x</a>`, `a@b=1('x')`},
		{"a slash behind a bare value", `<a rel=self/>x`, `a@rel=self()'x'`},
		{"a tag without its end", `<a b="1" <c>x</c>`, `a@b=1(c('x'))`},
		{"a document type with a subset", `<!DOCTYPE a [<!ENTITY x "y"><!ELEMENT a (b)>]><a>&x;</a>`, `a('&x;')`},
		{"nothing is closed", `<a><b>x`, `a(b('x'))`},
		{"no XML", `just text`, `'just text'`},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := outline(Parse([]byte(c.doc)).Root); got != c.want {
				t.Errorf("%s:\ngot  %q\nwant %q", c.why, got, c.want)
			}
		})
	}
}

func TestNamespacesFollowTheirScope(t *testing.T) {
	d := Parse([]byte(`<a xmlns="one" xmlns:p="two"><b/><p:c xmlns:p="three"><p:d/></p:c><p:e/><q:f/><g xmlns=""/></a>`))
	got := map[string]string{}
	var walk func(n *Node)
	walk = func(n *Node) {
		for c := range n.Elements() {
			got[c.Name] = c.Prefix + "|" + c.Space
			walk(c)
		}
	}
	walk(d.Root)
	for name, want := range map[string]string{"a": "|one", "b": "|one", "c": "p|three", "d": "p|three", "e": "p|two", "f": "q|", "g": "|"} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}

func TestMarkupIsWhatStandsInTheDocument(t *testing.T) {
	d := Parse([]byte(`<a xml:lang="de"><b>x <i>y</i> &amp; z</b><c/><d>open`))
	a := d.Root.Children[0]
	if a.Children[0].Markup() != `x <i>y</i> &amp; z` || a.Children[1].Markup() != "" || a.Children[2].Markup() != "open" {
		t.Errorf("%q %q %q", a.Children[0].Markup(), a.Children[1].Markup(), a.Children[2].Markup())
	}
	if a.Children[0].Inherited("XML:lang") != "de" || a.Children[0].OwnText() != "x  & z" {
		t.Errorf("%q %q", a.Children[0].Inherited("xml:lang"), a.Children[0].OwnText())
	}
}

// TestSizeIsBounded: depth and number of nodes are bounded for any input.
func TestSizeIsBounded(t *testing.T) {
	deep := Parse([]byte(strings.Repeat("<a>", 100_000) + "x"))
	depth := 0
	for n := deep.Root; len(n.Children) > 0; n = n.Children[0] {
		depth++
	}
	if depth > maxDepth+1 || !deep.Root.Children[0].IsOpen {
		t.Errorf("%d deep, open %v", depth, deep.Root.Children[0].IsOpen)
	}
	if d := Parse([]byte(strings.Repeat("<a/>", maxNodes+1))); !d.Cut || len(d.Root.Children) != maxNodes {
		t.Errorf("%d children, cut %v", len(d.Root.Children), d.Cut)
	}
	many := Parse([]byte("<a " + strings.Repeat("b='c' ", 100_000) + ">"))
	if n := len(many.Root.Children[0].Attr); n != maxAttrs {
		t.Errorf("%d attributes", n)
	}
}

// TestTextComesThroughEscaping: text escaped as XML requires is read back unchanged.
func TestTextComesThroughEscaping(t *testing.T) {
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		d := Parse([]byte("<a b=\"" + escape.Replace(text) + "\">" + escape.Replace(text) + "</a>"))
		a := d.Root.Children[0]
		if value, _ := a.Get("b"); a.OwnText() != text || value != text {
			t.Fatalf("%q becomes %q and %q", text, a.OwnText(), value)
		}
	})
}

func TestAnythingIsTaken(t *testing.T) {
	pieces := []string{"<", ">", "/", "</", "<a", "</a>", "<b>", " x=", `"`, "'", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE ", "[", "]", "&", ";", "amp", "é", "\x00", "\xff", " ", "xmlns:p='q'", "<p:c>", "</p:c>"}
	rapid.Check(t, func(t *rapid.T) {
		doc := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "doc"), "")
		outline(Parse([]byte(doc)).Root)
	})
}
