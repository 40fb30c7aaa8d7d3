package blocks

import (
	"bytes"
	"slices"
	"testing"

	"golang.org/x/net/html"
)

func TestLexiconSurvivesWritingAndReading(t *testing.T) {
	l := NewLexicon(map[uint32]float64{7: 1.5, 900: -2.25, 12: 0.01, 13: 400})
	var b bytes.Buffer
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	back, err := ReadLexicon(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[uint32]float64{7: 1.5, 900: -2.25, 13: 127.0 / lexiconStep} {
		if got, known := back.score(key); !known || got != want {
			t.Errorf("key %d: %v %v, want %v", key, got, known, want)
		}
	}
	if _, known := back.score(12); known {
		t.Error("a score of nothing was kept")
	}
	for cut := range len(whole) {
		if _, err := ReadLexicon(bytes.NewReader(whole[:cut])); err == nil {
			t.Fatalf("lexicon cut at %d of %d was read", cut, len(whole))
		}
	}
}

func TestNamesThatDifferInSpellingAreOne(t *testing.T) {
	cases := []struct{ name, want string }{
		{"relatedPosts", "related-posts"},
		{"related_posts", "related-posts"},
		{"Related--Posts-12", "related-posts"},
		{"sc-1a2b3c", "sc-abc"},
		{"c-article__body", "c-article-body"},
		{"123", ""},
		{"überblick", "berblick"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := plainName(c.name); got != c.want {
				t.Errorf("%q: %q, want %q", c.name, got, c.want)
			}
		})
	}
}

func TestKeysOfAnElementAreItsNamesAndTheirParts(t *testing.T) {
	n := &html.Node{Type: html.ElementNode, Data: "div", Attr: []html.Attribute{{Key: "class", Val: "related-posts x"}, {Key: "style", Val: "related"}}}
	want := []uint32{lexiconKey(keyName, "related-posts"), lexiconKey(keyNamePart, "related"), lexiconKey(keyNamePart, "posts")}
	if got := nameKeys(n); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestDatesAndCountsHaveTheSameKeys(t *testing.T) {
	if a, b := textKeys(Tokens("12 comments")), textKeys(Tokens("98 comments")); !slices.Equal(a, b) {
		t.Errorf("%v and %v", a, b)
	}
	if a, b := textKeys(Tokens("read more")), textKeys(Tokens("read this")); slices.Equal(a, b) {
		t.Error("different wordings have the same keys")
	}
}

func TestKeysTellHowMuchOfTheirTextIsContent(t *testing.T) {
	p := cut(t, `<div class="text"><p>Three words here.</p><p>Four words are here.</p></div><div class="rest"><p>One</p></div>`)
	got := map[uint32]float64{}
	p.Keys([]float32{1, 0, 0}, []float32{1, 1, 0}, func(key uint32, content float64) { got[key] = content })
	if c := got[lexiconKey(keyName, "text")]; c < 0.43 || c > 0.45 {
		t.Errorf("share of %.3f, want 3.5 of 8", c)
	}
	if _, told := got[lexiconKey(keyName, "rest")]; told {
		t.Error("a name was learned from text that nothing is known of")
	}
}
