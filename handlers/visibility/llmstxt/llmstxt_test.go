package llmstxt

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/visibility/finding"
)

const location = "https://docs.example.com/llms.txt"

const good = `# Kiln

> All about glazes and firing, for people who make pots and for the programs
> that help them.

Free text, which may hold a list:

- one
- two

## Docs

- [Glazes](https://docs.example.com/glazes.md): what they are made of
- [Firing](https://docs.example.com/firing.md): curves and cones

## Optional

* [History (long)](https://archive.example.org/history_(kilns).md): two thousand years of it
`

func TestAFileInTheFormIsReadWhole(t *testing.T) {
	f := Parse(good, location)
	if f.Title != "Kiln" || f.Summary != "All about glazes and firing, for people who make pots and for the programs that help them." || !strings.HasPrefix(f.Details, "Free text, which may hold a list: - one") {
		t.Errorf("%q %q %q", f.Title, f.Summary, f.Details)
	}
	want := []Section{
		{Name: "Docs", Line: 11, Links: []Link{
			{Title: "Glazes", URL: "https://docs.example.com/glazes.md", Notes: "what they are made of", Line: 13, written: "https://docs.example.com/glazes.md"},
			{Title: "Firing", URL: "https://docs.example.com/firing.md", Notes: "curves and cones", Line: 14, written: "https://docs.example.com/firing.md"}}},
		{Name: "Optional", Line: 16, Optional: true, Links: []Link{
			{Title: "History (long)", URL: "https://archive.example.org/history_(kilns).md", Notes: "two thousand years of it", Line: 18, written: "https://archive.example.org/history_(kilns).md"}}},
	}
	if !reflect.DeepEqual(f.Sections, want) || len(f.Problems) != 0 || !f.Valid() {
		t.Errorf("%+v\n%+v", f.Sections, f.Problems)
	}
	list := Score(f, Found{Bytes: len(good), ContentType: "text/markdown", UTF8: true, Host: "docs.example.com", Full: true})
	for _, s := range list {
		if s.Status != finding.Pass {
			t.Errorf("%s: %s, %s", s.ID, s.Status, s.Seen)
		}
	}
	if points, max := finding.Sum(list); points != 100 || max != 100 {
		t.Errorf("%v of %v", points, max)
	}
}

// TestEachRuleBothWays spoils the good file in one way at a time: want are the rules that lose points, problems the
// codes and lines.
func TestEachRuleBothWays(t *testing.T) {
	for _, c := range []struct {
		why, piece, other string
		found             func(*Found)
		want, problems    string
		valid             bool
	}{
		{why: "no title", piece: "# Kiln\n\n", want: "h1_first summary", problems: "0 no_title 0 summary_misplaced"},
		{why: "text before the title", piece: "# Kiln", other: "Welcome\n# Kiln", want: "h1_first summary", problems: "2 title_not_first 0 summary_misplaced"},
		{why: "two titles", piece: "## Docs", other: "# Docs\n## Docs", want: "h1_first", problems: "11 several_titles"},
		{why: "blank lines before the title", piece: "# Kiln", other: "\n\n# Kiln #", valid: true},
		{why: "no summary", piece: "> All about glazes and firing, for people who make pots and for the programs\n> that help them.\n", want: "summary", problems: "0 no_summary", valid: true},
		{why: "summary after text", piece: "# Kiln\n", other: "# Kiln\nHello.\n", want: "summary", problems: "0 summary_misplaced", valid: true},
		{why: "an entry without link", piece: "[Firing](https://docs.example.com/firing.md)", other: "Firing", want: "item_form", problems: "14 item_without_link"},
		{why: "an entry with a dash", piece: "firing.md): curves", other: "firing.md) – curves", want: "item_form", problems: "14 notes_without_colon", valid: true},
		{why: "relative", piece: "https://docs.example.com/firing.md", other: "/firing.md", want: "link_targets", problems: "14 relative_link", valid: true},
		{why: "http", piece: "https://docs.example.com/firing.md", other: "http://docs.example.com/firing.md", want: "link_targets", problems: "14 link_not_https", valid: true},
		{why: "no web address", piece: "https://docs.example.com/firing.md", other: "mailto:a@example.com", want: "link_targets", problems: "14 not_a_web_address", valid: true},
		{why: "elsewhere on the site without notes is fine", piece: "https://docs.example.com/firing.md): curves and cones", other: "https://www.example.com/f)", want: "link_notes", valid: true},
		{why: "on another site without notes", piece: "(kilns).md): two thousand years of it", other: "(kilns).md)", want: "link_targets link_notes", valid: true},
		{why: "a deeper heading", piece: "- [Firing]", other: "### More\n- [Firing]", want: "only_title_and_sections", problems: "14 stray_heading", valid: true},
		{why: "a # in code is not a heading", piece: "## Docs", other: "```\n# not a title\n### nor this\n```\n## Docs", valid: true},
		{why: "a section without links", piece: "## Optional", other: "## Empty\n\n## Optional", problems: "16 section_without_links", valid: true},
		{why: "small", found: func(f *Found) { f.Bytes = 199 }, want: "size", valid: true},
		{why: "large", found: func(f *Found) { f.Bytes = 100_001 }, want: "size", valid: true},
		{why: "HTML type", found: func(f *Found) { f.ContentType = "text/html" }, want: "content_type", valid: true},
		{why: "BOM", found: func(f *Found) { f.BOM = true }, want: "encoding", valid: true},
		{why: "Latin 1", found: func(f *Found) { f.UTF8 = false }, want: "encoding", valid: true},
		{why: "no full text", found: func(f *Found) { f.Full = false }, want: "llms_full", valid: true},
	} {
		text := good
		if c.piece != "" {
			if !strings.Contains(text, c.piece) {
				t.Fatalf("%s: no %q", c.why, c.piece)
			}
			text = strings.Replace(text, c.piece, c.other, 1)
		}
		found := Found{Bytes: len(text), ContentType: "text/plain", UTF8: true, Host: "docs.example.com", Full: true}
		if c.found != nil {
			c.found(&found)
		}
		f := Parse(text, location)
		var lost, problems []string
		for _, s := range Score(f, found) {
			if s.Status != finding.Pass {
				lost = append(lost, s.ID)
				if s.Fix == "" || s.Points != 0 {
					t.Errorf("%s: %+v", c.why, s)
				}
			}
		}
		for _, p := range f.Problems {
			problems = append(problems, fmt.Sprintf("%d %s", p.Line, p.Code))
		}
		if strings.Join(lost, " ") != c.want || strings.Join(problems, " ") != c.problems || f.Valid() != c.valid {
			t.Errorf("%s: lost %q, want %q; problems %q, want %q; valid %v", c.why, lost, c.want, problems, c.problems, f.Valid())
		}
	}
	list := Score(Parse(good, location), Found{Bytes: 500, ContentType: "text/plain", UTF8: true, Host: "docs.example.com", FullUnknown: true})
	if points, max := finding.Sum(list); points != 96 || max != 96 || list[len(list)-1].Status != finding.Unchecked {
		t.Errorf("llms-full.txt unknown: %v of %v", points, max)
	}
}

