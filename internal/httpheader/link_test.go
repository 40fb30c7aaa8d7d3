package httpheader

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLinkTargetsAreThoseOfTheRelation(t *testing.T) {
	for _, tt := range []struct {
		header string
		want   []string
		why    string
	}{
		{`<https://example.com/a>; rel="canonical"`, []string{"https://example.com/a"}, "the common form"},
		{`</a>; rel=canonical`, []string{"/a"}, "a token needs no quotes"},
		{`</a>;REL="Canonical"`, []string{"/a"}, "names and relations have no case"},
		{`</a> ; rel = "canonical"`, []string{"/a"}, "spaces where old grammars allow them"},
		{`</a,b;c>; rel=canonical`, []string{"/a,b;c"}, "a target may hold the separators"},
		{`</s.css>; rel=preload; as=style, </a>; rel=canonical`, []string{"/a"}, "a later entry"},
		{`</s.css>;rel=preload,</b>;title="x";rel="nofollow canonical",</c>;rel=next`,
			[]string{"/b"}, "one rel, two relations"},
		{`</a>; rel=canonical, </b>; rel=canonical`, []string{"/a", "/b"}, "two entries, in order"},
		{`</a>; rel=next; rel=canonical`, nil, "a second rel does not count"},
		{`</a>; title="x; rel=canonical"`, nil, "a quoted text is no parameter"},
		{`</a>; title="x, <b>; rel=canonical"; rel=next`, nil, "nor an entry"},
		{`</a>; title="say \"x\", <b>"; rel=canonical`, []string{"/a"}, "a quote may be escaped"},
		{`</a>; title="canonical"`, nil, "another parameter's value"},
		{`</a>; rel="canonicalized"`, nil, "part of a word"},
		{`</a>; rel`, nil, "a name without a value"},
		{`</a>; rel=`, nil, "an empty value"},
		{`</a>; crossorigin; rel=canonical`, []string{"/a"}, "a name without a value before it"},
		{`</a>; rel=next </b>; rel=canonical`, []string{"/b"}, "a forgotten comma"},
		{`<>; rel=canonical`, []string{""}, "the page itself, as a relative reference"},
		{`</a>`, nil, "no parameters"},
		{`</a; rel=canonical`, nil, "a bracket that is not closed"},
		{`</a>; rel="canonical`, []string{"/a"}, "a quote that is not closed"},
		{`</a>; rel=canonical, <`, []string{"/a"}, "what comes before garbage counts"},
		{`<`, nil, "garbage"},
		{`;;,,==""`, nil, "garbage"},
		{``, nil, "an empty header"},
		{strings.Repeat(`</x>; rel=next, `, 20_000) + `</a>; rel=CANONICAL`,
			[]string{"/a"}, "many entries take no longer each"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			if got := LinkTargets(http.Header{"Link": {tt.header}}, "canonical"); !slices.Equal(got, tt.want) {
				t.Errorf("%.100s: %q, want %q", tt.header, got, tt.want)
			}
		})
	}
}

func TestManyLinkHeadersAreOne(t *testing.T) {
	h := http.Header{"Link": {`</a>; rel=next, </b`, `</c>; rel=next`}}
	if got := LinkTargets(h, "next"); !slices.Equal(got, []string{"/a", "/c"}) {
		t.Errorf("%q", got)
	}
	if got := LinkTargets(http.Header{}, "next"); got != nil {
		t.Errorf("without the header: %q", got)
	}
}

func TestWrittenLinksAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		targets := rapid.SliceOf(rapid.StringMatching(`[^<>]{0,20}`)).Draw(t, "targets")
		title := rapid.StringMatching(`[^"\\]{0,20}`).Draw(t, "title")

		var entries []string
		for _, target := range targets {
			entries = append(entries, `<`+target+`>; title="`+title+`"; rel=next`)
		}

		got := LinkTargets(http.Header{"Link": {strings.Join(entries, ", ")}}, "next")
		if !slices.Equal(got, targets) {
			t.Fatalf("%q, want %q", got, targets)
		}
	})
}

func FuzzLinkTargets(f *testing.F) {
	f.Add(`</a>; title="x; rel=\"y"; rel="next prev", <b>;rel=next`)
	f.Add(`<a>,<b>;;=,"`)
	f.Fuzz(func(t *testing.T, header string) {
		for _, target := range LinkTargets(http.Header{"Link": {header}}, "next") {
			if !strings.Contains(header, "<"+target+">") {
				t.Errorf("%q is no target of %q", target, header)
			}
		}
	})
}
