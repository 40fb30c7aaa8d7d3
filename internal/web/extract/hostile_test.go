package extract_test

import (
	"bytes"
	"errors"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

type hostilePage struct{ why, page string }

// hostilePages try to exhaust time, memory or stack. They have the sizes that they are named for, divided by part.
func hostilePages(part int) []hostilePage {
	return []hostilePage{
		{"5 MB of paragraphs", strings.Repeat("<p>The well on the hill has run dry, again, this year.</p>\n", 90_000/part)},
		{"5 MB without a tag", strings.Repeat("word ", 1_000_000/part)},
		{"5 MB of one word", strings.Repeat("x", 5<<20/part)},
		{"5 MB of tag starts", strings.Repeat("<", 5<<20/part)},
		{"50,000 nested divs", strings.Repeat("<div>", 50_000/part) + "deep text"},
		{"50,000 nested divs with classes", strings.Repeat(`<div class="a b">x`, 50_000/part)},
		{"50,000 nested lists", strings.Repeat("<ul><li>a", 50_000/part)},
		{"50,000 nested quotes", strings.Repeat("<blockquote>a", 50_000/part)},
		{"50,000 nested tables", strings.Repeat("<table><tr><td>a", 50_000/part)},
		{"50,000 nested links", strings.Repeat("<a href=x>a", 50_000/part)},
		{"50,000 unclosed formatting tags", strings.Repeat("<b><i>a<p>", 50_000/part)},
		{"formatting tags of many names closed in the wrong order", strings.Repeat("<b class=1><i><u><em>x</b></i></u></em><p>", 20_000/part)},
		{"100,000 end tags", strings.Repeat("</div></p></b>", 100_000/part)},
		{"wide spans", "<p>Some words of text before the table, to be kept.</p><table>" + strings.Repeat("<tr><td colspan=1000 rowspan=65000>a</td><td>b</td></tr>", 5_000) + "</table>"},
		{"500 levels, within what the parser takes", strings.Repeat("<section>", 500) + "<p>text at the bottom, a sentence of it.</p>"},
		{"100,000 list items", "<ul>" + strings.Repeat("<li><a href=/x>an item</a>", 100_000/part)},
		{"long class names", strings.Repeat(`<div class="`+strings.Repeat("nav-content ", 400)+`">text, and more text.</div>`, 500)},
		{"200 JSON-LD scripts nested deep", strings.Repeat(`<script type="application/ld+json">`+strings.Repeat("[", 5000)+`</script>`, 200) + "<p>some text here</p>"},
		{"unclosed script", "<p>Some words here.</p><script>" + strings.Repeat("<p>no", 100_000/part)},
		{"unclosed comment", "<p>Some words here.</p><!--" + strings.Repeat("<p>no", 100_000/part)},
		{"invalid UTF-8", "<p>Some \xff\xfe\xc3 words \xe2\x82 of a broken page, in a row.</p>"},
		{"zero bytes", "<p>So\x00me wo\x00rds of a broken page, in a row.</p>\x00"},
		{"backticks", "<pre>" + strings.Repeat("`", 100_000/part) + "</pre>"},
		{"100,000 headings and nothing else", strings.Repeat("<h2>a heading", 100_000/part)},
		{"items in elements of their own", strings.Repeat("<div><li>a<br>b<br>c", 20_000/part)},
		{"noscript in noscript", strings.Repeat("<noscript><i>", 20_000/part) + strings.Repeat("<i></i>", 100_000/part)},
		{"text at every one of many levels", strings.Repeat("<div>some words, at every level.", 250) + strings.Repeat("<p>some words, at the bottom of all levels.", 50_000/part)},
		{"formatting left open before many paragraphs", strings.Repeat("<b><i><u><s>", 500) + strings.Repeat("<p>a", 100_000/part)},
		{"a list of links in every cell", "<table>" + strings.Repeat("<tr><td><ul><li><a href=/a>a link</a><li>b</ul></td><td>1</td></tr>", 20_000/part) + "</table>"},
		{"elements with 10,000 attributes", strings.Repeat("<p "+strings.Repeat("class=a b=c ", 5_000)+">Some words, in a row.", 50)},
		{"one class name of 1 MB", `<p class="` + strings.Repeat("a-b_", 250_000/part) + `">Some words, in a row.`},
		{"5 MB of code", "<pre>" + strings.Repeat("x := 1\n", 700_000/part) + "</pre>"},
		{"code of a million lines in elements", "<pre>" + strings.Repeat("<div>x</div>", 300_000/part) + "</pre>"},
		{"5 MB of nested tables", strings.Repeat("<table><tr><td>a", 300_000/part)},
		{"5 MB of nested lists", strings.Repeat("<ul><li>a", 550_000/part)},
		{"5 MB of headings", strings.Repeat("<h1 class=headline>a heading of some words</h1>", 110_000/part)},
		{"custom elements beside text", strings.Repeat("<x-a>b<i>c</i></x-a> and ", 200_000/part)},
		{"a custom element with 100,000 texts", "some words <x-a>" + strings.Repeat("word <i></i>", 100_000/part) + "</x-a> and more"},
		{"nested custom elements beside text", strings.Repeat("a<x-b>", 50_000/part)},
		{"100,000 links in code", "<p><code>" + strings.Repeat("a <a href=/b#c>b</a> ", 100_000/part) + "</code>"},
		{"nested lists of terms", strings.Repeat("<dl><dt>a<dd>some words", 50_000/part)},
		{"paragraphs that repeat below headings", strings.Repeat("<h2>a</h2><p>"+strings.Repeat("word ", 12), 30_000/part)},
		{"5 MB of bylines and dates", strings.Repeat("<p class='byline date'>By Ann Lee, 3/4/2020</p>", 110_000/part)},
	}
}

// BenchmarkHostilePages measures the costliest page: the figure in docs/performance/web.md.
func BenchmarkHostilePages(b *testing.B) {
	engine := newEngine(b)
	for _, p := range hostilePages(1) {
		b.Run(strings.ReplaceAll(p.why, " ", "_"), func(b *testing.B) {
			for b.Loop() {
				if _, err := engine.Extract([]byte(p.page), nil,
					extract.Options{Format: extract.Markdown}); err != nil && !errors.Is(err, extract.ErrNoContent) {
					b.Fatal(err)
				}
			}
		})
	}
}

// patience is far more than any hostile page takes on a machine with much else to do, and less than quadratic time.
const patience = 5 * time.Minute

// TestHostilePagesEndWithBoundedOutput runs a quarter of each hostile page, where more than linear time shows as well.
// The benchmark has them whole.
func TestHostilePagesEndWithBoundedOutput(t *testing.T) {
	engine := newEngine(t)
	for _, c := range hostilePages(4) {
		for _, format := range []extract.Format{extract.Markdown, extract.Text} {
			began := time.Now()
			r, err := engine.Extract([]byte(c.page), nil, extract.Options{Format: format})
			if err != nil && !errors.Is(err, extract.ErrNoContent) {
				t.Errorf("%s: %v", c.why, err)
			}
			if took := time.Since(began); took > patience {
				t.Errorf("%s: %v for %d bytes", c.why, took, len(c.page))
			}
			if len(r.Content) > 4*len(c.page)+10_000 {
				t.Errorf("%s: %d bytes of content from a page of %d", c.why, len(r.Content), len(c.page))
			}
		}
	}
}

func TestEngineServesManyPagesAtOnce(t *testing.T) {
	engine := newEngine(t)
	pages := [][]byte{article(""), article(`<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`), []byte("<p>Closed today.</p>")}
	want := make([]extract.Result, len(pages))
	for i, page := range pages {
		r, err := engine.Extract(page, nil, extract.Options{Format: extract.Markdown})
		if err != nil {
			t.Fatal(err)
		}
		want[i] = r
	}
	var wait sync.WaitGroup
	for k := range 24 {
		wait.Go(func() {
			i := k % len(pages)
			r, err := engine.Extract(pages[i], nil, extract.Options{Format: extract.Markdown})
			if err != nil || !reflect.DeepEqual(r, want[i]) {
				t.Errorf("page %d: %v, another answer than alone", i, err)
			}
		})
	}
	wait.Wait()
}

func TestPageBeyondTheSizeLimitIsCutAndSaysSo(t *testing.T) {
	page := "<p>The well on the hill has run dry, again, this year.</p>" + strings.Repeat("<!-- x -->", 700_000)
	r, err := newEngine(t).Extract([]byte(page), nil, extract.Options{Format: extract.Text})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Truncated || !strings.Contains(r.Content, "run dry") {
		t.Errorf("truncated %v, content %q", r.Truncated, r.Content)
	}
}

func TestPageWithoutTextIsNoContent(t *testing.T) {
	for _, page := range []string{"", "   \n", "<html></html>", "<script>var x = 'text'</script>", "<img src=a.png>"} {
		r, err := newEngine(t).Extract([]byte(page), nil, extract.Options{Format: extract.Markdown})
		if !errors.Is(err, extract.ErrNoContent) {
			t.Errorf("%q: error %v, content %q", page, err, r.Content)
		}
	}
}

func TestTreeIsNotChanged(t *testing.T) {
	doc, _ := htmlpage.Tree(article(`<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`))
	var before, after bytes.Buffer
	if err := html.Render(&before, doc); err != nil {
		t.Fatal(err)
	}
	if _, err := newEngine(t).ExtractTree(doc, nil, extract.Options{Format: extract.Markdown}); err != nil {
		t.Fatal(err)
	}
	if err := html.Render(&after, doc); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before.Bytes(), after.Bytes()) {
		t.Error("the caller's tree was changed")
	}
}