// TestWhatIsWrittenInTheFormIsReadBack: for any names, notes and paths.
func TestWhatIsWrittenInTheFormIsReadBack(t *testing.T) {
	word := rapid.StringMatching(`[A-Za-zäé0-9]{1,8}( [A-Za-z(),.]{1,6}){0,2}[a-z]`)
	rapid.Check(t, func(r *rapid.T) {
		var b strings.Builder
		title := word.Draw(r, "title")
		fmt.Fprintf(&b, "# %s\n\n> %s\n\n", title, word.Draw(r, "summary"))
		var want [][]string
		for i := range rapid.IntRange(1, 4).Draw(r, "sections") {
			fmt.Fprintf(&b, "## Section %d\n\n", i)
			for range rapid.IntRange(1, 5).Draw(r, "links") {
				name, path, notes := word.Draw(r, "name"), rapid.StringMatching(`[a-z]{1,8}(/[a-z0-9.-]{1,5}[a-z]){0,2}`).Draw(r, "path"), word.Draw(r, "notes")
				fmt.Fprintf(&b, "- [%s](https://docs.example.com/%s): %s\n", name, path, notes)
				want = append(want, []string{name, "https://docs.example.com/" + path, notes})
			}
			b.WriteString("\n")
		}
		f := Parse(b.String(), location)
		var got [][]string
		for _, l := range f.Links() {
			got = append(got, []string{l.Title, l.URL, l.Notes})
		}
		if f.Title != title || !f.Valid() || len(f.Problems) > 0 || !reflect.DeepEqual(got, want) {
			r.Fatalf("%q\n%+v\n%v\nwant %v", b.String(), f.Problems, got, want)
		}
	})
}

func TestAnyTextIsReadWithinBounds(t *testing.T) {
	check := func(text string) {
		f := Parse(text, location)
		if len(f.Problems) > MaxProblems || len(f.Sections) > MaxSections || len(f.Links()) > MaxLinks {
			t.Errorf("%.80q: %d problems, %d sections, %d links", text, len(f.Problems), len(f.Sections), len(f.Links()))
		}
		points, max := finding.Sum(Score(f, Found{Bytes: len(text), Host: "docs.example.com"}))
		if points < 0 || points > max || max != 100 {
			t.Errorf("%.80q: %v of %v", text, points, max)
		}
	}
	for _, piece := range []string{"# t\n", "## s\n", "- [a](b)\n", "- [", "- [a](", "[[[[", "((((", "> q\n", "```\n", "#", "- x\n", "\x00", "- [" + strings.Repeat("[", 1000), "\xff\xfe"} {
		check(strings.Repeat(piece, 1_000_000/len(piece)))
		check("# t\n## s\n- " + strings.Repeat(piece, 1_000_000/len(piece)))
	}
	rapid.Check(t, func(r *rapid.T) { check(rapid.String().Draw(r, "text")) })
}
