package extract

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func TestTablesInSeriesAreOne(t *testing.T) {
	row := func(cell string) string { return "<table class=a><tr><td>3 May</td><td>" + cell + "</td></tr></table>" }
	cases := []struct {
		why, page string
		want      int // tables
	}{
		{"siblings", strings.Repeat(row("Filed."), 3), 1},
		{"in like elements", strings.Repeat("<div>"+row("Filed.")+"</div> ", 3), 1},
		{"two", strings.Repeat(row("Filed."), 2), 2},
		{"posts of a thread", strings.Repeat(row("<p>I say so.</p>"), 3), 3},
		{"text between", strings.Repeat(row("Filed.")+"<p>And then</p>", 3), 3},
		{"of other markup", row("Filed.") + row("Heard.") + strings.ReplaceAll(row("Denied."), "=a", "=b"), 3},
	}
	for _, c := range cases {
		doc, err := html.Parse(strings.NewReader(c.page))
		if err != nil {
			t.Fatal(err)
		}
		joinTables(doc)
		tables := 0
		for n := range doc.Descendants() {
			if n.DataAtom == atom.Table {
				tables++
			}
		}
		if tables != c.want {
			t.Errorf("%s: %d tables, want %d", c.why, tables, c.want)
		}
	}
}
