package markdown_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
	"github.com/farebox/farebox/internal/web/markdown"
)

func written(t *testing.T, page string, as markdown.Options) (string, bool) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	return markdown.Write(doc, canon.Rewrite(doc), as)
}

func TestTargetsAreWrittenInTheWayAskedFor(t *testing.T) {
	const page = `<p><a href=/x>a</a> <a href=/y>b</a> <a href=/x>c</a></p><a href=/z><div><img src=/i.png alt=i></div><h2>d</h2><p>e</p></a>`
	for _, c := range []struct {
		why  string
		as   markdown.Options
		want string
	}{
		{"inline", markdown.Options{}, "[a](/x) [b](/y) [c](/x)\n\n![i](/i.png)\n\n## [d](/z)\n\ne\n"},
		{"once each", markdown.Options{Links: markdown.Reference}, "[a][1] [b][2] [c][1]\n\n![i](/i.png)\n\n## [d][3]\n\ne\n\n[1]: /x\n[2]: /y\n[3]: /z\n"},
		{"none", markdown.Options{Links: markdown.NoLinks}, "a b c\n\n![i](/i.png)\n\n## d\n\ne\n"},
		{"plain", markdown.Options{Plain: true}, "a b c\n\ni\n\nd\n\ne\n"},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got, complete := written(t, page, c.as); got != c.want || !complete {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestOutputEndsAtItsLimit(t *testing.T) {
	got, complete := written(t, strings.Repeat("<p>ten bytes</p>", 100), markdown.Options{Most: 50})
	if complete || len(got) > 50 || !strings.HasPrefix(got, "ten bytes\n\nten") {
		t.Errorf("%v, %q", complete, got)
	}
}

func TestDeepListsStayIndentedByTheirDeepestLevel(t *testing.T) {
	got, _ := written(t, strings.Repeat("<ul><li>a", 30), markdown.Options{})
	if !strings.Contains(got, "\n"+strings.Repeat("  ", 7)+"- a\n") || strings.Contains(got, strings.Repeat("  ", 9)) ||
		strings.Count(got, "a") != 30 {
		t.Errorf("%s", got)
	}
}

func TestBarsInCellsAreEscaped(t *testing.T) {
	const page = `<table><tr><td>a|b</td><td>c\|d</td></tr><tr><td><code>e|f</code></td><td><a href="g" title="h|i">j</a></td></tr></table>`
	const want = "| a\\|b | c\\\\\\|d |\n|---|---|\n| `e\\|f` | [j](g \"h\\|i\") |\n"
	if got, _ := written(t, page, markdown.Options{}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTablesOfDataAreToldFromThoseThatLayOutAPage(t *testing.T) {
	const rows = "<tr><td>Battles</td><td>1268</td></tr><tr><td>Survived</td><td>96 %</td></tr><tr><td>Shots</td><td>5 000</td></tr>"
	deep := "<tr><td>a</td><td>" + strings.Repeat("<table><tr><td>", 3) + "b" + strings.Repeat("</table>", 3) + "</td></tr>"
	for _, c := range []struct {
		why, table string
		want       bool
	}{
		{"facts", rows, true},
		{"a search in a row", rows + "<tr><td>Find</td><td><form><input></form></td></tr>", true},
		{"a little table in a row", rows + "<tr><td>Map</td><td><table><tr><td>N</td><td>E</td></tr></table></td></tr>", true},
		{"most of it is another table", "<tr><td>Menu</td><td><table>" + rows + "</table></td></tr><tr><td>Foot</td><td>1</td></tr>", false},
		{"tables in tables", rows + deep, false},
		{"code of several lines", "<tr><td>a</td><td><pre>x = 1\ny = 2</pre></td></tr><tr><td>b</td><td>c</td></tr>", false},
		{"code of one line", "<tr><td>a</td><td><pre>x = 1</pre></td></tr><tr><td>b</td><td>c</td></tr>", true},
		{"one column", "<tr><td>a</td></tr><tr><td>b</td></tr>", false},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, _ := written(t, "<table>"+c.table+"</table>", markdown.Options{})
			if is := strings.HasPrefix(got, "|"); is != c.want {
				t.Errorf("%v: %s", is, got)
			}
		})
	}
}

func TestACellKeepsItsLines(t *testing.T) {
	for _, c := range []struct{ why, cell, want string }{
		{"blocks", "<h3><a href=/t>Title</a></h3><p>What it is about.</p>", "[Title](/t)<br>What it is about."},
		{"breaks, not at the ends", "<br>one<br><br>two<br>", "one<br>two"},
		{"marks around lines", "<b>one<br>two</b> three<div>four</div>", "**one<br>two** three<br>four"},
		{"items", "<ul><li>one<li>two</ul>", "one<br>two"},
		{"a link is a line", "<a href=/t><div>one</div><div>two</div></a><div>three</div>", "[one two](/t)<br>three"},
		{"lines of code", "<code>f(a)<br>f(b)</code><pre>x  = 1</pre>", "`f(a)`<br>`f(b)`<br>`x = 1`"},
		{"rows of a table in it", "<table><tr><td>N</td><td>E</td></tr><tr><td>1</td><td>2</td></tr></table>", "N E<br>1 2"},
	} {
		t.Run(c.why, func(t *testing.T) {
			row := "<tr><td>a long name of a fact</td><td>and its value</td></tr>"
			got, _ := written(t, "<table>"+row+"<tr><td>a</td><td>"+c.cell+"</td></tr></table>", markdown.Options{})
			want := "| a long name of a fact | and its value |\n|---|---|\n| a | " + c.want + " |\n"
			if got != want {
				t.Errorf("%s: got %q, want %q", c.why, got, want)
			}
		})
	}
	if got, _ := written(t, "<table><tr><td>1<br>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>", markdown.Options{Plain: true}); got != "1 2\t3\n4\t5\n" {
		t.Errorf("plain: %q", got)
	}
}