func FuzzExtract(f *testing.F) {
	engine, err := extract.New()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(article("<ul><li>a<ol><li>b</ol></ul><pre>c</pre>"))
	f.Add([]byte("<table><tr><td rowspan=9 colspan=9><p>a<br><br>b</td><td><a href='//x'><h2>t</h2></a></tr><tr><th>"))
	f.Add([]byte("<a><div><b><p>x</a>y</b><picture><source srcset='a 1x, b 2x'><img data-src=c></picture><noscript><p>n</noscript>"))
	f.Add([]byte("<script type=application/ld+json>{\"@graph\":[{\"@type\":[\"NewsArticle\"],\"author\":[{\"@id\":\"#a\"}],\"datePublished\":7}]}</script>\xff"))
	address := &url.URL{Scheme: "https", Host: "gazette.example", Path: "/a/b"}
	f.Fuzz(func(t *testing.T, page []byte) {
		for _, format := range []extract.Format{extract.Markdown, extract.Text} {
			r, err := engine.Extract(page, address, extract.Options{Format: format})
			if err != nil {
				if !errors.Is(err, extract.ErrNoContent) {
					t.Fatal(err)
				}
				continue
			}
			if r.Content == "" || !utf8.ValidString(r.Content) && utf8.Valid(page) {
				t.Fatalf("content %q of page %q", r.Content, page)
			}
			again, err := engine.Extract(page, address, extract.Options{Format: format})
			if err != nil || !reflect.DeepEqual(again, r) {
				t.Fatal("the same page gave two answers")
			}
		}
	})
}
