package corpus

import (
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

func TestSelectorsFindWhatTheyName(t *testing.T) {
	const page = `<div id="a" class="story main"><section data-kind="body-text"><p>x</p></section></div><aside><p class="x">y</p></aside>`
	cases := []struct {
		selector string
		want     []string
	}{
		{"p", []string{"p", "p"}},
		{".main", []string{"div"}},
		{"div#a.story", []string{"div"}},
		{"div p", []string{"p"}},
		{"div > p", nil},
		{"section > p", []string{"p"}},
		{`[data-kind="body-text"]`, []string{"section"}},
		{`[data-kind^="body"]`, []string{"section"}},
		{`[data-kind*="text"]`, []string{"section"}},
		{`[data-kind$="body"]`, nil},
		{"aside, section", []string{"section", "aside"}},
		{"p:not(.x)", nil},
		{"", nil},
	}
	root, _ := htmlpage.Tree([]byte(page))
	for _, c := range cases {
		var got []string
		list := parseSelectors([]string{c.selector})
		for n := range root.Descendants() {
			if slices.ContainsFunc(list, func(s selector) bool { return s.matches(n) }) {
				got = append(got, n.Data)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.selector, got, c.want)
		}
	}
}

func TestRulesAreReadFromTheirSource(t *testing.T) {
	inside, outside := selectorsOf("\n selectors: [\n // two at once\n ['.media', '.text'], '.body p',\n ],\n transforms: { h2: 'p' },\n clean: ['.ad', '#more'],\n")
	if len(inside) != 2 || !slices.Equal(inside[0], []string{".media", ".text"}) || !slices.Equal(inside[1], []string{".body p"}) {
		t.Errorf("inside %q", inside)
	}
	if !slices.Equal(outside, []string{".ad", "#more"}) {
		t.Errorf("outside %q", outside)
	}
}

func TestSelectorsLabelOnlyWhatTheyAreSureOf(t *testing.T) {
	prose := strings.Repeat("Some words of a text, one after the other. ", 6)
	doc, _ := blocks.Parse([]byte(`<nav>Home of the page</nav><div class="b"><p>` + prose + `</p><p>Short.</p><div class="ad"><p>` + prose + `</p></div><p>` + prose + `</p></div>`))
	p := blocks.Cut(doc)
	targets, weights := Document{Inside: [][]string{{".none"}, {".b"}}, Outside: []string{".ad"}}.Labels(p)
	want := []struct {
		target float32
		told   bool
	}{{0, true}, {1, true}, {0, false}, {0, true}, {1, true}}
	for i, w := range want {
		if targets[i] != w.target || (weights[i] > 0) != w.told {
			t.Errorf("block %d: target %v weight %v, want %v %v", i, targets[i], weights[i], w.target, w.told)
		}
	}
}
