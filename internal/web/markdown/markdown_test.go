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
