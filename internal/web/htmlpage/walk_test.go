package htmlpage

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func TestAnchorsAreEachOccurrenceThatCanBeSeen(t *testing.T) {
	p := parse(t, `<a href="/x">One</a><a href="/x#part"><img alt="Two"></a><a name=x>none</a><a href="#top">Up</a><a href="page?q=1#end">End</a>
<a href="mailto:a@example.com">Mail</a><a href="https://other.example.org/" rel="NoFollow ugc">Other</a><noscript><a href=/n>n</a></noscript>
<div hidden><a href=/h>h</a></div><map><area href=/area alt=Area></map>`)
	var got []string
	for _, a := range p.Anchors() {
		line := a.Text + " "
		if a.URL != nil {
			line += a.URL.String()
		}
		if a.Internal {
			line += " internal"
		}
		if a.SamePage {
			line += " same"
		}
		got = append(got, line+" "+strings.Join(a.Rel, ","))
	}
	want := "One https://example.com/x internal \nTwo https://example.com/x internal \nUp https://example.com/dir/page?q=1 internal same \n" +
		"End https://example.com/dir/page?q=1 internal same \nMail  \nOther https://other.example.org/ nofollow,ugc\nArea https://example.com/area internal "
	if strings.Join(got, "\n") != want {
		t.Errorf("%q\nwant %q", strings.Join(got, "\n"), want)
	}
}

func TestReaderGivesTheVisibleTextOrWhatStandsForIt(t *testing.T) {
	p := parse(t, `<h1>Plain <b>text</b><script>s()</script></h1><h1><img alt="A logo"></h1><h1 aria-label=label></h1><h1> </h1>`)
	r := NewReader()
	var lines, named []string
	for n := range Elements(p.Root) {
		if n.DataAtom == atom.H1 {
			lines, named = append(lines, r.Line(n, 100)), append(named, r.Named(n, 6))
		}
	}
	if got := strings.Join(lines, "|"); got != "Plain text|||" {
		t.Errorf("lines %q", got)
	}
	if got := strings.Join(named, "|"); got != "Plain|A logo|label|" {
		t.Errorf("named %q", got)
	}
}

func TestReaderLooksAtABoundedNumberOfNodes(t *testing.T) {
	p := parse(t, strings.Repeat("<em><i></i>", 60_000))
	r := NewReader()
	for n := range Elements(p.Root) {
		r.Line(n, 10)
	}
	if r.left > 0 {
		t.Skip("the page is read within the budget")
	}
	if got := r.Line(parse(t, "<p>text").Root, 100); got != "" {
		t.Errorf("%q after the budget was used up", got)
	}
}

func TestVisiblePassesOverWhatIsHidden(t *testing.T) {
	p := parse(t, `<main><p id=a></p><noscript><p id=b></p></noscript><template><p id=c></p></template><div style="display:none"><p id=d></div><p id=e><script>var x = "</p>"</script></main>`)
	var ids []string
	p.Visible(func(n *html.Node) bool {
		if v, ok := Attribute(n, "id"); ok {
			ids = append(ids, v)
		}
		return true
	})
	if got := strings.Join(ids, ""); got != "ae" {
		t.Errorf("%q", got)
	}
}
