package pagefacts

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

func TestCountWords(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "one two": 2, "don't stop": 2, "rock’n’roll": 1, "well-known": 2, "3.14 is pi": 4, "naïve café": 2, "  - ": 0, "Ünïcödé wörds": 2,
		"日本": 1, "日本語": 2, "お茶を入れる": 3, "GPU の使い方": 3, "สวัสดี": 2, "한국어 단어": 2, "слово и дело": 3, "क्षत्रिय": 1,
	} {
		if got := CountWords(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

func TestCountSentences(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "One.": 1, "One. Two! Three?": 3, "No end": 1, "One. And no end": 2, "It is 3.14 or so.": 1, "J. Doe wrote it.": 1, "Really?! Yes.": 2, `He said "no." She left.`: 2,
		"これは文です。次の文です。": 2, "...": 0, "Wait... what": 2,
	} {
		if got := countSentences(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

func TestMarkdownIsCounted(t *testing.T) {
	var c Content
	c.readMarkdown("# A title here\n\nSome text with a [link](https://a.example.org/x \"t\") and an address https://b.example.org/long/path.\n\n" +
		"- one item\n2. [another](https://a.example.org/x)\n\n| Tea | Time |\n| --- | --- |\n| Sencha | 1 min |\n\n![a picture](https://c.example.org/p.jpg)\n\n```\ncode x\n```\n")
	want := Content{Words: 3 + 8 + 2 + 2 + 2 + 3 + 2, Lists: 2, Tables: 2, Links: []string{"https://a.example.org/x"}, Sentences: 1, SentenceWords: 8}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("%+v\nwant %+v", c, want)
	}
}

func TestRobotsTagNamesACrawlerOrNot(t *testing.T) {
	for line, want := range map[string]string{
		"noindex": "/noindex", "NoIndex, nofollow": "/noindex /nofollow", "googlebot: noindex, nofollow": "googlebot/noindex googlebot/nofollow", "max-snippet:20, noindex": "/max-snippet=20 /noindex",
		"unavailable_after: 25 Jun 2027 15:00:00 PST": "/unavailable_after=25 Jun 2027 15:00:00 PST", "otherbot:none": "otherbot/none", "*: noindex": "/noindex", "": "", ",,": "",
		"noindex, max-image-preview: large": "/noindex /max-image-preview=large",
	} {
		var got []string
		for _, d := range parseRobotsTag(line) {
			s := d.Agent + "/" + d.Name
			if d.Value != "" {
				s += "=" + d.Value
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestCanonicalOfALinkHeader(t *testing.T) {
	for _, tt := range []struct {
		header string
		want   []string
		why    string
	}{
		{`<https://example.com/a>; rel="canonical"`, []string{"https://example.com/a"}, "the common form"},
		{`</s.css>; rel=preload; as=style, </a>; rel=canonical`, []string{"/a"}, "a later entry"},
		{
			`<https://example.com/a,b>; title="x"; rel="canonical"`,
			[]string{"https://example.com/a,b"},
			"a comma in the URL",
		},
		{`</a>; rel=canonical, </b>; rel=canonical`, []string{"/a", "/b"}, "two statements, as in two headers"},
		{`</a>; rel="nofollow canonical"`, []string{"/a"}, "two relations of one entry"},
		{`</a>; title="x; rel=canonical"`, nil, "a title's text is not a relation"},
		{`</a>; rel=next`, nil, "another relation"},
		{`</a>`, nil, "no relation"},
		{`<`, nil, "garbage"},
		{``, nil, "empty"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			f := &Facts{URL: &url.URL{Scheme: "https", Host: "example.com", Path: "/"}}
			f.headers(http.Header{"Link": {tt.header}})

			var got []string
			for _, c := range f.Canonicals {
				got = append(got, c.Written)
				if !c.Header || c.URL == nil {
					t.Errorf("%+v", c)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q: %q, want %q", tt.header, got, tt.want)
			}
		})
	}
}

func TestStructuredDataIsReadStrictly(t *testing.T) {
	p, err := htmlpage.Parse([]byte(`<script type="application/ld+json">{"@type": "schema:Article", "author": [{"@type": "Person", "name": "Ada"}], "about": {"name": "untyped"}}</script>
<script type="application/LD+JSON; charset=utf-8">{"@type": ["https://schema.org/Product", "Car"], "offers": []}</script>
<script type="application/ld+json">{"name": "no type"}</script><script type="application/ld+json">{"@type": "Thing",}</script><script type="application/ld+json"> </script>
<script>{"@type": "NoLD"}</script><div itemscope itemtype="https://schema.org/Recipe"><span itemprop=name>Soup</span><div itemprop=author itemscope itemtype="http://schema.org/Person"><b itemprop=name>Bea</b></div></div>`), "https://example.com/")
	if err != nil {
		t.Fatal(err)
	}
	f := &Facts{}
	f.scripts(p)
	f.microdata(p)
	var types []string
	for _, e := range f.Items {
		types = append(types, fmt.Sprintf("%v%v", e.Types, e.Micro))
	}
	if want := (Scripts{Total: 4, Valid: 2, Invalid: 1, Untyped: 1}); f.JSONLD != want || strings.Join(types, " ") != "[Article]false [Person]false [Product Car]false [Recipe]true [Person]true" {
		t.Errorf("%+v %v", f.JSONLD, types)
	}
	if a := f.Items[0]; a.Text("author") != "Ada" || a.Text("about") != "untyped" || !a.Has("author") || a.Has("offers") || f.Items[2].Has("offers") || f.Items[3].Text("author") != "Bea" || f.Items[3].Text("name") != "Soup" {
		t.Errorf("%+v", f.Items)
	}
}

// TestOwnObjectsSpeakOfThePage: comments, reviews and entries of lists have dates and authors of their own.
func TestOwnObjectsSpeakOfThePage(t *testing.T) {
	for page, want := range map[string]string{
		`{"@type":"Product","review":[{"@type":"Review","datePublished":"2019-03-01"}]}`:               "Product",
		`{"@type":"Article","comment":{"@type":"Comment"},"video":{"@type":"VideoObject"}}`:            "Article",
		`{"@graph":[{"@type":"WebPage"},{"@type":"Article","author":{"@type":"Person"}}]}`:             "WebPage Article",
		`{"@type":"WebPage","mainEntity":{"@type":"Article","publisher":{"@type":"Organization"}}}`:    "WebPage Article",
		`{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"@type":"BlogPosting"}}]}`: "ItemList",
		`[{"@type":"BlogPosting"},{"@type":"BlogPosting"},{"@type":"Blog"}]`:                           "Blog",
		`{"things":[{"@type":"Event"}]}`: "Event",
	} {
		p, err := htmlpage.Parse([]byte(`<script type="application/ld+json">`+page+`</script>`), "https://example.com/")
		if err != nil {
			t.Fatal(err)
		}
		f := &Facts{}
		f.scripts(p)
		var own []string
		for _, e := range f.Own() {
			own = append(own, e.Types[0])
		}
		if got := strings.Join(own, " "); got != want {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
}
